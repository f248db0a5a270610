//go:build !purego

package edge

import (
	"math"

	"golang.org/x/sys/cpu"

	"ffkvadrat/edge/kernel"
)

//go:generate go -C asm run -tags purego . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -table ../kernels_rows_amd64.go -pkg edge

// vector returns the kernels in assembly.
func vector() []kernel.Row[kernels] {
	avx2 := kernels{
		cross: crossKernels{
			bytes: crossSizes{narrow: narrow(bytesNarrowAVX2, 1), wide: wide(bytesWideAVX2, 1), maximum: math.MaxUint16},
			words: crossSizes{narrow: narrow(wordsNarrowAVX2, 2), wide: wide(wordsWideAVX2, 2), maximum: 255 * 255},
		},
		rows:     rowsAVX2(),
		previous: previousAVX2(),
	}
	avx512 := avx2
	avx512.cross.bytes.narrow = narrow(bytesNarrow512, 1)
	avx512.cross.bytes.wide = wide(bytesWide512, 1)
	avx512.cross.words.narrow = narrow(wordsNarrowAVX512, 2)
	avx512.cross.words.wide = wide(wordsWideAVX512, 2)
	avx512.rows = rowsAVX512()
	x := &cpu.X86
	return []kernel.Row[kernels]{
		{Name: "AVX2", Runs: x.HasAVX2, Kernels: avx2},
		{Name: "AVX-512", Runs: x.HasAVX2 && x.HasBMI2 && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VBMI, Kernels: avx512},
	}
}

// assembly is a kernel that compares its lanes with limit: a pixel is a leaf if its sum is at most
// limit. A kernel that divides the sum adds bias before.
type assembly func(words *uint64, first, groups int, rows *[bandRows][]byte, limit, bias, most uint32, shift uint64)

func narrow(run assembly, size int) crossKernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
		check(words, first, groups, rows, size)
		run(&words[0], first, groups, rows, uint32(d.level-1), 0, uint32(d.most), uint64(d.shift))
	}
}

func wide(run assembly, size int) crossKernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
		check(words, first, groups, rows, size)
		bias := -d.level & 3
		run(&words[0], first, groups, rows, uint32((d.level+bias)/4-1), uint32(bias), uint32(d.most), uint64(d.shift))
	}
}

// The kernels for pairs of groups leave an odd last group to the AVX2 kernels.

func bytesNarrow512(words *uint64, first, groups int, rows *[bandRows][]byte, limit, bias, most uint32, shift uint64) {
	pairs := groups &^ 1
	if pairs > 0 {
		bytesNarrowAVX512(words, first, pairs, rows, limit, bias, most, shift)
	}
	if groups > pairs {
		rest := after(pairs, rows)
		bytesNarrowAVX2(words, first+pairs, 1, &rest, limit, bias, most, shift)
	}
}

func bytesWide512(words *uint64, first, groups int, rows *[bandRows][]byte, limit, bias, most uint32, shift uint64) {
	pairs := groups &^ 1
	if pairs > 0 {
		bytesWideAVX512(words, first, pairs, rows, limit, bias, most, shift)
	}
	if groups > pairs {
		rest := after(pairs, rows)
		bytesWideAVX2(words, first+pairs, 1, &rest, limit, bias, most, shift)
	}
}

// after returns the rows of 8-bit samples that follow the first groups.
func after(groups int, rows *[bandRows][]byte) (rest [bandRows][]byte) {
	for i := range rows {
		rest[i] = rows[i][groups*groupWidth:]
	}
	return rest
}

// check panics if a kernel would leave its slices.
func check(words []uint64, first, groups int, rows *[bandRows][]byte, size int) {
	_ = words[wordAt((first+groups)*groupWidth/8-1)]
	for _, row := range rows {
		_ = row[(groups*groupWidth+2)*size-1]
	}
}
