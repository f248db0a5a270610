package render

import (
	"strconv"

	"golang.org/x/sys/cpu"
)

// encoderTraits is what has to be known of an encoder to give it a quality and
// a speed.
type encoderTraits struct {
	name            string // FFmpeg's
	quality         string // its option, or qscale; less is better
	lowest, highest float64
	usual           float64  // what we take by default, so that thin coloured lines stay clean; 0 leaves it to the encoder
	speed           string   // its option for a preset, or none
	usualSpeed      string   // what we take by default; "" leaves it to the encoder
	speeds          []string // all there are; nil where the encoder checks them quietly
	format          string   // its pixel format where the usual ones are not for it
	alpha           string   // and with transparency
	more            [][2]string
	// reorders is how many pictures a decoder holds back, where the encoder's
	// own decoding times are no good: x265 3.5 takes those of a clip of few
	// pictures from memory that it has not written.
	reorders int
}

// qscale stands for the codec context's global_quality, the quantiser's scale of
// MPEG's older codecs.
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

// steady has x264 do without AVX-512, where the processor has it: x264 0.164's code
// for it lets the bits of most sizes depend on memory that nothing has written, in the
// part that --no-mbtree switches off. AVX2 is as fast (docs/explanation/results.md).
var steady = func() [][2]string {
	if !cpu.X86.HasAVX512F {
		return nil
	}
	return [][2]string{{"x264-params", "asm=AVX2,FMA3,BMI1,BMI2,LZCNT"}}
}()

// traitsOf is the row of an encoder, nil where we know none.
func traitsOf(encoder string) *encoderTraits {
	for i := range encoders {
		if encoders[i].name == encoder {
			return &encoders[i]
		}
	}
	return nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
