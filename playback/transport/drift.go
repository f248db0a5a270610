package transport

import "math"

// Drift collects the differences between pictures and the clock at the moment
// they appeared. It keeps counts, not samples: its size stays the same however
// long a video is.
type Drift struct {
	bins  [driftBins]int64
	count int64
	last  float64
}

const (
	driftStep = 1e-4 // seconds per bin
	driftBins = 20000
)

// Add takes one sample in seconds: time of the picture minus position of the
// clock.
func (d *Drift) Add(seconds float64) {
	bin := int(math.Abs(seconds) / driftStep)
	d.bins[min(bin, driftBins-1)]++
	d.count++
	d.last = seconds
}

// Last is the newest sample, in seconds.
func (d *Drift) Last() float64 { return d.last }

// Count is the number of samples.
func (d *Drift) Count() int64 { return d.count }

// Percentile returns the drift, in seconds and without its sign, that a
// fraction p of the samples, 0 to 1, does not exceed. Samples of two seconds
// and more count as two seconds. Without samples it returns 0.
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
