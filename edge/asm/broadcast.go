package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// words broadcasts the lower 16 bits of a register to all lanes of v.
func words(v VecVirtual, r Register) VecVirtual {
	VMOVD(r, v.AsX())
	VPBROADCASTW(v.AsX(), v)
	return v
}

// doublewords broadcasts the 32 bits of a register to all lanes of v.
func doublewords(v VecVirtual, r Register) VecVirtual {
	VMOVD(r, v.AsX())
	VPBROADCASTD(v.AsX(), v)
	return v
}

// constant puts a number into a register.
func constant(n uint32) Register {
	r := GP32()
	MOVL(U32(n), r)
	return r
}

// and puts a AND b into dst, for vectors of any size.
func and(a, b, dst VecVirtual) {
	if dst.Size() == 64 {
		VPANDQ(a, b, dst)
		return
	}
	VPAND(a, b, dst)
}

// or puts a OR b into dst, for vectors of any size.
func or(a, b, dst VecVirtual) {
	if dst.Size() == 64 {
		VPORQ(a, b, dst)
		return
	}
	VPOR(a, b, dst)
}

// loadVector loads a vector of any size.
func loadVector(m Mem, v VecVirtual) {
	if v.Size() == 64 {
		VMOVDQU64(m, v)
		return
	}
	VMOVDQU(m, v)
}

// storeVector stores a vector of any size.
func storeVector(v VecVirtual, m Mem) {
	if v.Size() == 64 {
		VMOVDQU64(v, m)
		return
	}
	VMOVDQU(v, m)
}
