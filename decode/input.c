#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libavutil/time.h>

#include "file.h"
#include "input.h"

enum { BUFFER_SIZE = 1 << 16, HEAD = 1 << 12, TAIL = 1 << 16 };

enum {
    SECOND = 1000000,           // in microseconds, as all times here
    LONGEST_LOOK = 5 * SECOND,  // between two looks at the clock; a longer gap means that this process was stopped
    MOST_HEADER = INPUT_HEADER * 1000,
};

struct Input {
    int fd;
    Wake wake; // raised once cancelled
    int64_t size, at; // of a file; at is the next read's position, independent of other users of fd
    atomic_int cancelled;
    atomic_int error;
    int polled; // the demuxer polls for data
    AVIOContext *pb;
    AVIOContext *server; // of a URL; else NULL

    // Limits of what comes from the network.
    atomic_int over;    // the limit that was passed, a constant of input.h
    int rated;          // the server's rate is limited
    int64_t step, now;  // a fake clock for tests that advances by step per look; step 0 means the system's clock
    int64_t looked;     // when the clock was looked at
    int64_t patience, waited; // how long a call may wait, 0 for no limit, and has waited
    int64_t lag, credited;    // how far the server is behind the minimum rate, and the bytes already counted
    int header, redirects;    // bytes of headers and number of redirections during this call

    // The parts kept of a stream that cannot seek.
    int64_t came;
    int ended;
    uint8_t head[HEAD], tail[TAIL]; // its first bytes and, at the end of tail, its last ones
};

static void close_file(int fd)
{
    if (fd >= 0)
        file_close(fd);
}

Input *input_new(int fd, int64_t size)
{
    Input *in = calloc(1, sizeof(*in));
    if (!in) {
        close_file(fd);
        return NULL;
    }
    in->fd = fd;
    in->size = size;
    if (wake_new(&in->wake) < 0) {
        close_file(fd);
        free(in);
        return NULL;
    }
    return in;
}

void input_cancel(Input *in)
{
    atomic_store(&in->cancelled, 1);
    wake_raise(in->wake);
}

int input_cancelled(Input *in)
{
    return atomic_load(&in->cancelled);
}

int input_errno(Input *in)
{
    if (in->server) {
        int err = in->server->error;
        if (err >= 0 || err == AVERROR_EOF)
            return 0;
        return AVUNERROR(err) < 4096 ? AVUNERROR(err) : EIO; // otherwise one of FFmpeg's error tags
    }
    return atomic_load(&in->error);
}

static int fail(Input *in, int err)
{
    int none = 0;
    atomic_compare_exchange_strong(&in->error, &none, err);
    return AVERROR(err);
}

// keep records the next n bytes of a stream that cannot seek.
static void keep(Input *in, const uint8_t *buf, size_t n)
{
    if (in->came < HEAD)
        memcpy(in->head + in->came, buf, FFMIN(n, HEAD - (size_t)in->came));
    size_t last = FFMIN(n, TAIL);
    memmove(in->tail, in->tail + last, TAIL - last);
    memcpy(in->tail + TAIL - last, buf + n - last, last);
    in->came += n;
}

int64_t input_came(Input *in)
{
    return in->size < 0 && !in->server && in->ended ? in->came : -1;
}

int input_kept(Input *in, int64_t offset, uint8_t *dst, int n)
{
    int64_t held = FFMIN(in->came, TAIL), first = in->came - held;
    if (offset < 0 || offset >= in->came)
        return 0;
    if (offset >= first) {
        n = FFMIN(n, in->came - offset);
        memcpy(dst, in->tail + TAIL - held + (offset - first), n);
    } else {
        n = offset < HEAD ? FFMIN(n, FFMIN(HEAD, in->came) - offset) : 0;
        memcpy(dst, in->head + offset, n);
    }
    return n;
}

static int on_read(void *opaque, uint8_t *buf, int size)
{
    Input *in = opaque;
    for (;;) {
        if (atomic_load(&in->cancelled))
            return AVERROR_EXIT;
        int cancelled = wake_or_file(in->wake, in->fd);
        if (cancelled < 0)
            return fail(in, AVUNERROR(cancelled));
        if (cancelled)
            return AVERROR_EXIT;
        int n = file_read(in->fd, buf, size, in->size < 0 ? -1 : in->at);
        if (n > 0) {
            if (in->size < 0)
                keep(in, buf, n);
            else
                in->at += n;
            return n;
        }
        if (n == 0) {
            in->ended = 1;
            return AVERROR_EOF;
        }
        if (n != AVERROR(EAGAIN))
            return fail(in, AVUNERROR(n));
    }
}

// length_now returns the length of a file, which can have grown. FFmpeg reads no packet beyond it.
static int64_t length_now(Input *in)
{
    return FFMAX(in->size, file_length(in->fd));
}

static int64_t on_seek(void *opaque, int64_t offset, int whence)
{
    Input *in = opaque;
    if (atomic_load(&in->cancelled))
        return AVERROR_EXIT;
    if (whence & AVSEEK_SIZE)
        return length_now(in);
    switch (whence & ~AVSEEK_FORCE) {
    case SEEK_CUR:
        offset += in->at;
        break;
    case SEEK_END:
        offset += in->size;
    }
    if (offset < 0)
        return AVERROR(EINVAL);
    return in->at = offset;
}

void input_pause(Input *in)
{
    wake_wait(in->wake, 2);
}

void input_poll(Input *in)
{
    in->polled = 1;
}

// look returns the current time in microseconds.
static int64_t look(Input *in)
{
    return in->step ? in->now += in->step : av_gettime_relative();
}

void input_limit(Input *in, int rated, int64_t step)
{
    in->rated = rated;
    in->step = step;
}

void input_go_on(Input *in)
{
    in->looked = look(in);
    in->header = in->redirects = 0;
}

void input_wait(Input *in, int64_t patience)
{
    in->patience = patience;
    in->waited = 0;
    input_go_on(in);
}

int input_over(Input *in)
{
    return atomic_load(&in->over);
}

static void pass(Input *in, int limit)
{
    int none = 0;
    atomic_compare_exchange_strong(&in->over, &none, limit);
}

// check adds the time since the last look to the current call, and checks the limits.
static void check(Input *in)
{
    int64_t now = look(in), took = FFMIN(now - in->looked, LONGEST_LOOK);
    in->looked = now;
    in->waited += took;
    if (in->patience && in->waited > in->patience)
        pass(in, INPUT_LATE);
    if (!in->rated || !in->server)
        return;
    int64_t came = in->server->bytes_read - in->credited;
    in->credited += came;
    in->lag = FFMAX(0, in->lag + took - came * (SECOND / INPUT_RATE));
    if (in->lag > (int64_t)INPUT_LAG * SECOND)
        pass(in, INPUT_SLOW);
}

// reading is the input for which FFmpeg reads from the network in this thread. on_interrupt sets it,
// which FFmpeg calls before each read.
static _Thread_local Input *reading;

static int on_interrupt(void *opaque)
{
    Input *in = opaque;
    if (in->polled)
        input_pause(in);
    check(in);
    reading = in;
    return input_cancelled(in) || input_over(in);
}

void input_hear(const char *format, va_list args)
{
    static const char line[] = "header='%s'\n", redirection[] = "Status %d: Redirecting to %s\n";
    if (!reading)
        return;
    if (!strcmp(format, line)) {
        va_list copy;
        va_copy(copy, args);
        const char *text = va_arg(copy, const char *), *status = strchr(text, ' ');
        va_end(copy);
        if ((reading->header += strlen(text)) > MOST_HEADER)
            pass(reading, INPUT_LONG);
        if (!strncmp(text, "HTTP/", 5) && status && status[1] == '3')
            reading->redirects++;
    } else if (!strcmp(format, redirection) && ++reading->redirects > INPUT_REDIRECTS) {
        pass(reading, INPUT_LOOP);
    }
}

int input_redirects(Input *in)
{
    return in->redirects;
}

int input_connect(Input *in, const char *url, const char *protocols, const char *more, int seconds)
{
    char timeout[32];
    snprintf(timeout, sizeof(timeout), "%d000000", seconds); // microseconds
    const char *const options[][2] = {
        { "protocol_whitelist", protocols },
        { "tls_verify", "1" },
        { "timeout", timeout }, // for the server's response
        // FFmpeg 9 reports an error after the last chunk of a chunked response unless the connection is
        // kept alive.
        { "multiple_requests", "1" },
    };
    AVDictionary *dict = NULL;
    int rc = av_dict_parse_string(&dict, more, "=", "&", 0);
    for (size_t i = 0; rc >= 0 && i < sizeof(options) / sizeof(*options); i++)
        rc = av_dict_set(&dict, options[i][0], options[i][1], 0);
    if (rc >= 0)
        rc = avio_open2(&in->server, url, AVIO_FLAG_READ,
                        &(AVIOInterruptCB){ on_interrupt, in }, &dict);
    av_dict_free(&dict);
    return rc;
}

int64_t input_size(Input *in)
{
    return in->server->seekable & AVIO_SEEKABLE_NORMAL ? avio_size(in->server) : -1;
}

static int refuse_open(AVFormatContext *ctx, AVIOContext **pb, const char *url,
                       int flags, AVDictionary **options)
{
    return AVERROR(EPERM);
}

static void free_reader(Input *in)
{
    if (in->pb)
        av_freep(&in->pb->buffer);
    avio_context_free(&in->pb);
}

int input_attach(Input *in, AVFormatContext *ctx)
{
    ctx->flags |= AVFMT_FLAG_CUSTOM_IO;
    ctx->io_open = refuse_open;
    ctx->interrupt_callback = (AVIOInterruptCB){ on_interrupt, in };
    if (in->server) {
        ctx->pb = in->server;
        if (avio_tell(in->server) == 0)
            return 0;
        int64_t at = avio_seek(in->server, 0, SEEK_SET);
        return at < 0 ? (int)at : 0;
    }
    free_reader(in);
    if (in->fd < 0) // the demuxer reads directly
        return 0;
    in->at = 0;
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    if (!buffer)
        return AVERROR(ENOMEM);
    in->pb = avio_alloc_context(buffer, BUFFER_SIZE, 0, in, on_read, NULL,
                                in->size >= 0 ? on_seek : NULL);
    if (!in->pb) {
        av_free(buffer);
        return AVERROR(ENOMEM);
    }
    ctx->pb = in->pb;
    return 0;
}

const AVInputFormat *input_format(Input *in)
{
    // The bytes read so far from a pipe are still in the buffer.
    AVIOContext *pb = in->server ? in->server : in->pb;
    const AVInputFormat *format = NULL;
    if (pb && avio_seek(pb, 0, SEEK_SET) >= 0)
        av_probe_input_buffer2(pb, &format, "", NULL, 0, 0);
    return format;
}

void input_free(Input *in)
{
    if (reading == in)
        reading = NULL;
    free_reader(in);
    avio_closep(&in->server);
    wake_free(in->wake);
    close_file(in->fd);
    free(in);
}
