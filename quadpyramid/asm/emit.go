package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// emitKernel generates a kernel that writes a tile's quads. It makes one quad for each lane of a
// vector, compacts the quads that begin a leaf to the front, and stores all lanes; the next vector
// overwrites the surplus.
func emitKernel(name string, lanes int, t tables) {
	TEXT(name, NOSPLIT, "func(list *uint32, capacity int, words *[64]uint64, everyFourth, everySixteenth, visit, full, twos, fours uint64, origin uint32) (rest uint64, n int)")
	Pragma("noescape")
	Doc(name+" writes the quads of the words in visit, whose 2×2 cells at everyFourth and",
		"4×4 cells at everySixteenth may merge, or which are full. It returns the words that",
		fmt.Sprintf("did not fit and the number of quads. It writes up to %d surplus quads inside", lanes),
		"capacity.")

	list := Load(Param("list"), GP64()).(GPVirtual)
	end := Load(Param("capacity"), GP64())
	LEAQ(Mem{Base: list, Index: end, Scale: 4, Disp: -4 * lanes}, end)
	words := Load(Param("words"), GP64())
	visit := Load(Param("visit"), GP64())
	wholes := Load(Param("full"), GP64())
	base := GP64()
	LEAQ(t.memory, base)

	var level VecVirtual
	if lanes == 16 {
		level = ZMM()
		VPBROADCASTD(constant(1<<levelShift), level)
	}
	i, w := GP64(), GP64()
	place := GP32()
	Label("next")
	TESTQ(visit, visit)
	JZ(LabelRef("done"))
	TZCNTQ(visit, i)
	MOVL(Mem{Base: base, Index: i, Scale: 4, Disp: t.places}, place)
	ADDL(argument("origin"), place)
	BTQ(i, wholes)
	JCS(LabelRef("full"))
	MOVQ(Mem{Base: words, Index: i, Scale: 8}, w)

	twos, fours, begin, spare := GP64(), GP64(), GP64(), GP64()
	mergeCells(w, twos, fours, spare)
	beginCells(w, twos, fours, begin, spare)
	POPCNTQ(begin, spare)
	LEAQ(Mem{Base: list, Index: spare, Scale: 4}, spare)
	CMPQ(spare, end)
	JA(LabelRef("done"))
	if lanes == 16 {
		emitWord512(list, begin, twos, fours, place, level, base, t)
	} else {
		emitWord256(list, begin, twos, fours, place, base, t)
	}
	Label("written")
	BLSRQ(visit, visit)
	JMP(LabelRef("next"))

	Label("full")
	LEAQ(Mem{Base: list, Disp: 4}, spare)
	CMPQ(spare, end)
	JA(LabelRef("done"))
	sum, bit := GP64(), GP64()
	MOVL(U32(3), sum.As32())
	for _, param := range []string{"twos", "fours"} {
		Load(Param(param), bit)
		SHRXQ(i, bit, bit)
		ANDL(U8(1), bit.As32())
		ADDL(bit.As32(), sum.As32())
	}
	SHLL(U8(levelShift), sum.As32())
	ADDL(sum.As32(), place)
	MOVL(place, Mem{Base: list})
	ADDQ(U8(4), list)
	JMP(LabelRef("written"))

	Label("done")
	Store(visit, ReturnIndex(0))
	first := Load(Param("list"), GP64())
	SUBQ(first, list)
	SHRQ(U8(2), list)
	Store(list, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// emitWord256 writes the quads of a word, 8 cells at a time, and advances list past them.
func emitWord256(list, begin, twos, fours, place, base GPVirtual, t tables) {
	LEAQ(Mem{Base: twos, Index: fours, Scale: 2}, twos)
	origins := YMM()
	VMOVD(place, origins.AsX())
	VPBROADCASTD(origins.AsX(), origins)
	for eighth := range 8 {
		quads, picks := YMM(), YMM()
		bits, levels := GP32(), GP32()
		MOVBLZX(begin.As8(), bits)
		MOVBLZX(twos.As8(), levels)
		SHLL(U8(5), levels)
		VPADDD(Mem{Base: base, Disp: t.cells + 32*eighth}, origins, quads)
		VPADDD(Mem{Base: base, Index: levels.As64(), Scale: 1, Disp: t.levels}, quads, quads)
		VPMOVZXBD(Mem{Base: base, Index: bits.As64(), Scale: 8, Disp: t.picks}, picks)
		VPERMD(quads, picks, quads)
		VMOVDQU(quads, Mem{Base: list})
		POPCNTL(bits, bits)
		LEAQ(Mem{Base: list, Index: bits.As64(), Scale: 4}, list)
		if eighth < 7 {
			SHRQ(U8(8), begin)
			SHRQ(U8(8), twos)
		}
	}
}

// emitWord512 is emitWord256 with 16 cells at a time.
func emitWord512(list, begin, twos, fours, place GPVirtual, level VecVirtual, base GPVirtual, t tables) {
	origins := ZMM()
	VPBROADCASTD(place, origins)
	for quarter := range 4 {
		quads, bits := ZMM(), GP32()
		starts, two, four := K(), K(), K()
		KMOVW(begin.As32(), starts)
		KMOVW(twos.As32(), two)
		KMOVW(fours.As32(), four)
		VPADDD(Mem{Base: base, Disp: t.cells + 64*quarter}, origins, quads)
		VPADDD(level, quads, two, quads)
		VPADDD(level, quads, four, quads)
		VPCOMPRESSD_Z(quads, starts, quads)
		VMOVDQU32(quads, Mem{Base: list})
		MOVWLZX(begin.As16(), bits)
		POPCNTL(bits, bits)
		LEAQ(Mem{Base: list, Index: bits.As64(), Scale: 4}, list)
		if quarter < 3 {
			SHRQ(U8(16), begin)
			SHRQ(U8(16), twos)
			SHRQ(U8(16), fours)
		}
	}
}

// constant puts a number into a register.
func constant(n uint32) Register {
	r := GP32()
	MOVL(U32(n), r)
	return r
}

// mergeCells finds the 2×2 and 4×4 cells of leaf markers in a word; each sets the bit of its first
// cell.
func mergeCells(w, twos, fours, spare GPVirtual) {
	MOVQ(w, spare)
	SHRQ(U8(1), spare)
	ANDQ(w, spare)
	MOVQ(spare, twos)
	SHRQ(U8(2), twos)
	ANDQ(spare, twos)
	ANDQ(argument("everyFourth"), twos)
	MOVQ(twos, spare)
	SHRQ(U8(4), spare)
	ANDQ(twos, spare)
	MOVQ(spare, fours)
	SHRQ(U8(8), fours)
	ANDQ(spare, fours)
	ANDQ(argument("everySixteenth"), fours)
}

// argument returns a parameter's memory operand.
func argument(name string) Mem {
	param, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return param.Addr
}

// beginCells finds the cells that begin a leaf.
func beginCells(w, twos, fours, begin, spare GPVirtual) {
	MOVQ(twos, spare)
	SHLQ(U8(4), spare)
	SUBQ(twos, spare)
	ANDNQ(w, spare, begin)
	ORQ(twos, begin)
	MOVQ(fours, spare)
	SHLQ(U8(16), spare)
	SUBQ(fours, spare)
	ANDNQ(begin, spare, begin)
	ORQ(fours, begin)
}
