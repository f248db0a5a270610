package panel

import "testing"

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
