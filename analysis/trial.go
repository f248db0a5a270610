package analysis

import (
	"slices"
	"time"
)

const (
	// trialPictures is the number of the GPU's times that a Trial needs, besides the first.
	trialPictures = 5
	// trialTimes is the number of the CPU's newest times that count; the GPU may be slow.
	trialTimes = 64
)

// Trial compares the CPU engine with the GPU engine by their times for pictures of a video. The
// GPU's first time does not count, because drivers still compile at the first dispatch.
type Trial struct{ cpu, gpu []time.Duration }

// CPU and GPU add an engine's time for a picture.
func (t *Trial) CPU(d time.Duration) {
	if len(t.cpu) == trialTimes {
		t.cpu = append(t.cpu[:0], t.cpu[1:]...)
	}
	t.cpu = append(t.cpu, d)
}
func (t *Trial) GPU(d time.Duration) { t.gpu = append(t.gpu, d) }

// Over reports whether there are enough times of both.
func (t *Trial) Over() bool { return len(t.cpu) > 0 && len(t.gpu) > trialPictures }

// Medians returns the engines' median times once the trial is over.
func (t *Trial) Medians() (cpu, gpu time.Duration) { return Median(t.cpu), Median(t.gpu[1:]) }

// Median returns the median of at least one time, the upper one of an even number.
func Median(times []time.Duration) time.Duration {
	times = slices.Sorted(slices.Values(times))
	return times[len(times)/2]
}
