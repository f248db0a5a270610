package panel_test

import (
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
)

// The legend of sizes has the colours of exactly the levels that the picture can have, and those of
// quads too small to be drawn are faint.
func TestSizeLegend(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	side := panel.Layout(1280, 720, 1, true, false).Side
	for i, largest := range []int{0, 5, 8, 10, 14} {
		s.Status.Largest, s.Status.DrawnFrom = largest, i
		s.Turn(2)
		pixels, seen := s.Pixels(), map[int]bool{}
		for y := side.Min.Y + 90; y < side.Min.Y+180; y++ {
			for x := side.Min.X; x < side.Max.X; x++ {
				for level := range overlay.Levels {
					if pixels.RGBAAt(x, y) == overlay.ByLevel.LevelColour(level) {
						seen[level] = true
					}
				}
			}
		}
		delete(seen, 14) // texts are white, too
		for level := range overlay.Levels - 1 {
			if seen[level] != (level <= largest && level >= i) {
				t.Errorf("up to level %d: level %d is there at full strength: %v", largest, level, seen[level])
			}
		}
	}
}
