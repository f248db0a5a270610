#ifndef DECODE_LOG_H
#define DECODE_LOG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

// DamageCount counts what one demuxer or one decoder logs about damage. The log is
// the only trace of much damage: demuxers skip what they cannot read, and
// with frame threads a picture is returned before the flags that mark it as
// damaged are known.
typedef struct DamageCount DamageCount;

enum { DAMAGE_TEXT = 160 }; // bytes of a message that are kept, with the final zero

// log_silently keeps FFmpeg's log, which is one for the process, from
// writing anything.
void log_silently(void);

// damage_count_new makes a count; NULL without memory. It has to live as long
// as the context that it watches; it watches one at a time.
DamageCount *damage_count_new(void);

// damage_watch_demuxer and damage_watch_decoder count what a context logs. The context
// must not be open yet. From then on its field opaque belongs to the count.
void damage_watch_demuxer(DamageCount *count, AVFormatContext *ctx);
void damage_watch_decoder(DamageCount *count, AVCodecContext *ctx);

// damage_waits reports whether there was a message since the last damage_take,
// which returns the text of the first one.
int damage_waits(DamageCount *count);
void damage_take(DamageCount *count, char text[DAMAGE_TEXT]);

// damage_codec is the name of the first codec of video that Matroska has and FFmpeg does not know; empty if
// there is none. FFmpeg says it nowhere else.
enum { CODEC_TEXT = 64 };
void damage_codec(DamageCount *count, char text[CODEC_TEXT]);

// damage_forget_warnings drops the warnings and keeps the errors.
void damage_forget_warnings(DamageCount *count);

void damage_count_free(DamageCount *count);

#endif
