#ifndef RENDER_CLEAN_H
#define RENDER_CLEAN_H

#include "shim.h"

// frame_set_regions sets a frame's regions of interest.
int frame_set_regions(AVFrame *frame, const AVRegionOfInterest *list, int n);

// resizer_run converts a frame into a part of another one, from pixel (x, y) on, which must have a
// chroma sample.
int resizer_run(struct SwsContext *resizer, const AVFrame *from, AVFrame *to, int x, int y);

// frame_blacken makes all of a frame black.
int frame_blacken(AVFrame *frame, int full);

// frame_share makes a frame share another one's samples, without its regions.
int frame_share(AVFrame *to, const AVFrame *from);

// codec_follow prepares a decoder, before it is opened, for an encoder's packets with a time base.
// Its threads delay no frames.
int codec_follow(AVCodecContext *decoder, const AVCodecContext *encoder, AVRational base);

// stream_turn sets a stream's display matrix.
int stream_turn(AVStream *stream, const int32_t matrix[9]);

#endif
