#include "quantisers.h"

#include <libavutil/video_enc_params.h>

#ifndef AV_CODEC_EXPORT_DATA_VIDEO_ENC_PARAMS
#error "this FFmpeg tells no quantisers"
#endif

int quantisers_open(quantisers *r, const char *path)
{
    const AVCodec *codec = NULL;
    int ret = avformat_open_input(&r->format, path, NULL, NULL);
    if (ret < 0)
        return ret;
    r->stream = av_find_best_stream(r->format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    if (r->stream < 0)
        return r->stream;
    codec = avcodec_find_decoder(r->format->streams[r->stream]->codecpar->codec_id);
    r->decoder = avcodec_alloc_context3(codec);
    r->packet = av_packet_alloc();
    r->frame = av_frame_alloc();
    if (!r->decoder || !r->packet || !r->frame)
        return AVERROR(ENOMEM);
    ret = avcodec_parameters_to_context(r->decoder, r->format->streams[r->stream]->codecpar);
    r->decoder->export_side_data |= AV_CODEC_EXPORT_DATA_VIDEO_ENC_PARAMS;
    r->decoder->thread_count = 1;
    return ret < 0 ? ret : avcodec_open2(r->decoder, codec, NULL);
}

static const AVVideoEncParams *params(const quantisers *r)
{
    const AVFrameSideData *side = av_frame_get_side_data(r->frame, AV_FRAME_DATA_VIDEO_ENC_PARAMS);
    return side ? (const AVVideoEncParams *)side->data : NULL;
}

int quantisers_next(quantisers *r)
{
    for (;;) {
        int ret = avcodec_receive_frame(r->decoder, r->frame);
        if (ret == AVERROR_EOF)
            return 0;
        if (ret >= 0)
            return params(r) ? (int)params(r)->nb_blocks : AVERROR_INVALIDDATA;
        if (ret != AVERROR(EAGAIN) || r->ended)
            return ret;
        ret = av_read_frame(r->format, r->packet);
        if (ret == AVERROR_EOF) {
            r->ended = 1;
            ret = avcodec_send_packet(r->decoder, NULL);
        } else if (ret >= 0) {
            if (r->packet->stream_index == r->stream)
                ret = avcodec_send_packet(r->decoder, r->packet);
            av_packet_unref(r->packet);
        }
        if (ret < 0)
            return ret;
    }
}

int quantisers_of(const quantisers *r, int block)
{
    AVVideoEncParams *p = (AVVideoEncParams *)params(r);
    return p->qp + av_video_enc_params_block(p, block)->delta_qp;
}

void quantisers_close(quantisers *r)
{
    av_frame_free(&r->frame);
    av_packet_free(&r->packet);
    avcodec_free_context(&r->decoder);
    avformat_close_input(&r->format);
}
