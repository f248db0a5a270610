#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"

struct ErrorCount {
    const void *tag; // tells a count from what other users of opaque put there
    atomic_int errors;
    atomic_int concealed;
};

static const char tag = 0;

static void on_log(void *object, int level, const char *format, va_list args)
{
    static const char concealing[] = "concealing "; // ff_er_frame_end's, at AV_LOG_INFO
    int is_error = level <= AV_LOG_ERROR;
    if (!is_error && strncmp(format, concealing, sizeof(concealing) - 1))
        return;
    if (!object || *(const AVClass **)object != avcodec_get_class())
        return;
    // The contexts of frame threads are copies of the decoder's, with its opaque.
    ErrorCount *count = ((AVCodecContext *)object)->opaque;
    if (count && count->tag == &tag)
        atomic_fetch_add(is_error ? &count->errors : &count->concealed, 1);
}

void log_silently(void)
{
    av_log_set_callback(on_log);
}

ErrorCount *error_count_new(AVCodecContext *ctx)
{
    ErrorCount *count = calloc(1, sizeof(*count));
    if (count) {
        count->tag = &tag;
        ctx->opaque = count;
    }
    return count;
}

int error_count_take(ErrorCount *count)
{
    return atomic_exchange(&count->errors, 0);
}

int error_count_take_concealed(ErrorCount *count)
{
    return atomic_exchange(&count->concealed, 0);
}

void error_count_free(ErrorCount *count)
{
    free(count);
}
