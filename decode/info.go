package decode

// #include "shim.h"
import "C"

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/decode/sequence"
	"ffkvadrat/yuv"
)

// Info is what a file says about itself and its chosen video stream.
type Info struct {
	Container    string // FFmpeg's name of the container, such as "matroska,webm"
	Streams      int    // streams of any kind
	VideoStreams int    // those with frames, without cover art
	AudioStreams int
	Sounds       []SoundInfo // audio streams, in the file's order

	Stream       int    // index of the chosen stream
	Codec        string // FFmpeg's name, such as "h264"
	Profile      string // FFmpeg's name, such as "High", or the number if it has no name; empty if unknown
	Level        int    // FFmpeg's number for the codec's level, -1 if unknown; see LevelName
	Width        int    // coded size, pixels
	Height       int
	PixelFormat  string // FFmpeg's name
	Model        yuv.Model
	BitRate      int64 // bits per second of the whole file, 0 if unknown
	VideoBitRate int64 // bits per second of the chosen stream, 0 if unknown
	SAR          Rational
	Interlaced   bool            // the file says so, or its first frame is
	Interlacing  yuv.Interlacing // of the first frame
	Fields       yuv.Fields      // what pictures are; Height, SAR, Frames, TimeBase and AvgFrameRate are the pictures'
	Grain        bool            // the first frame has film grain, which was left out; see [HasGrain]
	Timing
	Orientation Orientation
	Colour      yuv.Colour
	Seekable    bool // false for a pipe
	Live        bool // a live source: endless until it or the user stops it
	WallClock   bool // live sources: time stamps are microseconds since 1970
	// Raw is the layout of raw video; the zero value for other files. RawGuessed: it is what the
	// file's name says.
	Raw        rawvideo.Layout
	RawGuessed bool
	// Sequence has the pictures of a sequence; nil for other files.
	Sequence *sequence.Sequence
}

// Timing says when the frames of the chosen stream are due.
type Timing struct {
	TimeBase     Rational
	AvgFrameRate Rational // 0/0 if unknown
	StartPTS     int64    // first frame's time stamp in ticks, if HasStartPTS
	HasStartPTS  bool
	Start        float64 // first frame's time, in seconds on the stream's clock
	Lead         float64 // seconds from the start of the earliest stream, such as the sound, to the first frame
	Duration     float64 // seconds, 0 if unknown
	Frames       int64   // number of frames that are shown, by the container; 0 if it has none. 1 is certain, as the second one was looked for
	// Discontinuities is the number of places where time stamps jump, as far as is known; see
	// [Video.Discontinuities].
	Discontinuities int
}

// Still reports whether the video is a single frame; see [Video.findSecond].
func (i *Info) Still() bool { return !i.Live && i.Frames == 1 }

// claimsStill reports whether what the file says leaves room for a single frame. A header can be wrong: it can be from before the
// frames were written, or have a length without a rate, as IVF has.
func (i *Info) claimsStill() bool {
	switch {
	case i.Live:
		return false
	case i.Frames > 0:
		return i.Frames == 1
	case i.Duration > 0:
		return i.Duration*i.AvgFrameRate.Float() < 1.5
	}
	return strings.HasSuffix(i.Container, "_pipe") // FFmpeg's demuxers of picture files
}

// Thing returns the word for it in messages: picture if it is a single frame, else video.
func (i *Info) Thing() string { return thing(i.Still()) }

// displayMatrix returns the display matrix of a stream or frame for orientation, nil if absent.
func displayMatrix(m *C.int32_t) []byte {
	if m == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(m)), 9*unsafe.Sizeof(*m))
}

// readInfo collects what is known before the first frame is decoded.
func readInfo(d *demuxer) (Info, colourTags) {
	s := d.current()
	c := streamPointer(s)
	p := c.codecpar
	info := Info{
		Container:    d.fc.InputFormat().Name(),
		Streams:      d.fc.NbStreams(),
		Stream:       d.stream,
		Codec:        s.CodecParameters().CodecID().Name(),
		Profile:      profileOf(c),
		Level:        max(-1, int(p.level)),
		Width:        int(p.width),
		Height:       int(p.height),
		BitRate:      max(0, int64(d.c.bit_rate)),
		VideoBitRate: max(0, int64(p.bit_rate)),
		SAR:          rational(C.av_guess_sample_aspect_ratio(d.c, c, nil)),
		Interlaced:   announcesFields(p.field_order),
		Timing:       Timing{TimeBase: rational(c.time_base), AvgFrameRate: rational(c.avg_frame_rate), Frames: int64(c.nb_frames)},
		Orientation:  orientation(displayMatrix(C.display_matrix(c))),
		Seekable:     d.in.seekable(),
		Live:         d.in.live != nil,
		WallClock:    d.in.live != nil && d.in.live.wall,
	}
	for _, s := range d.fc.Streams() {
		if isVideo(s) {
			info.VideoStreams++
		}
		if s.CodecParameters().MediaType() == astiav.MediaTypeAudio {
			info.AudioStreams++
			info.Sounds = append(info.Sounds, soundInfo(s))
		}
	}
	if name := C.av_get_pix_fmt_name(C.enum_AVPixelFormat(p.format)); name != nil {
		info.PixelFormat = C.GoString(name)
	}
	switch {
	case c.duration != noPTS:
		info.Duration = float64(c.duration) * info.TimeBase.Float()
	case d.c.duration != noPTS:
		info.Duration = float64(d.c.duration) / C.AV_TIME_BASE
	}
	if from(info.Container, editing) && info.Frames > 0 {
		info.edited(c)
	}
	if d.in.raw != nil {
		d.in.raw.describe(&info, d.in)
	}
	if d.in.pictures != nil {
		d.in.pictures.describe(&info)
	}
	return info, colourTags{p.color_space, p.color_range, p.color_primaries, p.color_trc, C.stream_light(c)}
}

// edited counts the frames that the edit list of a stream shows, as the container's number and rate are those of all.
// The index has them.
func (i *Info) edited(stream *C.AVStream) {
	var rate C.AVRational
	n := int64(C.shown_frames(stream, &rate))
	if n == 0 || n == i.Frames {
		return
	}
	if i.Frames = n; rate.num > 0 && rate.den > 0 {
		i.AvgFrameRate = rational(rate)
	}
}

// LevelName returns the level as the codec writes it, such as "3.1"; empty if unknown.
func (i Info) LevelName() string {
	level := i.Level
	switch {
	case level < 0 || level == 0 && i.Codec != "av1":
		return ""
	case i.Codec == "h264" && level == 9:
		return "1b"
	case i.Codec == "h264" || i.Codec == "vp9":
		return fmt.Sprintf("%d.%d", level/10, level%10)
	case i.Codec == "hevc":
		return fmt.Sprintf("%d.%d", level/30, level%30/3)
	case i.Codec == "av1" && level >= 24:
		return map[int]string{31: "maximum parameters"}[level]
	case i.Codec == "av1":
		return fmt.Sprintf("%d.%d", 2+level/4, level%4)
	case i.Codec == "mpeg2video":
		return map[int]string{10: "Low", 8: "Main", 6: "High 1440", 4: "High"}[level]
	}
	return fmt.Sprint(level)
}

// frameRate returns the best estimate of frames per second, never 0.
func frameRate(s *astiav.Stream) float64 {
	c := streamPointer(s)
	for _, q := range [...]C.AVRational{c.avg_frame_rate, c.r_frame_rate} {
		if q.num > 0 && q.den > 0 {
			return rational(q).Float()
		}
	}
	return 25
}

func isVideo(s *astiav.Stream) bool {
	return C.is_video((*C.AVStream)(unsafe.Pointer(streamPointer(s)))) != 0
}

// profileOf returns the profile of a stream as ffprobe prints it, empty if unknown.
func profileOf(stream *C.AVStream) string {
	const unknown = -99 // AV_PROFILE_UNKNOWN, which FFmpeg 5.1 calls FF_PROFILE_UNKNOWN
	number := stream.codecpar.profile
	if name := C.profile_name(stream); name != nil || number == unknown {
		return C.GoString(name)
	}
	return strconv.Itoa(int(number))
}
