package hevc

import (
	"math"
	"testing"
)

// TestDirection: the directions turn clockwise from the lower left to the upper right, in 32 steps of about the same
// angle, mirrored at the diagonal; horizontal and vertical have their numbers.
func TestDirection(t *testing.T) {
	for mode, want := range map[uint8][2]int8{0: {}, 1: {}, 2: {-32, 32}, 10: {-32, 0}, 18: {-32, -32}, 26: {0, -32}, 34: {32, -32}, 35: {}} {
		if dx, dy := Direction(mode); dx != want[0] || dy != want[1] {
			t.Errorf("direction %d is (%d, %d), want %v", mode, dx, dy, want)
		}
	}
	angle := func(mode uint8) float64 { // clockwise from the lower left, in degrees
		dx, dy := Direction(mode)
		return math.Mod(math.Atan2(float64(dy), float64(dx))*180/math.Pi+360-135, 360)
	}
	for mode := uint8(3); mode <= 34; mode++ {
		if step := angle(mode) - angle(mode-1); step < 3 || step > 9 {
			t.Errorf("from direction %d to %d are %.2f degrees", mode-1, mode, step)
		}
		dx, dy := Direction(mode)
		if x, y := Direction(36 - mode); x != dy || y != dx {
			t.Errorf("direction %d is (%d, %d), but %d is (%d, %d)", mode, dx, dy, 36-mode, x, y)
		}
	}
}
