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
