package panel

import (
	"testing"
	"time"

	"ffkvadrat/player/timeline"
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

// A length that is not known is omitted, or estimated.
func TestLengthText(t *testing.T) {
	var status Status
	for _, c := range []struct {
		known, estimate time.Duration
		want            string
	}{{0, 0, ""}, {0, 42400 * time.Millisecond, "≈ 0:42"}, {time.Second, 0, "0:01.000"}} {
		var made texts
		status.Timeline = timeline.Status{Estimate: c.estimate}
		if made.picture(&Facts{Duration: c.known}, &status); made.length != c.want {
			t.Errorf("%+v: %q", c, made.length)
		}
	}
}
