package decode

import (
	"slices"
	"strings"
)

// containers are the FFmpeg demuxers that may be used: for files that hold their
// own media. Playlists (hls, concat, dash, sdp …), file patterns (image2),
// devices, subtitles and text shown as video (tty) are absent on purpose.
// Sound formats are present to distinguish a sound file from a file without any
// media.
var containers = []string{
	"mov", "matroska", "avi", "mpegts", "mpeg", "flv", "nut", "ogg", "asf", "ivf", "mxf", "gxf", "nsv", "nuv",
	"rm", "dv", "swf", "wtv", "vob", "av1", "obu", "yuv4mpegpipe", "gif", "apng", "amv", "ivr", "viv", "smk", "bink",
	"h261", "h263", "h264", "hevc", "m4v", "mpegvideo", "mjpeg", "vc1", "vc1test", "dirac", "cavsvideo", "avs2", "avs3", "dnxhd",
	"fli", "flic", "roq", "4xm", "film_cpk", "idcin", "wc3movie", "cdxl", "cine", "r3d", "lvf", "pva", "ty", "mv", "mvi",
	"bmp_pipe", "dds_pipe", "dpx_pipe", "exr_pipe", "gem_pipe", "j2k_pipe", "jpeg_pipe", "jpegls_pipe", "jpegxl_pipe",
	"pam_pipe", "pbm_pipe", "pcx_pipe", "pfm_pipe", "pgm_pipe", "pgmyuv_pipe", "pgx_pipe", "phm_pipe", "pictor_pipe",
	"png_pipe", "ppm_pipe", "psd_pipe", "qdraw_pipe", "qoi_pipe", "sgi_pipe", "sunrast_pipe", "tiff_pipe", "vbn_pipe",
	"webp_pipe", "xbm_pipe", "xpm_pipe", "xwd_pipe",
	"aac", "ac3", "eac3", "aiff", "amr", "ape", "au", "caf", "dts", "flac", "mp3", "mpc", "mpc8", "tak", "tta", "truehd",
	"w64", "wav", "wv", "oma", "voc", "dsf",
}

// indexed are the containers in which a seek leads to a key frame, with the same time
// stamps as reading from the start. All others are decoded from the start to the target
// of a seek.
var indexed = []string{"mov", "matroska", "avi", "mpegts", "flv", "nut", "asf", "ivf", "mxf", "yuv4mpegpipe"}

// formatList is the containers in the form of FFmpeg's option format_whitelist.
func formatList() string { return strings.Join(containers, ",") }

// streams are the containers without an index. FFmpeg looks for their last time stamps
// at the end of the file, starting from any byte.
var streams = []string{"mpegts", "mpeg"}

// joinable are the containers of streams that somebody may join anywhere, and that mark key frames.
// RTSP is among them.
var joinable = []string{
	"mpegts", "mpeg", "rtsp", "flv", "matroska", "mov", "nut", "ogg", "asf",
	"h264", "hevc", "m4v", "mpegvideo", "vc1", "cavsvideo", "avs2", "avs3", "obu", "ivf",
}

// listing are the containers whose index, if there is one, has every packet
// that is not empty.
var listing = []string{"avi"}

// complete are those and the containers whose index has every picture of the part read.
var complete = []string{"avi", "mov"}

// sinceZero are the containers that count their duration from time 0, not from the first picture.
var sinceZero = []string{"matroska"}

// failing are the containers whose end FFmpeg reports as a failed read.
var failing = []string{"roq"}

// canSeek reports whether a demuxer, by FFmpeg's name, is among the indexed.
func canSeek(name string) bool { return from(name, indexed) }

// from reports whether a demuxer, by FFmpeg's name, is in a list.
func from(name string, list []string) bool {
	for have := range strings.SplitSeq(name, ",") {
		if slices.Contains(list, have) {
			return true
		}
	}
	return false
}
