//go:build !purego

package siti

import (
	"golang.org/x/sys/cpu"

	"ffkvadrat/edge/kernel"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg siti

// vector returns the kernels in assembly. The portable code does the rest of a row after groups of
// four columns.
func vector() []kernel.Row[kernels] {
	return []kernel.Row[kernels]{{Name: "AVX2", Runs: cpu.X86.HasAVX2, Kernels: kernels{
		spatial: func(s *sums, above, here, below []float64, shift float64) {
			n := (len(here) - 2) / lanes
			if n > 0 {
				last := lanes*n + 1
				_, _, _ = above[last], here[last], below[last]
				spatialAVX2(&s.first[0], &above[0], &here[0], &below[0], n, shift)
			}
			spatialFrom(lanes*n, s, above, here, below, shift)
		},
		temporal: func(s *sums, now, before []float64, shift float64) {
			n := len(now) / lanes
			if n > 0 {
				last := lanes*n - 1
				_, _ = now[last], before[last]
				temporalAVX2(&s.first[0], &now[0], &before[0], n, shift)
			}
			temporalFrom(lanes*n, s, now, before, shift)
		},
	}}}
}
