package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// samplesKernel generates a loop over n samples of dst, 32 at a time. advance is the number of
// bytes of src for 32 samples.
func samplesKernel(name, signature, doc string, advance int, body func(dst, src Mem)) {
	beginSamples(name, signature, doc)
	samples(advance, body)
	VZEROUPPER()
	RET()
}

func beginSamples(name, signature string, doc ...string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	doc[0] = name + " " + doc[0]
	Doc(append(doc, "n is a multiple of 32 and not 0.")...)
}

// samples generates the loop of a kernel.
func samples(advance int, body func(dst, src Mem)) {
	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	n := Load(Param("n"), GP64())
	Label("samples")
	body(Mem{Base: dst}, Mem{Base: src})
	ADDQ(U8(64), dst)
	ADDQ(U8(advance), src)
	SUBQ(U8(32), n)
	JNZ(LabelRef("samples"))
}

func samplesKernels() {
	samplesKernel("widenAVX2", "func(dst *uint16, src *byte, n int)",
		"widens each byte of src to 16 bits.", 32, func(dst, src Mem) {
			for half := range 2 {
				v := YMM()
				VPMOVZXBW(src.Offset(16*half), v)
				VMOVDQU(v, dst.Offset(32*half))
			}
		})
	samplesKernel("doubleAVX2", "func(dst, src *uint16, n int)",
		"repeats each sample of src.", 32, func(dst, src Mem) {
			v, w := YMM(), YMM()
			VMOVDQU(src, v)
			VPERMQ(U8(0b11_01_10_00), v, v)
			VPUNPCKLWD(v, v, w)
			VMOVDQU(w, dst)
			VPUNPCKHWD(v, v, v)
			VMOVDQU(v, dst.Offset(32))
		})
}

// shiftKernel generates the kernel for samples of 16 bits.
func shiftKernel() {
	beginSamples("shiftAVX2", "func(dst *uint16, src *byte, n int, count uint64) (some uint64)",
		"shifts samples of 16 bits right by count bits. The OR of the four parts of some is",
		"the OR of the results.")
	count, all := XMM(), YMM()
	VMOVQ(argument("count"), count)
	VPXOR(all, all, all)
	samples(64, func(dst, src Mem) {
		for half := range 2 {
			v := YMM()
			VMOVDQU(src.Offset(32*half), v)
			VPSRLW(count, v, v)
			VMOVDQU(v, dst.Offset(32*half))
			VPOR(v, all, all)
		}
	})
	v, some := YMM(), GP64()
	VEXTRACTI128(U8(1), all, v.AsX())
	VPOR(v.AsX(), all.AsX(), all.AsX())
	VPSRLDQ(U8(8), all.AsX(), v.AsX())
	VPOR(v.AsX(), all.AsX(), all.AsX())
	VMOVQ(all.AsX(), some)
	Store(some, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// argument returns a parameter's memory operand.
func argument(name string) Mem {
	param, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return param.Addr
}
