package player

import "testing"

func TestStepThreshold(t *testing.T) {
	for _, c := range []struct {
		from       float64
		up, coarse bool
		want       float64
	}{
		{0.01, true, false, 0.011},
		{0.01, false, false, 0.0091},
		{0.01, true, true, 0.02},
		{0.01, false, true, 0.005},
		{0, true, false, 0.0001},
		{0, false, false, 0},
		{0.0001, false, false, 0},
		{0.0001, true, false, 0.0002},
		{4, true, true, 4},
		{3, true, true, 4},
	} {
		if got := stepThreshold(c.from, 4, c.up, c.coarse); got != c.want {
			t.Errorf("from %v, up %v, coarse %v: %v, want %v", c.from, c.up, c.coarse, got, c.want)
		}
	}
}

// Every threshold can be left in both directions.
func TestStepThresholdGoesThrough(t *testing.T) {
	n := 0
	for v := 0.; v < 4; n++ {
		next := stepThreshold(v, 4, true, false)
		if next <= v || n > 1000 {
			t.Fatalf("stuck at %v", v)
		}
		v = next
	}
	for v := 4.; v > 0; n++ {
		next := stepThreshold(v, 4, false, false)
		if next >= v || n > 1000 {
			t.Fatalf("stuck at %v", v)
		}
		v = next
	}
}
