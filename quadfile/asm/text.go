package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	levelShift = 28        // of a quad's level
	place      = 1<<14 - 1 // mask of a quad's x, and of y after it
)

// textKernel generates the kernel that formats quads as text, 16 at a time. Each quad becomes 16
// bytes, ",[xxxx,yyyy,sss]", whose leading zeros are bytes of 0. These are compressed out, for four
// quads at a time.
func textKernel() {
	const name = "textAVX512"
	TEXT(name, NOSPLIT, "func(text *byte, quads *uint32, n int) (done, length int)")
	Pragma("noescape")
	Doc(name+` writes ",[x,y,size]" for n quads, 16 at a time. It ends before 16 of which one`,
		"has a coordinate above 9999 or a level above 9, or where there are fewer, and returns how",
		"many it has done and the length of their text. It writes up to 64 bytes more.")
	c := newConstants()
	text := Load(Param("text"), GP64()).(GPVirtual)
	quads := Load(Param("quads"), GP64()).(GPVirtual)
	n := Load(Param("n"), GP64()).(GPVirtual)

	Label("group")
	SUBQ(U8(16), n)
	JL(LabelRef("end"))
	q := ZMM()
	VMOVDQU32(Mem{Base: quads}, q)
	x, y := ZMM(), ZMM()
	VPANDD(c.places, q, x)
	VPSRLD(U8(14), q, y)
	VPANDD(c.places, y, y)
	const above = 6 // not less or equal
	wide, tall, large := K(), K(), K()
	VPCMPUD(U8(above), c.far, x, wide)
	VPCMPUD(U8(above), c.far, y, tall)
	VPCMPUD(U8(above), c.largest, q, large)
	KORW(wide, tall, wide)
	KORTESTW(wide, large)
	JNZ(LabelRef("end"))
	ADDQ(U8(64), quads)

	// This order gives each 128-bit lane of a transposed vector the parts of four neighbours.
	VPERMD(q, c.order, q)
	VPERMD(x, c.order, x)
	VPERMD(y, c.order, y)
	VPSRLD(U8(levelShift), q, q)
	sizes := ZMM()
	VPERMD(c.sizes, q, sizes)
	c.digits(x)
	c.digits(y)
	xy, xy2, rest, rest2 := ZMM(), ZMM(), ZMM(), ZMM()
	VPUNPCKLDQ(y, x, xy)
	VPUNPCKHDQ(y, x, xy2)
	VPUNPCKLDQ(c.between, sizes, rest)
	VPUNPCKHDQ(c.between, sizes, rest2)
	for four := range 4 {
		a, b, out := xy, rest, ZMM()
		if four >= 2 {
			a, b = xy2, rest2
		}
		if four%2 == 0 {
			VPUNPCKLQDQ(b, a, out)
		} else {
			VPUNPCKHQDQ(b, a, out)
		}
		VPSHUFB(c.bytes, out, out)
		kept, bits := K(), GP64()
		VPTESTMB(out, out, kept)
		VPCOMPRESSB_Z(out, kept, out)
		VMOVDQU64(out, Mem{Base: text})
		KMOVQ(kept, bits)
		POPCNTQ(bits, bits)
		ADDQ(bits, text)
	}
	JMP(LabelRef("group"))

	Label("end")
	for _, end := range []struct {
		at     GPVirtual
		param  string
		result int
	}{{quads, "quads", 0}, {text, "text", 1}} {
		from := Load(Param(end.param), GP64())
		SUBQ(from, end.at)
		if end.param == "quads" {
			SHRQ(U8(2), end.at)
		}
		Store(end.at, ReturnIndex(end.result))
	}
	VZEROUPPER()
	RET()
}

// constants are vectors in registers.
type constants struct {
	order, sizes, bytes            VecVirtual
	places, far, largest, between  VecVirtual
	hundred, hundredth, ten, tenth VecVirtual
	zeros, last                    VecVirtual
}

func newConstants() constants {
	return constants{
		order: vector("order", func(i int) uint32 { return uint32(4*(i%4) + i/4) }),
		sizes: vector("sizes", func(level int) uint32 {
			if level > 9 {
				return 0
			}
			digits := uint32(']') << 24
			for at, v := 16, 1<<level; v > 0; at, v = at-8, v/10 {
				digits |= uint32('0'+v%10) << at
			}
			return digits
		}),
		// x, y, size and bracket come from the first three doublewords of a quad, the separators
		// from the last.
		bytes:   vector("bytes", func(i int) uint32 { return [4]uint32{0x01000d0c, 0x040e0302, 0x0f070605, 0x0b0a0908}[i%4] }),
		places:  all("places", place),
		far:     all("far", 9999),
		largest: all("largest", 10<<levelShift-1),
		between: all("between", ','|'['<<8|','<<16|','<<24),
		hundred: all("hundred", 100),
		// v · 5243 >> 19 is v / 100 for v up to 9999, v · 103 >> 10 is v / 10 up to 99.
		hundredth: all("hundredth", 5243),
		ten:       all("ten", 10<<16|10),
		tenth:     all("tenth", 103<<16|103),
		zeros:     all("zeros", 0x30303030),
		last:      all("last", 0xff000000),
	}
}

// digits turns numbers up to 9999 into four digits each, the first in the lowest byte. Leading
// zeros become 0.
func (c *constants) digits(v VecVirtual) {
	high, tens, seen := ZMM(), ZMM(), ZMM()
	VPMULLD(c.hundredth, v, high)
	VPSRLD(U8(19), high, high)
	VPMULLD(c.hundred, high, tens)
	VPSUBD(tens, v, v)
	VPSLLD(U8(16), v, v)
	VPORD(high, v, v) // two words: hundreds, rest
	VPMULLW(c.tenth, v, tens)
	VPSRLW(U8(10), tens, tens)
	VPMULLW(c.ten, tens, high)
	VPSUBW(high, v, v)
	VPSLLW(U8(8), v, v)
	VPORD(tens, v, v)
	VPSLLD(U8(8), v, seen) // bytes that are 0 only if all digits so far are
	VPORD(v, seen, seen)
	VPSLLD(U8(16), seen, tens)
	VPORD(tens, seen, seen)
	VPORD(c.last, seen, seen)
	VPORD(c.zeros, v, v)
	k := K()
	VPTESTMB(seen, seen, k)
	VMOVDQU8_Z(v, k, v)
}

// vector returns a vector of 16 doublewords.
func vector(name string, at func(i int) uint32) VecVirtual {
	memory := GLOBL(name, RODATA|NOPTR)
	for i := range 16 {
		DATA(4*i, U32(at(i)))
	}
	v := ZMM()
	VMOVDQU32(memory, v)
	return v
}

// all returns a vector with one doubleword 16 times.
func all(name string, value uint32) VecVirtual {
	memory := GLOBL(name, RODATA|NOPTR)
	DATA(0, U32(value))
	v := ZMM()
	VPBROADCASTD(memory, v)
	return v
}
