package transport

import "math"

// Drift collects the differences between frames and clock when the frames appear. It has counts
// instead of samples, so its size does not depend on the duration.
type Drift struct {
	bins  [driftBins]int64
	count int64
	last  float64
}

const (
	driftStep = 1e-4 // seconds per bin
	driftBins = 20000
)

// Add adds a difference in seconds: the frame's time minus the clock's position.
func (d *Drift) Add(seconds float64) {
	bin := int(math.Abs(seconds) / driftStep)
	d.bins[min(bin, driftBins-1)]++
	d.count++
	d.last = seconds
}

// Last returns the latest difference in seconds.
func (d *Drift) Last() float64 { return d.last }

// Count returns the number of differences.
func (d *Drift) Count() int64 { return d.count }

// Percentile returns the absolute drift in seconds that a fraction p, 0 to 1, of the frames does
// not exceed. Drift of two seconds or more counts as two seconds. Without frames, it returns 0.
func (d *Drift) Percentile(p float64) float64 {
	if d.count == 0 {
		return 0
	}
	rank := max(1, int64(math.Ceil(p*float64(d.count))))
	for bin, n := range d.bins {
		rank -= n
		if rank <= 0 {
			return float64(bin+1) * driftStep
		}
	}
	return driftBins * driftStep
}
