//go:build !purego

package quadfile

import (
	"slices"

	"golang.org/x/sys/cpu"

	"ffkvadrat/quadpyramid"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg quadfile

// vectors reports whether the processor has the kernels' instructions.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasPOPCNT

// appendVectors appends the text of the leading quads that the kernel accepts, without means, and
// returns their number. b must have room for maxQuadText bytes per quad.
func appendVectors(b []byte, quads []quadpyramid.Quad) ([]byte, int) {
	if !vectors || len(quads) < 16 {
		return b, 0
	}
	n := len(b)
	done, length := textAVX512(&b[:cap(b)][n], (*uint32)(&quads[0]), len(quads))
	return b[:n+length], done
}

// coverVectors returns the extent, the area and the number of the leading quads that it has
// processed.
func coverVectors(quads []quadpyramid.Quad) (right, bottom int, area int64, done int) {
	if !vectors || len(quads) < 16 {
		return 0, 0, 0, 0
	}
	done = len(quads) &^ 15
	var rights, bottoms [16]uint32
	var areas [8]uint64
	coverAVX512((*uint32)(&quads[0]), done, &rights, &bottoms, &areas)
	for _, part := range areas {
		area += int64(part)
	}
	return int(slices.Max(rights[:])), int(slices.Max(bottoms[:])), area, done
}
