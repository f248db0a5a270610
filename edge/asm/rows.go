package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// operators are the forms of package edge's operators, in 16 bits.
var operators = []struct {
	name string
	// forms gives linear forms over the neighbourhood whose squares are to be
	// added; nil adds the pixel itself.
	forms func(n *neighbourhood) []VecVirtual
}{
	{"cross", func(n *neighbourhood) []VecVirtual {
		var forms []VecVirtual
		pixel := n.load(0, 0)
		for _, to := range [][2]int{{1, 0}, {-1, 0}, {0, -1}, {0, 1}} {
			d := n.vector()
			VPSUBW(n.at(to[0], to[1]), pixel, d)
			forms = append(forms, d)
		}
		return forms
	}},
	{"diagonal", func(n *neighbourhood) []VecVirtual {
		var forms []VecVirtual
		for _, to := range [][2]int{{1, 0}, {1, -1}, {0, -1}, {-1, -1}} {
			forms = append(forms, n.difference(to[0], to[1], -to[0], -to[1]))
		}
		return forms
	}},
	{"sobel", func(n *neighbourhood) []VecVirtual { return n.gradient(1, 2) }},
	{"prewitt", func(n *neighbourhood) []VecVirtual { return n.gradient(1, 1) }},
	{"scharr", func(n *neighbourhood) []VecVirtual { return n.gradient(3, 10) }},
	{"laplace", func(n *neighbourhood) []VecVirtual {
		d := n.load(0, 0)
		VPSLLW(U8(2), d, d)
		for _, to := range [][2]int{{1, 0}, {-1, 0}, {0, -1}, {0, 1}} {
			VPSUBW(n.at(to[0], to[1]), d, d)
		}
		return []VecVirtual{d}
	}},
	{"value", nil},
}

// neighbourhood is the rows around a vector of pixels.
type neighbourhood struct {
	vector func() VecVirtual
	rows   [3]GPVirtual // above, at and below the pixels, moved to the left neighbour of the first
	pixel  int          // which pixel of the rows the first is
}

// at returns the samples x to the right of and y below the pixels.
func (n *neighbourhood) at(x, y int) Mem {
	return Mem{Base: n.rows[1+y], Disp: 2 * (n.pixel + 1 + x)}
}

func (n *neighbourhood) load(x, y int) VecVirtual {
	v := n.vector()
	loadVector(n.at(x, y), v)
	return v
}

// difference returns the samples at (x0, y0) minus those at (x1, y1).
func (n *neighbourhood) difference(x0, y0, x1, y1 int) VecVirtual {
	d := n.load(x0, y0)
	VPSUBW(n.at(x1, y1), d, d)
	return d
}

// gradient returns the forms across and along a column. They share the falling
// and the rising difference between opposite corners: the sum of the two is the corners' part of
// the first form, their difference that of the second.
func (n *neighbourhood) gradient(corner, side uint16) []VecVirtual {
	falling, rising := n.difference(1, 1, -1, -1), n.difference(1, -1, -1, 1)
	across, along := n.vector(), falling
	VPADDW(rising, falling, across)
	VPSUBW(rising, falling, along)
	n.multiply(across, corner)
	n.multiply(along, corner)
	for _, s := range []struct{ sum, side VecVirtual }{
		{across, n.difference(1, 0, -1, 0)},
		{along, n.difference(0, 1, 0, -1)},
	} {
		n.multiply(s.side, side)
		VPADDW(s.side, s.sum, s.sum)
	}
	return []VecVirtual{across, along}
}

// multiply multiplies lanes by a small number of at most two bits.
func (n *neighbourhood) multiply(v VecVirtual, by uint16) {
	double := n.vector()
	switch by {
	case 1:
	case 2:
		VPADDW(v, v, v)
	case 3:
		VPADDW(v, v, double)
		VPADDW(double, v, v)
	case 10:
		VPADDW(v, v, double)
		VPSLLW(U8(3), v, v)
		VPADDW(double, v, v)
	default:
		panic("no such factor")
	}
}

// rowKernel makes a kernel that decides the groups of a row: with AVX2 a group
// as two vectors, with AVX-512 as one.
func rowKernel(name string, forms func(*neighbourhood) []VecVirtual, vector func() VecVirtual) {
	TEXT(name, NOSPLIT, "func(bits *uint32, rows *[3][3][]uint16, planes, groups int, lower, most uint32)")
	Pragma("noescape")
	Doc(name + " decides the groups of a row in sums of 32 bits.")
	bits := Load(Param("bits"), GP64())
	window := Load(Param("rows"), GP64())
	groups := Load(Param("groups"), GP64())
	lower := doublewords(vector(), Load(Param("lower"), GP32()))
	most := doublewords(vector(), Load(Param("most"), GP32()))
	g := newGroup(forms, vector)
	Label("group")
	sums := g.sums(window)
	mask := GP32()
	if g.lanes == 32 {
		for _, sum := range sums {
			VPSUBD(lower, sum, sum)
		}
		leaves512(sums, most, mask)
	} else {
		decide256(sums, lower, most, mask)
	}
	MOVL(mask, Mem{Base: bits})
	ADDQ(U8(4*bandHeight), bits)
	ADDQ(U8(2*groupWidth), g.offset)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// sumsKernel makes a kernel that writes the sums of a row, with AVX2.
func sumsKernel(name string, forms func(*neighbourhood) []VecVirtual) {
	TEXT(name, NOSPLIT, "func(sums *uint64, rows *[3][3][]uint16, planes, groups int)")
	Pragma("noescape")
	Doc(name + " writes the sums of the groups of a row.")
	to := Load(Param("sums"), GP64())
	window := Load(Param("rows"), GP64())
	groups := Load(Param("groups"), GP64())
	g := newGroup(forms, YMM)
	Label("group")
	sums := g.sums(window)
	for i, sum := range sums { // even ones have pixels 0–3 and 8–11, odd ones the others
		upper, wide := XMM(), YMM()
		VEXTRACTI128(U8(1), sum, upper)
		first := 8 * (i/2*g.lanes + i%2*4)
		VPMOVZXDQ(sum.AsX(), wide)
		VMOVDQU(wide, Mem{Base: to, Disp: first})
		wide = YMM()
		VPMOVZXDQ(upper, wide)
		VMOVDQU(wide, Mem{Base: to, Disp: first + 8*8})
	}
	ADDQ(U32(8*groupWidth), to)
	ADDQ(U8(2*groupWidth), g.offset)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// group is 32 pixels of a row, offset bytes from its begin.
type group struct {
	forms  func(*neighbourhood) []VecVirtual
	vector func() VecVirtual
	lanes  int // 16-bit lanes of a vector
	zero   VecVirtual
	offset GPVirtual
}

// newGroup is the first group of a row.
func newGroup(forms func(*neighbourhood) []VecVirtual, vector func() VecVirtual) *group {
	g := &group{forms: forms, vector: vector, zero: vector(), offset: GP64()}
	VPSUBD(g.zero, g.zero, g.zero)
	g.lanes = int(g.zero.Size() / 2)
	XORQ(g.offset, g.offset)
	return g
}

// sums computes the sums of the pixels over the planes of a window, in 32 bits. Two
// vectors hold the sums for a vector of samples: one for the lower and one for the upper halves
// of its lanes of 128 bits.
func (g *group) sums(window Register) []VecVirtual {
	plane, planes := GP64(), GP64()
	sums := make([]VecVirtual, 2*groupWidth/g.lanes)
	for i := range sums {
		sums[i] = g.vector()
		VPSUBD(sums[i], sums[i], sums[i])
	}
	MOVQ(window, plane)
	Load(Param("planes"), planes)

	Label("plane")
	n := neighbourhood{vector: g.vector}
	for i := range n.rows {
		n.rows[i] = GP64()
		MOVQ(Mem{Base: plane, Disp: 24 * i}, n.rows[i])
		ADDQ(g.offset, n.rows[i])
	}
	for i := 0; i < len(sums); i += 2 {
		n.pixel = i / 2 * g.lanes
		if g.forms == nil {
			addPairs(sums[i:], n.load(0, 0), g.zero, false)
			continue
		}
		terms := g.forms(&n)
		if len(terms)%2 != 0 {
			terms = append(terms, g.zero)
		}
		for j := 0; j < len(terms); j += 2 {
			addPairs(sums[i:], terms[j], terms[j+1], true)
		}
	}
	ADDQ(U8(3*24), plane)
	DECQ(planes)
	JNZ(LabelRef("plane"))
	return sums
}

// addPairs adds a² + b², or else the 32 bits whose lower half is a and upper
// half is b, to the sums of the lower and of the upper halves of the lanes of
// 128 bits.
func addPairs(sums []VecVirtual, a, b VecVirtual, squares bool) {
	for half, unpack := range []func(ops ...Op){VPUNPCKLWD, VPUNPCKHWD} {
		pairs := YMM()
		if a.Size() == 64 {
			pairs = ZMM()
		}
		unpack(b, a, pairs)
		if squares {
			VPMADDWD(pairs, pairs, pairs)
		}
		VPADDD(pairs, sums[half], sums[half])
	}
}

// decide256 computes the bits of a group from the sums of two vectors of pixels.
func decide256(sums []VecVirtual, lower, most VecVirtual, mask Register) {
	for _, sum := range sums {
		t := YMM()
		VPSUBD(lower, sum, sum)
		VPMINUD(most, sum, t)
		VPCMPEQD(t, sum, sum)
	}
	VPACKSSDW(sums[1], sums[0], sums[0])
	VPACKSSDW(sums[3], sums[2], sums[2])
	VPACKSSWB(sums[2], sums[0], sums[0])
	VPERMQ(U8(0b11_01_10_00), sums[0], sums[0])
	VPMOVMSKB(sums[0], mask)
}

// leaves512 computes the bits of a group, 1 for a sum of at most limit, from 32-bit
// sums in the lower and in the upper halves of the lanes of 128 bits.
func leaves512(sums []VecVirtual, limit VecVirtual, mask Register) {
	const lessOrEqual = 2
	upper, place := GP32(), GP32()
	for i, to := range []Register{mask, upper} {
		leaves := K()
		VPCMPUD(U8(lessOrEqual), limit, sums[i], leaves)
		KMOVW(leaves, to)
		MOVL(U32(0x0f0f0f0f<<(4*i)), place)
		PDEPL(place, to, to)
	}
	ORL(upper, mask)
}

// wordsOfBitsKernel makes the kernel that brings the bits of a band's rows into
// Morton order.
func wordsOfBitsKernel(name string, c constants) {
	TEXT(name, NOSPLIT, "func(words *uint64, bits *uint32, groups int)")
	Pragma("noescape")
	Doc(name + " makes the words of a band from the bits of its rows.")
	b := &band{words: Load(Param("words"), GP64()).(GPVirtual)}
	bits := Load(Param("bits"), GP64())
	groups := Load(Param("groups"), GP64())
	step := GP64()
	MOVQ(U32(128), step)
	Label("group")
	result := YMM()
	VMOVDQU(Mem{Base: bits}, result)
	b.store(result, c)
	ADDQ(U8(4*bandHeight), bits)
	ADDQ(step, b.words)
	XORQ(U32(128^384), step)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}
