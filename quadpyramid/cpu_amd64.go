package quadpyramid

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -out ../emit_amd64.s -stubs ../emit_amd64.go -pkg quadpyramid

func hasVectors() bool {
	return cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
}

// emitVector writes quads to list as long as there is room for what it writes
// too much, and returns their number; emit has to write the rest.
func (t *tile) emitVector(list []Quad) int {
	rest, n := emitAVX2((*uint32)(&list[0]), len(list), t.words, t.visit, t.full, t.twos, t.fours, uint32(t.origin))
	t.visit = rest
	return n
}
