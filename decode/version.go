package decode

// #include <libavutil/avutil.h>
import "C"

// FFmpegVersion returns the version of the libraries that the program runs with.
func FFmpegVersion() string { return C.GoString(C.av_version_info()) }
