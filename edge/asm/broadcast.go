package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// words has the lower 16 bits of a register in all lanes.
func words(r Register) VecVirtual {
	v := YMM()
	VMOVD(r, v.AsX())
	VPBROADCASTW(v.AsX(), v)
	return v
}

// doublewords has the 32 bits of a register in all lanes.
func doublewords(r Register) VecVirtual {
	v := YMM()
	VMOVD(r, v.AsX())
	VPBROADCASTD(v.AsX(), v)
	return v
}

// constant is a number in a register.
func constant(n uint32) Register {
	r := GP32()
	MOVL(U32(n), r)
	return r
}
