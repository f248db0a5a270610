package verify

import (
	"fmt"
	"math"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// headerDiffers returns the differences between an export's header and the
// video.
func headerDiffers(got *quadfile.Header, info decode.Info, params analysis.Params) (differs []error) {
	want := quads.NewHeader(got.Source.Path, info, params)
	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"codec_name", got.Source.CodecName, want.Source.CodecName},
		{"width", got.Source.Width, want.Source.Width},
		{"height", got.Source.Height, want.Source.Height},
		{"pix_fmt", got.Source.PixFmt, want.Source.PixFmt},
		{"first_number", got.Source.First, want.Source.First},
		{"number_step", got.Source.Step, want.Source.Step},
		{"matrix", got.Analysis.Matrix, want.Analysis.Matrix},
		{"range", got.Analysis.Range, want.Analysis.Range},
	} {
		if field.got != field.want {
			differs = append(differs, fmt.Errorf("its %s is %v, the video has %v", field.name, field.got, field.want))
		}
	}
	return differs
}

// difference describes how got differs from want. want may lack a number.
func difference(got, want *quadfile.Frame) error {
	if err := otherFacts(got, want); err != nil {
		return err
	}
	if slices.Equal(got.Quads, want.Quads) && slices.Equal(got.Means, want.Means) && slices.Equal(got.Values, want.Values) && slices.Equal(got.Classes, want.Classes) {
		return nil
	}
	for i := range min(len(got.Quads), len(want.Quads)) {
		if got.Quads[i] != want.Quads[i] {
			return fmt.Errorf("quad %d is %v, the video's is %v", i, got.Quads[i], want.Quads[i])
		}
		if len(want.Means) != 0 && got.Means[i] != want.Means[i] {
			return fmt.Errorf("the mean of quad %d is %v, the video's is %v", i, got.Means[i].Vector(), want.Means[i].Vector())
		}
		if len(want.Classes) != 0 && got.Classes[i] != want.Classes[i] {
			return fmt.Errorf("quad %d is of class %d, the video's of class %d", i, got.Classes[i], want.Classes[i])
		}
		if len(want.Values) != 0 && got.Values[i] != want.Values[i] {
			return fmt.Errorf("the value of point %d at (%d,%d) is %d, the video's is %d", i, want.Quads[i].X(), want.Quads[i].Y(), got.Values[i], want.Values[i])
		}
	}
	return fmt.Errorf("%s, the video has %d", count(int64(len(got.Quads)), "quad"), len(want.Quads))
}

// pictType returns 0 for an unknown type.
func pictType(f *quadfile.Frame) byte {
	if f.PictType == '?' {
		return 0
	}
	return f.PictType
}

// halfMicrosecond is the largest error of a time with six decimals, in seconds, plus a little for
// rounding.
const halfMicrosecond = 0.51e-6

// otherFacts describes how the facts about got differ from those about want.
func otherFacts(got, want *quadfile.Frame) error {
	switch {
	case got.HasPTS != want.HasPTS || got.PTS != want.PTS:
		return fmt.Errorf("its pts is %d, the video has %d", got.PTS, want.PTS)
	case got.Corrected != want.Corrected || got.Corrected && math.Abs(got.Time-want.Time) > halfMicrosecond:
		return fmt.Errorf("its corrected time is %.6f s (%v), the video's %.6f s (%v)", got.Time, got.Corrected, want.Time, want.Corrected)
	case got.KeyFrame != want.KeyFrame || pictType(got) != pictType(want):
		return fmt.Errorf("key_frame and pict_type are %v and %q, the video has %v and %q", got.KeyFrame, pictType(got), want.KeyFrame, pictType(want))
	case got.Interlacing != yuv.Progressive && got.Interlacing != want.Interlacing: // earlier exports have none
		return fmt.Errorf("its interlaced is %q, the video has %q", got.Interlacing, want.Interlacing)
	case got.Width != want.Width || got.Height != want.Height || got.PixFmt != want.PixFmt:
		return fmt.Errorf("it is %d×%d %s, the video's %d×%d %s", got.Width, got.Height, got.PixFmt, want.Width, want.Height, want.PixFmt)
	}
	return nil
}
