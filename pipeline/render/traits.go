package render

import (
	"strconv"

	"golang.org/x/sys/cpu"
)

// encoderTraits are the properties of an encoder that quality and speed depend on.
type encoderTraits struct {
	name            string // FFmpeg's
	quality         string // its option, or qscale; less is better
	lowest, highest float64
	usual           float64  // our default, which keeps thin coloured lines clean; 0 leaves it to the encoder
	speed           string   // its option for a preset; may be empty
	usualSpeed      string   // our default; "" leaves it to the encoder
	speeds          []string // all presets; nil if the encoder reports wrong ones itself
	format          string   // its pixel format, if it does not accept the usual ones
	alpha           string   // pixel format with transparency
	more            [][2]string
	// reorders is the number of frames that a decoder delays, for an encoder whose own DTS are
	// wrong: for clips of few frames, x265 3.5 reads them from uninitialised memory.
	reorders int
}

// qscale stands for the codec context's global_quality, the quantiser scale of MPEG's older codecs.
const qscale = "qscale"

// presets are those of x264 and x265.
var presets = []string{"ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo"}

var encoders = []encoderTraits{
	{name: "libx264", quality: "crf", highest: 51, usual: 18, speed: "preset", speeds: presets, more: steady},
	{name: "libx264rgb", quality: "crf", highest: 51, usual: 18, speed: "preset", speeds: presets, more: steady},
	{name: "libx265", quality: "crf", highest: 51, usual: 20, speed: "preset", speeds: presets, more: [][2]string{{"x265-params", "log-level=none"}}, reorders: 2},
	{name: "libvpx-vp9", quality: "crf", highest: 63, usual: 24, speed: "cpu-used", usualSpeed: "4", alpha: "yuva420p", more: [][2]string{{"row-mt", "1"}}},
	{name: "libaom-av1", quality: "crf", highest: 63, usual: 24, speed: "cpu-used", usualSpeed: "6", more: [][2]string{{"row-mt", "1"}}},
	{name: "libsvtav1", quality: "crf", lowest: 1, highest: 63, usual: 24, speed: "preset", usualSpeed: "8"},
	{name: "librav1e", quality: "qp", highest: 255, usual: 60, speed: "speed", usualSpeed: "6"},
	{name: "mpeg4", quality: qscale, lowest: 1, highest: 31, usual: 2},
	{name: "mjpeg", quality: qscale, lowest: 1, highest: 31, usual: 2, format: "yuvj420p"},
	{name: "prores_ks", quality: qscale, lowest: 1, highest: 31},
}

// steady disables AVX-512 in x264 if the processor has it: with it, x264 0.164's output for most
// sizes depends on uninitialised memory, in the part that --no-mbtree switches off. AVX2 is as fast
// (docs/explanation/results.md).
var steady = func() [][2]string {
	if !cpu.X86.HasAVX512F {
		return nil
	}
	return [][2]string{{"x264-params", "asm=AVX2,FMA3,BMI1,BMI2,LZCNT"}}
}()

// traitsOf returns the row of an encoder, or nil.
func traitsOf(encoder string) *encoderTraits {
	for i := range encoders {
		if encoders[i].name == encoder {
			return &encoders[i]
		}
	}
	return nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
