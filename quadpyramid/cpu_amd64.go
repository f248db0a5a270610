//go:build !purego

package quadpyramid

import (
	"math/bits"

	"golang.org/x/sys/cpu"

	"ffkvadrat/edge/kernel"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg quadpyramid

// vector returns the kernels in assembly.
func vector() []kernel.Row[kernels] {
	x := &cpu.X86
	avx2 := x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT
	return []kernel.Row[kernels]{
		{Name: "AVX2", Runs: avx2, Kernels: kernels{reduceTileAVX2, emitTileAVX2}},
		{Name: "AVX-512", Runs: avx2 && x.HasAVX512F, Kernels: kernels{reduceTileAVX2, emitTileAVX512}},
	}
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
