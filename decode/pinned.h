#ifndef DECODE_PINNED_H
#define DECODE_PINNED_H

#include <libavutil/buffer.h>

// pinned_pool makes a pool of buffers of size bytes. If the device is CUDA's, they lie in
// memory that it reads and writes directly, which makes copies several times as fast;
// otherwise, or if there is none left, in the system's.
AVBufferPool *pinned_pool(size_t size, AVBufferRef *device);

#endif
