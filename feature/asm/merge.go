package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// mergeKernel makes the kernel that averages four cells each, 8 fours at a
// time. Of two rows, VPMADDWD gives sums and sums of squares of neighbours side
// by side as doublewords, in order.
func mergeKernel() {
	TEXT("mergeAVX2", NOSPLIT, "func(above, below *uint16, rows, groups int, level uint32, apart *byte)")
	Pragma("noescape")
	Doc("mergeAVX2 averages cells of the level below, which has 2·rows rows of groups",
		"times 16 cells. apart gets a bit for each average: the squared deviations are",
		"more than level.")
	above := Load(Param("above"), GP64())
	below := Load(Param("below"), GP64())
	rows := Load(Param("rows"), GP64())
	groups := Load(Param("groups"), GP64())
	apart := Load(Param("apart"), GP64())
	level, one, two := YMM(), YMM(), YMM()
	VMOVD(Load(Param("level"), GP32()), level.AsX())
	VPBROADCASTD(level.AsX(), level)
	doublewords(one, 1|1<<16)
	doublewords(two, 2)
	pitch := GP64()
	MOVQ(groups, pitch)
	SHLQ(U8(5), pitch)

	left := GP64()
	Label("row")
	MOVQ(groups, left)
	Label("group")
	sum := YMM()
	for channel := range 3 {
		upper, lower, total, mean := YMM(), YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: below, Disp: channelBytes * channel}, upper)
		VMOVDQU(Mem{Base: below, Index: pitch, Scale: 1, Disp: channelBytes * channel}, lower)
		VPADDW(lower, upper, total)
		VPMADDWD(one, total, total)
		VPMADDWD(upper, upper, upper)
		VPMADDWD(lower, lower, lower)
		VPADDD(two, total, mean)
		VPSRLD(U8(2), mean, mean)
		if channel == 0 {
			VPADDD(lower, upper, sum)
		} else {
			VPADDD(lower, upper, upper)
			VPADDD(upper, sum, sum)
		}
		twice := YMM()
		VPADDD(mean, mean, twice)
		VPSUBD(twice, total, total)
		VPMADDWD(total, twice, twice)
		VPSUBD(twice, sum, sum)
		VEXTRACTI128(U8(1), mean, upper.AsX())
		VPACKUSDW(upper.AsX(), mean.AsX(), mean.AsX())
		VMOVDQU(mean.AsX(), Mem{Base: above, Disp: channelBytes * channel})
	}
	bits := GP32()
	VPCMPGTD(level, sum, sum)
	VMOVMSKPS(sum, bits)
	MOVB(bits.As8(), Mem{Base: apart})
	INCQ(apart)
	ADDQ(U8(16), above)
	ADDQ(U8(groupBytes), below)
	DECQ(left)
	JNZ(LabelRef("group"))
	ADDQ(pitch, below)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
