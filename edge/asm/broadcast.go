package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// words has the lower 16 bits of a register in all lanes of v.
func words(v VecVirtual, r Register) VecVirtual {
	VMOVD(r, v.AsX())
	VPBROADCASTW(v.AsX(), v)
	return v
}

// doublewords has the 32 bits of a register in all lanes of v.
func doublewords(v VecVirtual, r Register) VecVirtual {
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

// and is a AND b in dst, vectors of any size.
func and(a, b, dst VecVirtual) {
	if dst.Size() == 64 {
		VPANDQ(a, b, dst)
		return
	}
	VPAND(a, b, dst)
}

// or is a OR b in dst, vectors of any size.
func or(a, b, dst VecVirtual) {
	if dst.Size() == 64 {
		VPORQ(a, b, dst)
		return
	}
	VPOR(a, b, dst)
}

// loadVector fills a vector of any size.
func loadVector(m Mem, v VecVirtual) {
	if v.Size() == 64 {
		VMOVDQU64(m, v)
		return
	}
	VMOVDQU(m, v)
}

// storeVector puts a vector of any size into memory.
func storeVector(v VecVirtual, m Mem) {
	if v.Size() == 64 {
		VMOVDQU64(v, m)
		return
	}
	VMOVDQU(v, m)
}
