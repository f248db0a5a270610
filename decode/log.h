#ifndef DECODE_LOG_H
#define DECODE_LOG_H

#include <libavcodec/avcodec.h>

// ErrorCount counts the errors that a decoder logs. That is the only trace of
// much damage: with frame threads, a picture is handed out before the flags
// that mark it as damaged are known.
typedef struct ErrorCount ErrorCount;

// log_silently keeps FFmpeg's log, which is one for the process, from
// writing anything.
void log_silently(void);

// error_count_new makes a count for the decoder, before it is opened; NULL
// without memory. It has to live as long as the decoder.
ErrorCount *error_count_new(AVCodecContext *ctx);

// error_count_take is the number of errors since it was last called.
int error_count_take(ErrorCount *count);

// error_count_take_concealed is the number of pictures of which missing parts
// were made up since it was last called.
int error_count_take_concealed(ErrorCount *count);

void error_count_free(ErrorCount *count);

#endif
