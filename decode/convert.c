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
