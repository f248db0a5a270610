#include <string.h>

#include "convert.h"

void copy_samples(samples from, int bytes, uint8_t *to)
{
    int low = from.big ? bytes - 1 : 0;
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++, at += from.step) {
            *to++ = at[low];
            if (bytes == 2)
                *to++ = at[1 - low];
        }
    }
}

void copy_rgb8(samples from, int c, uint8_t *to)
{
    static const uint8_t shifts[] = {5, 2, 0}, most[] = {7, 7, 3};
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++)
            *to++ = ((at[x] >> shifts[c] & most[c]) * 255 + most[c] / 2) / most[c];
    }
}

void copy_411(samples from, int c, uint8_t *to)
{
    static const uint8_t luma[] = {1, 2, 4, 5};
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++)
            *to++ = c ? at[6 * x + 3 * (c - 1)] : at[6 * (x >> 2) + luma[x & 3]];
    }
}

static const uint32_t one = 0x3f800000;

// code returns the code of a float32, 0 to 1, given by its bits. Between the ends of a block the
// function is straight enough that the estimate is off by at most one.
static uint32_t code(const curve *c, uint32_t bits)
{
    uint32_t low = (uint32_t)CURVE_FIRST << 16;
    if (bits < low)
        return 0;
    uint32_t block = (bits >> 16) - CURVE_FIRST;
    uint32_t first = c->first[block], rise = c->first[block + 1] - first;
    uint32_t k = first + ((rise * (bits & 0xffff) + 0x8000) >> 16);
    return k + (bits >= c->from[k + 1]) - (bits < c->from[k]);
}

static uint8_t *store(uint8_t *to, uint32_t v)
{
    *to++ = v & 0xff;
    *to++ = v >> 8;
    return to;
}

// The matrix from XYZ to the primaries P3 with the white D65, times 2^14.
static const int32_t rows[3][3] = {
    {40853, -15260, -6598},
    {-13590, 28879, 387},
    {587, -1248, 15678},
};

static uint32_t channel(const xyz *t, const int32_t *row, const int64_t *light)
{
    int64_t v = (row[0] * light[0] + row[1] * light[1] + row[2] * light[2] + (1 << 13)) >> 14;
    v = v < 0 ? 0 : v > 1 << 24 ? 1 << 24 : v;
    float exact = (float)v / (1 << 24);
    uint32_t bits;
    memcpy(&bits, &exact, sizeof(bits));
    return code(&t->codes, bits);
}

void convert_xyz(samples from, const xyz *table, uint8_t *r, uint8_t *g, uint8_t *b)
{
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++, at += from.step) {
            int64_t light[3];
            for (int i = 0; i < 3; i++) {
                uint32_t word = from.big ? at[2 * i] << 8 | at[2 * i + 1] : at[2 * i + 1] << 8 | at[2 * i];
                light[i] = table->light[word >> 4];
            }
            r = store(r, channel(table, rows[0], light));
            g = store(g, channel(table, rows[1], light));
            b = store(b, channel(table, rows[2], light));
        }
    }
}

// limited returns the code of any float32: 0 for what is negative or no number, the largest for what is
// above 1.
static uint32_t limited(const curve *c, uint32_t bits)
{
    const uint32_t infinite = 0x7f800000;
    if (bits <= one)
        return code(c, bits);
    return bits <= infinite ? 65535 : 0;
}

int64_t convert_floats(samples from, const curve *c, uint8_t *to)
{
    int64_t outside = 0;
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++, at += from.step) {
            uint32_t bits;
            if (from.big)
                bits = (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
            else
                bits = (uint32_t)at[3] << 24 | at[2] << 16 | at[1] << 8 | at[0];
            outside += bits > one && bits != 0x80000000;
            to = store(to, limited(c, bits));
        }
    }
    return outside;
}

int64_t convert_halves(samples from, const uint16_t *codes, uint8_t *to)
{
    int64_t outside = 0;
    for (int y = 0; y < from.height; y++) {
        const uint8_t *at = from.data + y * from.stride;
        for (int x = 0; x < from.width; x++, at += from.step) {
            uint32_t bits = from.big ? at[0] << 8 | at[1] : at[1] << 8 | at[0];
            outside += bits > 0x3c00 && bits != 0x8000;
            to = store(to, codes[bits]);
        }
    }
    return outside;
}

void fill_halves(const curve *c, uint16_t *codes)
{
    for (uint32_t h = 0; h < 1 << 16; h++) {
        uint32_t size = h & 0x7fff, bits;
        if (size >= 0x7c00) { // infinite, or no number
            bits = 0x7f800000 | (size & 0x3ff) << 13;
        } else if (size >= 0x400) {
            bits = (size << 13) + (112u << 23);
        } else { // units of 2^-24
            float exact = (float)size / (1 << 24);
            memcpy(&bits, &exact, sizeof(bits));
        }
        codes[h] = limited(c, bits | (h & 0x8000) << 16);
    }
}
