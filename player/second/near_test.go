package second_test

import (
	"math"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/player/second"
	"ffkvadrat/tests/wait"
)

// TestReference: the time of a reference frame with which a frame of the second video is shown that is some frames away leads to
// that frame, cached or not; there is none before the first frame, after the last one, and where the reference has no frame.
func TestReference(t *testing.T) {
	same := made(t, "same.mkv", "-c:v", "ffv1")
	twice := made(t, "twice.mkv", "-vf", "fps=50", "-c:v", "ffv1")
	half := made(t, "half.mkv", "-vf", "fps=12.5", "-c:v", "ffv1")
	late := made(t, "late.mkv", "-vf", `select=gte(n\,3),setpts=N/FRAME_RATE/TB`, "-c:v", "ffv1")
	for name, c := range map[string]struct {
		path    string
		align   align.Rule
		missing func(n int64) bool // a frame of the second video that no reference frame shows
	}{
		"one rate":   {same, align.Rule{}, func(n int64) bool { return n >= 30 }},
		"twice":      {twice, align.Rule{}, func(n int64) bool { return n%2 == 1 || n >= 60 }},
		"half":       {half, align.Rule{}, func(n int64) bool { return n >= 15 }},
		"by PTS":     {same, align.Rule{By: align.ByPTS}, func(n int64) bool { return n >= 30 }},
		"by number":  {late, align.Rule{By: align.ByNumber, Offset: 3}, func(n int64) bool { return n >= 27 }},
		"by content": {late, align.Rule{By: align.ByContent}, func(n int64) bool { return n >= 27 }},
	} {
		t.Run(name, func(t *testing.T) {
			_, info := first(t, clip)
			v, err := open(t.Context(), t, c.path, second.Options{Reference: info, Path: clip, Align: c.align, Exact: true}, func() {})
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			frame := func(at float64) *decode.Frame {
				f, known, err := v.Frame(at, 0.04, time.Hour)
				if err != nil || !known {
					t.Fatal(err, known)
				}
				return f
			}
			wait.For(t, "all frames are matched", func() bool { return v.Aligned().Part == 1 })
			found := 0
			for _, away := range []int64{-20, -5, -1, 1, 2, 5, 20} {
				const at = 0.48
				of := frame(at)
				if of == nil || of.Index < 0 {
					t.Fatalf("%+v at %v", of, at)
				}
				want := of.Index + away
				to, ok := v.Reference(at, of, away)
				if shown := want >= 0 && !c.missing(want); ok != shown {
					t.Errorf("%d frames from %d: %v, %v", away, of.Index, to, ok)
				}
				if near := v.Near(of, away); near != nil {
					if near.Index != want {
						t.Errorf("%d frames from %d: frame %d is near", away, of.Index, near.Index)
					}
					near.Release()
				}
				of.Release()
				if !ok {
					continue
				}
				found++
				if grid := to * 25; math.Abs(grid-math.Round(grid)) > 0.03 {
					t.Errorf("%v is no time of a reference frame", to)
				}
				got := frame(to)
				if math.Abs(got.Time-info.Start-to) > 0.02 && c.align == (align.Rule{}) || got.Index != want && got.Index >= 0 {
					t.Errorf("%d frames away: frame %d at %v, want %d", away, got.Index, to, want)
				}
				got.Release()
			}
			if found < 2 {
				t.Errorf("%d frames found", found)
			}
		})
	}
}
