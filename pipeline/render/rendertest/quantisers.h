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

// quantisers_next decodes the next frame, and returns its number of blocks; 0 at the end.
int quantisers_next(quantisers *r);

// quantisers_of returns the QP of a block of the frame.
int quantisers_of(const quantisers *r, int block);

void quantisers_close(quantisers *r);

#endif
