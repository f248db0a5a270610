#ifndef RENDER_CLEAN_H
#define RENDER_CLEAN_H

#include "shim.h"

// frame_tell gives a frame these regions of interest, and no others.
int frame_tell(AVFrame *frame, const AVRegionOfInterest *list, int n);

// resizer_run converts a frame into a part of another one, from a pixel (x, y) on, which has a chroma sample.
int resizer_run(struct SwsContext *resizer, const AVFrame *from, AVFrame *to, int x, int y);

// frame_blacken makes all of a frame black.
int frame_blacken(AVFrame *frame, int full);

// frame_share makes a frame another name for one's samples, without its regions.
int frame_share(AVFrame *to, const AVFrame *from);

// codec_follow has a decoder, not yet open, decode an encoder's packets, whose times have a base. It
// holds no pictures back for the sake of its threads.
int codec_follow(AVCodecContext *decoder, const AVCodecContext *encoder, AVRational base);

// stream_turn says that players turn a stream's pictures by a display matrix.
int stream_turn(AVStream *stream, const int32_t matrix[9]);

#endif
