#ifndef DECODE_HARDWARE_H
#define DECODE_HARDWARE_H

#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>

// device_open opens a device of a type by FFmpeg's name, such as cuda.
int device_open(const char *type, AVBufferRef **device);

// device_codec returns the decoder that leaves its frames in the memory of such a device, or NULL.
const AVCodec *device_codec(enum AVCodecID id, const AVBufferRef *device);

// device_attach makes a decoder that is not open yet decode on a device. Decoding fails at a frame that
// the device refuses; the decoder never falls back to software.
int device_attach(AVCodecContext *ctx, AVBufferRef *device);

// A Fetcher owns the memory into which the frames of one decoder are copied. Frames can outlive it.
typedef struct Fetcher Fetcher;
Fetcher *fetcher_new(AVBufferRef *device);
void fetcher_free(Fetcher *fetcher);

// fetcher_fetch replaces a frame in device memory with a copy in system memory, in the size that
// decoding without the device gives. With keep, the samples stay on the device if it has memory for
// them: the result is 1, the samples are in buf[1], and surface_fetch copies them to buf[0], to which
// the frame's data points. software is set to the pixel format that decoding without the device gives.
int fetcher_fetch(Fetcher *fetcher, AVFrame *frame, int keep, enum AVPixelFormat *software);

// fetcher_stand_in does the same, in tests, for a frame of a decoder in system memory. Without keep,
// and in some formats, it leaves the frame unchanged.
int fetcher_stand_in(Fetcher *fetcher, AVFrame *frame, int keep);

#endif
