package edge

import (
	"math"

	"golang.org/x/sys/cpu"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg edge

// vectorKernels are those for AVX2, or else the portable ones.
func vectorKernels() (bytes, words kernels) {
	if !cpu.X86.HasAVX2 {
		return portableKernels()
	}
	return kernels{
			narrow:  narrow(bytesNarrowAVX2, 1),
			wide:    wide(bytesWideAVX2, 1),
			maximum: math.MaxUint16,
		}, kernels{
			narrow:  narrow(wordsNarrowAVX2, 2),
			wide:    wide(wordsWideAVX2, 2),
			maximum: 255 * 255,
		}
}

// assembly is a kernel whose lanes are compared with limit: a pixel is a leaf
// where its sum, to which bias has been added before a division, is at most that.
type assembly func(words *uint64, first, groups int, rows *[bandRows][]byte, limit, bias uint32, shift uint64)

func narrow(run assembly, size int) kernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d decision) {
		check(words, first, groups, rows, size)
		run(&words[0], first, groups, rows, uint32(d.level-1), 0, uint64(d.shift))
	}
}

func wide(run assembly, size int) kernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d decision) {
		check(words, first, groups, rows, size)
		bias := -d.level & 3
		run(&words[0], first, groups, rows, uint32((d.level+bias)/4-1), uint32(bias), uint64(d.shift))
	}
}

// check panics where a kernel would leave its slices.
func check(words []uint64, first, groups int, rows *[bandRows][]byte, size int) {
	_ = words[wordAt((first+groups)*groupWidth/8-1)]
	for _, row := range rows {
		_ = row[(groups*groupWidth+2)*size-1]
	}
}
