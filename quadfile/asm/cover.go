package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// coverKernel generates the kernel that computes extent and area of quads, 16 at a time.
func coverKernel() {
	const name = "coverAVX512"
	TEXT(name, NOSPLIT, "func(quads *uint32, n int, right, bottom *[16]uint32, areas *[8]uint64)")
	Pragma("noescape")
	Doc(name+" finds how far n quads, a multiple of 16, reach to the right and to the bottom, and",
		"sums up their areas, in several parts each.")
	quads := Load(Param("quads"), GP64())
	n := Load(Param("n"), GP64())
	places, one, right, bottom, areas := all("edgePlaces", place), all("one", 1), ZMM(), ZMM(), ZMM()
	for _, v := range []VecVirtual{right, bottom, areas} {
		VPXORD(v, v, v)
	}
	Label("next")
	SUBQ(U8(16), n)
	JL(LabelRef("sum"))
	x, y, level := ZMM(), ZMM(), ZMM()
	VMOVDQU32(Mem{Base: quads}, level)
	ADDQ(U8(64), quads)
	VPANDD(places, level, x)
	VPSRLD(U8(14), level, y)
	VPANDD(places, y, y)
	VPSRLD(U8(levelShift), level, level)
	size := ZMM()
	VPSLLVD(level, one, size)
	VPADDD(size, x, x)
	VPADDD(size, y, y)
	VPMAXUD(x, right, right)
	VPMAXUD(y, bottom, bottom)
	// Products of the even doublewords, then of the odd ones, as quadwords.
	even := ZMM()
	VPMULUDQ(size, size, even)
	VPADDQ(even, areas, areas)
	VPSRLQ(U8(32), size, size)
	VPMULUDQ(size, size, even)
	VPADDQ(even, areas, areas)
	JMP(LabelRef("next"))

	Label("sum")
	for _, sum := range []struct {
		param string
		v     VecVirtual
	}{{"right", right}, {"bottom", bottom}, {"areas", areas}} {
		VMOVDQU64(sum.v, Mem{Base: Load(Param(sum.param), GP64())})
	}
	VZEROUPPER()
	RET()
}
