#ifndef LADDER_INTRA_H
#define LADDER_INTRA_H

#include <stdint.h>

#include <libavcodec/avcodec.h>

// intra_code encodes a picture of 8-bit luma, with neutral chroma in 4:2:0, as one intra picture of
// a codec, and decodes it into out, whose rows have no padding. Sides are even. qscale is the
// quality for encoders that use one, else 0; options are FFmpeg's, such as "crf=23:preset=medium".
// bytes is the packet's length, without the encoder's messages. It returns 0 or FFmpeg's error.
int intra_code(const AVCodec *encoder, const char *options, int qscale, const uint8_t *luma, int width, int height, uint8_t *out, int64_t *bytes);

#endif
