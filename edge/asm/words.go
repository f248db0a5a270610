package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// wordsKernel generates a kernel for samples of 16 bits. It decides a group in two halves of 16
// pixels.
func wordsKernel(name string, wide bool, c constants) {
	arithmetic := "by saturating sums of 16 bits"
	if wide {
		arithmetic = "by quarters of sums of 32 bits"
	}
	b := beginBand(name, name+" decides samples of 16 bits "+arithmetic+".")
	k, zero := newWordsArithmetic(YMM, wide), YMM()
	if !wide {
		VPXOR(zero, zero, zero)
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
				leaves := k.decide(k.sum(west, east, north, south))
				if y%2 == 0 {
					upper = leaves
				} else {
					VPACKSSWB(leaves, upper, upper)
					if !wide {
						VPCMPEQB(zero, upper, upper)
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

// wordsKernel512 generates a kernel for AVX-512, which decides a group at once.
func wordsKernel512(name string, wide bool, c constants) {
	arithmetic := "by saturating sums of 16 bits"
	if wide {
		arithmetic = "by quarters of sums of 32 bits"
	}
	b := beginBand(name, name+" decides samples of 16 bits "+arithmetic+".")
	k := newWordsArithmetic(ZMM, wide)
	bits := AllocLocal(32)
	b.groups(1, 64, func(Mem) {
		above := k.load(b.at(0).Offset(2))
		sample := k.load(b.at(1).Offset(2))
		north := k.square(sample, above)
		for y := range bandHeight {
			row := b.at(y + 1)
			west := k.square(sample, k.load(row))
			east := k.square(sample, k.load(row.Offset(4)))
			next := k.load(b.at(y + 2).Offset(2))
			b.prefetch()
			south := k.square(sample, next)
			sums, mask := k.sum(west, east, north, south), GP32()
			if wide {
				leaves512(sums, k.limit, mask)
			} else {
				leaves := K()
				VPSUBUSW(k.limit, sums[0], sums[0])
				VPTESTNMW(sums[0], sums[0], leaves)
				KMOVD(leaves, mask)
			}
			MOVL(mask, bits.Offset(4*y))
			sample, north = next, south
		}
		result := YMM()
		VMOVDQU(bits, result)
		b.store(result, c)
	})
}

// wordsArithmetic has the registers of a kernel.
type wordsArithmetic struct {
	vector      func() VecVirtual
	wide        bool
	shift       VecVirtual // bit count, in all kernels
	most        Mem        // the largest sample; in memory, because registers are short
	limit       VecVirtual
	widest      VecVirtual // narrow: the largest difference that counts
	bias, three VecVirtual // wide
}

func newWordsArithmetic(vector func() VecVirtual, wide bool) *wordsArithmetic {
	k := &wordsArithmetic{vector: vector, wide: wide, shift: XMM()}
	VMOVQ(argument("shift"), k.shift)
	most := words(vector(), Load(Param("most"), GP32()))
	k.most = AllocLocal(int(most.Size()))
	storeVector(most, k.most)
	if wide {
		k.limit = doublewords(vector(), Load(Param("limit"), GP32()))
		k.bias, k.three = doublewords(vector(), Load(Param("bias"), GP32())), doublewords(vector(), constant(3))
	} else {
		k.limit, k.widest = words(vector(), Load(Param("limit"), GP32())), words(vector(), constant(255))
	}
	return k
}

func (k *wordsArithmetic) load(m Mem) VecVirtual {
	v := k.vector()
	loadVector(m, v)
	VPSRLW(k.shift, v, v)
	VPMINUW(k.most, v, v)
	return v
}

// square returns the squared differences. Narrow: 16 bits, of differences of at most 255. Wide: 32
// bits, of the lower and upper halves of the lanes of 128 bits.
func (k *wordsArithmetic) square(a, b VecVirtual) []VecVirtual {
	d, t := k.vector(), k.vector()
	VPSUBUSW(b, a, d)
	VPSUBUSW(a, b, t)
	or(t, d, d)
	if !k.wide {
		VPMINUW(k.widest, d, d)
		VPMULLW(d, d, d)
		return []VecVirtual{d}
	}
	upper := k.vector()
	VPMULHUW(d, d, t)
	VPMULLW(d, d, d)
	VPUNPCKHWD(t, d, upper)
	VPUNPCKLWD(t, d, d)
	return []VecVirtual{d, upper}
}

// sum adds up squares. Narrow sums saturate; wide sums are of the squares' quarters. The south
// squares are not overwritten.
func (k *wordsArithmetic) sum(w, e, n, s []VecVirtual) []VecVirtual {
	if !k.wide {
		VPADDUSW(e[0], w[0], w[0])
		VPADDUSW(n[0], w[0], w[0])
		VPADDUSW(s[0], w[0], w[0])
		return w
	}
	for half := range 2 {
		rest, t := k.vector(), k.vector()
		and(k.three, w[half], rest)
		VPADDD(k.bias, rest, rest)
		VPSRLD(U8(2), w[half], w[half])
		for _, square := range []VecVirtual{e[half], n[half], s[half]} {
			and(k.three, square, t)
			VPADDD(t, rest, rest)
			VPSRLD(U8(2), square, t)
			VPADDD(t, w[half], w[half])
		}
		VPSRLD(U8(2), rest, rest)
		VPADDD(rest, w[half], w[half])
	}
	return w
}

// decide returns 16-bit lanes of the pixels. Narrow: 0 for a leaf. Wide: −1 for a leaf, else 0.
func (k *wordsArithmetic) decide(sums []VecVirtual) VecVirtual {
	if !k.wide {
		VPSUBUSW(k.limit, sums[0], sums[0])
		return sums[0]
	}
	for _, sum := range sums {
		t := k.vector()
		VPMINUD(k.limit, sum, t)
		VPCMPEQD(t, sum, sum)
	}
	VPACKSSDW(sums[1], sums[0], sums[0])
	return sums[0]
}
