package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets in the table of cells.
const (
	cellQuads   = 0
	cellOffsets = 4 * 64
)

// emitKernel generates the branch-free kernel that writes the leaves of a word. For each cell it
// always writes four quads: those of the cell's pixels, or one leaf and three that the next quads
// overwrite.
func emitKernel() {
	TEXT("emitAVX2", NOSPLIT, "func(quads *uint32, means *uint64, features *uint16, visit, leaves, larger, eights uint64, origin uint32, word, cells *uint32) int")
	Pragma("noescape")
	Doc("emitAVX2 writes the quads of the cells in visit and their means, and returns their",
		"number. It writes up to 3 surplus quads.")
	quads := Load(Param("quads"), GP64())
	means := Load(Param("means"), GP64())
	features := Load(Param("features"), GP64())
	visit := Load(Param("visit"), GP64())
	leaves := Load(Param("leaves"), GP64())
	larger := Load(Param("larger"), GP64())
	eights := Load(Param("eights"), GP64())
	word := Load(Param("word"), GP64())
	cells := Load(Param("cells"), GP64())
	origins, factors := XMM(), XMM()
	VMOVD(Load(Param("origin"), GP32()), origins)
	VPBROADCASTD(origins, origins)
	VPADDD(pixels(), origins, origins)
	factor := GP32()
	MOVL(U32(1|1<<(14+16)), factor)
	VMOVD(factor, factors)
	VPBROADCASTD(factors, factors)
	n := GP64()
	XORQ(n, n)

	Label("next")
	i, level, at := GP64(), GP64(), GP64()
	TZCNTQ(visit, i)
	BLSRQ(visit, visit)
	XORL(level.As32(), level.As32())
	for _, mask := range []Register{leaves, larger, eights} {
		BTQ(i, mask)
		ADCL(U8(0), level.As32())
	}
	quad := XMM()
	number := GP32()
	MOVL(level.As32(), number)
	SHLL(U8(28), number)
	ADDL(Mem{Base: cells, Index: i, Scale: 4, Disp: cellQuads}, number)
	VMOVD(number, quad)
	VPBROADCASTD(quad, quad)
	VPADDD(origins, quad, quad)
	VMOVDQU(quad, Mem{Base: quads, Index: n, Scale: 4})

	MOVL(level.As32(), at.As32())
	SHLL(U8(6), at.As32())
	ADDL(i.As32(), at.As32())
	MOVL(Mem{Base: cells, Index: at, Scale: 4, Disp: cellOffsets}, at.As32())
	ADDL(Mem{Base: word, Index: level, Scale: 4}, at.As32())
	var four [3]VecVirtual
	for channel := range four {
		four[channel] = XMM()
		lower := XMM()
		VMOVD(Mem{Base: features, Index: at, Scale: 1, Disp: channelBytes * channel}, four[channel])
		VMOVD(Mem{Base: features, Index: at, Scale: 1, Disp: channelBytes*channel + rowBytes}, lower)
		VPUNPCKLDQ(lower, four[channel], four[channel])
	}
	mean := XMM()
	VPUNPCKLWD(four[1], four[0], four[0])
	VPMADDWD(factors, four[0], four[0])
	VPMOVZXWD(four[2], four[2])
	VPUNPCKLDQ(four[2], four[0], mean)
	VMOVDQU(mean, Mem{Base: means, Index: n, Scale: 8})
	VPUNPCKHDQ(four[2], four[0], mean)
	VMOVDQU(mean, Mem{Base: means, Index: n, Scale: 8, Disp: 16})

	Comment("Four quads where the level is 0, else one.")
	count := GP64()
	CMPQ(level, U8(1))
	SBBQ(count, count)
	ANDQ(U8(3), count)
	LEAQ(Mem{Base: n, Index: count, Scale: 1, Disp: 1}, n)
	TESTQ(visit, visit)
	JNZ(LabelRef("next"))
	Store(n, ReturnIndex(0))
	RET()
}

// pixels is a table of the positions of the four pixels of a cell, as quads.
func pixels() Mem {
	m := GLOBL("pixels", RODATA|NOPTR)
	for i, quad := range []uint32{0, 1, 1 << 14, 1<<14 + 1} {
		DATA(4*i, U32(quad))
	}
	return m
}
