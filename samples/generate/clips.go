package main

// clip is one file to make.
type clip struct {
	name          string
	about         string // one line for the README
	width, height int    // 0 without video
	pixels        string // format of the raw frames
	matrix        weights
	full          bool // full instead of limited range
	first, frames int  // range of the scene's frames
	sound         bool
	args          []string // the encoder's arguments
	// finish edits the bytes of the encoded file; nil leaves them.
	finish func(file []byte, c clip) error
}

// BT.709, limited range, tagged in the stream.
var tagged709 = []string{"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"}

var (
	x264  = []string{"-c:v", "libx264", "-preset", "veryslow", "-crf", "24"}
	vp9   = []string{"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "36", "-row-mt", "0"}
	aac   = []string{"-c:a", "aac", "-b:a", "48k"}
	fast  = []string{"-movflags", "+faststart"}
	lossy = join(x264, tagged709)
)

// clips are all generated files of the samples folder.
var clips = []clip{
	{
		name: "sample.mp4", about: "The sample inside the program: the whole scene. H.264 High, B-frames, closed GOPs of 2 s, AAC.",
		width: 1280, height: 720, pixels: "yuv420p", matrix: bt709, frames: 250, sound: true,
		args: join([]string{"-c:v", "libx264", "-preset", "veryslow", "-crf", "21", "-maxrate", "3M", "-bufsize", "4M",
			"-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-bf", "3", "-flags:v", "+cgop+bitexact"},
			tagged709, []string{"-c:a", "aac", "-b:a", "96k"}, fast),
	},
	{
		name: "tiny-420.mp4", about: "The usual format, with sound.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, frames: 30, sound: true,
		args: join(lossy, aac, fast),
	},
	{
		name: "tiny-odd-175x143.mp4", about: "Odd width and height, so the chroma planes are 88 × 72. VP9, because H.264 cannot store odd sizes in 4:2:0.",
		width: 175, height: 143, pixels: "yuv420p", matrix: bt709, frames: 12,
		args: join(vp9, tagged709),
	},
	{
		name: "tiny-10bit.mp4", about: "10 bits a sample.",
		width: 160, height: 90, pixels: "yuv420p10le", matrix: bt709, frames: 12,
		args: lossy,
	},
	{
		name: "tiny-422.mp4", about: "4:2:2.",
		width: 160, height: 90, pixels: "yuv422p", matrix: bt709, frames: 12,
		args: lossy,
	},
	{
		name: "tiny-444.mp4", about: "4:4:4.",
		width: 160, height: 90, pixels: "yuv444p", matrix: bt709, frames: 12,
		args: lossy,
	},
	{
		name: "tiny-nv12.nut", about: "NV12, uncompressed: U and V share a plane.",
		width: 80, height: 46, pixels: "nv12", matrix: bt601, frames: 8,
		args: []string{"-c:v", "rawvideo"},
	},
	{
		name: "tiny-gray.mp4", about: "4:0:0. HEVC, because FFmpeg decodes 4:0:0 in H.264 to 4:2:0.",
		width: 160, height: 90, pixels: "gray", matrix: bt709, frames: 12,
		args: join([]string{"-c:v", "libx265", "-preset", "slow", "-crf", "24", "-pix_fmt", "gray", "-tag:v", "hvc1",
			"-x265-params", "pools=none:frame-threads=1:info=0:log-level=error"}, tagged709),
	},
	{
		name: "tiny-rgb.mkv", about: "Lossless RGB, stored by FFV1 as bgr0.",
		width: 80, height: 46, pixels: "rgb24", frames: 5,
		args: []string{"-c:v", "ffv1", "-level", "3", "-slices", "4", "-pix_fmt", "bgr0"},
	},
	{
		name: "tiny-palette.gif", about: "A palette of 64 colours; the delays between frames are GIF's.",
		width: 160, height: 90, pixels: "rgb24", frames: 6,
		args: []string{"-filter_complex", "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none"},
	},
	{
		name: "tiny-full-range.mp4", about: "BT.709 in full range, with colour tags.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, full: true, frames: 12,
		args: join(x264, tagged709[:6], []string{"-color_range", "pc"}),
	},
	{
		name: "tiny-untagged.mp4", about: "BT.601 in limited range, without colour tags.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt601, frames: 12,
		args: x264,
	},
	{
		name: "tiny-rotated-90.mp4", about: "The file's display matrix, set after encoding, turns the picture by 90° clockwise.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, frames: 12,
		args: lossy, finish: turnClockwise,
	},
	{
		name: "tiny-sar-4-3.mp4", about: "Each pixel is 4:3 wide (its sample aspect ratio).",
		width: 120, height: 90, pixels: "yuv420p", matrix: bt709, frames: 12,
		args: join(lossy, []string{"-vf", "setsar=4/3"}),
	},
	{
		name: "tiny-vfr.mp4", about: "Variable frame rate: gaps of 40, 80 and 120 ms in turn.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, frames: 18,
		args: join(lossy, []string{"-vf", "settb=1/1000,setpts=240*floor(N/3)+40*mod(N\\,3)*(mod(N\\,3)+1)/2",
			"-fps_mode", "passthrough", "-enc_time_base", "1/1000", "-video_track_timescale", "1000"}),
	},
	{
		name: "tiny-open-gop.mp4", about: "B-frames as references; every GOP of 8 after the first is open.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, frames: 40,
		args: join(lossy, []string{"-bf", "3", "-g", "8", "-x264-params", "open-gop=1:b-pyramid=normal:scenecut=0:keyint=8:min-keyint=1:b-adapt=0"}),
	},
	{
		name: "tiny-mpeg2.ts", about: "MPEG-2 in a transport stream: no index, and the first time stamp is not 0.",
		width: 160, height: 96, pixels: "yuv420p", matrix: bt601, frames: 24, sound: true,
		args: []string{"-c:v", "mpeg2video", "-q:v", "8", "-bf", "2", "-g", "12", "-c:a", "mp2", "-b:a", "64k"},
	},
	{
		name: "tiny-vp9.webm", about: "VP9 with hidden frames.",
		width: 160, height: 90, pixels: "yuv420p", matrix: bt709, frames: 24,
		args: join(vp9, tagged709),
	},
	{
		name: "tiny-still.png", about: "One picture, 8-bit RGB.",
		width: 160, height: 90, pixels: "rgb24", frames: 1, first: 30,
		args: []string{"-c:v", "png", "-pix_fmt", "rgb24"},
	},
	{
		name: "tiny-sound-only.m4a", about: "No picture at all.",
		frames: 25, sound: true,
		args: join(aac, fast),
	},
}

func join(lists ...[]string) []string {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
