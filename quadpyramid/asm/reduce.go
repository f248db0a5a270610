package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// reduceKernel generates the kernel that reduces a tile, four words at a time.
func reduceKernel() {
	const name = "reduceAVX2"
	TEXT(name, NOSPLIT, "func(words *[64]uint64, everyFourth, everySixteenth uint64) (full, none uint64, count int)")
	Pragma("noescape")
	Doc(name+" finds the full and the empty words, and counts the leaves of all words,",
		"whose 2×2 cells at everyFourth and 4×4 cells at everySixteenth may merge.")

	words := Load(Param("words"), GP64())
	ones, zero := YMM(), YMM()
	VPCMPEQQ(ones, ones, ones)
	VPXOR(zero, zero, zero)
	everyFourth := quadwords(Load(Param("everyFourth"), GP64()))
	everySixteenth := quadwords(Load(Param("everySixteenth"), GP64()))
	nibbles := GP64()
	MOVQ(U64(0x0f0f0f0f0f0f0f0f), nibbles)
	nibble, counts := quadwords(nibbles), YMM()
	VBROADCASTI128(nibbleCounts(), counts)
	sum := YMM()
	VPXOR(sum, sum, sum)
	full, none, bits := GP64(), GP64(), GP32()
	XORQ(full, full)
	XORQ(none, none)

	Comment("From the last words to the first, so that their bits are shifted in.")
	left := GP64()
	MOVQ(U32(15), left)
	ADDQ(U32(480), words)
	Label("four")
	w, t, twos, fours := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: words}, w)
	for _, c := range []struct {
		with VecVirtual
		bits GPVirtual
	}{{ones, full}, {zero, none}} {
		VPCMPEQQ(c.with, w, t)
		VMOVMSKPD(t, bits)
		SHLQ(U8(4), c.bits)
		ORQ(bits.As64(), c.bits)
	}

	VPSRLQ(U8(1), w, t)
	VPAND(w, t, t)
	VPSRLQ(U8(2), t, twos)
	VPAND(t, twos, twos)
	VPAND(everyFourth, twos, twos)
	VPSRLQ(U8(4), twos, t)
	VPAND(twos, t, t)
	VPSRLQ(U8(8), t, fours)
	VPAND(t, fours, fours)
	VPAND(everySixteenth, fours, fours)

	Comment("What begins a leaf: see beginCells.")
	for _, c := range []struct {
		cells VecVirtual
		shift uint8
	}{{twos, 4}, {fours, 16}} {
		VPSLLQ(U8(c.shift), c.cells, t)
		VPSUBQ(c.cells, t, t)
		VPANDN(w, t, w)
		VPOR(c.cells, w, w)
	}

	VPAND(nibble, w, t)
	VPSHUFB(t, counts, t)
	VPADDB(t, sum, sum)
	VPSRLQ(U8(4), w, w)
	VPAND(nibble, w, w)
	VPSHUFB(w, counts, w)
	VPADDB(w, sum, sum)

	SUBQ(U8(32), words)
	DECQ(left)
	JGE(LabelRef("four"))

	Comment("A byte of the sum is 8·16 at most.")
	VPSADBW(zero, sum, sum)
	VEXTRACTI128(U8(1), sum, t.AsX())
	VPADDQ(t.AsX(), sum.AsX(), sum.AsX())
	VPSRLDQ(U8(8), sum.AsX(), t.AsX())
	VPADDQ(t.AsX(), sum.AsX(), sum.AsX())
	count := GP64()
	VMOVQ(sum.AsX(), count)
	Store(full, ReturnIndex(0))
	Store(none, ReturnIndex(1))
	Store(count, ReturnIndex(2))
	VZEROUPPER()
	RET()
}

// quadwords broadcasts a register to all 64-bit lanes.
func quadwords(r Register) VecVirtual {
	v := YMM()
	VMOVQ(r, v.AsX())
	VPBROADCASTQ(v.AsX(), v)
	return v
}

// nibbleCounts is the popcount of 0 to 15.
func nibbleCounts() Mem {
	m := GLOBL("nibbleCounts", RODATA|NOPTR)
	for i, n := range []uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4} {
		DATA(i, U8(n))
	}
	return m
}
