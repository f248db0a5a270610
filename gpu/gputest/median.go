package gputest

import (
	"runtime"
	"slices"
	"time"

	"ffkvadrat/gpu"
)

// Median returns the GPU time of a run: the median of rounds timestamp measurements after warm-up. Each
// measures queue consecutive runs on an idle device, divided by queue.
func Median(dev *gpu.Device, rounds, queue int, run func()) time.Duration {
	timer := dev.NewTimer()
	defer timer.Release()
	warmUp := rounds/10 + 1
	times := make([]int64, 0, rounds)
	for i := range warmUp + rounds {
		timer.Begin()
		for range queue {
			run()
		}
		timer.End()
		dev.Finish()
		if ns := Result(timer); i >= warmUp {
			times = append(times, ns/int64(queue))
		}
	}
	slices.Sort(times)
	return time.Duration(times[len(times)/2])
}

// Result waits for a timer's measurement and returns it in nanoseconds.
func Result(timer *gpu.Timer) int64 {
	for {
		if ns, ready := timer.Result(); ready {
			return ns
		}
		runtime.Gosched()
	}
}
