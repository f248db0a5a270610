#include <dlfcn.h>
#include <pthread.h>

#include <libavutil/hwcontext.h>
#include <libavutil/mem.h>

// What FFmpeg's header needs of CUDA's, which is not there when we build.
#define CUDA_VERSION 1
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
#include <libavutil/hwcontext_cuda.h>

#include "pinned.h"

enum { PORTABLE = 1 }; // CU_MEMHOSTALLOC_PORTABLE: for all contexts

static struct {
    int (*push)(CUcontext);
    int (*pop)(CUcontext *);
    int (*alloc)(void **, size_t, unsigned);
    int (*free)(void *);
    int loaded;
} cuda;

static void load(void)
{
    void *lib = dlopen("libcuda.so.1", RTLD_NOW);
    if (!lib)
        return;
    cuda.push = dlsym(lib, "cuCtxPushCurrent_v2");
    cuda.pop = dlsym(lib, "cuCtxPopCurrent_v2");
    cuda.alloc = dlsym(lib, "cuMemHostAlloc");
    cuda.free = dlsym(lib, "cuMemFreeHost");
    cuda.loaded = cuda.push && cuda.pop && cuda.alloc && cuda.free;
}

// context is the device's CUDA context, or NULL.
static CUcontext context(const AVBufferRef *device)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const AVHWDeviceContext *d = device ? (const void *)device->data : NULL;
    if (!d || d->type != AV_HWDEVICE_TYPE_CUDA)
        return NULL;
    pthread_once(&once, load);
    return cuda.loaded ? ((const AVCUDADeviceContext *)d->hwctx)->cuda_ctx : NULL;
}

// give_back frees a pinned buffer; opaque is a reference to its device.
static void give_back(void *opaque, uint8_t *data)
{
    AVBufferRef *device = opaque;
    CUcontext c = context(device);
    if (!cuda.push(c)) {
        cuda.free(data);
        cuda.pop(&c);
    }
    av_buffer_unref(&device);
}


static AVBufferRef *get(void *opaque, size_t size)
{
    CUcontext c = context(opaque);
    void *data = NULL;
    if (c && !cuda.push(c)) {
        int failed = cuda.alloc(&data, size, PORTABLE);
        cuda.pop(&c);
        if (!failed) {
            AVBufferRef *device = av_buffer_ref(opaque);
            AVBufferRef *buffer = device ? av_buffer_create(data, size, give_back, device, 0) : NULL;
            if (buffer)
                return buffer;
            av_buffer_unref(&device);
            if (!cuda.push(context(opaque))) {
                cuda.free(data);
                cuda.pop(&c);
            }
        }
    }
    return av_buffer_alloc(size);
}

static void leave(void *opaque)
{
    AVBufferRef *device = opaque;
    av_buffer_unref(&device);
}

AVBufferPool *pinned_pool(size_t size, AVBufferRef *device)
{
    AVBufferRef *ref = device ? av_buffer_ref(device) : NULL;
    AVBufferPool *pool = av_buffer_pool_init2(size, ref, get, leave);
    if (!pool)
        av_buffer_unref(&ref);
    return pool;
}
