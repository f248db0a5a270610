package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// width is the vector size of a kernel.
type width struct {
	vector func() VecVirtual
	lanes  int // 16-bit lanes
}

var (
	avx2   = width{YMM, 16}
	avx512 = width{ZMM, 32}
)

// move loads or stores a vector.
func (w width) move(from, to Op) {
	if w.lanes == 32 {
		VMOVDQU64(from, to)
		return
	}
	VMOVDQU(from, to)
}

// clear makes a vector 0.
func (w width) clear(v VecVirtual) {
	if w.lanes == 32 {
		VPXORQ(v, v, v)
		return
	}
	VPXOR(v, v, v)
}

// doublewords broadcasts a number to all lanes of v.
func doublewords(v VecVirtual, n uint32) {
	r := GP32()
	MOVL(U32(n), r)
	broadcast(v, r)
}

// broadcast broadcasts the 32 bits of a register to all lanes of v.
func broadcast(v VecVirtual, r Register) {
	VMOVD(r, v.AsX())
	VPBROADCASTD(v.AsX(), v)
}
