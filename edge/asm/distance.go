package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Indices of the numbers passed to a distance kernel; see distance.numbers.
const (
	toR, toG, toB = 0, 1, 3 // toG has two
	plusR         = 4       // followed by G and B
	gain          = 7
	boxLow        = 8
	boxHigh       = 11
	times         = 14
	rest          = 15
	half          = 16
	depth         = 17
	lowest        = 18
	most          = 19
)

// channelShift is channel.Shift.
const channelShift = 15

func distanceKernels() {
	for _, convert := range []bool{true, false} {
		name := "scaled"
		if convert {
			name = "converted"
		}
		distanceKernel(name+"BitsAVX2", convert, true)
		distanceKernel(name+"SumsAVX2", convert, false)
	}
}

// distanceKernel generates a kernel that computes the distances of the pixels of a row, 8 at a
// time, in 32 bits. It writes the decisions, or the distances themselves.
func distanceKernel(name string, convert, bits bool) {
	to := "sums *uint64"
	if bits {
		to = "bits *uint32"
	}
	TEXT(name, NOSPLIT, "func("+to+", rows *[3][3][]uint16, groups int, numbers *[20]int32)")
	Pragma("noescape")
	d := &distances{zero: YMM(), offset: GP64()}
	var dst Register
	if bits {
		Doc(name + " decides the groups of a row by the distances of their colours.")
		dst = Load(Param("bits"), GP64())
	} else {
		Doc(name + " writes the distances of the colours of a row.")
		dst = Load(Param("sums"), GP64())
	}
	window := Load(Param("rows"), GP64())
	groups := Load(Param("groups"), GP64())
	d.numbers = Load(Param("numbers"), GP64())
	for plane := range d.rows {
		d.rows[plane] = GP64()
		MOVQ(Mem{Base: window, Disp: 24 * (3*plane + 1)}, d.rows[plane])
	}
	VPXOR(d.zero, d.zero, d.zero)
	if convert {
		d.peak = YMM()
		VPCMPEQD(d.peak, d.peak, d.peak)
		VPSRLD(U8(32-14), d.peak, d.peak)
	} else {
		d.count = XMM()
		VMOVD(d.number(depth), d.count)
		d.one = YMM()
		VPCMPEQD(d.one, d.one, d.one)
		VPSRLD(U8(31), d.one, d.one)
	}
	XORQ(d.offset, d.offset)

	Label("group")
	leaves := GP32()
	for i := range groupWidth / 8 {
		sum := d.sum(i, convert)
		if !bits {
			upper, wide := XMM(), YMM()
			VEXTRACTI128(U8(1), sum, upper)
			VPMOVZXDQ(sum.AsX(), wide)
			VMOVDQU(wide, Mem{Base: dst, Disp: 64 * i})
			wide = YMM()
			VPMOVZXDQ(upper, wide)
			VMOVDQU(wide, Mem{Base: dst, Disp: 64*i + 32})
			continue
		}
		limit, eight := YMM(), GP32()
		VPSUBD(d.broadcast(lowest), sum, sum)
		VPMINUD(d.broadcast(most), sum, limit)
		VPCMPEQD(limit, sum, sum)
		VMOVMSKPS(sum, eight)
		if i == 0 {
			MOVL(eight, leaves)
			continue
		}
		SHLL(U8(8*i), eight)
		ORL(eight, leaves)
	}
	if bits {
		MOVL(leaves, Mem{Base: dst})
		ADDQ(U8(4*bandHeight), dst)
	} else {
		ADDQ(U32(8*groupWidth), dst)
	}
	ADDQ(U8(2*groupWidth), d.offset)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// distances is the state that the pixels of a row share.
type distances struct {
	numbers         Register
	rows            [3]Register
	offset          GPVirtual
	zero, peak, one VecVirtual
	count           VecVirtual
}

func (d *distances) number(i int) Mem { return Mem{Base: d.numbers, Disp: 4 * i} }

// broadcast returns a vector of a number.
func (d *distances) broadcast(i int) VecVirtual {
	v := YMM()
	VPBROADCASTD(d.number(i), v)
	return v
}

// times multiplies by a number.
func (d *distances) times(v VecVirtual, i int) VecVirtual {
	product := YMM()
	VPMULLD(d.broadcast(i), v, product)
	return product
}

// sum computes the distances of the i-th 8 pixels of a group.
func (d *distances) sum(i int, convert bool) VecVirtual {
	var samples, channels [3]VecVirtual
	for plane, row := range d.rows {
		samples[plane] = YMM()
		VPMOVZXWD(Mem{Base: row, Index: d.offset, Scale: 1, Disp: 2 + 16*i}, samples[plane])
	}
	if convert {
		luma := d.times(samples[0], gain)
		channels[0] = d.times(samples[2], toR)
		channels[1] = d.times(samples[1], toG)
		VPADDD(d.times(samples[2], toG+1), channels[1], channels[1])
		channels[2] = d.times(samples[1], toB)
		for c, v := range channels {
			VPADDD(luma, v, v)
			VPADDD(d.broadcast(plusR+c), v, v)
			VPSRAD(U8(channelShift), v, v)
			VPMAXSD(d.zero, v, v)
			VPMINSD(d.peak, v, v)
		}
	} else {
		for c, v := range samples {
			n, quotient := d.times(v, rest), YMM()
			VPADDD(d.broadcast(half), n, n)
			VPSRLD(d.count, n, quotient)
			VPADDD(d.one, n, n)
			VPADDD(quotient, n, n)
			VPSRLD(d.count, n, n)
			channels[c] = d.times(v, times)
			VPADDD(n, channels[c], channels[c])
		}
	}
	sum := YMM()
	for c, v := range channels {
		above := YMM()
		VPSUBD(d.broadcast(boxHigh+c), v, above)
		below := d.broadcast(boxLow + c)
		VPSUBD(v, below, below)
		VPMAXSD(above, below, below)
		VPMAXSD(d.zero, below, below)
		if c == 0 {
			VPMADDWD(below, below, sum) // the upper halves are 0
			continue
		}
		VPMADDWD(below, below, below)
		VPADDD(below, sum, sum)
	}
	return sum
}
