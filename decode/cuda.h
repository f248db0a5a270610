#ifndef DECODE_CUDA_H
#define DECODE_CUDA_H

#include <libavutil/buffer.h>
#include <libavutil/frame.h>

// device_flags are for av_hwdevice_ctx_create. Of CUDA's devices we take the primary context,
// which other parts of the program can hold, too.
int device_flags(const char *type);

// own_stream returns a device for one decoder. Of CUDA's it is the same device with a stream
// of its own: in one stream, decoders would wait for each other. Of others it is a
// reference to the device.
AVBufferRef *own_stream(AVBufferRef *device);

// pinned_pool makes a pool of buffers of size bytes. If the device is CUDA's, they lie in
// memory that it reads and writes directly, which makes copies several times as fast;
// otherwise, or if there is none left, in the system's.
AVBufferPool *pinned_pool(size_t size, AVBufferRef *device);

// has_surfaces reports whether frames can stay in a device's memory. A stand-in, which is
// NULL, has the system's memory for them.
int has_surfaces(const AVBufferRef *device);

// surface_pool makes a pool of buffers of size bytes in a device's memory; their data are
// addresses there. There are none if the device has no memory left.
AVBufferPool *surface_pool(size_t size, AVBufferRef *device);

// surface_fill copies a decoder's frame to copy->buf[1], with the bytes at the places that
// they would have in copy->buf[0]. It waits for the copy, so that the decoder may use its memory
// again.
int surface_fill(AVFrame *copy, const AVFrame *picture);

// surface_fetch copies size bytes of such a buffer to the system's memory. 0 is success.
int surface_fetch(const AVBufferRef *surface, void *to, size_t size);

// surface_context returns the CUDA context of such a buffer, and the event that whoever reads
// it records behind that; both are NULL for a stand-in's.
void *surface_context(const AVBufferRef *surface);
void *surface_read(const AVBufferRef *surface);

#endif
