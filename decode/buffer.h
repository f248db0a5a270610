#ifndef DECODE_BUFFER_H
#define DECODE_BUFFER_H

#include <libavcodec/avcodec.h>

// clear_buffers makes a decoder that is not open yet decode each frame into zeroed memory. At damage a
// decoder can leave parts of a frame unwritten. They would show an earlier frame, and which one would
// depend on when frames are released.
void clear_buffers(AVCodecContext *ctx);

#endif
