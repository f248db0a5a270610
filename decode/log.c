#include <stdatomic.h>
#include <stdlib.h>

#include "log.h"

struct ErrorCount {
    const void *tag; // tells a count from what other users of opaque put there
    atomic_int errors;
};

static const char tag = 0;

static void on_log(void *object, int level, const char *format, va_list args)
{
    if (level > AV_LOG_ERROR || !object || *(const AVClass **)object != avcodec_get_class())
        return;
    // The contexts of frame threads are copies of the decoder's, with its opaque.
    ErrorCount *count = ((AVCodecContext *)object)->opaque;
    if (count && count->tag == &tag)
        atomic_fetch_add(&count->errors, 1);
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

void error_count_free(ErrorCount *count)
{
    free(count);
}
