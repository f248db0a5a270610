#ifndef DECODE_TEMPO_H
#define DECODE_TEMPO_H

// Tempo makes interleaved stereo float samples last longer or shorter without
// changing their pitch.
typedef struct Tempo Tempo;

// tempo_new makes a Tempo for a sample rate; the output is as long as the input divided
// by speed, 0.5 to 2. It returns NULL if that fails.
Tempo *tempo_new(int rate, double speed);

// tempo_feed feeds n pairs, or the end of the input if n is 0. It returns 0
// or an error.
int tempo_feed(Tempo *t, const float *in, int n);

// tempo_take returns the next output: its pairs, which are valid until the next call, and
// their number; 0 if more input is needed first, AVERROR_EOF after the last ones, or an
// error.
int tempo_take(Tempo *t, const float **out);

void tempo_free(Tempo *t);

#endif
