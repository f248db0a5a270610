#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "driver.h"
#include "link.h"

typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraphicsResource_st *Resource;
typedef int Device;                 // CUdevice
typedef unsigned long long Address; // CUdeviceptr

enum {
    NON_BLOCKING = 1,  // CU_STREAM_NON_BLOCKING: does not wait for the default stream
    ALL_DEVICES = 1,   // CU_GL_DEVICE_LIST_ALL
    WRITE_DISCARD = 2, // CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD
};

static struct {
    int (*push)(CUcontext);
    int (*pop)(CUcontext *);
    int (*device)(Device *);
    int (*retain)(CUcontext *, Device);
    int (*release)(Device);
    int (*stream)(CUstream *, unsigned);
    int (*end_stream)(CUstream);
    int (*wait_event)(CUstream, CUevent, unsigned);
    int (*record)(CUevent, CUstream);
    int (*copy)(Address, Address, size_t, CUstream);
    int (*gl_devices)(unsigned *, Device *, unsigned, int);
    int (*enter)(Resource *, unsigned, unsigned); // registers
    int (*leave)(Resource);
    int (*map)(unsigned, Resource *, CUstream);
    int (*unmap)(unsigned, Resource *, CUstream);
    int (*address)(Address *, size_t *, Resource);
    int loaded;
} cuda;

static void load(void)
{
    void *lib = driver_open();
    if (!lib)
        return;
    const struct {
        void *function;
        const char *name;
    } all[] = {
        {&cuda.push, "cuCtxPushCurrent_v2"},
        {&cuda.pop, "cuCtxPopCurrent_v2"},
        {&cuda.device, "cuCtxGetDevice"},
        {&cuda.retain, "cuDevicePrimaryCtxRetain"},
        {&cuda.release, "cuDevicePrimaryCtxRelease_v2"},
        {&cuda.stream, "cuStreamCreate"},
        {&cuda.end_stream, "cuStreamDestroy_v2"},
        {&cuda.wait_event, "cuStreamWaitEvent"},
        {&cuda.record, "cuEventRecord"},
        {&cuda.copy, "cuMemcpyDtoDAsync_v2"},
        {&cuda.gl_devices, "cuGLGetDevices_v2"},
        {&cuda.enter, "cuGraphicsGLRegisterBuffer"},
        {&cuda.leave, "cuGraphicsUnregisterResource"},
        {&cuda.map, "cuGraphicsMapResources"},
        {&cuda.unmap, "cuGraphicsUnmapResources"},
        {&cuda.address, "cuGraphicsResourceGetMappedPointer_v2"},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        if (!(*(void **)all[i].function = driver_function(lib, all[i].name)))
            return;
    cuda.loaded = 1;
}

struct Link {
    CUcontext context; // the device's primary context, retained
    Device device;
    CUstream stream;
};

// same_device finds the current CUDA context's device among those of the current OpenGL context.
static int same_device(Device *device, const char **action)
{
    Device found[16];
    unsigned n = 0;
    *action = "find the GPU of the OpenGL context";
    int failed = cuda.device(device);
    if (!failed)
        failed = cuda.gl_devices(&n, found, sizeof(found) / sizeof(*found), ALL_DEVICES);
    if (failed)
        return failed;
    for (unsigned i = 0; i < n; i++)
        if (found[i] == *device)
            return 0;
    *action = "OpenGL is on another GPU";
    return -1;
}

// hold retains the primary context, which must be the given one, and creates a stream in it.
static int hold(Link *l, CUcontext context, const char **action)
{
    *action = "hold the context";
    int failed = cuda.retain(&l->context, l->device);
    if (failed)
        return failed;
    if (l->context == context) {
        failed = cuda.stream(&l->stream, NON_BLOCKING);
    } else {
        *action = "the context is not that of the whole device";
        failed = -1;
    }
    if (failed)
        cuda.release(l->device);
    return failed;
}

int link_new(void *context, Link **link, const char **action)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *action = "CUDA is not there, or too old";
    Link *l = cuda.loaded ? calloc(1, sizeof(*l)) : NULL;
    if (!l)
        return -1;
    *action = "use the context";
    int failed = cuda.push(context);
    if (!failed) {
        failed = same_device(&l->device, action);
        if (!failed)
            failed = hold(l, context, action);
        CUcontext popped;
        cuda.pop(&popped);
    }
    if (failed)
        free(l);
    else
        *link = l;
    return failed;
}

void link_free(Link *l)
{
    CUcontext popped;
    if (!l)
        return;
    if (!cuda.push(l->context)) {
        cuda.end_stream(l->stream);
        cuda.pop(&popped);
    }
    cuda.release(l->device);
    free(l);
}

void *link_context(const Link *l) { return l->context; }

int link_register(Link *l, unsigned buffer, void **resource, const char **action)
{
    CUcontext popped;
    *action = "take a buffer";
    int failed = cuda.push(l->context);
    if (!failed) {
        failed = cuda.enter((Resource *)resource, buffer, WRITE_DISCARD);
        cuda.pop(&popped);
    }
    return failed;
}

void link_unregister(Link *l, void *resource)
{
    CUcontext popped;
    if (!cuda.push(l->context)) {
        cuda.leave(resource);
        cuda.pop(&popped);
    }
}

// copy_mapped does link_copy in the link's context.
static int copy_mapped(Link *l, Resource r, const void *from, size_t size, CUevent read, const char **action)
{
    *action = "map a buffer";
    int failed = cuda.map(1, &r, l->stream);
    if (failed)
        return failed;
    Address to;
    size_t room;
    *action = "copy to a buffer";
    failed = cuda.address(&to, &room, r);
    if (!failed && size > room) {
        *action = "the buffer is too small";
        failed = -1;
    }
    if (!failed)
        failed = cuda.wait_event(l->stream, read, 0);
    if (!failed)
        failed = cuda.copy(to, (uintptr_t)from, size, l->stream);
    if (!failed)
        failed = cuda.record(read, l->stream);
    int unmapped = cuda.unmap(1, &r, l->stream);
    return failed ? failed : unmapped;
}

int link_copy(Link *l, void *resource, const void *from, size_t size, void *read, const char **action)
{
    CUcontext popped;
    *action = "use the context";
    int failed = cuda.push(l->context);
    if (!failed) {
        failed = copy_mapped(l, resource, from, size, read, action);
        cuda.pop(&popped);
    }
    return failed;
}
