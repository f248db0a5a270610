// Command asm generates the assembly of package match. It is a separate module, so that the program
// does not depend on the generator's dependencies.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	bytesKernel()
	wordsKernel()
	Generate()
}

// sums are the sums of 16 places, in two vectors of eight.
type sums [2]VecVirtual

// add adds 16 sums of 16 bits, in the order of the places.
func (s sums) add(words VecVirtual) {
	wide, upper := YMM(), XMM()
	VPMOVZXWD(words.AsX(), wide)
	VPADDD(wide, s[0], s[0])
	VEXTRACTI128(U8(1), words, upper)
	VPMOVZXWD(upper, wide)
	VPADDD(wide, s[1], s[1])
}

// pattern generates the loop over a pattern's rows. row adds one row; sample and sought point to
// its start, and row may advance them. The loop ends early when all sums exceed most.
func pattern(name, doc, more string, row func(s sums, sample, sought, width Register)) {
	TEXT(name, NOSPLIT, "func(to *uint32, samples *byte, stride int, sought *byte, width, height int, most uint32"+more+")")
	Pragma("noescape")
	Doc(name + " " + doc)
	samples := Load(Param("samples"), GP64())
	stride := Load(Param("stride"), GP64())
	sought := Load(Param("sought"), GP64())
	width := Load(Param("width"), GP64())
	height := Load(Param("height"), GP64())
	limit := Load(Param("most"), GP32())
	most := YMM()
	VMOVD(limit, most.AsX())
	VPBROADCASTD(most.AsX(), most)
	s := sums{YMM(), YMM()}
	for _, v := range s {
		VPXOR(v, v, v)
	}
	Label("rows")
	sample := GP64()
	MOVQ(samples, sample)
	row(s, sample, sought, width)
	least, above := YMM(), GP32()
	VPMINUD(s[0], s[1], least)
	VPCMPGTD(most, least, least)
	VPMOVMSKB(least, above)
	CMPL(above, I32(-1))
	JEQ(LabelRef("done"))
	ADDQ(stride, samples)
	SUBQ(U8(1), height)
	JNZ(LabelRef("rows"))
	Label("done")
	to := Load(Param("to"), GP64())
	VMOVDQU(s[0], Mem{Base: to})
	VMOVDQU(s[1], Mem{Base: to}.Offset(32))
	VZEROUPPER()
	RET()
}

// bytesKernel generates the kernel for samples of 8 bits. One instruction handles four columns of
// 16 places; a row's sum fits in 16 bits.
func bytesKernel() {
	pattern("sumBytesAVX2", "computes the sums of 16 places, of samples of 8 bits.", "", func(s sums, sample, sought, width Register) {
		words := YMM()
		VPXOR(words, words, words)
		left := GP64()
		MOVQ(width, left)

		// block returns the samples of the places from 0 and from 8 on.
		block := func() VecVirtual {
			v := YMM()
			VMOVDQU(Mem{Base: sample}, v.AsX())
			VINSERTI128(U8(1), Mem{Base: sample}.Offset(8), v, v)
			return v
		}
		four := func(offsets uint8, near, u VecVirtual) {
			d := YMM()
			VMPSADBW(U8(offsets), u, near, d)
			VPADDW(d, words, words)
		}
		next := func(columns int) {
			ADDQ(U8(columns), sample)
			ADDQ(U8(columns), sought)
			SUBQ(U8(columns), left)
		}

		Label("eights")
		CMPQ(left, U8(8))
		JLT(LabelRef("four"))
		near, u := block(), YMM()
		VPBROADCASTQ(Mem{Base: sought}, u)
		four(0, near, u)
		four(0b101101, near, u)
		next(8)
		JMP(LabelRef("eights"))

		Label("four")
		CMPQ(left, U8(4))
		JLT(LabelRef("columns"))
		near, u = block(), YMM()
		VPBROADCASTD(Mem{Base: sought}, u)
		four(0, near, u)
		next(4)

		Label("columns")
		TESTQ(left, left)
		JZ(LabelRef("row"))
		v, w := YMM(), YMM()
		VPBROADCASTB(Mem{Base: sought}, w.AsX())
		VPMOVZXBW(w.AsX(), w)
		VPMOVZXBW(Mem{Base: sample}, v)
		VPSUBW(w, v, v)
		VPABSW(v, v)
		VPADDW(v, words, words)
		next(1)
		JMP(LabelRef("columns"))

		Label("row")
		s.add(words)
	})
}

// wordsKernel generates the kernel for samples of 16 bits. It adds the differences of run columns
// in 16 bits.
func wordsKernel() {
	pattern("sumWordsAVX2", "computes the sums of 16 places, of samples of 16 bits; run differences add up to at most 65535.", ", run int", func(s sums, sample, sought, width Register) {
		left, now := GP64(), GP64()
		MOVQ(width, left)
		Label("runs")
		Load(Param("run"), now)
		CMPQ(now, left)
		CMOVQGT(left, now)
		SUBQ(now, left)
		words := YMM()
		VPXOR(words, words, words)
		Label("columns")
		v, w, below := YMM(), YMM(), YMM()
		VPBROADCASTW(Mem{Base: sought}, w)
		VMOVDQU(Mem{Base: sample}, v)
		VPSUBUSW(v, w, below) // 0 where v is larger
		VPSUBUSW(w, v, v)
		VPOR(below, v, v)
		VPADDW(v, words, words)
		ADDQ(U8(2), sample)
		ADDQ(U8(2), sought)
		SUBQ(U8(1), now)
		JNZ(LabelRef("columns"))
		s.add(words)
		TESTQ(left, left)
		JNZ(LabelRef("runs"))
	})
}
