package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets of the constants of the conversion, which are consecutive doublewords.
const (
	vToR = 4 * iota
	uToG
	vToG
	uToB
	addR
	addG
	addB
	gain
)

// convertKernel generates the kernel that converts YUV to RGB, a vector of pixels at a time: it
// computes the terms of chroma once for all rows that they cover. Doublewords hold the first four
// and the last four pixels of each eight; packing restores the order.
func convertKernel(name string, w width) {
	TEXT(name, NOSPLIT, "func(features, samples *uint16, rows, repeat int, factors *[8]int32)")
	Pragma("noescape")
	Doc(name+" converts rows of chroma and repeat rows of luma for each to",
		"features, from the given row of the first channel on.")
	features := Load(Param("features"), GP64())
	luma := Load(Param("samples"), GP64())
	rows := Load(Param("rows"), GP64())
	repeat := Load(Param("repeat"), GP64())
	factors := Load(Param("factors"), GP64())
	chroma := GP64()
	LEAQ(Mem{Base: luma, Disp: sampleBytes}, chroma)
	repeatBytes := GP64()
	MOVQ(repeat, repeatBytes)
	SHLQ(U8(7), repeatBytes)
	most, gains := w.vector(), w.vector()
	doublewords(most, 1<<14-1|(1<<14-1)<<16)
	VPBROADCASTD(Mem{Base: factors, Disp: gain}, gains)

	group := GP64()
	Label("row")
	MOVQ(U32(tileSize/w.lanes), group)
	Label("group")
	zero := w.vector()
	w.clear(zero)
	u, v := w.split(Mem{Base: chroma}, zero), w.split(Mem{Base: chroma, Disp: sampleBytes}, zero)
	var terms [3][2]VecVirtual
	for half := range 2 {
		factor, t := w.vector(), w.vector()
		r, g, b := w.vector(), w.vector(), w.vector()
		product := func(of VecVirtual, by int, to VecVirtual) {
			VPBROADCASTD(Mem{Base: factors, Disp: by}, factor)
			VPMULLD(factor, of, to)
		}
		add := func(by int, to VecVirtual) {
			VPBROADCASTD(Mem{Base: factors, Disp: by}, factor)
			VPADDD(factor, to, to)
		}
		product(v[half], vToR, r)
		add(addR, r)
		product(u[half], uToG, g)
		product(v[half], vToG, t)
		VPADDD(t, g, g)
		add(addG, g)
		product(u[half], uToB, b)
		add(addB, b)
		terms[0][half], terms[1][half], terms[2][half] = r, g, b
	}
	y, out, left := GP64(), GP64(), GP64()
	MOVQ(luma, y)
	MOVQ(features, out)
	MOVQ(repeat, left)
	Label("pixels")
	w.clear(zero)
	lumas := w.split(Mem{Base: y}, zero)
	for half := range lumas {
		VPMULLD(gains, lumas[half], lumas[half])
	}
	for channel := range terms {
		lower, upper := w.vector(), w.vector()
		VPADDD(terms[channel][0], lumas[0], lower)
		VPADDD(terms[channel][1], lumas[1], upper)
		VPSRAD(U8(15), lower, lower)
		VPSRAD(U8(15), upper, upper)
		VPACKUSDW(upper, lower, lower)
		VPMINUW(most, lower, lower)
		w.move(lower, Mem{Base: out, Disp: channelBytes * channel})
	}
	ADDQ(U32(rowBytes), y)
	ADDQ(U32(rowBytes), out)
	DECQ(left)
	JNZ(LabelRef("pixels"))

	ADDQ(U8(2*w.lanes), luma)
	ADDQ(U8(2*w.lanes), features)
	ADDQ(U8(2*w.lanes), chroma)
	DECQ(group)
	JNZ(LabelRef("group"))
	LEAQ(Mem{Base: luma, Index: repeatBytes, Scale: 1, Disp: -rowBytes}, luma)
	LEAQ(Mem{Base: features, Index: repeatBytes, Scale: 1, Disp: -rowBytes}, features)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// split loads samples as doublewords.
func (w width) split(m Mem, zero VecVirtual) [2]VecVirtual {
	v, lower, upper := w.vector(), w.vector(), w.vector()
	w.move(m, v)
	VPUNPCKLWD(zero, v, lower)
	VPUNPCKHWD(zero, v, upper)
	return [2]VecVirtual{lower, upper}
}

// scaleKernel generates the kernel for features that are the samples themselves. No intermediate
// result exceeds 2^15 for samples of up to 14 bits.
func scaleKernel() {
	TEXT("scaleAVX2", NOSPLIT, "func(features, samples *uint16, rows, repeat int, times, rest, half uint32, depth int)")
	Pragma("noescape")
	Doc("scaleAVX2 computes features from rows of samples of up to 14 bits, repeat rows of",
		"each.")
	features := Load(Param("features"), GP64())
	samples := Load(Param("samples"), GP64())
	rows := Load(Param("rows"), GP64())
	repeat := Load(Param("repeat"), GP64())
	broadcast := func(name string) VecVirtual {
		v := YMM()
		VMOVD(Load(Param(name), GP32()), v.AsX())
		VPBROADCASTW(v.AsX(), v)
		return v
	}
	times, rest, half := broadcast("times"), broadcast("rest"), broadcast("half")
	depth, minusOne := XMM(), YMM()
	VMOVQ(Load(Param("depth"), GP64()), depth)
	VPCMPEQW(minusOne, minusOne, minusOne)

	Label("row")
	var scaled [tileSize / groupWidth]VecVirtual
	for i := range scaled {
		v, n, t := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: samples, Disp: groupBytes * i}, v)
		VPMULLW(rest, v, n)
		VPADDW(half, n, n)
		VPSRLW(depth, n, t)
		VPADDW(t, n, n)
		VPSUBW(minusOne, n, n)
		VPSRLW(depth, n, n)
		VPMULLW(times, v, v)
		VPADDW(n, v, v)
		scaled[i] = v
	}
	left := GP64()
	MOVQ(repeat, left)
	Label("again")
	for i, v := range scaled {
		VMOVDQU(v, Mem{Base: features, Disp: groupBytes * i})
	}
	ADDQ(U32(rowBytes), features)
	DECQ(left)
	JNZ(LabelRef("again"))
	ADDQ(U32(rowBytes), samples)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
