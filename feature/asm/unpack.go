package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// unpackKernel describes a kernel that unpacks rows of 64 samples to 16 bits, 16 pixels at a time,
// and clamps them to a largest value.
type unpackKernel struct {
	name, does string
	bytes      int // for 16 pixels in memory
	// load loads 16 samples that begin at m into v.
	load func(m Mem, shift Op, v VecVirtual)
}

func unpackKernels() []unpackKernel {
	lowerByte, lowerWord := everywhere("lowerByte", 0xff), everywhere("lowerWord", 0xffff)
	first, last := thirds()
	return []unpackKernel{
		{"unpackBytesAVX2", "samples of 8 bits", 16, func(m Mem, _ Op, v VecVirtual) {
			VPMOVZXBW(m, v)
		}},
		{"unpackWordsAVX2", "samples of 16 bits", 32, func(m Mem, shift Op, v VecVirtual) {
			VMOVDQU(m, v)
			VPSRLW(shift, v, v)
		}},
		{"doubleBytesAVX2", "samples of 8 bits for two pixels each", 8, func(m Mem, _ Op, v VecVirtual) {
			VPMOVZXBD(m, v)
			twice(v)
		}},
		{"doubleWordsAVX2", "samples of 16 bits for two pixels each", 16, func(m Mem, shift Op, v VecVirtual) {
			VPMOVZXWD(m, v)
			VPSRLD(shift, v, v)
			twice(v)
		}},
		{"pairedBytesAVX2", "every second sample of 8 bits for two pixels each", 16, func(m Mem, _ Op, v VecVirtual) {
			VPMOVZXWD(m, v)
			VPAND(lowerByte, v, v)
			twice(v)
		}},
		{"pairedWordsAVX2", "every second sample of 16 bits for two pixels each", 32, func(m Mem, shift Op, v VecVirtual) {
			VMOVDQU(m, v)
			VPAND(lowerWord, v, v)
			VPSRLD(shift, v, v)
			twice(v)
		}},
		{"thirdBytesAVX2", "every third sample of 8 bits", 48, func(m Mem, _ Op, v VecVirtual) {
			t := YMM()
			VMOVDQU(m, v.AsX())
			VINSERTI128(U8(1), m.Offset(24), v, v)
			VMOVDQU(m.Offset(12), t.AsX())
			VINSERTI128(U8(1), m.Offset(30), t, t)
			VPSHUFB(first, v, v)
			VPSHUFB(last, t, t)
			VPOR(t, v, v)
		}},
		{"fourthBytesAVX2", "every fourth sample of 8 bits", 64, func(m Mem, _ Op, v VecVirtual) {
			t := YMM()
			VMOVDQU(m, v)
			VMOVDQU(m.Offset(32), t)
			VPAND(lowerByte, v, v)
			VPAND(lowerByte, t, t)
			VPACKUSDW(t, v, v)
			VPERMQ(U8(0|2<<2|1<<4|3<<6), v, v)
		}},
	}
}

// everywhere returns a vector of one number of 32 bits.
func everywhere(name string, n uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(n))
	}
	return m
}

// thirds returns shuffles that collect every third byte. The first moves samples from byte 0 of
// both lanes to positions 0 to 3 and 8 to 11. The last moves those from byte 0 of the lower and
// byte 6 of the upper lane to the other positions.
func thirds() (first, last Mem) {
	shuffle := func(name string, place int, from [2]int) Mem {
		m := GLOBL(name, RODATA|NOPTR)
		for i := range 32 {
			byteOf, lane := i%16, i/16
			if n := byteOf/2 - place; byteOf%2 == 0 && n >= 0 && n < 4 {
				DATA(i, U8(from[lane]+3*n))
			} else {
				DATA(i, U8(0x80))
			}
		}
		return m
	}
	return shuffle("firstThirds", 0, [2]int{0, 0}), shuffle("lastThirds", 4, [2]int{0, 6})
}

func (k unpackKernel) generate() {
	TEXT(k.name, NOSPLIT, "func(samples *uint16, from *byte, rows, stride, shift, most int)")
	Pragma("noescape")
	Doc(k.name+" unpacks "+k.does+", 64 pixels a row, and",
		fmt.Sprintf("reads %d bytes a row.", k.bytes*tileSize/groupWidth))
	to := Load(Param("samples"), GP64())
	from := Load(Param("from"), GP64())
	rows := Load(Param("rows"), GP64())
	stride := Load(Param("stride"), GP64())
	shift := XMM()
	VMOVQ(Load(Param("shift"), GP64()), shift)
	most := YMM()
	VMOVQ(Load(Param("most"), GP64()), most.AsX())
	VPBROADCASTW(most.AsX(), most)
	Label("row")
	for i := range tileSize / groupWidth {
		v := YMM()
		k.load(Mem{Base: from, Disp: k.bytes * i}, shift, v)
		VPMINUW(most, v, v)
		VMOVDQU(v, Mem{Base: to, Disp: groupBytes * i})
	}
	ADDQ(stride, from)
	ADDQ(U32(rowBytes), to)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// twice copies the lower halves of doublewords to the upper.
func twice(v VecVirtual) {
	t := YMM()
	VPSLLD(U8(16), v, t)
	VPOR(t, v, v)
}
