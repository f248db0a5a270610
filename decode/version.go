package decode

// #include <libavutil/avutil.h>
import "C"

// FFmpegVersion returns the version of the FFmpeg libraries in use.
func FFmpegVersion() string { return C.GoString(C.av_version_info()) }
