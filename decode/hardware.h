#ifndef DECODE_HARDWARE_H
#define DECODE_HARDWARE_H

#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>

// device_open makes a device of a type by FFmpeg's name, such as cuda.
int device_open(const char *type, AVBufferRef **device);

// device_codec is a decoder that leaves its frames in the memory of such a device, or
// NULL if there is none.
const AVCodec *device_codec(enum AVCodecID id, const AVBufferRef *device);

// device_attach makes a decoder that is not open yet decode on a device. It fails at a
// frame that the device does not take; it never decodes that by itself.
int device_attach(AVCodecContext *ctx, AVBufferRef *device);

// A Fetcher has the memory into which the frames of one decoder are copied. Frames
// may outlive it.
typedef struct Fetcher Fetcher;
Fetcher *fetcher_new(AVBufferRef *device);
void fetcher_free(Fetcher *fetcher);

// fetcher_fetch replaces a frame in the memory of a device's decoder by a copy in the
// system's memory, with the size that decoding without the device gives it. With keep, the
// samples stay on the device if that has memory for them: it returns 1, they are in buf[1], and
// surface_fetch copies them to buf[0], where the frame's data point. software is set to
// the pixel format that decoding without the device gives.
int fetcher_fetch(Fetcher *fetcher, AVFrame *frame, int keep, enum AVPixelFormat *software);

// fetcher_stand_in does the same, in tests, to a picture of a decoder in system memory. Without
// keep, and in some formats, it leaves it as it is.
int fetcher_stand_in(Fetcher *fetcher, AVFrame *frame, int keep);

#endif
