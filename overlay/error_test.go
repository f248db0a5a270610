package overlay_test

import (
	"math"
	"testing"

	"ffkvadrat/overlay"
)

// TestErrorStep compares with the formula and the library's logarithm, and checks the ends.
func TestErrorStep(t *testing.T) {
	for _, most := range []int{255, 1023, 65535} {
		before := uint8(0)
		for rmse := 0.; rmse < 300; rmse = rmse*1.1 + 0.05 {
			const pixels = 4096
			sse := uint64(math.Pow(rmse*float64(most)/255, 2) * pixels)
			got := overlay.ErrorStep(sse, pixels, most)
			mse := float64(sse) / pixels / math.Pow(float64(most)/255, 2)
			want := min(255*math.Log2(1+mse)/math.Log2(4097), 255)
			if math.Abs(float64(got)-want) > 0.5000001 || got < before {
				t.Errorf("RMSE %v of %d: %d, want %v", rmse, most, got, want)
			}
			before = got
		}
		if before != 255 || overlay.ErrorStep(0, 1, most) != 0 {
			t.Errorf("the scale of %d ends with %d", most, before)
		}
	}
	for c := range overlay.ColouringCount {
		for i, tick := range c.Ticks() {
			if i > 0 && tick.Part <= c.Ticks()[i-1].Part || tick.Part > 1 {
				t.Errorf("%v: %v", c, c.Ticks())
			}
		}
	}
}
