#ifndef DECODE_CUDA_H
#define DECODE_CUDA_H

#include <libavutil/buffer.h>
#include <libavutil/frame.h>

// device_flags returns the flags for av_hwdevice_ctx_create. A CUDA device uses the primary context,
// which other parts of the program can share.
int device_flags(const char *type);

// own_stream returns a device for one decoder. For CUDA it is the same device with a separate stream,
// because decoders that share a stream wait for each other. For other types it is a reference to the
// device.
AVBufferRef *own_stream(AVBufferRef *device);

// pinned_pool returns a pool of buffers of size bytes. On CUDA they are pinned memory, which the device
// accesses directly, so that copies are several times as fast. Otherwise, or if no pinned memory is
// left, they are system memory.
AVBufferPool *pinned_pool(size_t size, AVBufferRef *device);

// has_surfaces reports whether frames can stay in a device's memory. A fake device is NULL and uses
// system memory for them.
int has_surfaces(const AVBufferRef *device);

// surface_pool returns a pool of buffers of size bytes in a device's memory; their data are device
// addresses. Allocation fails if the device has no memory left.
AVBufferPool *surface_pool(size_t size, AVBufferRef *device);

// surface_fill copies a decoder's picture to copy->buf[1], with each byte at the offset that it would
// have in copy->buf[0]. It waits for the copy, because the decoder then reuses its memory.
int surface_fill(AVFrame *copy, const AVFrame *picture);

// surface_fetch copies size bytes of such a buffer to system memory. It returns 0 on success.
int surface_fetch(const AVBufferRef *surface, void *to, size_t size);

// surface_context returns the CUDA context of such a buffer, and the event that its readers record
// after their reads; both are NULL for a fake device.
void *surface_context(const AVBufferRef *surface);
void *surface_read(const AVBufferRef *surface);

#endif
