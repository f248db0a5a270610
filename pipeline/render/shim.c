#include <libavutil/mem.h>

#include "shim.h"

enum { BUFFER_SIZE = 1 << 16 };

extern int renderWrite(uintptr_t handle, uint8_t *bytes, int n);
extern int64_t renderSeek(uintptr_t handle, int64_t offset, int whence);

// FFmpeg 7 guarantees not to write to the bytes.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t written;
#else
typedef uint8_t written;
#endif

static int on_write(void *opaque, written *bytes, int n)
{
    return renderWrite((uintptr_t)opaque, (uint8_t *)bytes, n);
}

static int64_t on_seek(void *opaque, int64_t offset, int whence)
{
    if (whence & AVSEEK_SIZE)
        return AVERROR(ENOSYS);
    return renderSeek((uintptr_t)opaque, offset, whence & ~AVSEEK_FORCE);
}

static int refuse_open(AVFormatContext *ctx, AVIOContext **pb, const char *url, int flags, AVDictionary **options)
{
    return AVERROR(EPERM);
}

AVIOContext *sink_open(uintptr_t handle, int seekable)
{
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    AVIOContext *pb;
    if (!buffer)
        return NULL;
    pb = avio_alloc_context(buffer, BUFFER_SIZE, 1, (void *)handle, NULL, on_write, seekable ? on_seek : NULL);
    if (!pb)
        av_free(buffer);
    return pb;
}

void sink_attach(AVIOContext *pb, AVFormatContext *ctx)
{
    ctx->pb = pb;
    ctx->io_open = refuse_open;
    // Otherwise Matroska's identifiers are random.
    ctx->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
}

void sink_free(AVIOContext *pb)
{
    if (pb)
        av_freep(&pb->buffer);
    avio_context_free(&pb);
}

struct SwsContext *converter_new(int from_width, int from_height, enum AVPixelFormat from, colours from_colours,
                                 int width, int height, enum AVPixelFormat to, colours to_colours, int threads)
{
    struct SwsContext *converter = sws_alloc_context();
    if (!converter)
        return NULL;
    av_opt_set_int(converter, "srcw", from_width, 0);
    av_opt_set_int(converter, "srch", from_height, 0);
    av_opt_set_int(converter, "src_format", from, 0);
    av_opt_set_int(converter, "dstw", width, 0);
    av_opt_set_int(converter, "dsth", height, 0);
    av_opt_set_int(converter, "dst_format", to, 0);
    av_opt_set_int(converter, "sws_flags", SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT, 0);
    av_opt_set_int(converter, "threads", threads, 0);
    if (sws_init_context(converter, NULL, NULL) < 0) {
        sws_freeContext(converter);
        return NULL;
    }
    sws_setColorspaceDetails(converter, sws_getCoefficients(from_colours.matrix), from_colours.full,
                             sws_getCoefficients(to_colours.matrix), to_colours.full, 0, 1 << 16, 1 << 16);
    return converter;
}

// keep is the free function of memory that belongs to its caller.
static void keep(void *opaque, uint8_t *data)
{
}

int scaler_run(struct SwsContext *scaler, uint8_t *pixels, int stride, enum AVPixelFormat from, AVFrame *frame)
{
    int ret = AVERROR(ENOMEM);
    AVFrame *source = av_frame_alloc();
    if (!source)
        return ret;
    source->width = frame->width;
    source->height = frame->height;
    source->format = from;
    source->data[0] = pixels;
    source->linesize[0] = stride;
    source->buf[0] = av_buffer_create(pixels, (size_t)stride * frame->height, keep, NULL, AV_BUFFER_FLAG_READONLY);
    if (source->buf[0])
        ret = sws_scale_frame(scaler, frame, source);
    av_frame_free(&source);
    return ret;
}

int frame_renew(AVFrame *frame, int width, int height, enum AVPixelFormat format)
{
    if (frame->buf[0] && av_frame_is_writable(frame))
        return 0;
    av_frame_unref(frame);
    frame->width = width;
    frame->height = height;
    frame->format = format;
    return av_frame_get_buffer(frame, 0);
}

void frame_describe(AVFrame *frame, const AVCodecContext *encoder, int64_t pts, int64_t duration)
{
    frame->pts = pts;
#if LIBAVUTIL_VERSION_MAJOR >= 58
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
    frame->pict_type = AV_PICTURE_TYPE_NONE;
    frame->sample_aspect_ratio = encoder->sample_aspect_ratio;
    frame->color_range = encoder->color_range;
    frame->colorspace = encoder->colorspace;
    frame->color_primaries = encoder->color_primaries;
    frame->color_trc = encoder->color_trc;
    frame->chroma_location = encoder->chroma_sample_location;
}

int stream_describe(AVStream *stream, const AVStream *source)
{
    int ret = avcodec_parameters_copy(stream->codecpar, source->codecpar);
    stream->codecpar->codec_tag = 0; // each container has its own tags
    stream->time_base = source->time_base;
    stream->disposition = source->disposition;
    return ret < 0 ? ret : av_dict_copy(&stream->metadata, source->metadata, 0);
}

const enum AVPixelFormat *pixel_formats(const AVCodec *codec)
{
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
    const void *formats = NULL;
    avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, NULL);
    return formats;
#else
    return codec->pix_fmts;
#endif
}
