package decode

import (
	"slices"
	"strings"
)

// containers are the FFmpeg demuxers that may be used, for files that contain their media. They open no
// other file: mov and mlv try to, but input_attach refuses. leftOut has all other demuxers. Sound
// formats are in the list so that a sound file is not taken for a file without media.
var containers = strings.Fields(`
	4xm apng apv argo_brp asf asf_o av1 avi avs2 avs3 bink c93 cavsvideo cdg cdxl cine dhav dirac dnxhd dv dxa evc
	film_cpk flic flv frm gdv gif gxf h261 h263 h264 hevc hnm hxvs idcin ifv ipmovie ipu ivf ivr kux live_flv lvf
	lxf m4v matroska mjpeg mjpeg_2000 mlv mods moflex mov mpeg mpegts mpegvideo mtv mv mxf nsv nut nuv obu ogg paf
	pdv pva r3d rl2 rm roq rpl ser sga siff simbiosis_imx smjpeg smk smush swf thp tmv ty vc1 vc1test vivo vmd vvc
	wc3movie wtv xmv yop yuv4mpegpipe
	alias_pix bmp_pipe brender_pix cri_pipe dds_pipe dpx_pipe exr_pipe fits gem_pipe gif_pipe hdr_pipe ico iff
	j2k_pipe jpeg_pipe jpegls_pipe jpegxl_anim jpegxl_pipe jpegxs_pipe msp pam_pipe pbm_pipe pcx_pipe pfm_pipe
	pgm_pipe pgmyuv_pipe pgx_pipe phm_pipe photocd_pipe pictor_pipe png_pipe ppm_pipe psd_pipe qdraw_pipe qoi_pipe
	sgi_pipe sunrast_pipe tiff_pipe txd vbn_pipe webp_anim webp_pipe xbm_pipe xpm_pipe xwd_pipe
	aac ac3 aiff amr ape au caf dsf dts eac3 flac mp3 mpc mpc8 oma tak truehd tta voc w64 wav wv`)

// leftOut are the other demuxers of FFmpeg 5.1 to 9, on all systems, with the reason for not using
// them.
var leftOut = []struct{ why, names string }{
	// Subtitles, captions, sound scripts, and text that FFmpeg draws: tty accepts any text.
	{"it holds text", `
		aqtitle ass bin dvbsub dvbtxt ffmetadata idf jacosub lrc mcc microdvd mpl2 mpsub pjs rcwt realtext sami sbg scc
		srt stl subviewer subviewer1 sup tedcaptions tty vplayer webvtt xbin`},
	// Playlists, manifests, session descriptions, scripts, name patterns, disc folders. An SVG can
	// refer to files.
	{"it may name other files", `
		avisynth concat dash dvdvideo hls image2 imf rdt rtp rtsp sap sdp svg_pipe vapoursynth vobsub webm_dash_manifest`},
	{"it is a device", `
		alsa android_camera avfoundation bktr decklink dshow fbdev gdigrab iec61883 jack kmsgrab lavfi libcdio libdc1394
		openal oss pulse sndio v4l2 vfwcap x11grab`},
	// FFmpeg selects these by extension or on request, never by content.
	{"its content does not show what it is", `
		adf bitpacked bmv data filmstrip image2pipe mpegtsraw mvi mxg v210 v210x`},
	{"it is opened by its name, or with --raw, because its content does not show what it is", `rawvideo`},
	// Some FFmpeg version reports the end, or what it skips, as an error, like damage.
	{"FFmpeg reports errors in whole files of it", `
		anm avs bethsoftvid bfi dfa dsicin ea ingenient iv8 jv lmlm4 luodat mgsts mm mpjpeg msnwctcp nc pmp psxstr sdr2
		tiertexseq usm vividas wsvqa`},
	{"it holds only sound", `
		3dostr aa aax ac4 ace acm act adp ads adx aea afc aix alaw alp amrnb amrwb apac apc apm aptx aptx_hd argo_asf
		argo_cvg ast avr bfstm binka bit boa bonk brstm codec2 codec2raw daud dcstr derf dfpwm dss dtshd
		ea_cdata epaf f32be f32le f64be f64le fsb fwse g722 g723_1 g726 g726le g728 g729 genh gsm hca hcom iamf ilbc
		ircam iss kvag laf lc3 libgme libmodplug libopenmpt loas mca mlp mmf msf mtaf mulaw musx nistsphere nsp osq
		pp_bnk pvf qcp qoa redspark rka rsd rso s16be s16le s24be s24le s32be s32le s337m s8 sbc scd sdns sds sdx shn
		sln sol sox spdif svag svs u16be u16le u24be u24le u32be u32le u8 vag vidc vpk vqf wady wavarc wsaud wsd wve xa
		xmd xvag xwma`},
}

// indexed are the containers in which a seek leads to a key frame with the same time stamps as reading
// from the start. In all others a seek decodes from the start to its target.
var indexed = []string{"mov", "matroska", "avi", "mpegts", "flv", "nut", "asf", "ivf", "mxf", "yuv4mpegpipe", "rawvideo"}

// formatList returns the containers in the form of FFmpeg's option format_whitelist.
func formatList() string { return strings.Join(containers, ",") }

// streams are the containers without an index. FFmpeg looks for their last time stamps at the end of
// the file, starting from an arbitrary byte.
var streams = []string{"mpegts", "mpeg"}

// joinable are the containers, RTSP among them, of streams that a client may join at any point, and
// that mark key frames.
var joinable = []string{
	"mpegts", "mpeg", "rtsp", "flv", "matroska", "mov", "nut", "ogg", "asf",
	"h264", "hevc", "m4v", "mpegvideo", "vc1", "cavsvideo", "avs2", "avs3", "obu", "ivf",
}

// listing are the containers whose index, if present, has every packet that is not empty.
var listing = []string{"avi"}

// complete are the containers whose index has every frame of the part read.
var complete = []string{"avi", "mov"}

// editing are the containers with edit lists, whose index has every frame of the file.
var editing = []string{"mov"}

// sinceZero are the containers whose duration counts from time 0, not from the first frame.
var sinceZero = []string{"matroska"}

// failing are the containers for which FFmpeg reports the end as a failed read.
var failing = []string{"roq"}

// canSeek reports whether a demuxer, by FFmpeg's name, is in indexed.
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
