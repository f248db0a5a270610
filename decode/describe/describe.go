// Package describe formats what a file says about itself, its streams and its frames. The command line
// and the player both use these texts. An unknown fact gives an empty text unless the function says
// otherwise.
package describe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/decode/wording"
	"ffkvadrat/yuv"
)

// Count formats a number of things, as in 1 stream, 2 streams.
func Count[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Instant names a frame by its index, if that is not negative, and its time from the start in seconds.
func Instant(index int64, seconds float64) string {
	if index < 0 {
		return fmt.Sprintf("frame at %.3f s", seconds)
	}
	return fmt.Sprintf("frame index %d at %.3f s", index, seconds)
}

// Number names a frame by its number from 1, as in the window, and its index, as in files.
func Number(index int64) string { return fmt.Sprintf("frame %d (index %d in files)", index+1, index) }

// Threshold formats a threshold, with all its digits.
func Threshold(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// List joins the non-empty texts with commas.
func List(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// Container formats FFmpeg's name of the container, its streams, and its bit rate.
func Container(info *decode.Info) string {
	streams := fmt.Sprintf("%s: %d video, %d audio", Count(info.Streams, "stream"), info.VideoStreams, info.AudioStreams)
	return List(info.Container, Raw(info), Sequence(info), streams, BitRate(info.BitRate))
}

// Raw formats the layout of raw video and says where it is from.
func Raw(info *decode.Info) string {
	switch {
	case info.Raw == (rawvideo.Layout{}):
		return ""
	case info.RawGuessed:
		return info.Raw.String() + " because of its name"
	}
	return info.Raw.String()
}

// Sequence formats the numbers of a sequence's pictures.
func Sequence(info *decode.Info) string {
	s := info.Sequence
	if s == nil {
		return ""
	}
	text, step, missing := fmt.Sprintf("pictures %d–%d", s.First(), s.Last()), "", ""
	if s.Step > 1 {
		step = fmt.Sprintf("every %d", s.Step)
	}
	if n := s.Missing(); n > 0 {
		missing = fmt.Sprintf("%d missing", n)
	}
	return List(text, step, missing)
}

// BitRate formats bits per second.
func BitRate(bits int64) string {
	switch {
	case bits <= 0:
		return ""
	case bits < 10e6:
		return fmt.Sprintf("%.0f kbit/s", float64(bits)/1e3)
	}
	return fmt.Sprintf("%.1f Mbit/s", float64(bits)/1e6)
}

// Codec formats codec, profile and level, as far as known.
func Codec(info *decode.Info) string {
	s := info.Codec
	if info.Profile != "" {
		s += " " + info.Profile
	}
	if level := info.LevelName(); level != "" {
		s += ", level " + level
	}
	return s
}

// Duration formats the length of the stream.
func Duration(info *decode.Info) string {
	switch {
	case info.Live:
		return "live"
	case info.Duration <= 0:
		return ""
	}
	return fmt.Sprintf("%.3f s", info.Duration)
}

// Damage describes the faults of a video; empty for none.
func Damage(faults *decode.Faults) string {
	if !faults.Any() {
		return ""
	}
	first := faults.First
	if without := errors.Unwrap(first); without != nil { // the file
		first = without
	}
	return Count(faults.Count(), "fault") + ", the first: " + wording.Line(first)
}

// TimeStamps describes unusual time stamps; it is mostly empty.
func TimeStamps(info *decode.Info) string {
	if info.Discontinuities == 0 {
		return ""
	}
	return "jump at " + Count(int64(info.Discontinuities), "place") + ", as in joined recordings; the gaps are closed"
}

// FrameRate formats the average frame rate.
func FrameRate(info *decode.Info) string {
	rate := info.AvgFrameRate
	if rate.Num <= 0 || rate.Den <= 0 {
		return ""
	}
	return fmt.Sprintf("%.4g frames/s (%d/%d)", rate.Float(), rate.Num, rate.Den)
}

// TimeBase formats the length of a tick, in seconds.
func TimeBase(info *decode.Info) string {
	return fmt.Sprintf("%d/%d", info.TimeBase.Num, info.TimeBase.Den)
}

// Frames formats the number of frames: the container's, or an estimate.
func Frames(info *decode.Info) string {
	n, counted := FrameCount(info)
	switch {
	case n == 0:
		return ""
	case !counted:
		return fmt.Sprintf("about %d, by length and frame rate", n)
	}
	return fmt.Sprint(n)
}

// FrameCount returns the container's number of frames, or an estimate from duration and frame rate; 0
// if neither is known.
func FrameCount(info *decode.Info) (n int64, counted bool) {
	if info.Frames > 0 {
		return info.Frames, true
	}
	return int64(math.Round(info.Duration * max(0, info.AvgFrameRate.Float()))), false
}

// AudioStream describes an audio stream.
func AudioStream(s *decode.SoundInfo) string {
	codec, rate, channels := s.Codec, "", s.Layout
	if s.Profile != "" {
		codec += " " + s.Profile
	}
	if s.Rate > 0 {
		rate = fmt.Sprintf("%d Hz", s.Rate)
	}
	if channels == "" && s.Channels > 0 {
		channels = Count(s.Channels, "channel")
	}
	return List(fmt.Sprintf("#%d", s.Stream), codec, rate, channels, BitRate(s.BitRate), s.Language)
}

// Picture formats width and height in coded pixels, FFmpeg's name of the pixel format, its layout and
// its depth.
func Picture(width, height int, f yuv.Format) string {
	return fmt.Sprintf("%d×%d, %s: %s, %s", width, height, f.Name, Layout(f), Count(f.Depth, "bit"))
}

// Outside formats [yuv.Picture.Outside]; empty for none.
func Outside(samples int64) string {
	if samples == 0 {
		return ""
	}
	return Count(samples, "sample") + " outside 0 to 1, or no number"
}

// Fields says whether the video is interlaced, and which fields pictures are; empty for pictures that are
// progressive frames.
func Fields(info *decode.Info) string {
	scan, pictures := "", ""
	switch {
	case info.Interlacing != yuv.Progressive:
		scan = "interlaced, " + info.Interlacing.Title()
	case info.Interlaced:
		scan = "interlaced, but not the first frame"
	}
	if info.Fields != yuv.WholeFrames {
		pictures = "pictures are " + strings.ToLower(info.Fields.Title())
	}
	return List(scan, pictures)
}

// Grain says what became of the film grain of a stream that describes it, which has says; else it is
// empty.
func Grain(info *decode.Info, has bool) string {
	switch {
	case info.Grain:
		return "in the stream, left out"
	case has:
		return "in the stream, in the pictures"
	}
	return ""
}

// Layout formats the planes of a format, such as YUV 4:2:0.
func Layout(f yuv.Format) string {
	switch f.Model {
	case yuv.Gray:
		return "gray"
	case yuv.RGB:
		return "RGB"
	}
	switch [2]int{f.SubX, f.SubY} {
	case [2]int{0, 0}:
		return "YUV 4:4:4"
	case [2]int{1, 0}:
		return "YUV 4:2:2"
	case [2]int{1, 1}:
		return "YUV 4:2:0"
	case [2]int{0, 1}:
		return "YUV 4:4:0"
	case [2]int{2, 0}:
		return "YUV 4:1:1"
	case [2]int{2, 2}:
		return "YUV 4:1:0"
	}
	return fmt.Sprintf("YUV, chroma over %d×%d", 1<<f.SubX, 1<<f.SubY)
}

// Colour formats matrix and range as shown, and the tags of primaries and transfer.
func Colour(format yuv.Format, c *yuv.Colour, a *yuv.Account) string {
	s := a.Matrix
	if format.Model != yuv.RGB {
		s = "matrix " + a.Matrix + ", range " + a.Range
	}
	if c.Primaries != "" {
		s += ", primaries " + c.Primaries
	}
	if c.Transfer != "" {
		s += ", transfer " + c.Transfer
	}
	return s
}

// Light describes how light is shown, and the peak that the stream gives.
func Light(c *yuv.Colour, a *yuv.Account) string {
	s := a.Transfer
	if a.Light != "" {
		s += ", tone-mapped from " + a.Light
	}
	if a.Gamut != "" {
		s += ", gamut " + a.Gamut
	}
	if c.MaxCLL > 0 {
		s += fmt.Sprintf("; MaxCLL %.4g cd/m²", c.MaxCLL)
	}
	if c.MasteringPeak > 0 {
		s += fmt.Sprintf("; mastering display %.4g cd/m²", c.MasteringPeak)
	}
	return s
}

// Display describes how a display rotates a frame, and the shape of a sample, width to height.
func Display(o decode.Orientation, sar decode.Rational) string {
	words := []string{Turn(o)}
	switch {
	case o == (decode.Orientation{}):
		words[0] = "upright"
	case o.Rotate == 0:
		words = append(words, "upright")
	}
	if shape := SAR(sar); shape != "" {
		words = append(words, "samples "+shape)
	}
	return strings.Join(words, ", ")
}

// Turn describes an orientation; the identity gives an empty text.
func Turn(o decode.Orientation) string {
	var words []string
	if o.Mirror {
		words = append(words, "mirrored")
	}
	if o.Rotate != 0 {
		words = append(words, fmt.Sprintf("turned %d° clockwise", o.Rotate))
	}
	return strings.Join(words, ", ")
}

// SAR formats the shape of a sample.
func SAR(r decode.Rational) string {
	if r.Float() <= 0 {
		return ""
	}
	return fmt.Sprintf("%d:%d", r.Num, r.Den)
}
