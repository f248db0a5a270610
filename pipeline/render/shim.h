#ifndef RENDER_SHIM_H
#define RENDER_SHIM_H

#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// sink_open makes a writer for a muxer that hands its bytes to renderWrite and,
// where seekable, its seeks to renderSeek, with the handle. NULL without memory.
AVIOContext *sink_open(uintptr_t handle, int seekable);

// sink_attach makes the muxer write there, and nowhere else: it may open no
// other file.
void sink_attach(AVIOContext *pb, AVFormatContext *ctx);

void sink_free(AVIOContext *pb);

// colours are how swscale reads or writes YUV: FFmpeg's matrix, and whether the range is full.
typedef struct colours {
    enum AVColorSpace matrix;
    int full;
} colours;

// converter_new makes a converter of a pixel format and size to another one, which works with a number of
// threads. NULL where that fails.
struct SwsContext *converter_new(int from_width, int from_height, enum AVPixelFormat from, colours from_colours,
                                 int width, int height, enum AVPixelFormat to, colours to_colours, int threads);

// scaler_run converts a picture of the pixel format that the scaler is made for
// into a frame's own memory. It keeps nothing of the picture.
int scaler_run(struct SwsContext *scaler, uint8_t *pixels, int stride, enum AVPixelFormat from, AVFrame *frame);

// frame_renew gives a frame memory of a size and format that nobody else reads:
// its own, or new memory where an encoder still holds that.
int frame_renew(AVFrame *frame, int width, int height, enum AVPixelFormat format);

// frame_describe sets what an encoder wants to know of a frame.
void frame_describe(AVFrame *frame, const AVCodecContext *encoder, int64_t pts, int64_t duration);

// stream_describe copies to a stream what a source's stream says about itself:
// codec, metadata, disposition.
int stream_describe(AVStream *stream, const AVStream *source);

// pixel_formats are those that an encoder takes, ended by AV_PIX_FMT_NONE; NULL
// where it does not say.
const enum AVPixelFormat *pixel_formats(const AVCodec *codec);

// codec_is_lossless says whether the codec loses nothing.
static inline int codec_is_lossless(enum AVCodecID id)
{
    const AVCodecDescriptor *d = avcodec_descriptor_get(id);
    return d && (d->props & (AV_CODEC_PROP_LOSSLESS | AV_CODEC_PROP_LOSSY)) == AV_CODEC_PROP_LOSSLESS;
}

#endif
