package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"ffkvadrat/edge"
)

// rowKernel generates a kernel that decides the groups of a row: with AVX2 a group is two vectors,
// with AVX-512 one.
func rowKernel(name string, forms []edge.Form, vector func() VecVirtual) {
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

// sumsKernel generates a kernel that writes the sums of a row, with AVX2.
func sumsKernel(name string, forms []edge.Form) {
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

// group is 32 pixels of a row, at a byte offset from the row's start.
type group struct {
	forms  []edge.Form // nil: the samples themselves
	vector func() VecVirtual
	lanes  int // 16-bit lanes of a vector
	zero   VecVirtual
	offset GPVirtual
}

// newGroup returns the first group of a row.
func newGroup(forms []edge.Form, vector func() VecVirtual) *group {
	g := &group{forms: forms, vector: vector, zero: vector(), offset: GP64()}
	VPSUBD(g.zero, g.zero, g.zero)
	g.lanes = int(g.zero.Size() / 2)
	XORQ(g.offset, g.offset)
	return g
}

// sums computes the pixels' sums over the planes of a window, in 32 bits. Two vectors hold the sums
// for a vector of samples: one for the lower halves of its lanes of 128 bits, one for the upper
// halves.
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
		terms := n.forms(g.forms)
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

// addPairs adds a² + b² to the sums of the lower and of the upper halves of the lanes of 128 bits;
// without squares it adds the 32 bits whose lower half is a and whose upper half is b.
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

// wordsOfBitsKernel generates the kernel that moves the bits of a band's rows into Morton order.
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
