package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// mergeKernel generates the kernel that averages four cells each, a vector of averages at a time.
// VPMADDWD computes sums and sums of squares of neighbours from two rows, as doublewords, in order.
func mergeKernel(name string, w width) {
	TEXT(name, NOSPLIT, "func(above, below *uint16, rows, groups int, level uint32, apart *byte)")
	Pragma("noescape")
	Doc(name+" averages cells of the level below, which has 2·rows rows of groups",
		fmt.Sprintf("times %d cells. apart gets a bit for each average: whether the squared deviations", w.lanes),
		"exceed level.")
	above := Load(Param("above"), GP64())
	below := Load(Param("below"), GP64())
	rows := Load(Param("rows"), GP64())
	groups := Load(Param("groups"), GP64())
	apart := Load(Param("apart"), GP64())
	level, one, two := w.vector(), w.vector(), w.vector()
	broadcast(level, Load(Param("level"), GP32()))
	doublewords(one, 1|1<<16)
	doublewords(two, 2)
	pitch := GP64()
	MOVQ(groups, pitch)
	SHLQ(U8(bits.TrailingZeros(uint(2*w.lanes))), pitch)

	left := GP64()
	Label("row")
	MOVQ(groups, left)
	Label("group")
	sum := w.vector()
	for channel := range 3 {
		upper, lower, total, mean := w.vector(), w.vector(), w.vector(), w.vector()
		w.move(Mem{Base: below, Disp: channelBytes * channel}, upper)
		w.move(Mem{Base: below, Index: pitch, Scale: 1, Disp: channelBytes * channel}, lower)
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
		twice := w.vector()
		VPADDD(mean, mean, twice)
		VPSUBD(twice, total, total)
		VPMADDWD(total, twice, twice)
		VPSUBD(twice, sum, sum)
		to := Mem{Base: above, Disp: channelBytes * channel}
		if w.lanes == 32 {
			VPMOVDW(mean, to)
		} else {
			VEXTRACTI128(U8(1), mean, upper.AsX())
			VPACKUSDW(upper.AsX(), mean.AsX(), mean.AsX())
			VMOVDQU(mean.AsX(), to)
		}
	}
	if w.lanes == 32 {
		larger := K()
		VPCMPGTD(level, sum, larger)
		KMOVW(larger, Mem{Base: apart})
	} else {
		larger := GP32()
		VPCMPGTD(level, sum, sum)
		VMOVMSKPS(sum, larger)
		MOVB(larger.As8(), Mem{Base: apart})
	}
	ADDQ(U8(w.lanes/16), apart)
	ADDQ(U8(w.lanes), above)
	ADDQ(U8(2*w.lanes), below)
	DECQ(left)
	JNZ(LabelRef("group"))
	ADDQ(pitch, below)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
