package edge

import (
	"math"

	"golang.org/x/sys/cpu"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg edge

// vector are the kernels that the processor can run, the best last.
func vector() []instructions {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	avx2 := instructions{
		name: "AVX2",
		cross: crossKernels{
			bytes: crossSizes{narrow: narrow(bytesNarrowAVX2, 1), wide: wide(bytesWideAVX2, 1), maximum: math.MaxUint16},
			words: crossSizes{narrow: narrow(wordsNarrowAVX2, 2), wide: wide(wordsWideAVX2, 2), maximum: 255 * 255},
		},
		rows: rowsAVX2(),
	}
	if !cpu.X86.HasBMI2 || !cpu.X86.HasAVX512F || !cpu.X86.HasAVX512BW || !cpu.X86.HasAVX512DQ || !cpu.X86.HasAVX512VBMI {
		return []instructions{avx2}
	}
	avx512 := avx2
	avx512.name = "AVX-512"
	avx512.cross.bytes.narrow = bytesNarrow512
	avx512.rows.decide = rowsAVX512
	return []instructions{avx2, avx512}
}

// assembly is a kernel whose lanes are compared with limit: a pixel is a leaf
// where its sum, to which bias has been added before a division, is at most that.
type assembly func(words *uint64, first, groups int, rows *[bandRows][]byte, limit, bias uint32, shift uint64)

func narrow(run assembly, size int) crossKernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
		check(words, first, groups, rows, size)
		run(&words[0], first, groups, rows, uint32(d.level-1), 0, uint64(d.shift))
	}
}

func wide(run assembly, size int) crossKernel {
	return func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
		check(words, first, groups, rows, size)
		bias := -d.level & 3
		run(&words[0], first, groups, rows, uint32((d.level+bias)/4-1), uint32(bias), uint64(d.shift))
	}
}

// bytesNarrow512 decides pairs of groups with AVX-512, and an odd one with AVX2.
func bytesNarrow512(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
	check(words, first, groups, rows, 1)
	limit := uint32(d.level - 1)
	pairs := groups &^ 1
	if pairs > 0 {
		bytesNarrowAVX512(&words[0], first, pairs, rows, limit, 0, 0)
	}
	if groups > pairs {
		rest := *rows
		for i := range rest {
			rest[i] = rest[i][pairs*groupWidth:]
		}
		bytesNarrowAVX2(&words[0], first+pairs, 1, &rest, limit, 0, 0)
	}
}

// check panics where a kernel would leave its slices.
func check(words []uint64, first, groups int, rows *[bandRows][]byte, size int) {
	_ = words[wordAt((first+groups)*groupWidth/8-1)]
	for _, row := range rows {
		_ = row[(groups*groupWidth+2)*size-1]
	}
}
