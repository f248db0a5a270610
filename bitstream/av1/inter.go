package av1

// modes reads how a block is predicted.
type modes struct{ vectors }

// interFrameInfo reads inter_frame_mode_info.
func (t *modes) interFrameInfo() {
	b := t.b
	t.interSegment(true)
	t.skipMode()
	if b.SkipMode {
		b.Skip = true
	} else {
		t.skip()
	}
	if !t.h.Segmentation.preSkip {
		t.interSegment(false)
	}
	t.lossless = t.h.Lossless[b.Segment]
	t.deltas()
	t.isInter()
	if b.Inter {
		t.interModes()
		return
	}
	b.Mode = Mode(t.symbol(cdfYMode+4*b.Size.group(), 13))
	t.intraModes()
}

// skipMode reads read_skip_mode.
func (t *modes) skipMode() {
	b := t.b
	if !t.h.skipModePresent || t.active(segmentSkip) || t.active(segmentRef) || t.active(segmentGlobalMV) || t.w4 < 2 || t.h4 < 2 {
		return
	}
	context := 0
	if t.above != nil && t.above.SkipMode {
		context++
	}
	if t.left != nil && t.left.SkipMode {
		context++
	}
	b.SkipMode = t.flag(cdfSkipMode + context)
}

// isInter reads read_is_inter.
func (t *modes) isInter() {
	b := t.b
	switch {
	case b.SkipMode:
		b.Inter = true
	case t.active(segmentRef):
		b.Inter = t.h.Segmentation.Features[b.Segment].Data[segmentRef] != intraFrame
	case t.active(segmentGlobalMV):
		b.Inter = true
	default:
		above, left := t.above != nil && t.above.Ref[0] <= intraFrame, t.left != nil && t.left.Ref[0] <= intraFrame
		context := 0
		switch {
		case t.above != nil && t.left != nil:
			if above && left {
				context = 3
			} else if above || left {
				context = 1
			}
		case above || left:
			context = 2
		}
		b.Inter = t.flag(cdfIsInter + context)
	}
}

// interModes reads inter_block_mode_info.
func (t *modes) interModes() {
	b := t.b
	t.refFrames()
	compound := b.Ref[1] > intraFrame
	if t.err != nil {
		return
	}
	t.findStack(compound)
	t.interMode(compound)
	t.refIndex()
	t.assignVectors(compound)
	if t.err != nil {
		return
	}
	t.interIntra(compound)
	t.motionMode(compound)
	t.compoundType(compound)
	if t.h.interpolation != switchable {
		b.Filters = [2]uint8{uint8(t.h.interpolation), uint8(t.h.interpolation)}
		return
	}
	for i := range 2 {
		if i == 1 && !t.s.dualFilter {
			b.Filters[1] = b.Filters[0]
			break
		}
		if t.needsFilter() {
			b.Filters[i] = uint8(t.symbol4(cdfInterpFilter+t.filterContext(i), 3))
		}
	}
}

// interMode reads YMode.
func (t *modes) interMode(compound bool) {
	b, stack := t.b, &t.stack
	switch {
	case b.SkipMode:
		b.Mode = NearestNearestMV
	case t.active(segmentSkip) || t.active(segmentGlobalMV):
		b.Mode = GlobalMV
	case compound:
		context := int([3][5]uint8{{0, 1, 1, 1, 1}, {1, 2, 3, 4, 4}, {4, 4, 5, 6, 7}}[stack.refContext>>1][min(stack.newContext, 4)])
		b.Mode = NearestNearestMV + Mode(t.symbol(cdfCompoundMode+2*context, 8))
	case !t.flag(cdfNewMV + stack.newContext):
		b.Mode = NewMV
	case !t.flag(cdfZeroMV + stack.zeroContext):
		b.Mode = GlobalMV
	case !t.flag(cdfRefMV + stack.refContext):
		b.Mode = NearestMV
	default:
		b.Mode = NearMV
	}
}

// hasNear is has_nearmv.
func (m Mode) hasNear() bool {
	return m == NearMV || m == NearNearMV || m == NearNewMV || m == NewNearMV
}

// hasNew is has_newmv.
func (m Mode) hasNew() bool {
	return m == NewMV || m == NewNewMV || m == NearNewMV || m == NewNearMV || m == NearestNewMV || m == NewNearestMV
}

// refIndex reads drl_mode, and sets RefMvIdx.
func (t *modes) refIndex() {
	stack, first := &t.stack, 0
	switch mode := t.b.Mode; {
	case mode == NewMV || mode == NewNewMV:
	case mode.hasNear():
		first = 1
	default:
		stack.index = 0
		return
	}
	stack.index = first
	for i := first; i < first+2 && stack.n > i+1; i++ {
		if !t.flag(cdfDRL + stack.drlContext(i)) {
			stack.index = i
			return
		}
		stack.index = i + 1
	}
}

// interIntra reads read_interintra_mode.
func (t *modes) interIntra(compound bool) {
	b := t.b
	if b.SkipMode || !t.s.interIntra || compound || b.Size < Block8x8 || b.Size > Block32x32 {
		return
	}
	context := b.Size.group() - 1
	if b.InterIntra = t.flag(cdfInterIntra + context); !b.InterIntra {
		return
	}
	t.symbol4(cdfInterIntraMode+context, 4)
	b.Ref[1] = intraFrame
	b.Compound = CompoundIntra
	if t.flag(cdfWedgeInterIntra + int(b.Size)) {
		t.symbol(cdfWedgeIndex+4*int(b.Size), 16)
		b.Compound = CompoundWedge
	}
}

// motionMode reads read_motion_mode.
func (t *modes) motionMode(compound bool) {
	b, h := t.b, t.h
	if b.SkipMode || !h.motionSwitchable || t.w4 < 2 || t.h4 < 2 {
		return
	}
	if !h.IntegerMV && (b.Mode == GlobalMV || b.Mode == GlobalGlobalMV) && h.global[b.Ref[0]].kind > gmTranslation {
		return
	}
	if compound || b.Ref[1] == intraFrame || !t.overlappable() {
		return
	}
	if h.IntegerMV || !h.warpedMotion || h.scaled(t.refs[b.Ref[0]]) || !t.warpSamples() {
		if t.flag(cdfUseOBMC + int(b.Size)) {
			b.Motion = OBMC
		}
		return
	}
	b.Motion = MotionMode(t.symbol4(cdfMotionMode+int(b.Size), 3))
}

// overlappable is has_overlappable_candidates.
func (t *modes) overlappable() bool {
	if t.above != nil {
		for x := t.col; x < min(t.h.miCols, t.col+t.w4); x += 2 {
			if t.at(t.row-1, x|1).Ref[0] > intraFrame {
				return true
			}
		}
	}
	if t.left != nil {
		for y := t.row; y < min(t.h.miRows, t.row+t.h4); y += 2 {
			if t.at(y|1, t.col-1).Ref[0] > intraFrame {
				return true
			}
		}
	}
	return false
}

// compoundType reads read_compound_type.
func (t *modes) compoundType(compound bool) {
	b := t.b
	b.compoundIndex = 1
	if b.SkipMode || !compound {
		if !b.InterIntra {
			b.Compound = CompoundAverage
		}
		return
	}
	if t.s.maskedCompound {
		b.compGroupIndex = uint8(t.bit(cdfCompGroupIdx + t.groupContext()))
	}
	wedge := b.Size.wedge()
	switch {
	case b.compGroupIndex == 0:
		b.Compound = CompoundAverage
		if t.s.jointCompound {
			if b.compoundIndex = uint8(t.bit(cdfCompoundIdx + t.indexContext())); b.compoundIndex == 0 {
				b.Compound = CompoundDistance
			}
		}
	case wedge:
		b.Compound = CompoundType(t.bit(cdfCompoundType + int(b.Size)))
	default:
		b.Compound = CompoundDiffWeighted
	}
	switch b.Compound {
	case CompoundWedge:
		t.symbol(cdfWedgeIndex+4*int(b.Size), 16)
		t.literal(1) // wedge_sign
	case CompoundDiffWeighted:
		t.literal(1) // mask_type
	}
}

// wedge reports whether Wedge_Bits is not 0.
func (s BlockSize) wedge() bool {
	return s >= Block8x8 && s <= Block32x32 || s == Block8x32 || s == Block32x8
}

// groupContext returns that of comp_group_idx.
func (t *modes) groupContext() int {
	context := 0
	for _, n := range [2]*Block{t.above, t.left} {
		switch {
		case n == nil:
		case n.Ref[1] > intraFrame:
			context += int(n.compGroupIndex)
		case n.Ref[0] == altrefFrame:
			context += 3
		}
	}
	return min(5, context)
}

// indexContext returns that of compound_idx.
func (t *modes) indexContext() int {
	h, context := t.h, 0
	forward := t.s.distance(h.OrderHints[t.b.Ref[0]], h.OrderHint)
	backward := t.s.distance(h.OrderHints[t.b.Ref[1]], h.OrderHint)
	if max(forward, -forward) == max(backward, -backward) {
		context = 3
	}
	for _, n := range [2]*Block{t.above, t.left} {
		switch {
		case n == nil:
		case n.Ref[1] > intraFrame:
			context += int(n.compoundIndex)
		case n.Ref[0] == altrefFrame:
			context++
		}
	}
	return context
}

// needsFilter is needs_interp_filter.
func (t *modes) needsFilter() bool {
	b := t.b
	large := t.w4 >= 2 && t.h4 >= 2
	switch {
	case b.SkipMode || b.Motion == LocalWarp:
		return false
	case large && b.Mode == GlobalMV:
		return t.h.global[b.Ref[0]].kind == gmTranslation
	case large && b.Mode == GlobalGlobalMV:
		return t.h.global[b.Ref[0]].kind == gmTranslation || t.h.global[b.Ref[1]].kind == gmTranslation
	}
	return true
}

// filterContext returns that of interp_filter in a direction.
func (t *modes) filterContext(direction int) int {
	b := t.b
	context := direction * 8
	if b.Ref[1] > intraFrame {
		context += 4
	}
	kind := func(n *Block) int {
		if n == nil || n.Ref[0] != b.Ref[0] && n.Ref[1] != b.Ref[0] {
			return 3
		}
		return int(n.Filters[direction])
	}
	left, above := kind(t.left), kind(t.above)
	switch {
	case left == above, above == 3:
		return context + left
	case left == 3:
		return context + above
	}
	return context + 3
}
