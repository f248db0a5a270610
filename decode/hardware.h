#ifndef DECODE_HARDWARE_H
#define DECODE_HARDWARE_H

#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>

// device_open makes a device of a type by FFmpeg's name, such as cuda.
int device_open(const char *type, AVBufferRef **device);

// device_codec is a decoder that leaves its pictures in the memory of such a device, or
// NULL if there is none.
const AVCodec *device_codec(enum AVCodecID id, const AVBufferRef *device);

// device_attach makes a decoder that is not open yet decode on a device. It fails at a
// picture that the device does not take; it never decodes that by itself.
int device_attach(AVCodecContext *ctx, AVBufferRef *device);

// A Fetcher has the memory into which the pictures of one decoder are copied. Pictures
// may outlive it.
typedef struct Fetcher Fetcher;
Fetcher *fetcher_new(AVBufferRef *device);
void fetcher_free(Fetcher *fetcher);

// fetcher_fetch replaces a picture in a device's memory by a copy in the system's, with the
// size that decoding without the device gives it. software is set to the pixel
// format that it would have then.
int fetcher_fetch(Fetcher *fetcher, AVFrame *frame, enum AVPixelFormat *software);

#endif
