package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// previousKernels generates the kernels that write the absolute differences of two rows of samples.
func previousKernels() {
	apart("apartBytesAVX2", "func(to, a, b *byte, n int)", "writes the absolute differences of bytes.", func() func(v, w VecVirtual) {
		return func(v, w VecVirtual) {
			below := YMM()
			VPSUBUSB(v, w, below) // 0 where v is larger
			VPSUBUSB(w, v, v)
			VPOR(below, v, v)
		}
	})
	apart("apartWordsAVX2", "func(to, a, b *byte, n int, shift, most uint64)",
		"writes the absolute differences of samples of 16 bits, shifted left by shift and clamped to most.", func() func(v, w VecVirtual) {
			count, most := XMM(), YMM()
			VMOVQ(argument("shift"), count)
			VMOVQ(argument("most"), most.AsX())
			VPBROADCASTW(most.AsX(), most)
			return func(v, w VecVirtual) {
				for _, x := range []VecVirtual{v, w} {
					VPSRLW(count, x, x)
					VPMINUW(most, x, x)
				}
				below := YMM()
				VPSUBUSW(v, w, below)
				VPSUBUSW(w, v, v)
				VPOR(below, v, v)
				VPSLLW(count, v, v)
			}
		})
}

// apart generates a kernel over n bytes. begin returns the code that replaces v by the absolute
// difference of v and w.
func apart(name, signature, doc string, begin func() func(v, w VecVirtual)) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name+" "+doc, "n is a multiple of 32 and not 0.")
	to := Load(Param("to"), GP64())
	a := Load(Param("a"), GP64())
	b := Load(Param("b"), GP64())
	n := Load(Param("n"), GP64())
	between := begin()
	Label("samples")
	v, w := YMM(), YMM()
	VMOVDQU(Mem{Base: a}, v)
	VMOVDQU(Mem{Base: b}, w)
	between(v, w)
	VMOVDQU(v, Mem{Base: to})
	ADDQ(U8(32), to)
	ADDQ(U8(32), a)
	ADDQ(U8(32), b)
	SUBQ(U8(32), n)
	JNZ(LabelRef("samples"))
	VZEROUPPER()
	RET()
}
