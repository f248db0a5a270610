#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "log.h"
#include "log_texts.h"

struct DamageCount {
    const void *tag; // distinguishes a count from other values of opaque
    pthread_mutex_t lock; // a decoder's threads log at the same time
    int errors, warnings;
    int *last; // whichever of these two counted the last message
    char text[DAMAGE_TEXT]; // of the first error, else of the first warning
    char codec[CODEC_TEXT];
};

static const char tag = 0;

#define BEGINS_LIKE_ONE_OF(table, format) begins(table, sizeof(table) / sizeof(*table), format)

static int begins(const char *const *table, size_t n, const char *format)
{
    for (size_t i = 0; i < n; i++)
        if (!strncmp(format, table[i], strlen(table[i])))
            return 1;
    return 0;
}

// watcher returns the count of the logging context, or NULL.
static DamageCount *watcher(void *object)
{
    DamageCount *count = NULL;
    const AVClass *class = object ? *(const AVClass **)object : NULL;
    if (!class)
        return NULL;
    if (class == avcodec_get_class())
        count = ((AVCodecContext *)object)->opaque; // frame threads use copies of the context
    else if (class == avformat_get_class())
        count = ((AVFormatContext *)object)->opaque;
    return count && count->tag == &tag ? count : NULL;
}

// marks reports whether a decoder marks frames with concealed parts in time: with frame threads it
// returns some before it marks them.
static int marks(void *object)
{
    return *(const AVClass **)object == avcodec_get_class() && ((AVCodecContext *)object)->thread_count == 1;
}

// takes_back reports whether a message says that the previous message was about a missing feature of
// FFmpeg.
static int takes_back(const char *format)
{
    static const char lacks[] = " is not implemented";
    return !strncmp(format, lacks, sizeof(lacks) - 1);
}

// is_specified reports whether a message about a Matroska element that FFmpeg does not know names an
// element of the specification.
static int is_specified(const char *format, va_list args)
{
    static const char unknown[] = "Unknown entry 0x%" PRIX32;
    if (strncmp(format, unknown, sizeof(unknown) - 1))
        return 0;
    va_list copy;
    va_copy(copy, args);
    uint32_t id = va_arg(copy, uint32_t);
    va_end(copy);
    for (size_t i = 0; i < sizeof(specified_entries) / sizeof(*specified_entries); i++)
        if (id == specified_entries[i])
            return 1;
    return 0;
}

static int is_harmless(int level, const char *format)
{
    return BEGINS_LIKE_ONE_OF(harmless, format) || level == AV_LOG_WARNING && BEGINS_LIKE_ONE_OF(harmless_warnings, format);
}

// note_codec records the name of a Matroska codec that FFmpeg does not know.
static void note_codec(void *object, const char *format, va_list args)
{
    static const char unknown[] = "Unknown/unsupported AVCodecID %s";
    DamageCount *count;
    if (strncmp(format, unknown, sizeof(unknown) - 1) || !(count = watcher(object)))
        return;
    va_list copy;
    va_copy(copy, args);
    const char *codec = va_arg(copy, const char *);
    va_end(copy);
    pthread_mutex_lock(&count->lock);
    if (!*count->codec && !strncmp(codec, "V_", 2))
        snprintf(count->codec, sizeof(count->codec), "%s", codec);
    pthread_mutex_unlock(&count->lock);
}

static void on_log(void *object, int level, const char *format, va_list args)
{
    DamageCount *count;
    input_hear(format, args);
    if (level == AV_LOG_INFO)
        note_codec(object, format, args);
    if (level <= AV_LOG_WARNING) {
        if (!(count = watcher(object)) || is_harmless(level, format))
            return;
    } else if (!BEGINS_LIKE_ONE_OF(quiet_damage, format) || is_specified(format, args) || !(count = watcher(object)) || marks(object)) {
        return;
    }
    pthread_mutex_lock(&count->lock);
    if (takes_back(format)) {
        if (count->last && *count->last > 0)
            --*count->last;
        count->last = NULL;
        pthread_mutex_unlock(&count->lock);
        return;
    }
    int is_error = level <= AV_LOG_ERROR;
    if (!count->errors && (is_error || !count->warnings)) {
        if (strstr(format, "%p")) // an address, which differs between runs
            snprintf(count->text, sizeof(count->text), "%.*s", (int)strcspn(format, "%"), format);
        else
            vsnprintf(count->text, sizeof(count->text), format, args);
    }
    count->last = is_error ? &count->errors : &count->warnings;
    ++*count->last;
    pthread_mutex_unlock(&count->lock);
}

void log_silently(void)
{
    av_log_set_callback(on_log);
}

DamageCount *damage_count_new(void)
{
    DamageCount *count = calloc(1, sizeof(*count));
    if (!count)
        return NULL;
    if (pthread_mutex_init(&count->lock, NULL)) {
        free(count);
        return NULL;
    }
    count->tag = &tag;
    return count;
}

void damage_watch_demuxer(DamageCount *count, AVFormatContext *ctx) { ctx->opaque = count; }
void damage_watch_decoder(DamageCount *count, AVCodecContext *ctx) { ctx->opaque = count; }

int damage_waits(DamageCount *count)
{
    pthread_mutex_lock(&count->lock);
    int waits = count->errors || count->warnings;
    pthread_mutex_unlock(&count->lock);
    return waits;
}

void damage_take(DamageCount *count, char text[DAMAGE_TEXT])
{
    pthread_mutex_lock(&count->lock);
    memcpy(text, count->text, DAMAGE_TEXT);
    count->errors = count->warnings = 0;
    pthread_mutex_unlock(&count->lock);
}

void damage_codec(DamageCount *count, char text[CODEC_TEXT])
{
    pthread_mutex_lock(&count->lock);
    memcpy(text, count->codec, CODEC_TEXT);
    pthread_mutex_unlock(&count->lock);
}

void damage_forget_warnings(DamageCount *count)
{
    pthread_mutex_lock(&count->lock);
    count->warnings = 0;
    pthread_mutex_unlock(&count->lock);
}

void damage_count_free(DamageCount *count)
{
    if (count)
        pthread_mutex_destroy(&count->lock);
    free(count);
}
