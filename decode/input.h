#ifndef DECODE_INPUT_H
#define DECODE_INPUT_H

#include <stdarg.h>
#include <stdint.h>
#include <libavformat/avformat.h>

// Input reads one file descriptor for a demuxer and can be interrupted.
typedef struct Input Input;

// input_new takes over fd, even if it fails and returns NULL. fd is -1 for an input on
// which input_connect will be called, or whose demuxer reads by itself. size is the length in bytes of a regular file,
// negative if the descriptor is a stream that cannot seek.
Input *input_new(int fd, int64_t size);

// input_connect makes the input, which has no descriptor, read a URL through FFmpeg's
// protocols of that list, with more options of these, as a=1&b=2. The server may be silent for so
// many seconds. It returns FFmpeg's error code.
int input_connect(Input *in, const char *url, const char *protocols, const char *more, int seconds);

// input_pause waits for 2 ms, or until the input is cancelled.
void input_pause(Input *in);

// input_poll makes whoever asks whether the input is cancelled pause each time: a demuxer that asks
// whenever nothing has come would keep a processor busy.
void input_poll(Input *in);

// What comes from the network has limits. Which one an input has passed, after which all its reads end with
// AVERROR_EXIT:
enum {
    INPUT_LATE = 1, // a call took longer than it may
    INPUT_SLOW,     // the server was INPUT_LAG seconds behind a rate of INPUT_RATE bytes a second
    INPUT_LONG,     // the headers of answers had more than INPUT_HEADER kB in one call
    INPUT_LOOP,     // the server sent on more than INPUT_REDIRECTS times
};
enum { INPUT_RATE = 1000, INPUT_LAG = 30, INPUT_HEADER = 256, INPUT_REDIRECTS = 8 };

// input_over is the limit that was passed, or 0.
int input_over(Input *in);

// input_limit says whether the server may not be slow. With a step, which is for tests, each look at the clock is
// that many microseconds later than the one before, instead of the system's time.
void input_limit(Input *in, int rated, int64_t step);

// input_wait begins what may take that many microseconds of waiting for the network; 0 means no limit. input_go_on
// says that the next call belongs to it; the time between calls does not count.
void input_wait(Input *in, int64_t patience);
void input_go_on(Input *in);

// input_redirects is how often servers have sent on since then.
int input_redirects(Input *in);

// input_hear takes a message of FFmpeg's log about an answer from the network, in the thread that reads it: nothing
// else shows how long a header is while it comes.
void input_hear(const char *format, va_list args);

// input_size is the length in bytes of the server's file, negative if it
// cannot be read from any place.
int64_t input_size(Input *in);

// input_cancel makes the current read and all later ones end with
// AVERROR_EXIT. Any thread may call it.
void input_cancel(Input *in);

int input_cancelled(Input *in);

// input_errno is the errno of the first failed read of a file, or 0.
int input_errno(Input *in);

// input_came is how many bytes came out of a descriptor that cannot seek, once
// it has ended; -1 before that, and for any other input.
int64_t input_came(Input *in);

// input_kept copies up to n of these bytes, from an offset on, to dst and
// returns how many; only the first 4 KiB and the last 64 KiB are kept.
int input_kept(Input *in, int64_t offset, uint8_t *dst, int n);

// input_attach gives the context a reader at the start of the file, with
// interruption, and a hook that refuses to open anything else. The reader
// belongs to the input; a second call replaces it.
int input_attach(Input *in, AVFormatContext *ctx);

// input_format is what FFmpeg takes the input for whose container it has not opened; NULL if it does not
// know.
const AVInputFormat *input_format(Input *in);

// input_free closes the descriptor.
void input_free(Input *in);

#endif
