package decode

// #include "shim.h"
import "C"

import "github.com/asticode/go-astiav"

// keyed are the codecs, by FFmpeg's names, whose decoders say of each picture whether it is a key
// frame: that it, and all that come after it, are decoded without any picture before. What a
// container says of its packets may be wrong. Decoders of other codecs say nothing, or say so of all pictures (FFmpeg
// 5.1 begins with "key frame"), so those videos are decoded from the start to the target of a seek, unless all their
// pictures are coded alone.
var keyed = []string{
	"mpeg1video", "mpeg2video", "mpeg4", "h261", "h263", "h263i", "h263p", "flv1", "msmpeg4v1", "msmpeg4v2", "msmpeg4v3",
	"wmv1", "wmv2", "wmv3", "vc1", "rv10", "rv20", "rv30", "rv40", "cavs",
	"h264", "hevc", "vvc", "vp3", "theora", "vp5", "vp6", "vp6f", "vp6a", "vp7", "vp8", "vp9", "av1",
	"ffv1", "png",
}

// intraOnly reports whether all pictures of a stream are coded alone.
func intraOnly(s *astiav.Stream) bool {
	d := C.avcodec_descriptor_get(streamPointer(s).codecpar.codec_id)
	return d != nil && d.props&C.AV_CODEC_PROP_INTRA_ONLY != 0
}
