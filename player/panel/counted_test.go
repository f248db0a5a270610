package panel

import (
	"slices"
	"testing"

	"ffkvadrat/measure/survey"
)

// The window counts frames from 1, also in still pictures.
func TestFrameText(t *testing.T) {
	for _, c := range []struct {
		index, about, frames int64
		want                 string
	}{
		{0, -1, 1, "frame 1 of 1"}, {24, -1, 25, "frame 25 of 25"}, {24, -1, 0, "frame 25"}, {-1, 24, 25, "frame ≈ 25 of 25"}, {-1, -1, 25, "frame –"},
	} {
		if got := frame(c.index, c.about, c.frames); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// Luma slightly below black is written as 0 %, not −0 %.
func TestLumaBelowBlack(t *testing.T) {
	b := survey.Bin{Luma: survey.Part{N: 1, Sum: -0.0004, Low: -0.004, High: 1}}
	if got, want := lit(&b), []string{"luma 0.0 %   0 to 100 %"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
