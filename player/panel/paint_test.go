package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/player/refusal"
)

// TestPaint: the CPU paints what the GPU draws. A driver interpolates glyphs with few bits, and may round
// the place of an edge otherwise.
func TestPaint(t *testing.T) {
	const width, height = 700, 420
	for name, page := range map[string]refusal.Refusal{"panel": {}, "page": {Title: "“a.mp4” cannot be played", Why: "It is broken.", Detail: "broken", Ends: true}} {
		s := newStage(t, width, height, 1)
		s.Status.Refused = page
		s.Turn(3)
		want, got := s.Pixels(), image.NewRGBA(image.Rect(0, 0, width, height))
		s.Paint(got)
		differ, drawn := 0, 0
		for i, v := range want.Pix {
			if i%4 == 3 {
				continue
			}
			if d := int(v) - int(got.Pix[i]); d < -4 || d > 4 {
				differ++
			}
			if v != want.Pix[i%4] {
				drawn++
			}
		}
		if differ*1000 > drawn || drawn < 1000 {
			t.Errorf("%s: %d of %d values differ", name, differ, drawn)
		}
		s.Release()
	}
}
