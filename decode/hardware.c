#include <libavutil/imgutils.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>

#include "hardware.h"
#include "cuda.h"

int device_open(const char *type, AVBufferRef **device)
{
    enum AVHWDeviceType t = av_hwdevice_find_type_by_name(type);
    if (t == AV_HWDEVICE_TYPE_NONE)
        return AVERROR(ENOSYS);
    return av_hwdevice_ctx_create(device, t, NULL, NULL, device_flags(type));
}

static enum AVHWDeviceType type_of(const AVBufferRef *device)
{
    return ((const AVHWDeviceContext *)device->data)->type;
}

// device_format returns the format of a decoder's frames in a device's memory.
static enum AVPixelFormat device_format(const AVCodec *codec, enum AVHWDeviceType type)
{
    const AVCodecHWConfig *config;
    for (int i = 0; (config = avcodec_get_hw_config(codec, i)); i++)
        if (config->device_type == type && config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX &&
            config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_FRAMES_CTX)
            return config->pix_fmt;
    return AV_PIX_FMT_NONE;
}

const AVCodec *device_codec(enum AVCodecID id, const AVBufferRef *device)
{
    const AVCodec *codec;
    void *at = NULL;
    while ((codec = av_codec_iterate(&at)))
        if (codec->id == id && av_codec_is_decoder(codec) && !codec->wrapper_name && device_format(codec, type_of(device)) != AV_PIX_FMT_NONE)
            return codec;
    return NULL;
}

// is_plain reports whether a format has three YUV components of one depth, which all devices store in
// the same way.
static int is_plain(enum AVPixelFormat format)
{
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(format);
    return d && d->nb_components == 3 && !(d->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_HWACCEL));
}

// choose_device is the decoder's get_format callback. The last format of the list is that of system
// memory.
static enum AVPixelFormat choose_device(AVCodecContext *ctx, const enum AVPixelFormat *formats)
{
    enum AVPixelFormat want = device_format(ctx->codec, type_of(ctx->hw_device_ctx)), last = AV_PIX_FMT_NONE;
    int offered = 0;
    for (; *formats != AV_PIX_FMT_NONE; last = *formats++)
        offered |= *formats == want;
    if (!offered || !is_plain(last))
        return AV_PIX_FMT_NONE;
    AVBufferRef *ref = NULL;
    if (avcodec_get_hw_frames_parameters(ctx, ctx->hw_device_ctx, want, &ref) < 0)
        return AV_PIX_FMT_NONE;
    AVHWFramesContext *frames = (void *)ref->data;
    frames->user_opaque = (void *)(intptr_t)last;
    if (frames->initial_pool_size)
        frames->initial_pool_size += 3; // as FFmpeg does for itself
    if (av_hwframe_ctx_init(ref) < 0) {
        av_buffer_unref(&ref);
        return AV_PIX_FMT_NONE;
    }
    av_buffer_unref(&ctx->hw_frames_ctx);
    ctx->hw_frames_ctx = ref;
    return want;
}

int device_attach(AVCodecContext *ctx, AVBufferRef *device)
{
    ctx->hw_device_ctx = own_stream(device);
    if (!ctx->hw_device_ctx)
        return AVERROR(ENOMEM);
    ctx->get_format = choose_device;
    return 0;
}

struct Fetcher {
    AVBufferRef *device;
    size_t size;            // bytes of a buffer of the pools
    AVBufferPool *pinned;   // system memory for copies
    AVBufferPool *reserved; // system memory for frames that stay on the device
    AVBufferPool *surfaces; // device memory for these frames
};

static void forget_pools(Fetcher *f)
{
    av_buffer_pool_uninit(&f->pinned);
    av_buffer_pool_uninit(&f->reserved);
    av_buffer_pool_uninit(&f->surfaces);
}

Fetcher *fetcher_new(AVBufferRef *device)
{
    Fetcher *f = av_mallocz(sizeof(*f));
    if (f && device && !(f->device = av_buffer_ref(device)))
        av_freep(&f);
    return f;
}

void fetcher_free(Fetcher *f)
{
    if (!f)
        return;
    forget_pools(f);
    av_buffer_unref(&f->device);
    av_free(f);
}

// reserve gives a frame device memory, and as much system memory, which costs nothing until it is used.
static void reserve(Fetcher *f, AVFrame *frame)
{
    if (!f->surfaces)
        f->surfaces = surface_pool(f->size, f->device);
    if (!f->reserved)
        f->reserved = av_buffer_pool_init(f->size, NULL);
    if (!f->surfaces || !f->reserved || !(frame->buf[1] = av_buffer_pool_get(f->surfaces)))
        return;
    if (!(frame->buf[0] = av_buffer_pool_get(f->reserved)))
        av_buffer_unref(&frame->buf[1]);
}

// get_buffer gives a frame with format and size memory from the pools. buf[0] is system memory; with
// keep, buf[1] is device memory, if any is left.
static int get_buffer(Fetcher *f, AVFrame *frame, int keep)
{
    ptrdiff_t strides[4];
    size_t planes[4], size = 64; // optimised code may read 64 bytes past the end
    int ret = av_image_fill_linesizes(frame->linesize, frame->format, FFALIGN(frame->width, 64));
    if (ret < 0)
        return ret;
    for (int i = 0; i < 4; i++)
        strides[i] = frame->linesize[i] = FFALIGN(frame->linesize[i], 64);
    if ((ret = av_image_fill_plane_sizes(planes, frame->format, frame->height, strides)) < 0)
        return ret;
    for (int i = 0; i < 4; i++)
        size += planes[i];
    if (size != f->size)
        forget_pools(f);
    f->size = size;
    if (keep)
        reserve(f, frame);
    if (!frame->buf[0]) {
        if (!f->pinned)
            f->pinned = pinned_pool(size, f->device);
        if (!f->pinned || !(frame->buf[0] = av_buffer_pool_get(f->pinned)))
            return AVERROR(ENOMEM);
    }
    ret = av_image_fill_pointers(frame->data, frame->format, frame->height, frame->buf[0]->data, frame->linesize);
    frame->extended_data = frame->data;
    return ret < 0 ? ret : 0;
}

// crop removes the columns and rows at the left and top that a decoder in system memory removes. Such a
// decoder keeps some columns, so that rows stay aligned.
static int crop(AVFrame *frame, enum AVPixelFormat software)
{
    if (!frame->crop_left && !frame->crop_top)
        return 0;
    static uint8_t none[1];
    AVFrame *model = av_frame_alloc();
    if (!model)
        return AVERROR(ENOMEM);
    model->format = software;
    model->width = frame->width;
    model->height = frame->height;
    model->crop_left = frame->crop_left;
    model->crop_top = frame->crop_top;
    int ret = av_image_fill_linesizes(model->linesize, software, FFALIGN(frame->width, 64));
    for (int i = 0; i < 4 && model->linesize[i]; i++) {
        model->linesize[i] = FFALIGN(model->linesize[i], 64);
        model->data[i] = none;
    }
    if (ret >= 0)
        ret = av_frame_apply_cropping(model, 0);
    if (ret >= 0) {
        frame->crop_left = frame->width - model->width;
        frame->crop_top = frame->height - model->height;
        frame->crop_right = frame->crop_bottom = 0;
        ret = av_frame_apply_cropping(frame, AV_FRAME_CROP_UNALIGNED);
    }
    av_frame_free(&model);
    return ret;
}

int fetcher_fetch(Fetcher *f, AVFrame *frame, int keep, enum AVPixelFormat *software)
{
    if (!frame->hw_frames_ctx)
        return AVERROR(ENOSYS);
    const AVHWFramesContext *frames = (const void *)frame->hw_frames_ctx->data;
    AVFrame *copy = av_frame_alloc();
    if (!copy)
        return AVERROR(ENOMEM);
    *software = (intptr_t)frames->user_opaque;
    copy->format = frames->sw_format;
    copy->width = frame->width;
    copy->height = frame->height;
    // For odd heights FFmpeg 5.1 reads the chroma one row too early.
    int ret = copy->width & 1 || copy->height & 1 ? AVERROR(ENOSYS) : get_buffer(f, copy, keep && has_surfaces(f->device));
    if (ret >= 0)
        ret = copy->buf[1] ? surface_fill(copy, frame) : av_hwframe_transfer_data(copy, frame, 0);
    if (ret >= 0)
        ret = av_frame_copy_props(copy, frame);
    if (ret >= 0)
        ret = crop(copy, *software);
    if (ret >= 0)
        ret = !!copy->buf[1];
    av_frame_unref(frame);
    if (ret >= 0)
        av_frame_move_ref(frame, copy);
    av_frame_free(&copy);
    return ret;
}

int fetcher_stand_in(Fetcher *f, AVFrame *frame, int keep)
{
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(frame->format);
    if (!keep || d->flags & (AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM) || frame->linesize[0] < 0)
        return 0;
    AVFrame *copy = av_frame_alloc();
    if (!copy)
        return AVERROR(ENOMEM);
    copy->format = frame->format;
    copy->width = frame->width;
    copy->height = frame->height;
    int ret = get_buffer(f, copy, 1);
    if (ret >= 0)
        ret = copy->buf[1] ? surface_fill(copy, frame) : AVERROR(ENOMEM);
    if (ret >= 0)
        ret = av_frame_copy_props(copy, frame);
    if (ret >= 0) {
        av_frame_unref(frame);
        av_frame_move_ref(frame, copy);
    }
    av_frame_free(&copy);
    return ret < 0 ? ret : 1;
}
