package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bytesBand is the registers of a kernel for samples of 8 bits. Its arithmetic
// is in 16-bit lanes, the even pixels apart from the odd ones. Neighbours side
// by side in memory are subtracted by VPMADDUBSW with the factors 1 and −1:
//
//	from the pixel left of the group    west of even pixels
//	from the group's first              east of even, west of odd pixels
//	from the one after                  east of odd pixels
type bytesBand struct {
	vector      func() VecVirtual
	limit       VecVirtual
	minus, even Op         // factors 1, −1 and 1, 0
	unzip       Op         // shuffle that interleaves even and odd pixels
	bias, three VecVirtual // for sums that are divided by four
}

// bytesKernel generates a kernel for AVX2, with narrow or wide arithmetic.
func bytesKernel(name string, wide bool, c constants) {
	arithmetic := "saturating sums"
	if wide {
		arithmetic = "quarters of sums"
	}
	b := beginBand(name, name+" decides samples of 8 bits by "+arithmetic+" of 16 bits.")
	k := newBytesBand(YMM, wide, c)
	bits := AllocLocal(32)
	b.groups(1, 32, func(Mem) {
		k.rows(b, func(y int, sums VecVirtual) {
			zero, mask := YMM(), GP32()
			VPXOR(zero, zero, zero)
			VPCMPEQB(zero, sums, sums)
			VPMOVMSKB(sums, mask)
			MOVL(mask, bits.Offset(4*y))
		})
		result := YMM()
		VMOVDQU(bits, result)
		b.store(result, c)
	})
}

// bytesKernel512 generates a kernel for AVX-512, which decides two groups at a time.
func bytesKernel512(name string, wide bool, c constants) {
	arithmetic := "saturating sums"
	if wide {
		arithmetic = "quarters of sums"
	}
	b := beginBand(name,
		name+" decides samples of 8 bits by "+arithmetic+" of 16 bits, two groups",
		"at a time; groups is even.")
	k := newBytesBand(ZMM, wide, c)
	order := ZMM()
	VMOVDQU64(c.bytesOf8Rows, order)
	bits := AllocLocal(64)
	b.groups(2, 64, func(second Mem) {
		k.rows(b, func(y int, sums VecVirtual) {
			mask := K()
			VPTESTNMB(sums, sums, mask)
			KMOVQ(mask, bits.Offset(8*y))
		})
		result := ZMM()
		VMOVDQU64(bits, result)
		VPERMB(result, order, result)
		exchange512(result, ZMM(), c)
		VMOVDQU(result.AsX(), Mem{Base: b.words})
		VEXTRACTI64X2(U8(1), result, Mem{Base: b.words, Disp: 32})
		VEXTRACTI64X2(U8(2), result, second)
		VEXTRACTI64X2(U8(3), result, second.Offset(32))
	})
}

func newBytesBand(vector func() VecVirtual, wide bool, c constants) *bytesBand {
	k := &bytesBand{
		vector: vector,
		limit:  words(vector(), Load(Param("limit"), GP32())),
	}
	if wide {
		k.bias, k.three = words(vector(), Load(Param("bias"), GP32())), words(vector(), constant(3))
	}
	if wide && k.limit.Size() == 32 {
		// There are too few registers for all constants.
		k.minus, k.even, k.unzip = c.minus, c.even, c.unzipped
		return k
	}
	inRegister := func(m Mem) Op {
		v := vector()
		loadVector(m, v)
		return v
	}
	k.minus, k.even, k.unzip = inRegister(c.minus), inRegister(c.even), inRegister(c.unzipped)
	return k
}

// rows calls row for each row with bytes that are 0 where a pixel is a leaf.
func (k *bytesBand) rows(b *band, row func(y int, sums VecVirtual)) {
	sample, above := k.vector(), k.vector()
	loadVector(b.at(0).Offset(1), above)
	loadVector(b.at(1).Offset(1), sample)
	values := k.split(sample)
	north := k.vertical(k.split(above), values)
	for y := range bandHeight {
		inner := k.horizontal(sample)
		next := k.vector()
		loadVector(b.at(y+2).Offset(1), next)
		b.prefetch()
		below := k.split(next)
		south := k.vertical(values, below)
		at := b.at(y + 1)
		var sums [2]VecVirtual
		for half := range sums {
			beside := k.vector()
			loadVector(at.Offset(2*half), beside)
			sum := k.horizontal(beside)
			if k.three != nil {
				k.quarter(sum, inner, north[half], south[half])
			} else {
				VPADDUSW(inner, sum, sum)
				VPADDUSW(north[half], south[half], north[half])
				VPADDUSW(north[half], sum, sum)
			}
			VPSUBUSW(k.limit, sum, sum)
			sums[half] = sum
		}
		VPACKSSWB(sums[1], sums[0], sums[0])
		VPSHUFB(k.unzip, sums[0], sums[0])
		row(y, sums[0])
		sample, values, north = next, below, south
	}
}

// split separates the even and the odd samples.
func (k *bytesBand) split(sample VecVirtual) [2]VecVirtual {
	even, odd := k.vector(), k.vector()
	VPMADDUBSW(k.even, sample, even)
	VPSRLW(U8(8), sample, odd)
	return [2]VecVirtual{even, odd}
}

// horizontal squares the differences of horizontal neighbours.
func (k *bytesBand) horizontal(sample VecVirtual) VecVirtual {
	d := k.vector()
	VPMADDUBSW(k.minus, sample, d)
	VPMULLW(d, d, d)
	return d
}

// vertical squares the differences of two rows.
func (k *bytesBand) vertical(above, below [2]VecVirtual) (squares [2]VecVirtual) {
	for half := range squares {
		d := k.vector()
		VPSUBW(below[half], above[half], d)
		VPMULLW(d, d, d)
		squares[half] = d
	}
	return squares
}

// quarter puts ⌊(bias + sum of the squares)/4⌋ into e.
func (k *bytesBand) quarter(e VecVirtual, others ...VecVirtual) {
	rest, t := k.vector(), k.vector()
	and(k.three, e, rest)
	VPADDW(k.bias, rest, rest)
	VPSRLW(U8(2), e, e)
	for _, square := range others {
		and(k.three, square, t)
		VPADDW(t, rest, rest)
		VPSRLW(U8(2), square, t)
		VPADDW(t, e, e)
	}
	VPSRLW(U8(2), rest, rest)
	VPADDW(rest, e, e)
}
