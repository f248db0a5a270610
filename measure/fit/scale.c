#include "scale.h"

struct SwsContext *planes_new(struct kind from, struct kind to)
{
    struct SwsContext *s = sws_alloc_context();
    if (!s)
        return NULL;
    av_opt_set_int(s, "srcw", from.width, 0);
    av_opt_set_int(s, "srch", from.height, 0);
    av_opt_set_int(s, "src_format", from.format, 0);
    av_opt_set_int(s, "dstw", to.width, 0);
    av_opt_set_int(s, "dsth", to.height, 0);
    av_opt_set_int(s, "dst_format", to.format, 0);
    av_opt_set_int(s, "src_range", from.full, 0);
    av_opt_set_int(s, "dst_range", to.full, 0);
    av_opt_set_int(s, "sws_flags", SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT, 0);
    if (from.centred)
        av_opt_set_int(s, "src_v_chr_pos", 128, 0);
    if (to.centred)
        av_opt_set_int(s, "dst_v_chr_pos", 128, 0);
    if (sws_init_context(s, NULL, NULL) < 0) {
        sws_freeContext(s);
        return NULL;
    }
    sws_setColorspaceDetails(s, sws_getCoefficients(from.matrix), from.full, sws_getCoefficients(to.matrix), to.full, 0, 1 << 16, 1 << 16);
    return s;
}

int planes_run(struct SwsContext *scaler, int height, uint8_t *a, uint8_t *b, uint8_t *c, int sa, int sb, int sc,
               uint8_t *x, uint8_t *y, uint8_t *z, int sx, int sy, int sz)
{
    const uint8_t *from[4] = { a, b, c };
    uint8_t *to[4] = { x, y, z };
    int from_strides[4] = { sa, sb, sc }, to_strides[4] = { sx, sy, sz };
    return sws_scale(scaler, from, from_strides, 0, height, to, to_strides);
}
