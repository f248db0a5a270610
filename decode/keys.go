package decode

// #include "shim.h"
import "C"

import "github.com/asticode/go-astiav"

// keyed are the codecs, by FFmpeg's names, whose decoders say of each frame whether it is a key frame:
// it and all frames after it decode without any frame before it. A container's key flags can be wrong.
// Decoders of other codecs set no flag or set it on all frames (FFmpeg 5.1 starts with the flag set).
// In such videos a seek decodes from the start to its target, unless all frames are intra coded.
var keyed = []string{
	"mpeg1video", "mpeg2video", "mpeg4", "h261", "h263", "h263i", "h263p", "flv1", "msmpeg4v1", "msmpeg4v2", "msmpeg4v3",
	"wmv1", "wmv2", "wmv3", "vc1", "rv10", "rv20", "rv30", "rv40", "cavs",
	"h264", "hevc", "vvc", "vp3", "theora", "vp5", "vp6", "vp6f", "vp6a", "vp7", "vp8", "vp9", "av1",
	"ffv1", "png",
}

// intraOnly reports whether all frames of a stream are intra coded.
func intraOnly(s *astiav.Stream) bool {
	d := C.avcodec_descriptor_get(streamPointer(s).codecpar.codec_id)
	return d != nil && d.props&C.AV_CODEC_PROP_INTRA_ONLY != 0
}
