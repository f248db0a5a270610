package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// samplesKernel makes a loop over n samples of dst, 32 at a time. advance is
// the number of bytes of src that these take.
func samplesKernel(name, signature, doc string, advance int, body func(dst, src Mem)) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name+" "+doc, "n is a multiple of 32 and not 0.")
	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	n := Load(Param("n"), GP64())
	Label("samples")
	body(Mem{Base: dst}, Mem{Base: src})
	ADDQ(U8(64), dst)
	ADDQ(U8(advance), src)
	SUBQ(U8(32), n)
	JNZ(LabelRef("samples"))
	VZEROUPPER()
	RET()
}

func samplesKernels() {
	samplesKernel("widenAVX2", "func(dst *uint16, src *byte, n int)",
		"makes 16 bits of each byte of src.", 32, func(dst, src Mem) {
			for half := range 2 {
				v := YMM()
				VPMOVZXBW(src.Offset(16*half), v)
				VMOVDQU(v, dst.Offset(32*half))
			}
		})
	samplesKernel("shiftAVX2", "func(dst *uint16, src *byte, n int, count uint64)",
		"moves samples of 16 bits to the right by count bits.", 64, func(dst, src Mem) {
			count := XMM()
			VMOVQ(argument("count"), count)
			for half := range 2 {
				v := YMM()
				VMOVDQU(src.Offset(32*half), v)
				VPSRLW(count, v, v)
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

// argument is where a parameter lies in memory.
func argument(name string) Mem {
	param, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return param.Addr
}
