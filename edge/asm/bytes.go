package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bytesKernel makes a kernel for samples of 8 bits.
func bytesKernel(name string, wide bool, c constants) {
	arithmetic := "by saturating sums of 16 bits"
	if wide {
		arithmetic = "by quarters of sums"
	}
	b := beginBand(name, name+" decides samples of 8 bits "+arithmetic+".")
	limit, zero := words(Load(Param("limit"), GP32())), YMM()
	VPXOR(zero, zero, zero)
	var bias, three VecVirtual
	if wide {
		bias, three = words(Load(Param("bias"), GP32())), words(constant(3))
	}
	bits := AllocLocal(32)

	b.groups(32, func() {
		sample, north := YMM(), [2]VecVirtual{YMM(), YMM()}
		above := YMM()
		VMOVDQU(b.at(0).Offset(1), above)
		VMOVDQU(b.at(1).Offset(1), sample)
		squareBytes(sample, above, north, zero)
		for y := range bandHeight {
			next, east, west := YMM(), YMM(), YMM()
			row := b.at(y + 1)
			VMOVDQU(row.Offset(2), east)
			VMOVDQU(row, west)
			VMOVDQU(b.at(y+2).Offset(1), next)
			e, w, s := [2]VecVirtual{YMM(), YMM()}, [2]VecVirtual{YMM(), YMM()}, [2]VecVirtual{YMM(), YMM()}
			squareBytes(sample, east, e, zero)
			squareBytes(sample, west, w, zero)
			squareBytes(sample, next, s, zero)
			for half := range 2 {
				sum := e[half]
				if wide {
					// The south is the next row's north.
					quarterWords(e[half], w[half], north[half], s[half], bias, three)
				} else {
					VPADDUSW(w[half], sum, sum)
					VPADDUSW(north[half], sum, sum)
					VPADDUSW(s[half], sum, sum)
				}
				VPSUBUSW(limit, sum, sum)
			}
			VPACKSSWB(e[1], e[0], e[0])
			VPCMPEQB(zero, e[0], e[0])
			mask := GP32()
			VPMOVMSKB(e[0], mask)
			MOVL(mask, bits.Offset(4*y))
			sample, north = next, s
		}
		result, t := YMM(), YMM()
		order := YMM()
		VMOVDQU(bits, result)
		VPSHUFB(c.bytesOfRows, result, result)
		VMOVDQU(c.wordsOfHalfs, order)
		VPERMD(result, order, result)
		exchange(result, t, c)
		VMOVDQU(result.AsX(), Mem{Base: b.words})
		VEXTRACTI128(U8(1), result, Mem{Base: b.words, Disp: 32})
	})
}

// squareBytes makes the squared differences of bytes as words, those of the
// lower and upper halves of both lanes.
func squareBytes(a, b VecVirtual, squares [2]VecVirtual, zero VecVirtual) {
	d, t := YMM(), YMM()
	VPSUBUSB(b, a, d)
	VPSUBUSB(a, b, t)
	VPOR(t, d, d)
	VPUNPCKLBW(zero, d, squares[0])
	VPUNPCKHBW(zero, d, squares[1])
	VPMULLW(squares[0], squares[0], squares[0])
	VPMULLW(squares[1], squares[1], squares[1])
}

// quarterWords puts ⌊(bias + sum of the squares)/4⌋ into e. s stays as it is.
func quarterWords(e, w, n, s, bias, three VecVirtual) {
	rest, t := YMM(), YMM()
	VPAND(three, e, rest)
	VPADDW(bias, rest, rest)
	VPSRLW(U8(2), e, e)
	for _, square := range []VecVirtual{w, n, s} {
		VPAND(three, square, t)
		VPADDW(t, rest, rest)
		VPSRLW(U8(2), square, t)
		VPADDW(t, e, e)
	}
	VPSRLW(U8(2), rest, rest)
	VPADDW(rest, e, e)
}
