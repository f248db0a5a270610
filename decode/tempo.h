#ifndef DECODE_TEMPO_H
#define DECODE_TEMPO_H

// Tempo stretches or shortens interleaved stereo float samples without changing their pitch.
typedef struct Tempo Tempo;

// tempo_new returns a Tempo for a sample rate, or NULL; the output is as long as the input divided by
// speed, 0.5 to 2.
Tempo *tempo_new(int rate, double speed);

// tempo_feed feeds n pairs, or the end of the input if n is 0. It returns 0 or an error.
int tempo_feed(Tempo *t, const float *in, int n);

// tempo_take sets out to the next output pairs, valid until the next call, and returns their number: 0
// if more input is needed first, AVERROR_EOF after the last pairs, or an error.
int tempo_take(Tempo *t, const float **out);

void tempo_free(Tempo *t);

#endif
