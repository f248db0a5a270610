#ifndef DECODE_CONTAINER_H
#define DECODE_CONTAINER_H

#include <libavformat/avformat.h>

// container_of is what FFmpeg takes a file for that begins with size bytes, which are followed by
// AVPROBE_PADDING_SIZE zeros; NULL if it is not sure.
const AVInputFormat *container_of(uint8_t *head, int size);

#endif
