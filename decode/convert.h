#ifndef DECODE_CONVERT_H
#define DECODE_CONVERT_H

#include <stddef.h>
#include <stdint.h>

// samples are the samples of a channel in a frame: each row stride bytes after the one before, which
// may be negative, and each sample step bytes after the one before.
typedef struct {
    const uint8_t *data;
    ptrdiff_t stride;
    int step;
    int big; // big-endian
    int width, height;
} samples;

// copy_samples writes integers of 1 or 2 bytes without gaps, little-endian.
void copy_samples(samples from, int bytes, uint8_t *to);

#endif
