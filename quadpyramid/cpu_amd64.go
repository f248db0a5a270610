package quadpyramid

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg quadpyramid

// vector returns the kernels that the processor can run, the best last.
func vector() []kernels {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2 || !cpu.X86.HasPOPCNT {
		return nil
	}
	avx2 := kernels{name: "AVX2", reduce: reduceTileAVX2, emit: emitTileAVX2}
	if !cpu.X86.HasAVX512F {
		return []kernels{avx2}
	}
	avx512 := avx2
	avx512.name, avx512.emit = "AVX-512", emitTileAVX512
	return []kernels{avx2, avx512}
}

func reduceTileAVX2(words *[64]uint64, s *span) node {
	full, none, count := reduceAVX2(words, s.twos, s.fours)
	n := node{some: ^none, count: count}
	if s.whole {
		n.full = full
		n.count -= 4 * bits.OnesCount64(full)
	}
	return n
}

func emitTileAVX2(list []Quad, t tile) (rest uint64, n int) {
	return emitAVX2((*uint32)(&list[0]), len(list), t.words, t.span.twos, t.span.fours, t.visit, t.full, t.twos, t.fours, uint32(t.origin))
}

func emitTileAVX512(list []Quad, t tile) (rest uint64, n int) {
	return emitAVX512((*uint32)(&list[0]), len(list), t.words, t.span.twos, t.span.fours, t.visit, t.full, t.twos, t.fours, uint32(t.origin))
}
