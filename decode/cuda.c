#include <pthread.h>
#include <string.h>

#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>

// The CUDA definitions that FFmpeg's header needs; CUDA itself is not needed to build.
#define CUDA_VERSION 1
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
#include <libavutil/hwcontext_cuda.h>

#include "cuda.h"
#include "driver.h"

typedef struct CUevent_st *CUevent;
typedef unsigned long long Address; // CUdeviceptr

enum {
    PORTABLE = 1,      // CU_MEMHOSTALLOC_PORTABLE: for all contexts
    NON_BLOCKING = 1,  // CU_STREAM_NON_BLOCKING: does not wait for the common stream
    NO_TIMING = 2,     // CU_EVENT_DISABLE_TIMING
    DEVICE_MEMORY = 2, // CU_MEMORYTYPE_DEVICE
};

// Rows is CUDA_MEMCPY2D.
typedef struct Rows {
    struct {
        size_t x, y;
        int type;
        void *host;
        Address device;
        void *array;
        size_t pitch;
    } from, to;
    size_t width, height;
} Rows;

static struct {
    int (*push)(CUcontext);
    int (*pop)(CUcontext *);
    int (*alloc)(void **, size_t, unsigned);
    int (*free)(void *);
    int (*stream)(CUstream *, unsigned);
    int (*end_stream)(CUstream);
    int (*wait_stream)(CUstream);
    int (*alloc_device)(Address *, size_t);
    int (*free_device)(Address);
    int (*copy_rows)(const Rows *, CUstream);
    int (*copy_to_host)(void *, Address, size_t);
    int (*event)(CUevent *, unsigned);
    int (*end_event)(CUevent);
    int (*wait_event)(CUstream, CUevent, unsigned);
    int loaded, surfaces; // the functions are loaded; also those for surfaces
} cuda;

static void load(void)
{
    void *lib = cuda_driver();
    if (!lib)
        return;
    cuda.push = cuda_driver_function(lib, "cuCtxPushCurrent_v2");
    cuda.pop = cuda_driver_function(lib, "cuCtxPopCurrent_v2");
    cuda.alloc = cuda_driver_function(lib, "cuMemHostAlloc");
    cuda.free = cuda_driver_function(lib, "cuMemFreeHost");
    cuda.stream = cuda_driver_function(lib, "cuStreamCreate");
    cuda.end_stream = cuda_driver_function(lib, "cuStreamDestroy_v2");
    cuda.loaded = cuda.push && cuda.pop && cuda.alloc && cuda.free && cuda.stream && cuda.end_stream;
    cuda.wait_stream = cuda_driver_function(lib, "cuStreamSynchronize");
    cuda.alloc_device = cuda_driver_function(lib, "cuMemAlloc_v2");
    cuda.free_device = cuda_driver_function(lib, "cuMemFree_v2");
    cuda.copy_rows = cuda_driver_function(lib, "cuMemcpy2DAsync_v2");
    cuda.copy_to_host = cuda_driver_function(lib, "cuMemcpyDtoH_v2");
    cuda.event = cuda_driver_function(lib, "cuEventCreate");
    cuda.end_event = cuda_driver_function(lib, "cuEventDestroy_v2");
    cuda.wait_event = cuda_driver_function(lib, "cuStreamWaitEvent");
    cuda.surfaces = cuda.loaded && cuda.wait_stream && cuda.alloc_device && cuda.free_device && cuda.copy_rows &&
                    cuda.copy_to_host && cuda.event && cuda.end_event && cuda.wait_event;
}

// context returns the device's CUDA context, or NULL.
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

// end_own frees what own_stream allocated; user_opaque is a reference to the device.
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

int device_flags(const char *type)
{
    return strcmp(type, "cuda") ? 0 : AV_CUDA_USE_PRIMARY_CONTEXT;
}

int has_surfaces(const AVBufferRef *device)
{
    return !device || context(device) && cuda.surfaces;
}

// Owner is the data of a surface's buffer: its device, and the event that readers record.
typedef struct Owner {
    AVBufferRef *device;
    CUevent read;
} Owner;

static const Owner *owner_of(const AVBufferRef *surface)
{
    return av_buffer_pool_buffer_get_opaque(surface);
}

// end_surface frees a surface, also a partly constructed one.
static void end_surface(void *opaque, uint8_t *data)
{
    Owner *o = opaque;
    CUcontext c = context(o->device);
    if (!cuda.push(c)) {
        if (data)
            cuda.free_device((uintptr_t)data); // waits for its readers
        if (o->read)
            cuda.end_event(o->read);
        cuda.pop(&c);
    }
    av_buffer_unref(&o->device);
    av_free(o);
}

static AVBufferRef *get_surface(void *opaque, size_t size)
{
    CUcontext c = context(opaque);
    Owner *o = av_mallocz(sizeof(*o));
    if (!o || !(o->device = av_buffer_ref(opaque))) {
        av_free(o);
        return NULL;
    }
    Address data = 0;
    int failed = cuda.push(c);
    if (!failed) {
        failed = cuda.event(&o->read, NO_TIMING) || cuda.alloc_device(&data, size);
        cuda.pop(&c);
    }
    AVBufferRef *buffer = failed ? NULL : av_buffer_create((uint8_t *)(uintptr_t)data, size, end_surface, o, 0);
    if (!buffer)
        end_surface(o, (uint8_t *)(uintptr_t)data);
    return buffer;
}

AVBufferPool *surface_pool(size_t size, AVBufferRef *device)
{
    if (!device)
        return av_buffer_pool_init(size, NULL);
    AVBufferRef *ref = av_buffer_ref(device);
    AVBufferPool *pool = ref ? av_buffer_pool_init2(size, ref, get_surface, leave) : NULL;
    if (!pool)
        av_buffer_unref(&ref);
    return pool;
}

// copy_planes enqueues the copies for surface_fill.
static int copy_planes(AVFrame *copy, const AVFrame *picture, CUstream stream)
{
    int shift = av_pix_fmt_desc_get(copy->format)->log2_chroma_h;
    for (int i = 0; i < 4 && copy->data[i]; i++) {
        ptrdiff_t place = copy->data[i] - copy->buf[0]->data;
        int width = av_image_get_linesize(copy->format, copy->width, i);
        int height = i == 1 || i == 2 ? AV_CEIL_RSHIFT(copy->height, shift) : copy->height;
        if (!picture->hw_frames_ctx) {
            av_image_copy_plane(copy->buf[1]->data + place, copy->linesize[i], picture->data[i], picture->linesize[i], width, height);
            continue;
        }
        Rows rows = {
            .from = {.type = DEVICE_MEMORY, .device = (uintptr_t)picture->data[i], .pitch = picture->linesize[i]},
            .to = {.type = DEVICE_MEMORY, .device = (uintptr_t)copy->buf[1]->data + place, .pitch = copy->linesize[i]},
            .width = width,
            .height = height,
        };
        if (cuda.copy_rows(&rows, stream))
            return AVERROR_EXTERNAL;
    }
    return 0;
}

int surface_fill(AVFrame *copy, const AVFrame *picture)
{
    if (!picture->hw_frames_ctx)
        return copy_planes(copy, picture, NULL);
    const AVHWFramesContext *frames = (const void *)picture->hw_frames_ctx->data;
    const AVCUDADeviceContext *device = frames->device_ctx->hwctx;
    CUcontext c = device->cuda_ctx;
    if (cuda.push(c))
        return AVERROR_EXTERNAL;
    int ret = cuda.wait_event(device->stream, owner_of(copy->buf[1])->read, 0) ? AVERROR_EXTERNAL : copy_planes(copy, picture, device->stream);
    if (cuda.wait_stream(device->stream))
        ret = AVERROR_EXTERNAL;
    cuda.pop(&c);
    return ret;
}

int surface_fetch(const AVBufferRef *surface, void *to, size_t size)
{
    const Owner *o = owner_of(surface);
    if (!o) {
        memcpy(to, surface->data, size);
        return 0;
    }
    CUcontext c = context(o->device);
    int failed = cuda.push(c);
    if (!failed) {
        failed = cuda.copy_to_host(to, (uintptr_t)surface->data, size);
        cuda.pop(&c);
    }
    return failed;
}

void *surface_context(const AVBufferRef *surface)
{
    const Owner *o = owner_of(surface);
    return o ? context(o->device) : NULL;
}

void *surface_read(const AVBufferRef *surface)
{
    const Owner *o = owner_of(surface);
    return o ? o->read : NULL;
}
