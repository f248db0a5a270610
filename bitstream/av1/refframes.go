package av1

// counts has how often the blocks above and to the left refer to each frame (count_refs).
type counts [8]int

func (t *modes) counts() (c counts) {
	for _, n := range [2]*Block{t.above, t.left} {
		if n == nil {
			continue
		}
		for _, ref := range n.Ref {
			if ref > intraFrame {
				c[ref]++
			}
		}
	}
	return c
}

// compared is ref_count_ctx: the context for a choice between two groups of frames.
func compared(a, b int) int {
	switch {
	case a < b:
		return 0
	case a == b:
		return 1
	}
	return 2
}

func (c *counts) forwardOrBackward() int {
	return compared(c[lastFrame]+c[last2Frame]+c[last3Frame]+c[goldenFrame], c[bwdrefFrame]+c[altref2Frame]+c[altrefFrame])
}

func (c *counts) last12OrLast3Gold() int {
	return compared(c[lastFrame]+c[last2Frame], c[last3Frame]+c[goldenFrame])
}

func (c *counts) lastOrLast2() int  { return compared(c[lastFrame], c[last2Frame]) }
func (c *counts) last3OrGold() int  { return compared(c[last3Frame], c[goldenFrame]) }
func (c *counts) bwdOrAltref2() int { return compared(c[bwdrefFrame], c[altref2Frame]) }

func (c *counts) bwdAltref2OrAltref() int {
	return compared(c[bwdrefFrame]+c[altref2Frame], c[altrefFrame])
}

// refFrames reads read_ref_frames.
func (t *modes) refFrames() {
	b := t.b
	switch {
	case b.SkipMode:
		b.Ref = t.h.skipModeFrames
	case t.active(segmentRef):
		b.Ref[0] = int8(t.h.Segmentation.Features[b.Segment].Data[segmentRef])
	case t.active(segmentSkip) || t.active(segmentGlobalMV):
		b.Ref[0] = lastFrame
	default:
		c := t.counts()
		if t.h.referenceSelect && t.w4 >= 2 && t.h4 >= 2 && t.flag(cdfCompMode+t.compContext()) {
			t.compoundRefs(&c)
			return
		}
		b.Ref[0] = t.singleRef(&c)
	}
}

// choose returns a reference frame according to a bin.
func (t *modes) choose(at int, zero, one int8) int8 {
	if t.flag(at) {
		return one
	}
	return zero
}

// singleRef reads single_ref_p1 to single_ref_p6.
func (t *modes) singleRef(c *counts) int8 {
	at := func(context, i int) int { return cdfSingleRef + 6*context + i - 1 }
	if t.flag(at(c.forwardOrBackward(), 1)) {
		if t.flag(at(c.bwdAltref2OrAltref(), 2)) {
			return altrefFrame
		}
		return t.choose(at(c.bwdOrAltref2(), 6), bwdrefFrame, altref2Frame)
	}
	if t.flag(at(c.last12OrLast3Gold(), 3)) {
		return t.choose(at(c.last3OrGold(), 5), last3Frame, goldenFrame)
	}
	return t.choose(at(c.lastOrLast2(), 4), lastFrame, last2Frame)
}

// compoundRefs reads the references of a block with two.
func (t *modes) compoundRefs(c *counts) {
	b := t.b
	if !t.flag(cdfCompRefType + t.typeContext()) { // UNIDIR_COMP_REFERENCE
		at := func(context, i int) int { return cdfUniCompRef + 3*context + i }
		switch {
		case t.flag(at(c.forwardOrBackward(), 0)):
			b.Ref = [2]int8{bwdrefFrame, altrefFrame}
		case !t.flag(at(compared(c[last2Frame], c[last3Frame]+c[goldenFrame]), 1)):
			b.Ref = [2]int8{lastFrame, last2Frame}
		default:
			b.Ref = [2]int8{lastFrame, t.choose(at(c.last3OrGold(), 2), last3Frame, goldenFrame)}
		}
		return
	}
	at := func(context, i int) int { return cdfCompRef + 3*context + i }
	if t.flag(at(c.last12OrLast3Gold(), 0)) {
		b.Ref[0] = t.choose(at(c.last3OrGold(), 2), last3Frame, goldenFrame)
	} else {
		b.Ref[0] = t.choose(at(c.lastOrLast2(), 1), lastFrame, last2Frame)
	}
	back := func(context, i int) int { return cdfCompBwdRef + 2*context + i }
	if t.flag(back(c.bwdAltref2OrAltref(), 0)) {
		b.Ref[1] = altrefFrame
	} else {
		b.Ref[1] = t.choose(back(c.bwdOrAltref2(), 1), bwdrefFrame, altref2Frame)
	}
}

// Facts of a neighbour's references; a nil block has none.
func (b *Block) intraRef() bool { return b.Ref[0] <= intraFrame }
func (b *Block) single() bool   { return b.Ref[1] <= intraFrame }
func backward(ref int8) bool    { return ref >= bwdrefFrame }

// compContext returns that of comp_mode.
func (t *modes) compContext() int {
	above, left := t.above, t.left
	if above == nil {
		above, left = left, above
	}
	switch {
	case above == nil:
		return 1
	case left == nil:
		if !above.single() {
			return 3
		}
		return number(backward(above.Ref[0]))
	case above.single() && left.single():
		return number(backward(above.Ref[0]) != backward(left.Ref[0]))
	case above.single():
		return 2 + number(backward(above.Ref[0]) || above.intraRef())
	case left.single():
		return 2 + number(backward(left.Ref[0]) || left.intraRef())
	}
	return 4
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// typeContext returns that of comp_ref_type.
func (t *modes) typeContext() int {
	above, left := t.above, t.left
	compound := func(n *Block) bool { return n != nil && !n.intraRef() && !n.single() }
	oneSided := func(n *Block) bool { return compound(n) && backward(n.Ref[0]) == backward(n.Ref[1]) }
	aboveCompound, leftCompound := compound(above), compound(left)
	aboveOne, leftOne := number(oneSided(above)), number(oneSided(left))
	switch {
	case above != nil && left != nil && !above.intraRef() && !left.intraRef():
		same := number(backward(above.Ref[0]) == backward(left.Ref[0]))
		switch {
		case !aboveCompound && !leftCompound:
			return 1 + 2*same
		case !aboveCompound:
			return 1 + leftOne*(2+same)
		case !leftCompound:
			return 1 + aboveOne*(2+same)
		case aboveOne+leftOne == 0:
			return 0
		case aboveOne+leftOne == 1:
			return 2
		}
		return 3 + number((above.Ref[0] == bwdrefFrame) == (left.Ref[0] == bwdrefFrame))
	case above != nil && left != nil:
		switch {
		case aboveCompound:
			return 1 + 2*aboveOne
		case leftCompound:
			return 1 + 2*leftOne
		}
		return 2
	case aboveCompound:
		return 4 * aboveOne
	case leftCompound:
		return 4 * leftOne
	}
	return 2
}
