// Command asm generates the assembly of package siti. It is a separate module, so that the program
// does not depend on the generator's dependencies.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	spatialKernel()
	temporalKernel()
	Generate()
}

// groups generates the loop over groups of four columns; column returns their numbers.
func groups(pointers []Register, column func() VecVirtual) {
	to, left := Load(Param("to"), GP64()), Load(Param("groups"), GP64())
	shift, first, second := YMM(), YMM(), YMM()
	number := Load(Param("shift"), XMM())
	VBROADCASTSD(number.(VecVirtual), shift)
	VMOVUPD(Mem{Base: to}, first)
	VMOVUPD(Mem{Base: to}.Offset(32), second)
	Label("groups")
	d := column()
	VSUBPD(shift, d, d)
	VADDPD(d, first, first)
	VMULPD(d, d, d)
	VADDPD(d, second, second)
	for _, p := range pointers {
		ADDQ(U8(32), p)
	}
	SUBQ(U8(1), left)
	JNZ(LabelRef("groups"))
	VMOVUPD(first, Mem{Base: to})
	VMOVUPD(second, Mem{Base: to}.Offset(32))
	VZEROUPPER()
	RET()
}

func spatialKernel() {
	TEXT("spatialAVX2", NOSPLIT, "func(to *float64, above, here, below *float64, groups int, shift float64)")
	Pragma("noescape")
	Doc("spatialAVX2 adds the magnitudes of groups of four columns, from the second column on, minus shift.")
	above, here, below := Load(Param("above"), GP64()), Load(Param("here"), GP64()), Load(Param("below"), GP64())
	groups([]Register{above, here, below}, func() VecVirtual {
		// less returns the numbers of a row, some columns on, minus those of another row.
		less := func(row Register, columns int, other Register, back int) VecVirtual {
			v := YMM()
			VMOVUPD(Mem{Base: row}.Offset(8*columns), v)
			VSUBPD(Mem{Base: other}.Offset(8*back), v, v)
			return v
		}
		// derivative returns (a + 2b) + c, in this order.
		derivative := func(a, b, c VecVirtual) VecVirtual {
			VADDPD(b, b, b)
			VADDPD(b, a, a)
			VADDPD(c, a, a)
			VMULPD(a, a, a)
			return a
		}
		across := derivative(less(above, 2, above, 0), less(here, 2, here, 0), less(below, 2, below, 0))
		down := derivative(less(below, 0, above, 0), less(below, 1, above, 1), less(below, 2, above, 2))
		VADDPD(down, across, across)
		VSQRTPD(across, across)
		return across
	})
}

func temporalKernel() {
	TEXT("temporalAVX2", NOSPLIT, "func(to *float64, now, before *float64, groups int, shift float64)")
	Pragma("noescape")
	Doc("temporalAVX2 adds the differences of groups of four columns, minus shift.")
	now, before := Load(Param("now"), GP64()), Load(Param("before"), GP64())
	groups([]Register{now, before}, func() VecVirtual {
		v := YMM()
		VMOVUPD(Mem{Base: now}, v)
		VSUBPD(Mem{Base: before}, v, v)
		return v
	})
}
