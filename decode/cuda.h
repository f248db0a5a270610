#ifndef DECODE_CUDA_H
#define DECODE_CUDA_H

#include <libavutil/buffer.h>

// own_stream returns a device for one decoder. Of CUDA's it is the same device with a stream
// of its own: in one stream, decoders would wait for each other. Of others it is a
// reference to the device.
AVBufferRef *own_stream(AVBufferRef *device);

// pinned_pool makes a pool of buffers of size bytes. If the device is CUDA's, they lie in
// memory that it reads and writes directly, which makes copies several times as fast;
// otherwise, or if there is none left, in the system's.
AVBufferPool *pinned_pool(size_t size, AVBufferRef *device);

#endif
