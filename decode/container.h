#ifndef DECODE_CONTAINER_H
#define DECODE_CONTAINER_H

#include <libavformat/avformat.h>

// container_of returns the container that FFmpeg detects from the first size bytes of a file, NULL if
// it is not sure. AVPROBE_PADDING_SIZE zeros must follow the bytes.
const AVInputFormat *container_of(uint8_t *head, int size);

#endif
