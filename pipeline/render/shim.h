#ifndef RENDER_SHIM_H
#define RENDER_SHIM_H

#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// sink_open returns a writer for a muxer that passes its bytes to renderWrite and, if seekable, its
// seeks to renderSeek, with the handle. It returns NULL without memory.
AVIOContext *sink_open(uintptr_t handle, int seekable);

// sink_attach directs the muxer's output there; the muxer may not open other files.
void sink_attach(AVIOContext *pb, AVFormatContext *ctx);

void sink_free(AVIOContext *pb);

// colours are how swscale interprets YUV: FFmpeg's matrix, and whether the range is full.
typedef struct colours {
    enum AVColorSpace matrix;
    int full;
} colours;

// converter_new returns a converter between pixel formats and sizes with a number of threads; NULL
// if that fails.
struct SwsContext *converter_new(int from_width, int from_height, enum AVPixelFormat from, colours from_colours,
                                 int width, int height, enum AVPixelFormat to, colours to_colours, int threads);

// scaler_run converts a picture of the scaler's pixel format into a frame's own memory. It keeps no
// reference to the picture.
int scaler_run(struct SwsContext *scaler, uint8_t *pixels, int stride, enum AVPixelFormat from, AVFrame *frame);

// frame_renew gives a frame writable memory of a size and format: its own, or new memory if an
// encoder still holds that.
int frame_renew(AVFrame *frame, int width, int height, enum AVPixelFormat format);

// frame_describe sets the properties of a frame that an encoder reads.
void frame_describe(AVFrame *frame, const AVCodecContext *encoder, int64_t pts, int64_t duration);

// stream_describe copies the properties of a source's stream: codec, metadata, disposition.
int stream_describe(AVStream *stream, const AVStream *source);

// pixel_formats returns the formats that an encoder accepts, ended by AV_PIX_FMT_NONE; NULL if it
// does not say.
const enum AVPixelFormat *pixel_formats(const AVCodec *codec);

// codec_is_lossless reports whether the codec is lossless.
static inline int codec_is_lossless(enum AVCodecID id)
{
    const AVCodecDescriptor *d = avcodec_descriptor_get(id);
    return d && (d->props & (AV_CODEC_PROP_LOSSLESS | AV_CODEC_PROP_LOSSY)) == AV_CODEC_PROP_LOSSLESS;
}

#endif
