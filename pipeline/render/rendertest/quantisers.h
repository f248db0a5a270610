#ifndef RENDERTEST_QUANTISERS_H
#define RENDERTEST_QUANTISERS_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

// quantisers reads a video.
typedef struct quantisers {
    AVFormatContext *format;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    int stream, ended;
} quantisers;

int quantisers_open(quantisers *r, const char *path);

// quantisers_next decodes the next picture, and returns how many blocks it has; 0 at the end.
int quantisers_next(quantisers *r);

// quantisers_of is the quantiser of a block of the picture.
int quantisers_of(const quantisers *r, int block);

void quantisers_close(quantisers *r);

#endif
