package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// TestShown selects each matrix, range and transfer.
func TestShown(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Status.Account = yuv.Account{
		Matrix: "BT.2020 (guessed)", Range: "limited (guessed)", Transfer: "PQ (tagged)", Light: "10000 to 203 cd/m²", Gamut: "BT.2020 to BT.709",
	}
	s.Settings.Tab = session.Video
	s.Turn(2)
	pick := func(list *image.Rectangle, lines []image.Rectangle, check func(n uint8) bool) {
		t.Helper()
		for i := range lines {
			n := (i + 1) % len(lines) // end with the video's own tags
			s.Click(*list)
			s.Turn(2)
			for j, r := range lines {
				if r.Empty() || !r.In(image.Rect(0, 0, 960, 540)) {
					t.Fatalf("line %d is at %v", j, r)
				}
			}
			s.Click(lines[n])
			s.Turn(2)
			if !check(uint8(n)) {
				t.Errorf("after a click on line %d: %+v", n, s.Settings.Shown)
			}
		}
	}
	w := &s.Widgets
	pick(&w.Matrix, w.Matrices[:4], func(n uint8) bool { return s.Settings.Shown == yuv.Choice{Matrix: yuv.Matrix(n)} })
	pick(&w.Range, w.Ranges[:3], func(n uint8) bool { return s.Settings.Shown == yuv.Choice{Range: yuv.Range(n)} })
	pick(&w.Transfer, w.Transfers[:4], func(n uint8) bool { return s.Settings.Shown == yuv.Choice{Transfer: yuv.Transfer(n)} })

	s.Status.Account.Fixed = true
	s.Turn(2)
	s.Click(w.Matrix)
	s.Turn(2)
	if !w.Matrices[0].Empty() {
		t.Error("a list of matrices opens for a picture in RGB")
	}
}
