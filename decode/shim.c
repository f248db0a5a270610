#include <libavutil/dict.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mem.h>

#include "shim.h"

int find_stream_info(AVFormatContext *ctx, int64_t max_pixels)
{
    unsigned n = ctx->nb_streams;
    AVDictionary **options = av_calloc(n + 1, sizeof(*options));
    if (!options)
        return AVERROR(ENOMEM);
    for (unsigned i = 0; i < n; i++)
        av_dict_set_int(&options[i], "max_pixels", max_pixels, 0);
    int ret = avformat_find_stream_info(ctx, n ? options : NULL);
    for (unsigned i = 0; i < n; i++)
        av_dict_free(&options[i]);
    av_free(options);
    return ret;
}

const char *profile_name(const AVStream *stream)
{
    return avcodec_profile_name(stream->codecpar->codec_id, stream->codecpar->profile);
}

int layout_name(const AVStream *stream, char *name, size_t size)
{
    return stream->codecpar->ch_layout.nb_channels > 0 &&
           av_channel_layout_describe(&stream->codecpar->ch_layout, name, size) > 0;
}

const char *language(const AVStream *stream)
{
    const AVDictionaryEntry *tag = av_dict_get(stream->metadata, "language", NULL, 0);
    return tag ? tag->value : NULL;
}

int best_stream(AVFormatContext *ctx, enum AVMediaType type)
{
    return av_find_best_stream(ctx, type, -1, -1, NULL, 0);
}

int is_video(const AVStream *stream)
{
    return stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO &&
           !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC);
}

void select_stream(AVFormatContext *ctx, int index)
{
    for (unsigned i = 0; i < ctx->nb_streams; i++)
        if ((int)i != index)
            ctx->streams[i]->discard = AVDISCARD_ALL;
}

int index_past(AVFormatContext *ctx, int64_t size)
{
    for (unsigned i = 0; i < ctx->nb_streams; i++) {
        AVStream *stream = ctx->streams[i];
        int n = avformat_index_get_entries_count(stream);
        for (int e = 0; e < n; e++) {
            const AVIndexEntry *entry = avformat_index_get_entry(stream, e);
            if (entry && entry->pos + entry->size > size)
                return 1;
        }
    }
    return 0;
}

int index_packets(const AVStream *stream, int64_t pos)
{
    int64_t furthest = -1;
    int packets = 0, n = avformat_index_get_entries_count(stream);
    for (int e = 0; e < n; e++) {
        const AVIndexEntry *entry = avformat_index_get_entry((AVStream *)stream, e);
        if (entry && entry->pos > furthest && entry->pos <= pos) {
            furthest = entry->pos;
            packets++;
        }
    }
    return packets;
}

int group_length(AVStream *stream, int64_t ts)
{
    int n = avformat_index_get_entries_count(stream), pictures = 1;
    int e = av_index_search_timestamp(stream, ts, AVSEEK_FLAG_BACKWARD);
    while (e >= 0 && ++e < n) {
        const AVIndexEntry *entry = avformat_index_get_entry(stream, e);
        if (entry->flags & AVINDEX_DISCARD_FRAME)
            continue;
        if (entry->flags & AVINDEX_KEYFRAME)
            return pictures;
        pictures++;
    }
    return 0;
}

int shown_frames(AVStream *stream, AVRational *rate)
{
    int n = avformat_index_get_entries_count(stream), shown = 0, first = 0, last = 0;
    for (int e = 0; e < n; e++) {
        if (avformat_index_get_entry(stream, e)->flags & AVINDEX_DISCARD_FRAME)
            continue;
        if (!shown++)
            first = e;
        last = e;
    }
    *rate = (AVRational){0, 0};
    if (last > first && shown != stream->nb_frames) {
        /* The index has decoding times, in which those that are dropped keep their places. */
        int64_t ticks = av_sat_sub64(avformat_index_get_entry(stream, last)->timestamp, avformat_index_get_entry(stream, first)->timestamp);
        if (ticks > 0) {
            av_reduce(&rate->num, &rate->den, last - first, ticks, INT_MAX);
            *rate = av_div_q(*rate, stream->time_base);
        }
    }
    return shown;
}

static const char *timecode_of(const AVDictionary *tags)
{
    const AVDictionaryEntry *tag = av_dict_get(tags, "timecode", NULL, 0);
    return tag ? tag->value : NULL;
}

const char *timecode_tag(const AVFormatContext *ctx, const AVStream *stream)
{
    const char *text = timecode_of(stream->metadata);
    if (!text)
        text = timecode_of(ctx->metadata);
    for (unsigned i = 0; !text && i < ctx->nb_streams; i++)
        text = timecode_of(ctx->streams[i]->metadata);
    return text;
}

frame_code frame_timecode(const AVFrame *frame)
{
    const AVFrameSideData *d = av_frame_get_side_data(frame, AV_FRAME_DATA_S12M_TIMECODE);
    const uint32_t *codes = d ? (const void *)d->data : NULL;
    if (d && d->size >= 2 * sizeof(*codes) && codes[0] > 0)
        return (frame_code){TIMECODE_SMPTE, codes[1]};
    d = av_frame_get_side_data(frame, AV_FRAME_DATA_GOP_TIMECODE);
    if (d && d->size >= sizeof(int64_t))
        return (frame_code){TIMECODE_MPEG, *(const int64_t *)d->data};
    return (frame_code){TIMECODE_NONE, 0};
}

void unpack(const AVFrame *frame, int c, int w, int h, int depth, uint8_t *dst, uint16_t *row)
{
    const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get(frame->format);
    int palette = !!(desc->flags & AV_PIX_FMT_FLAG_PAL);
    int from = palette ? 8 : desc->comp[c].depth;
    uint32_t most = (1u << from) - 1, want = (1u << depth) - 1;
    // Format "monow" stores white as 0.
    uint32_t invert = frame->format == AV_PIX_FMT_MONOWHITE ? most : 0;
    for (int y = 0; y < h; y++) {
        av_read_image_line2(row, (const uint8_t **)frame->data, frame->linesize, desc, 0, y, palette ? 0 : c, w, 0, 2);
        for (int x = 0; x < w; x++) {
            uint32_t v = palette ? frame->data[1][4 * row[x] + c] : row[x] ^ invert;
            if (want != most)
                v = (v * want + most / 2) / most;
            if (depth > 8) {
                *dst++ = v & 0xff;
                *dst++ = v >> 8;
            } else {
                *dst++ = v;
            }
        }
    }
}

// lacks_chroma reports whether the chroma of a bottom field of height rows has a row less than a picture
// of this height needs: in 4:2:0, whose frames have 4n + 2 rows.
static int lacks_chroma(const AVFrame *frame, const AVPixFmtDescriptor *desc, int height)
{
    int rows = AV_CEIL_RSHIFT(frame->height, desc->log2_chroma_h);
    return rows / 2 < AV_CEIL_RSHIFT(height, desc->log2_chroma_h);
}

// copy_bottom replaces a frame with a copy of its bottom field. Planes end as if their last row were
// repeated.
static int copy_bottom(AVFrame *frame, const AVPixFmtDescriptor *desc, int height)
{
    AVFrame *field = av_frame_alloc();
    if (!field)
        return AVERROR(ENOMEM);
    field->format = frame->format;
    field->width = frame->width;
    field->height = height;
    int ret = av_frame_get_buffer(field, 0);
    if (ret >= 0)
        ret = av_frame_copy_props(field, frame);
    for (int p = 0; ret >= 0 && p < av_pix_fmt_count_planes(frame->format); p++) {
        int chroma = p == 1 || p == 2 ? desc->log2_chroma_h : 0;
        int rows = AV_CEIL_RSHIFT(height, chroma), last = AV_CEIL_RSHIFT(frame->height, chroma) - 1;
        for (int y = 0; y < rows; y++)
            memcpy(field->data[p] + y * field->linesize[p], frame->data[p] + FFMIN(2 * y + 1, last) * frame->linesize[p],
                   av_image_get_linesize(frame->format, frame->width, p));
    }
    if (ret >= 0) {
        av_frame_unref(frame);
        av_frame_move_ref(frame, field);
    }
    av_frame_free(&field);
    return ret;
}

int take_field(AVFrame *frame, int bottom)
{
    const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get(frame->format);
    int height = (frame->height + !bottom) / 2;
    if (!desc || height == 0)
        return AVERROR(EINVAL);
    if (bottom && lacks_chroma(frame, desc, height))
        return copy_bottom(frame, desc, height);
    for (int p = 0; p < AV_NUM_DATA_POINTERS && frame->data[p]; p++) {
        if (desc->flags & AV_PIX_FMT_FLAG_PAL && p == 1)
            break; // the palette
        if (bottom)
            frame->data[p] += frame->linesize[p];
        frame->linesize[p] *= 2;
    }
    frame->height = height;
    return 0;
}

static light light_of(const AVContentLightMetadata *content, const AVMasteringDisplayMetadata *mastering)
{
    light l = {0, 0};
    if (content)
        l.max_cll = content->MaxCLL;
    if (mastering && mastering->has_luminance && mastering->max_luminance.num > 0 && mastering->max_luminance.den > 0)
        l.mastering_peak = av_q2d(mastering->max_luminance);
    return l;
}

light frame_light(const AVFrame *frame)
{
    const AVFrameSideData *content = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    const AVFrameSideData *mastering = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    return light_of(content ? (const void *)content->data : NULL, mastering ? (const void *)mastering->data : NULL);
}

// stream_side_data is at least size bytes, or NULL.
static const void *stream_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size)
{
    size_t has = 0;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVCodecParameters *p = stream->codecpar;
    const AVPacketSideData *d = av_packet_side_data_get(p->coded_side_data, p->nb_coded_side_data, type);
    const void *data = d ? d->data : NULL;
    if (d)
        has = d->size;
#else
    const void *data = av_stream_get_side_data(stream, type, &has);
#endif
    return has >= size ? data : NULL;
}

light stream_light(AVStream *stream)
{
    return light_of(stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)),
                    stream_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)));
}

const int32_t *display_matrix(AVStream *stream)
{
    return stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
}
