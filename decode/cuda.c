#include <dlfcn.h>
#include <pthread.h>

#include <libavutil/hwcontext.h>
#include <libavutil/mem.h>

// What FFmpeg's header needs of CUDA's, which is not there when we build.
#define CUDA_VERSION 1
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
#include <libavutil/hwcontext_cuda.h>

#include "cuda.h"

enum {
    PORTABLE = 1,     // CU_MEMHOSTALLOC_PORTABLE: for all contexts
    NON_BLOCKING = 1, // CU_STREAM_NON_BLOCKING: does not wait for the common stream
};

static struct {
    int (*push)(CUcontext);
    int (*pop)(CUcontext *);
    int (*alloc)(void **, size_t, unsigned);
    int (*free)(void *);
    int (*stream)(CUstream *, unsigned);
    int (*end_stream)(CUstream);
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
    cuda.stream = dlsym(lib, "cuStreamCreate");
    cuda.end_stream = dlsym(lib, "cuStreamDestroy_v2");
    cuda.loaded = cuda.push && cuda.pop && cuda.alloc && cuda.free && cuda.stream && cuda.end_stream;
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

// end_own frees what own_stream has made; user_opaque is a reference to the device.
static void end_own(AVHWDeviceContext *own)
{
    AVCUDADeviceContext *o = own->hwctx;
    AVBufferRef *device = own->user_opaque;
    CUcontext c = o->cuda_ctx;
    if (!cuda.push(c)) {
        cuda.end_stream(o->stream);
        cuda.pop(&c);
    }
    av_buffer_unref(&device);
}

AVBufferRef *own_stream(AVBufferRef *device)
{
    CUcontext c = context(device);
    CUstream stream = NULL;
    if (!c || cuda.push(c))
        return av_buffer_ref(device);
    int failed = cuda.stream(&stream, NON_BLOCKING);
    cuda.pop(&c);
    AVBufferRef *ref = failed ? NULL : av_buffer_ref(device);
    if (!ref)
        return av_buffer_ref(device);
    AVBufferRef *own = av_hwdevice_ctx_alloc(AV_HWDEVICE_TYPE_CUDA);
    if (!own) {
        av_buffer_unref(&ref);
        return NULL;
    }
    AVHWDeviceContext *d = (void *)own->data;
    AVCUDADeviceContext *o = d->hwctx;
    o->cuda_ctx = context(device);
    o->stream = stream;
    d->user_opaque = ref;
    d->free = end_own;
    if (av_hwdevice_ctx_init(own) < 0)
        av_buffer_unref(&own);
    return own;
}
