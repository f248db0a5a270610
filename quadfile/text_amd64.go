//go:build !purego

package quadfile

import (
	"slices"

	"golang.org/x/sys/cpu"

	"ffkvadrat/quadpyramid"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg quadfile

// vectors says that the processor has what the kernels need.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasPOPCNT

// appendVectors appends the text of quads without means as far as the kernel takes them,
// and returns the number of these quads. b has room for maxQuadText bytes for each quad.
func appendVectors(b []byte, quads []quadpyramid.Quad) ([]byte, int) {
	if !vectors || len(quads) < 16 {
		return b, 0
	}
	n := len(b)
	done, length := textAVX512(&b[:cap(b)][n], (*uint32)(&quads[0]), len(quads))
	return b[:n+length], done
}

// coverVectors returns how far some of the first quads reach, their areas, and their number.
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
