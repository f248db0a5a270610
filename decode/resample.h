#ifndef DECODE_RESAMPLE_H
#define DECODE_RESAMPLE_H

#include <libavutil/frame.h>

// Resampler converts frames of one sample rate, sample format and channel layout to interleaved stereo
// float samples of another rate.
typedef struct Resampler Resampler;

// resampler_new returns a Resampler for frames like f, or NULL.
Resampler *resampler_new(const AVFrame *f, int rate);

// resampler_fits reports whether f has the format of the frame that r was made for.
int resampler_fits(const Resampler *r, const AVFrame *f);

// resampler_silence feeds n samples of silence.
int resampler_silence(Resampler *r, int n);

// resampler_room returns the most output samples, in pairs, that n more input samples can give.
int resampler_room(Resampler *r, int n);

// resampler_feed feeds f without its first skip samples or, if f is NULL, the end of the input. It
// writes at most room pairs and returns their number, or an error.
int resampler_feed(Resampler *r, const AVFrame *f, int skip, float *out, int room);

void resampler_free(Resampler *r);

#endif
