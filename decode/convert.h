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

// copy_rgb8 writes channel c, R, G or B, of bytes with 3, 3 and 2 bits, expanded to 8 bits.
void copy_rgb8(samples from, int c, uint8_t *to);

// copy_411 writes channel c, Y, U or V, of groups of four pixels in six bytes, U Y Y V Y Y. from.width
// counts the channel's samples.
void copy_411(samples from, int c, uint8_t *to);

// Blocks of 2^16 float32 from 2^-24, below which all codes are 0, to 1.
enum { CURVE_FIRST = (127 - 24) << 7, CURVE_BLOCKS = (24 << 7) + 1 };

// curve is a rising function from float32, 0 to 1, to codes of 16 bits. A float32 is compared by its
// bits, which ascend with it.
typedef struct {
    uint32_t from[(1 << 16) + 1];  // smallest float32 of each code; the last entry is above all
    uint16_t first[CURVE_BLOCKS + 1]; // code of the first float32 of a block
} curve;

// xyz has the light of each X, Y or Z in units of 2^-24, and the codes of light.
typedef struct {
    uint32_t light[1 << 12];
    curve codes;
} xyz;

// convert_xyz converts X, Y, Z, each in the upper 12 bits of two bytes, to R, G, B. from are the
// samples of X.
void convert_xyz(samples from, const xyz *table, uint8_t *r, uint8_t *g, uint8_t *b);

// convert_floats writes the codes of float32. It returns how many are outside 0 to 1 or no number.
int64_t convert_floats(samples from, const curve *c, uint8_t *to);

// convert_halves does the same for float16, whose codes are in a table.
int64_t convert_halves(samples from, const uint16_t *codes, uint8_t *to);

// fill_halves makes the table of a curve: an entry for each float16, by its bits.
void fill_halves(const curve *c, uint16_t *codes);

#endif
