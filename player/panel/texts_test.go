package panel

import (
	"testing"
	"time"

	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// TestShortLength: without room for milliseconds, a length below a second has tenths: it is never 0.
func TestShortLength(t *testing.T) {
	for length, want := range map[time.Duration]string{
		480 * time.Millisecond: "0:00.5", 2960 * time.Millisecond: "0:03", 52208 * time.Millisecond: "0:52", time.Hour: "1:00:00",
	} {
		var made texts
		if made.picture(&Facts{Duration: length}, &Status{}); made.seconds != want {
			t.Errorf("%v: %q, want %q", length, made.seconds, want)
		}
	}
}

// TestWhosePlots: the tab Plots says whose blocks and whose quads it plots.
func TestWhosePlots(t *testing.T) {
	var s Status
	for _, c := range []struct {
		pairing, second, blocks bool
		want                    string
	}{
		{false, false, true, ""}, {true, false, true, "The plots are about A."}, {true, true, false, "The plots are about A."},
		{true, true, true, "The codec's blocks are B's, other plots A's."},
	} {
		s.Pairing.On, s.Codec.Second, s.BlockBins = c.pairing, c.second, BlockBins{}
		if c.blocks {
			s.BlockBins.Sizes = make([]overlay.Bin, 1)
		}
		if got := whoseText(&s, session.Plots); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
