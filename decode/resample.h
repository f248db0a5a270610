#ifndef DECODE_RESAMPLE_H
#define DECODE_RESAMPLE_H

#include <libavutil/frame.h>

// Resampler turns the frames of one sample rate, sample format and channel
// layout into interleaved stereo float samples of another rate.
typedef struct Resampler Resampler;

// resampler_new makes a Resampler for frames such as f, NULL if that fails.
Resampler *resampler_new(const AVFrame *f, int rate);

// resampler_fits reports whether f is like the frame for which r was made.
int resampler_fits(const Resampler *r, const AVFrame *f);

// resampler_silence feeds n samples of silence.
int resampler_silence(Resampler *r, int n);

// resampler_room is how many output samples, in pairs, n more input samples may
// give.
int resampler_room(Resampler *r, int n);

// resampler_feed feeds f without its first skip samples, or, if f is NULL,
// the end of the input. It writes at most room pairs and returns their number,
// or an error.
int resampler_feed(Resampler *r, const AVFrame *f, int skip, float *out, int room);

void resampler_free(Resampler *r);

#endif
