#ifndef DECODE_LOG_H
#define DECODE_LOG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

// DamageCount counts what one demuxer or one decoder logs about damage. The log is often the only trace
// of damage: demuxers skip what they cannot read, and with frame threads a frame is returned before its
// damage flags are known.
typedef struct DamageCount DamageCount;

enum { DAMAGE_TEXT = 160 }; // bytes kept of a message, including the final zero

// log_silently stops FFmpeg's log, which is global to the process, from writing anything.
void log_silently(void);

// damage_count_new returns a count, or NULL without memory. It must live as long as the context that it
// watches; it watches one context at a time.
DamageCount *damage_count_new(void);

// damage_watch_demuxer and damage_watch_decoder count the messages of a context that is not open yet.
// From then on its field opaque belongs to the count.
void damage_watch_demuxer(DamageCount *count, AVFormatContext *ctx);
void damage_watch_decoder(DamageCount *count, AVCodecContext *ctx);

// damage_waits reports whether there was a message since the last damage_take, which returns the text
// of the first one.
int damage_waits(DamageCount *count);
void damage_take(DamageCount *count, char text[DAMAGE_TEXT]);

// damage_codec returns the name of the first video codec that Matroska has and FFmpeg does not know, or
// an empty text. FFmpeg reports it only in the log.
enum { CODEC_TEXT = 64 };
void damage_codec(DamageCount *count, char text[CODEC_TEXT]);

// damage_forget_warnings drops the warnings and keeps the errors.
void damage_forget_warnings(DamageCount *count);

void damage_count_free(DamageCount *count);

#endif
