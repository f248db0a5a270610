#ifndef DECODE_BUFFER_H
#define DECODE_BUFFER_H

#include <libavcodec/avcodec.h>

// clear_buffers makes a decoder that is not open yet start each picture in
// memory that is all zero. A decoder that meets damage may leave parts of a
// picture unwritten. Without this they would show an earlier picture, and
// which one would depend on when frames are released.
void clear_buffers(AVCodecContext *ctx);

#endif
