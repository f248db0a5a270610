#ifndef COMPARE_SCALE_H
#define COMPARE_SCALE_H

#include <stdint.h>

#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// kind describes pictures of planes.
struct kind {
    int width, height;
    enum AVPixelFormat format;
    int full;  // range, of YUV
    int matrix; // a value of enum AVColorSpace, of YUV
    int centred; // chroma lies between lines, as in 4:2:0
};

// planes_new makes a converter as FFmpeg's filter scale does with flags=bicubic+accurate_rnd+full_chroma_int+bitexact.
// NULL where that fails.
struct SwsContext *planes_new(struct kind from, struct kind to);

// planes_run converts a picture of three planes, or of one where the others are NULL. Strides are in bytes.
int planes_run(struct SwsContext *scaler, int height, uint8_t *a, uint8_t *b, uint8_t *c, int sa, int sb, int sc,
               uint8_t *x, uint8_t *y, uint8_t *z, int sx, int sy, int sz);

#endif
