#ifndef DECODE_SEQUENCE_H
#define DECODE_SEQUENCE_H

#include <libavcodec/packet.h>

#include "input.h"

// PICTURE_NO_FILE and PICTURE_EMPTY are errors of picture_read, besides FFmpeg's.
enum { PICTURE_NO_FILE = -1000001, PICTURE_EMPTY, PICTURE_LARGE };

// picture_read reads a whole file into an empty packet. It never blocks: what is not a file is refused.
int picture_read(Input *in, const char *path, AVPacket *pkt);

#endif
