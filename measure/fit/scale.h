#ifndef FIT_SCALE_H
#define FIT_SCALE_H

#include <stdint.h>

#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// kind describes pictures with planes.
struct kind {
    int width, height;
    enum AVPixelFormat format;
    int full;  // the range, for YUV
    int matrix; // a value of enum AVColorSpace, for YUV
    int centred; // chroma is between lines, as in 4:2:0
};

// planes_new returns a converter equal to FFmpeg's filter scale with
// flags=bicubic+accurate_rnd+full_chroma_int+bitexact; NULL if that fails.
struct SwsContext *planes_new(struct kind from, struct kind to);

// planes_run converts a picture of three planes, or of one where the others are NULL. Strides are in bytes.
int planes_run(struct SwsContext *scaler, int height, uint8_t *a, uint8_t *b, uint8_t *c, int sa, int sb, int sc,
               uint8_t *x, uint8_t *y, uint8_t *z, int sx, int sy, int sz);

#endif
