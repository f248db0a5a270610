package player

import (
	"testing"

	"ffkvadrat/player/panel"
)

func TestScaledThreshold(t *testing.T) {
	for _, c := range []struct {
		from, factor, want float64
	}{
		{0.01, fineStep, 0.011},
		{0.01, 1 / fineStep, 0.0091},
		{0.01, coarseStep, 0.02},
		{0.01, 1. / coarseStep, 0.005},
		{0, fineStep, 0.0001},
		{0, 1 / fineStep, 0},
		{0.0001, 1 / fineStep, 0},
		{0.0001, fineStep, 0.0002},
		{4, coarseStep, 4},
		{3, coarseStep, 4},
	} {
		if got := panel.Scaled(c.from, 4, c.factor); got != c.want {
			t.Errorf("%v by %v: %v, want %v", c.from, c.factor, got, c.want)
		}
	}
}

// From every threshold, the keys lead further in both directions.
func TestScaledThresholdGoesThrough(t *testing.T) {
	n := 0
	for v := 0.; v < 4; n++ {
		next := panel.Scaled(v, 4, fineStep)
		if next <= v || n > 1000 {
			t.Fatalf("stuck at %v", v)
		}
		v = next
	}
	for v := 4.; v > 0; n++ {
		next := panel.Scaled(v, 4, 1/fineStep)
		if next >= v || n > 1000 {
			t.Fatalf("stuck at %v", v)
		}
		v = next
	}
}
