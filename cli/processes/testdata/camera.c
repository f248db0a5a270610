// A simulated camera for tests, loaded by LD_PRELOAD: the file /dev/camera-for-tests is a Video4Linux2
// device with pictures of 64x48 in YUYV, CAMERA_RATE per second, by default 25. Picture n has the luma
// 16 + n. CAMERA_GOES=N removes it after N pictures, CAMERA_RESTS=N makes it silent after N pictures,
// CAMERA_BUSY=1 makes it busy.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48, SIZE = WIDTH * HEIGHT * 2, SLOT = 1 << 13, BUFFERS = 4 };

static int camera = -1, rate = 25, queued[BUFFERS], head, count;
static long taken;
static double begun;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static int number(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static int open_camera(const char *path, int *fd)
{
    if (strcmp(path, "/dev/camera-for-tests"))
        return 0;
    if (number("CAMERA_BUSY", 0)) {
        errno = EBUSY;
        *fd = -1;
        return 1;
    }
    rate = number("CAMERA_RATE", 25);
    *fd = camera = memfd_create("camera", MFD_CLOEXEC);
    if (ftruncate(camera, SLOT * BUFFERS))
        abort();
    return 1;
}

#define OPEN(name)                                                  \
    int name(const char *path, int flags, ...)                      \
    {                                                               \
        int fd;                                                     \
        va_list args;                                               \
        va_start(args, flags);                                      \
        mode_t mode = va_arg(args, int);                            \
        va_end(args);                                               \
        if (open_camera(path, &fd))                                 \
            return fd;                                              \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name); \
        return real(path, flags, mode);                             \
    }
OPEN(open)
OPEN(open64)

static void format(struct v4l2_format *f)
{
    f->fmt.pix = (struct v4l2_pix_format){
        .width = WIDTH, .height = HEIGHT, .pixelformat = V4L2_PIX_FMT_YUYV, .field = V4L2_FIELD_NONE,
        .bytesperline = WIDTH * 2, .sizeimage = SIZE, .colorspace = V4L2_COLORSPACE_SMPTE170M,
    };
}

static int take(struct v4l2_buffer *b)
{
    double at = begun + (double)(taken + 1) / rate;
    if (taken == number("CAMERA_GOES", -1))
        return errno = ENODEV, -1;
    if (!count || now() < at || taken == number("CAMERA_RESTS", -1))
        return errno = EAGAIN, -1;
    int i = queued[head];
    head = (head + 1) % BUFFERS, count--;
    unsigned char *p = mmap(NULL, SLOT * BUFFERS, PROT_READ | PROT_WRITE, MAP_SHARED, camera, 0);
    for (int n = 0; n < SIZE; n++)
        p[i * SLOT + n] = n % 2 ? 128 : 16 + taken % 200;
    munmap(p, SLOT * BUFFERS);
    memset(b, 0, sizeof(*b));
    b->index = i;
    b->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    b->memory = V4L2_MEMORY_MMAP;
    b->bytesused = b->length = SIZE;
    b->sequence = taken++;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    b->timestamp.tv_sec = (long)at;
    b->timestamp.tv_usec = (long)((at - (long)at) * 1e6);
    return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list args;
    va_start(args, request);
    void *arg = va_arg(args, void *);
    va_end(args);
    if (fd != camera || camera < 0) {
        int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
        return real(fd, request, arg);
    }
    switch ((unsigned)request) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *c = arg;
        memset(c, 0, sizeof(*c));
        c->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    case VIDIOC_ENUMINPUT: {
        struct v4l2_input *in = arg;
        int i = in->index;
        memset(in, 0, sizeof(*in));
        in->index = i;
        return i ? (errno = EINVAL, -1) : 0;
    }
    case VIDIOC_G_INPUT:
        *(int *)arg = 0;
        return 0;
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT:
    case VIDIOC_TRY_FMT:
        format(arg);
        return 0;
    case VIDIOC_S_PARM:
        rate = ((struct v4l2_streamparm *)arg)->parm.capture.timeperframe.denominator;
    case VIDIOC_G_PARM: {
        struct v4l2_streamparm *p = arg;
        memset(p, 0, sizeof(*p));
        p->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        p->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
        p->parm.capture.timeperframe = (struct v4l2_fract){ 1, rate };
        return 0;
    }
    case VIDIOC_REQBUFS:
        ((struct v4l2_requestbuffers *)arg)->count = BUFFERS;
        return 0;
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *b = arg;
        b->length = SIZE;
        b->m.offset = b->index * SLOT;
        return 0;
    }
    case VIDIOC_QBUF:
        queued[(head + count++) % BUFFERS] = ((struct v4l2_buffer *)arg)->index;
        return 0;
    case VIDIOC_STREAMON:
        begun = now();
        return 0;
    case VIDIOC_STREAMOFF:
        return 0;
    case VIDIOC_DQBUF:
        return take(arg);
    }
    errno = ENOTTY;
    return -1;
}
