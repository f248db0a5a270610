// FFmpeg 9's opt.h does not bring mem.h any more, which go-astiav v0.42 counts on.
#include_next <libavutil/opt.h>
#include <libavutil/mem.h>
