package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// wordsKernel makes a kernel for samples of 16 bits. A group is done in two
// halves of 16 pixels.
func wordsKernel(name string, wide bool, c constants) {
	arithmetic := "by saturating sums of 16 bits"
	if wide {
		arithmetic = "by quarters of sums of 32 bits"
	}
	b := beginBand(name, name+" decides samples of 16 bits "+arithmetic+".")
	k := wordsArithmetic{wide: wide, shift: XMM()}
	shift := Load(Param("shift"), GP64())
	VMOVQ(shift, k.shift)
	if wide {
		k.limit, k.bias = doublewords(YMM(), Load(Param("limit"), GP32())), doublewords(YMM(), Load(Param("bias"), GP32()))
		k.three = doublewords(YMM(), constant(3))
	} else {
		k.limit, k.most, k.zero = words(YMM(), Load(Param("limit"), GP32())), words(YMM(), constant(255)), YMM()
		VPXOR(k.zero, k.zero, k.zero)
	}
	bits := AllocLocal(16)

	b.groups(1, 64, func(Mem) {
		for half := range 2 {
			x := 32 * half
			above := k.load(b.at(0).Offset(x + 2))
			sample := k.load(b.at(1).Offset(x + 2))
			north := k.square(sample, above)
			var upper VecVirtual
			for y := range bandHeight {
				row := b.at(y + 1)
				west := k.square(sample, k.load(row.Offset(x)))
				east := k.square(sample, k.load(row.Offset(x+4)))
				next := k.load(b.at(y + 2).Offset(x + 2))
				if half == 0 {
					b.prefetch()
				}
				south := k.square(sample, next)
				leaves := k.decide(west, east, north, south)
				if y%2 == 0 {
					upper = leaves
				} else {
					VPACKSSWB(leaves, upper, upper)
					if !wide {
						VPCMPEQB(k.zero, upper, upper)
					}
					mask := GP32()
					VPMOVMSKB(upper, mask)
					MOVL(mask, bits.Offset(y/2*4))
				}
				sample, north = next, south
			}
			result, t := XMM(), XMM()
			VMOVDQU(bits, result)
			VPSHUFB(c.bytesOfPairs, result, result)
			exchange(result, t, c)
			VMOVDQU(result, Mem{Base: b.words, Disp: 32 * half})
		}
	})
}

// wordsArithmetic is the registers of a kernel.
type wordsArithmetic struct {
	wide        bool
	shift       VecVirtual // count of bits, all kernels
	limit       VecVirtual
	zero, most  VecVirtual // narrow
	bias, three VecVirtual // wide
}

func (k *wordsArithmetic) load(m Mem) VecVirtual {
	v := YMM()
	VMOVDQU(m, v)
	VPSRLW(k.shift, v, v)
	return v
}

// square gives the squared differences: narrow as 16 bits, of differences of
// 255 at most; wide as 32 bits, of the lower and upper halves of both lanes.
func (k *wordsArithmetic) square(a, b VecVirtual) []VecVirtual {
	d, t := YMM(), YMM()
	VPSUBUSW(b, a, d)
	VPSUBUSW(a, b, t)
	VPOR(t, d, d)
	if !k.wide {
		VPMINUW(k.most, d, d)
		VPMULLW(d, d, d)
		return []VecVirtual{d}
	}
	upper := YMM()
	VPMULHUW(d, d, t)
	VPMULLW(d, d, d)
	VPUNPCKHWD(t, d, upper)
	VPUNPCKLWD(t, d, d)
	return []VecVirtual{d, upper}
}

// decide gives 16-bit lanes of the pixels: narrow 0 for a leaf, wide −1 for one
// and 0 for others. The south squares stay as they are.
func (k *wordsArithmetic) decide(w, e, n, s []VecVirtual) VecVirtual {
	if !k.wide {
		VPADDUSW(e[0], w[0], w[0])
		VPADDUSW(n[0], w[0], w[0])
		VPADDUSW(s[0], w[0], w[0])
		VPSUBUSW(k.limit, w[0], w[0])
		return w[0]
	}
	for half := range 2 {
		rest, t := YMM(), YMM()
		VPAND(k.three, w[half], rest)
		VPADDD(k.bias, rest, rest)
		VPSRLD(U8(2), w[half], w[half])
		for _, square := range []VecVirtual{e[half], n[half], s[half]} {
			VPAND(k.three, square, t)
			VPADDD(t, rest, rest)
			VPSRLD(U8(2), square, t)
			VPADDD(t, w[half], w[half])
		}
		VPSRLD(U8(2), rest, rest)
		VPADDD(rest, w[half], w[half])
		VPMINUD(k.limit, w[half], rest)
		VPCMPEQD(rest, w[half], w[half])
	}
	VPACKSSDW(w[1], w[0], w[0])
	return w[0]
}
