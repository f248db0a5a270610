// A library for LD_PRELOAD. It makes reads, allocations and OpenGL calls of an
// unmodified program fail as a test demands. Library and test both map the file
// that FFKVADRAT_INJECT names; its words are the struct below.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct control {
    _Atomic int64_t read_at;     // reads of C code fail from this byte of a file on; -1: never
    _Atomic int64_t alloc_from;  // allocations of FFmpeg and our C code fail from this one on,
    _Atomic int64_t alloc_until; // and before this one
    _Atomic int64_t allocs;      // number of allocations so far
    _Atomic int64_t object_at;   // the OpenGL buffer or texture of this number cannot be created; -1: none
    _Atomic int64_t objects;
    _Atomic int64_t shader_at;   // the shader of this number gets an invalid source; -1: none
    _Atomic int64_t shaders;
    _Atomic int64_t lost_at;     // the context is lost at the dispatch of this number; -1: never
    _Atomic int64_t dispatches;
    _Atomic int64_t old; // if not 0, functions younger than OpenGL 3.3 end the program
};

static struct control *control;

__attribute__((constructor)) static void start(void)
{
    const char *name = getenv("FFKVADRAT_INJECT");
    int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *p = mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p != MAP_FAILED)
        control = p;
    close(fd);
}

ssize_t read(int fd, void *buf, size_t size)
{
    if (control && control->read_at >= 0) {
        off_t at = lseek(fd, 0, SEEK_CUR);
        if (at >= control->read_at) {
            errno = EIO;
            return -1;
        }
        if (at >= 0 && (int64_t)size > control->read_at - at)
            size = control->read_at - at;
    }
    return syscall(SYS_read, fd, buf, size);
}

void *__libc_memalign(size_t, size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

// counted reports whether the caller's allocations may fail: whether it belongs to FFmpeg or to the program.
// dladdr is slow, so answers are cached. These libraries stay loaded, so their addresses are not reused.
static int counted(void *caller)
{
    static _Atomic uintptr_t yes[4096], no[4096];
    uintptr_t address = (uintptr_t)caller, at = (address ^ address >> 12) % 4096;
    if (yes[at] == address)
        return 1;
    if (no[at] == address)
        return 0;
    Dl_info info;
    int is = dladdr(caller, &info) && info.dli_fname &&
             (strstr(info.dli_fname, "/libav") || strstr(info.dli_fname, "/libsw") || !strstr(info.dli_fname, ".so"));
    (is ? yes : no)[at] = address;
    return is;
}

// refused reports whether the caller's allocation must fail.
static int refused(void *caller)
{
    if (!control || !counted(caller))
        return 0;
    int64_t n = control->allocs++;
    return n >= control->alloc_from && n < control->alloc_until;
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
    if (refused(__builtin_return_address(0)))
        return ENOMEM;
    void *got = __libc_memalign(alignment, size);
    if (!got)
        return ENOMEM;
    *p = got;
    return 0;
}

void *calloc(size_t n, size_t size)
{
    if (refused(__builtin_return_address(0))) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    if (refused(__builtin_return_address(0))) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(p, size);
}

typedef unsigned int GLenum;
typedef void (*Function)(void);

enum { RENDERER = 0x1f01, OUT_OF_MEMORY = 0x505, CONTEXT_LOST = 0x507, GUILTY_CONTEXT_RESET = 0x8253 };

static GLenum (*get_error)(void);
static void (*buffer_data)(GLenum, intptr_t, const void *, GLenum);
static void (*buffer_storage)(GLenum, intptr_t, const void *, GLenum);
static void *(*map_range)(GLenum, intptr_t, intptr_t, GLenum);
static void (*tex_storage)(GLenum, int, GLenum, int, int);
static void (*shader_source)(GLenum, int, const char *const *, const int *);
static void (*dispatch)(GLenum, GLenum, GLenum);
static void (*get_buffer)(GLenum, intptr_t, intptr_t, void *);
static GLenum (*reset_status)(void);
static const char *(*get_string)(GLenum);
static _Thread_local GLenum pending;

static int lost(void)
{
    return control->lost_at >= 0 && control->dispatches > control->lost_at;
}

static GLenum on_get_error(void)
{
    GLenum e = pending;
    pending = 0;
    if (lost())
        return CONTEXT_LOST;
    return e ? e : get_error();
}

static int object_refused(void)
{
    if (control->objects++ != control->object_at)
        return 0;
    pending = OUT_OF_MEMORY;
    return 1;
}

static void on_buffer_data(GLenum target, intptr_t size, const void *data, GLenum usage)
{
    if (!object_refused())
        buffer_data(target, size, data, usage);
}

static void on_buffer_storage(GLenum target, intptr_t size, const void *data, GLenum flags)
{
    if (!object_refused())
        buffer_storage(target, size, data, flags);
}

static void *on_map_range(GLenum target, intptr_t offset, intptr_t size, GLenum access)
{
    return object_refused() ? NULL : map_range(target, offset, size, access);
}

static void on_tex_storage(GLenum target, int levels, GLenum format, int width, int height)
{
    if (!object_refused())
        tex_storage(target, levels, format, width, height);
}

static void on_shader_source(GLenum shader, int n, const char *const *text, const int *lengths)
{
    static const char *const broken = "#version 430 core\nthis is no GLSL\n";
    if (control->shaders++ == control->shader_at)
        shader_source(shader, 1, &broken, NULL);
    else
        shader_source(shader, n, text, lengths);
}

static void on_dispatch(GLenum x, GLenum y, GLenum z)
{
    control->dispatches++;
    if (!lost())
        dispatch(x, y, z);
}

static void on_get_buffer(GLenum target, intptr_t offset, intptr_t size, void *data)
{
    if (lost())
        memset(data, 0xa5, size); // data read from a lost context are undefined
    else
        get_buffer(target, offset, size, data);
}

// on_get_string makes the software renderer look like hardware; engine auto then
// prefers the GPU.
static const char *on_get_string(GLenum name)
{
    return name == RENDERER ? "a GPU" : get_string(name);
}

static GLenum on_reset_status(void)
{
    if (lost())
        return GUILTY_CONTEXT_RESET;
    return reset_status ? reset_status() : 0;
}

// on_younger stands for functions that OpenGL 3.3 lacks.
static void on_younger(void)
{
    static const char said[] = "called a function that OpenGL 3.3 lacks\n";
    (void)!write(2, said, sizeof(said) - 1);
    abort();
}

// younger reports whether OpenGL 3.3 lacks a function, of those that the program looks up.
static int younger(const char *name)
{
    static const char *const begins[] = {
        "glBindImageTexture", "glBufferStorage", "glClearBufferData", "glClearBufferSubData", "glDispatch", "glDrawArraysIndirect",
        "glGetProgramBinary", "glGetProgramInterface", "glGetProgramResource", "glMemoryBarrier", "glObjectLabel", "glProgramBinary",
        "glProgramParameter", "glProgramUniform", "glTexStorage",
    };
    for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0)
            return 1;
    return 0;
}

// wrap stores the real function and returns ours, if we replace that function.
static Function wrap(const char *name, Function real)
{
    static const struct {
        const char *name;
        void *real;
        Function ours;
    } wrappers[] = {
        { "glGetError", &get_error, (Function)on_get_error },
        { "glBufferData", &buffer_data, (Function)on_buffer_data },
        { "glBufferStorage", &buffer_storage, (Function)on_buffer_storage },
        { "glMapBufferRange", &map_range, (Function)on_map_range },
        { "glTexStorage2D", &tex_storage, (Function)on_tex_storage },
        { "glShaderSource", &shader_source, (Function)on_shader_source },
        { "glDispatchCompute", &dispatch, (Function)on_dispatch },
        { "glGetBufferSubData", &get_buffer, (Function)on_get_buffer },
        { "glGetString", &get_string, (Function)on_get_string },
        { "glGetGraphicsResetStatus", &reset_status, (Function)on_reset_status },
        { "glGetGraphicsResetStatusARB", &reset_status, (Function)on_reset_status },
    };
    if (!control || !real)
        return real;
    if (control->old && younger(name))
        return on_younger;
    for (size_t i = 0; i < sizeof(wrappers) / sizeof(*wrappers); i++)
        if (strcmp(name, wrappers[i].name) == 0) {
            *(Function *)wrappers[i].real = real;
            return wrappers[i].ours;
        }
    return real;
}

// The program links EGL. It opens GLX at run time and looks up its function.
Function eglGetProcAddress(const char *name)
{
    static Function (*real)(const char *);
    if (!real)
        real = (Function(*)(const char *))dlsym(RTLD_NEXT, "eglGetProcAddress");
    return wrap(name, real(name));
}

static Function (*glx)(const unsigned char *);

static Function on_glx(const unsigned char *name)
{
    return wrap((const char *)name, glx(name));
}

void *dlsym(void *handle, const char *name)
{
    static void *(*real)(void *, const char *);
    if (!real)
        real = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    void *found = real(handle, name);
    if (!control || !found || (strcmp(name, "glXGetProcAddress") != 0 && strcmp(name, "glXGetProcAddressARB") != 0))
        return found;
    glx = (Function(*)(const unsigned char *))found;
    return on_glx;
}
