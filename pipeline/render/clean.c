#include <libavutil/imgutils.h>

#include "clean.h"

int frame_set_regions(AVFrame *frame, const AVRegionOfInterest *list, int n)
{
    AVFrameSideData *side;
    av_frame_remove_side_data(frame, AV_FRAME_DATA_REGIONS_OF_INTEREST);
    if (!n)
        return 0;
    side = av_frame_new_side_data(frame, AV_FRAME_DATA_REGIONS_OF_INTEREST, n * sizeof(*list));
    if (!side)
        return AVERROR(ENOMEM);
    memcpy(side->data, list, n * sizeof(*list));
    return 0;
}

int resizer_run(struct SwsContext *resizer, const AVFrame *from, AVFrame *to, int x, int y)
{
    const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get(to->format);
    uint8_t *data[4] = { NULL };
    int i, ret;
    for (i = 0; i < desc->nb_components; i++) {
        const AVComponentDescriptor *comp = &desc->comp[i];
        int chroma = (i == 1 || i == 2) && !(desc->flags & AV_PIX_FMT_FLAG_RGB);
        if (data[comp->plane])
            continue;
        data[comp->plane] = to->data[comp->plane] +
            (ptrdiff_t)(y >> (chroma ? desc->log2_chroma_h : 0)) * to->linesize[comp->plane] +
            (ptrdiff_t)(x >> (chroma ? desc->log2_chroma_w : 0)) * comp->step;
    }
    ret = sws_scale(resizer, (const uint8_t *const *)from->data, from->linesize, 0, from->height, data, to->linesize);
    return ret < 0 ? ret : 0;
}

int frame_blacken(AVFrame *frame, int full)
{
    ptrdiff_t strides[4];
    int i;
    for (i = 0; i < 4; i++)
        strides[i] = frame->linesize[i];
    return av_image_fill_black(frame->data, strides, frame->format, full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG, frame->width, frame->height);
}

int frame_share(AVFrame *to, const AVFrame *from)
{
    int ret;
    av_frame_unref(to);
    ret = av_frame_ref(to, from);
    if (ret >= 0)
        av_frame_remove_side_data(to, AV_FRAME_DATA_REGIONS_OF_INTEREST);
    return ret;
}

int codec_follow(AVCodecContext *decoder, const AVCodecContext *encoder, AVRational base)
{
    int ret = AVERROR(ENOMEM);
    AVCodecParameters *par = avcodec_parameters_alloc();
    if (!par)
        return ret;
    ret = avcodec_parameters_from_context(par, encoder);
    if (ret >= 0)
        ret = avcodec_parameters_to_context(decoder, par);
    avcodec_parameters_free(&par);
    decoder->pkt_timebase = base;
    decoder->thread_type = FF_THREAD_SLICE;
    return ret;
}

int stream_turn(AVStream *stream, const int32_t matrix[9])
{
    const size_t size = 9 * sizeof(*matrix);
    uint8_t *data;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102) && LIBAVFORMAT_VERSION_MAJOR >= 61
    AVCodecParameters *par = stream->codecpar;
    AVPacketSideData *side = av_packet_side_data_new(&par->coded_side_data, &par->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, size, 0);
    data = side ? side->data : NULL;
#else
    data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
    if (!data)
        return AVERROR(ENOMEM);
    memcpy(data, matrix, size);
    return 0;
}
