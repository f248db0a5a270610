//go:build !purego

package match

import (
	"golang.org/x/sys/cpu"

	"ffkvadrat/edge/kernel"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg match

// vector returns the kernels in assembly.
func vector() []kernel.Row[kernels] {
	return []kernel.Row[kernels]{{Name: "AVX2", Runs: cpu.X86.HasAVX2, Kernels: kernels{
		bytes: func(j job) {
			j.check(1)
			sumBytesAVX2(&j.sums[0], &j.samples[0], j.stride, &j.sought[0], j.width, j.height, j.most)
		},
		words: func(j job) {
			j.check(2)
			sumWordsAVX2(&j.sums[0], &j.samples[0], j.stride, &j.sought[0], j.width, j.height, j.most, j.run)
		},
	}}}
}

// check panics if a kernel would leave the job's slices.
func (j job) check(size int) {
	_ = j.sums[group-1]
	_ = j.sought[size*j.width*j.height-1]
	_ = j.samples[(j.height-1)*j.stride+size*(j.width+2*group)-1]
}
