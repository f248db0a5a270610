#ifndef DECODE_INPUT_H
#define DECODE_INPUT_H

#include <stdarg.h>
#include <stdint.h>
#include <libavformat/avformat.h>

// Input reads one file descriptor for a demuxer and can be interrupted.
typedef struct Input Input;

// input_new takes over fd, even if it fails and returns NULL. fd is -1 for an input that input_connect
// connects, or whose demuxer reads directly. size is the length in bytes of a regular file, negative
// for a descriptor that cannot seek.
Input *input_new(int fd, int64_t size);

// input_connect makes an input without a descriptor read a URL, through the listed FFmpeg protocols,
// with more options in the form a=1&b=2. The server may be silent for the given number of seconds. It
// returns FFmpeg's error code.
int input_connect(Input *in, const char *url, const char *protocols, const char *more, int seconds);

// input_pause waits for 2 ms, or until the input is cancelled.
void input_pause(Input *in);

// input_poll makes each query whether the input is cancelled pause. A demuxer that polls for data would
// otherwise keep a processor busy.
void input_poll(Input *in);

// Limits of network input. After an input has passed one, all its reads return AVERROR_EXIT.
enum {
    INPUT_LATE = 1, // a call took longer than allowed
    INPUT_SLOW,     // the server was INPUT_LAG seconds behind a rate of INPUT_RATE bytes per second
    INPUT_LONG,     // the response headers of one call exceeded INPUT_HEADER kB
    INPUT_LOOP,     // more than INPUT_REDIRECTS redirections
};
enum { INPUT_RATE = 1000, INPUT_LAG = 30, INPUT_HEADER = 256, INPUT_REDIRECTS = 8 };

// input_over returns the limit that was passed, or 0.
int input_over(Input *in);

// input_limit sets whether the server's rate is limited. step is for tests: if it is not 0, each look
// at the clock advances it by step microseconds instead of reading the system's time.
void input_limit(Input *in, int rated, int64_t step);

// input_wait starts a call that may wait patience microseconds for the network; 0 means no limit.
// input_go_on continues that call after a pause; the time between calls does not count.
void input_wait(Input *in, int64_t patience);
void input_go_on(Input *in);

// input_redirects returns the number of redirections since input_wait.
int input_redirects(Input *in);

// input_hear takes a message of FFmpeg's log about a network response, in the thread that reads it.
// Only the log shows how long a header is while it arrives.
void input_hear(const char *format, va_list args);

// input_size returns the length in bytes of the server's file, negative if the server does not support
// ranges.
int64_t input_size(Input *in);

// input_cancel makes the current read and all later ones return AVERROR_EXIT. Any thread may call it.
void input_cancel(Input *in);

int input_cancelled(Input *in);

// input_errno returns the errno of the first failed read of a file, or 0.
int input_errno(Input *in);

// input_came returns the number of bytes read from a descriptor that cannot seek, after it has ended;
// -1 before, and for other inputs.
int64_t input_came(Input *in);

// input_kept copies up to n of these bytes from an offset to dst and returns their number; only the
// first 4 KiB and the last 64 KiB are kept.
int input_kept(Input *in, int64_t offset, uint8_t *dst, int n);

// input_attach gives the context an interruptible reader at the start of the file, and a hook that
// refuses to open anything else. The reader belongs to the input; a second call replaces it.
int input_attach(Input *in, AVFormatContext *ctx);

// input_format returns FFmpeg's guess for an input whose container it has not opened, or NULL.
const AVInputFormat *input_format(Input *in);

// input_free closes the descriptor.
void input_free(Input *in);

#endif
