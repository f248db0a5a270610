package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	groupWidth = 32
	bandHeight = 8
)

// constants are vectors in memory.
type constants struct {
	bytesOfRows  Mem // store: gathers each word's bytes, from 4 rows of 32 bits
	wordsOfHalfs Mem // store: interleaves 32-bit halves of words
	bytesOfPairs Mem // wordsKernel: gathers each word's bytes, from 4 pairs of rows of 16 bits
	bytesOf8Rows Mem // bytesKernel512: gathers each word's bytes, from 8 rows of 64 bits
	minus, even  Mem // bytesKernel: factors 1, −1 and 1, 0
	unzipped     Mem // bytesKernel: interleaves 8 even and 8 odd pixels
	swapFar      Mem // pixels that are exchanged with those 12 positions on
	swapNear     Mem // pixels that are exchanged with those 2 positions on
}

// rowOrder is the order of the rows' bytes in a word. The digits of a pixel's position are then y2
// y0 y1 x2 x1 x0. Exchanging x2 with y0 and then x1 with y0 makes them y2 x2 y1 x1 y0 x0: Morton
// order.
var rowOrder = [bandHeight]int{0, 2, 1, 3, 4, 6, 5, 7}

func newConstants() constants {
	var c constants
	c.bytesOfRows = GLOBL("bytesOfRows", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(i/4%4+4*rowOrder[i%4]))
	}
	c.wordsOfHalfs = GLOBL("wordsOfHalfs", RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(i/2+i%2*4))
	}
	c.bytesOfPairs = GLOBL("bytesOfPairs", RODATA|NOPTR)
	for i := range 16 {
		y := rowOrder[i%8]
		DATA(i, U8(y/2*4+i/8*2+y%2))
	}
	c.bytesOf8Rows = GLOBL("bytesOf8Rows", RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(i/8+8*rowOrder[i%8]))
	}
	c.minus, c.even = repeated("minus", 0xff01), repeated("even", 0x0001)
	c.unzipped = GLOBL("unzipped", RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(i%16/2+i%2*8))
	}
	c.swapFar = GLOBL("swapFar", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(0x0000f0f00000f0f0))
	}
	c.swapNear = GLOBL("swapNear", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(0x0c0c0c0c0c0c0c0c))
	}
	return c
}

// repeated returns a vector of one number of 16 bits.
func repeated(name string, n uint16) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 32 {
		DATA(2*i, U16(n))
	}
	return m
}

// band is the loop of a kernel over the groups of a band.
type band struct {
	words  GPVirtual // the memory for the group's words
	rows   GPVirtual // the headers of the rows
	offset GPVirtual // offset of the group in the rows, in bytes
	row    GPVirtual // see at
	ahead  GPVirtual // offset of the same group in the next band, probably
}

// beginBand declares a kernel and starts the loop over the groups; the caller writes the loop's
// body. Only kernels for 16-bit samples use shift.
func beginBand(name string, doc ...string) *band {
	TEXT(name, NOSPLIT, "func(words *uint64, first, groups int, rows *[10][]byte, limit, bias, most uint32, shift uint64)")
	Pragma("noescape")
	Doc(doc...)
	return &band{
		words:  Load(Param("words"), GP64()).(GPVirtual),
		rows:   Load(Param("rows"), GP64()).(GPVirtual),
		offset: GP64(),
		row:    GP64(),
		ahead:  GP64(),
	}
}

// groups runs body for each group or pair of groups of sampleBytes bytes in a row. second is the
// memory for the second group's words.
func (b *band) groups(together, sampleBytes int, body func(second Mem)) {
	first := Load(Param("first"), GP64())
	groups := Load(Param("groups"), GP64())

	Comment("Groups are 128 bytes apart in a tile, tiles 512.")
	step := GP64()
	MOVQ(first, step)
	ANDQ(U8(1), step)
	SHRQ(U8(1), first)
	SHLQ(U8(9), first)
	ADDQ(first, b.words)
	SHLQ(U8(7), step)
	ADDQ(step, b.words)
	LEAQ(Mem{Base: step, Index: step, Scale: 1, Disp: 128}, step)
	XORQ(b.offset, b.offset)
	MOVQ(Mem{Base: b.rows, Disp: 24 * (bandHeight + 1)}, b.ahead)
	SUBQ(Mem{Base: b.rows, Disp: 24 * 1}, b.ahead)

	Label("group")
	body(Mem{Base: b.words, Index: step, Scale: 1})
	ADDQ(U32(sampleBytes), b.offset)
	ADDQ(U32(sampleBytes), b.ahead)
	if together == 2 {
		ADDQ(U32(512), b.words)
	} else {
		ADDQ(step, b.words)
		XORQ(U32(128^384), step)
	}
	SUBQ(U8(together), groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// at points b.row at the group in a row, and returns its operand; row 0 is the one above the band.
func (b *band) at(row int) Mem {
	MOVQ(Mem{Base: b.rows, Disp: 24 * row}, b.row)
	return Mem{Base: b.row, Index: b.offset, Scale: 1}
}

// prefetch prefetches the group's row of the next band; at was called for the row before.
func (b *band) prefetch() {
	PREFETCHT0(Mem{Base: b.row, Index: b.ahead, Scale: 1})
}

// store writes the words of a group from the bits of its rows.
func (b *band) store(rows VecVirtual, c constants) {
	order := YMM()
	VPSHUFB(c.bytesOfRows, rows, rows)
	VMOVDQU(c.wordsOfHalfs, order)
	VPERMD(rows, order, rows)
	exchange(rows, YMM(), c)
	VMOVDQU(rows.AsX(), Mem{Base: b.words})
	VEXTRACTI128(U8(1), rows, Mem{Base: b.words, Disp: 32})
}

// exchange moves the pixels of words with rows in rowOrder into Morton order.
func exchange(w, t Op, c constants) {
	for _, s := range []struct {
		places uint8
		mask   Mem
	}{{12, c.swapFar}, {2, c.swapNear}} {
		VPSRLQ(U8(s.places), w, t)
		VPXOR(w, t, t)
		VPAND(s.mask, t, t)
		VPXOR(t, w, w)
		VPSLLQ(U8(s.places), t, t)
		VPXOR(t, w, w)
	}
}

// exchange512 is exchange for AVX-512.
func exchange512(w, t Op, c constants) {
	for _, s := range []struct {
		places uint8
		mask   Mem
	}{{12, c.swapFar}, {2, c.swapNear}} {
		VPSRLQ(U8(s.places), w, t)
		VPXORQ(w, t, t)
		VPANDQ_BCST(s.mask, t, t)
		VPXORQ(t, w, w)
		VPSLLQ(U8(s.places), t, t)
		VPXORQ(t, w, w)
	}
}
