package player

import (
	"math"

	"ffkvadrat/player/panel"
)

// Factors of one press of a threshold key.
const (
	fineStep   = 1.1
	coarseStep = 2
)

// stepThreshold moves a threshold on its logarithmic scale by one press: up or
// down, at most to the scale's end, and always by at least the last of its four places. Below 0.0001 comes 0.
func stepThreshold(t, end float64, up, coarse bool) float64 {
	factor := fineStep
	if coarse {
		factor = coarseStep
	}
	if !up {
		factor = 1 / factor
	}
	const place = 1e-4
	moved := t * factor
	if math.Abs(moved-t) < place {
		moved = t + math.Copysign(place, factor-1)
	}
	return panel.Rounded(moved, end)
}
