#include <string.h>

#include "buffer.h"

static int get_cleared(AVCodecContext *ctx, AVFrame *frame, int flags)
{
    int ret = avcodec_default_get_buffer2(ctx, frame, flags);
    if (ret < 0)
        return ret;
    for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++)
        memset(frame->buf[i]->data, 0, frame->buf[i]->size);
    return 0;
}

void clear_buffers(AVCodecContext *ctx)
{
    ctx->get_buffer2 = get_cleared;
#if LIBAVCODEC_VERSION_MAJOR < 60
    // Otherwise frame threads forward each call to the caller's thread and wait. The field is
    // deprecated because later versions assume that every get_buffer2 is thread-safe.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    ctx->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}
