#ifndef DECODE_SHIM_H
#define DECODE_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>

// find_stream_info reads ahead to find the parameters of the streams; it decodes no frame of more than
// max_pixels for that.
int find_stream_info(AVFormatContext *ctx, int64_t max_pixels);

// best_stream returns FFmpeg's choice among the streams of a kind, or an error.
int best_stream(AVFormatContext *ctx, enum AVMediaType type);

// is_video reports whether a stream holds frames that are not cover art.
int is_video(const AVStream *stream);

// select_stream makes the demuxer skip the packets of all other streams.
void select_stream(AVFormatContext *ctx, int index);

// index_past reports whether the container's index has positions beyond size bytes.
int index_past(AVFormatContext *ctx, int64_t size);

// index_packets returns the number of packets in the container's index up to a position, each counted
// once.
int index_packets(const AVStream *stream, int64_t pos);

// group_length returns the number of frames in the container's index from the last key frame at or
// before ts to the next key frame; 0 if there is no next one.
int group_length(AVStream *stream, int64_t ts);

// shown_frames returns the number of frames in the container's index that are shown: an edit list can drop
// others. If it does, rate becomes the number of frames per second from the first shown one to the last, 0/0 if it is
// unknown.
int shown_frames(AVStream *stream, AVRational *rate);

// timecode_tag returns the timecode of the first frame from the file's tags, or NULL: the stream's,
// else the container's, else another stream's.
const char *timecode_tag(const AVFormatContext *ctx, const AVStream *stream);

// frame_code is the timecode that the decoder found with a frame.
typedef struct frame_code {
    enum { TIMECODE_NONE, TIMECODE_SMPTE, TIMECODE_MPEG } kind;
    uint32_t bits;
} frame_code;
frame_code frame_timecode(const AVFrame *frame);

// unpack reads component c of a frame, or byte c of the palette entries that its samples index, into
// rows of 8 or 16 bit samples, scaled from the component's depth to depth bits. w and h are the
// component's size.
void unpack(const AVFrame *frame, int c, int w, int h, int depth, uint8_t *dst, uint16_t *row);

// light is the known light of frames, in cd/m², 0 if unknown: the brightest pixel, and the peak of the
// display on which they were graded.
typedef struct light {
    double max_cll, mastering_peak;
} light;

// frame_light and stream_light read the light from side data.
light frame_light(const AVFrame *frame);
light stream_light(AVStream *stream);

// profile_name returns the name of a stream's profile, or NULL.
const char *profile_name(const AVStream *stream);

// layout_name writes the name of an audio stream's channel layout, such as stereo, and returns 0 if it
// has no name.
int layout_name(const AVStream *stream, char *name, size_t size);

// language returns the language tag of a stream, or NULL.
const char *language(const AVStream *stream);

// display_matrix returns the nine numbers that rotate and mirror the frame, row by row, or NULL.
const int32_t *display_matrix(AVStream *stream);

// frame_display_matrix returns the matrix of a frame, from messages in H.264 and HEVC or Exif in JPEG.
static inline const int32_t *frame_display_matrix(const AVFrame *frame)
{
    AVFrameSideData *side = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return side && side->size >= 9 * sizeof(int32_t) ? (const int32_t *)side->data : NULL;
}

static inline int64_t frame_duration(const AVFrame *f)
{
#if LIBAVUTIL_VERSION_MAJOR >= 58
    return f->duration;
#else
    return f->pkt_duration;
#endif
}

// note_packet passes the next packet's size, its segment between discontinuities, and a number of 16 bits to
// the decoder. frame_packet_size, frame_segment and frame_number return them for the frame that is decoded
// from this packet, 0 if unknown. pass_notes, called before the decoder is opened, makes it copy them to its frames.
static inline void pass_notes(AVCodecContext *ctx)
{
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    ctx->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#endif
}

static inline void note_packet(AVCodecContext *ctx, AVPacket *pkt, int segment, int number)
{
    int64_t note = (int64_t)number << 47 | (int64_t)segment << 31 | pkt->size;
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    pkt->opaque = (void *)(intptr_t)note;
#else
    ctx->reordered_opaque = note;
#endif
}

static inline int64_t frame_note(const AVFrame *f)
{
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    return (intptr_t)f->opaque;
#else
    return f->reordered_opaque == AV_NOPTS_VALUE ? 0 : f->reordered_opaque;
#endif
}

static inline int frame_packet_size(const AVFrame *f)
{
    return frame_note(f) & 0x7fffffff;
}

static inline int frame_segment(const AVFrame *f)
{
    return frame_note(f) >> 31 & 0xffff;
}

static inline int frame_number(const AVFrame *f)
{
    return frame_note(f) >> 47 & 0xffff;
}

// packet_description returns a new description of the stream that comes with a packet, empty if there is
// none.
typedef struct description {
    const uint8_t *data;
    size_t size;
} description;

static inline description packet_description(const AVPacket *pkt)
{
    description d = {NULL, 0};
    d.data = av_packet_get_side_data(pkt, AV_PKT_DATA_NEW_EXTRADATA, &d.size);
    return d;
}

static inline int frame_is_key(const AVFrame *f)
{
#ifdef AV_FRAME_FLAG_KEY
    return !!(f->flags & AV_FRAME_FLAG_KEY);
#else
    return f->key_frame;
#endif
}

// frame_is_interlaced reports whether the decoder says that a frame holds two fields, and
// frame_top_first whether the top one comes first.
static inline int frame_is_interlaced(const AVFrame *f)
{
#ifdef AV_FRAME_FLAG_INTERLACED
    return !!(f->flags & AV_FRAME_FLAG_INTERLACED);
#else
    return f->interlaced_frame;
#endif
}

static inline int frame_top_first(const AVFrame *f)
{
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
    return !!(f->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST);
#else
    return f->top_field_first;
#endif
}

// take_field makes a frame one of its fields: its rows 0, 2, 4 …, or 1, 3, 5 … if bottom is 1. The samples
// stay in place, except of a bottom field whose chroma has a row less than its luma needs.
int take_field(AVFrame *frame, int bottom);

static inline int frame_is_corrupt(const AVFrame *f)
{
    return f->decode_error_flags || (f->flags & AV_FRAME_FLAG_CORRUPT);
}

#endif
