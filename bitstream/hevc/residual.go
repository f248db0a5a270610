package hevc

import "math/bits"

// residual reads residual_coding (clause 7.3.8.11) of a block of luma (c = 0) or chroma (1) with this
// direction of intra prediction. It reports transform_skip_flag.
func (d *Parser) residual(log2, c int, mode uint8) (skip bool) {
	ext := &d.sps.Range
	if d.pps.TransformSkip && !d.unit.bypass && log2 <= d.pps.MaxTransformSkipLog2 {
		skip = d.bin(ctxTransformSkip+c) == 1
	}
	explicit := false
	if !d.unit.intra && ext.ExplicitRDPCM && (skip || d.unit.bypass) {
		if explicit = d.bin(ctxExplicitRDPCM+c) == 1; explicit {
			d.bin(ctxExplicitRDPCMDir + c)
		}
	}
	b := block{log2: log2, c: c}
	lastX, lastY := d.lastSignificant(log2, c)
	scan := diagonal
	if d.unit.intra && (log2 == 2 || log2 == 3 && (c == 0 || d.sps.ChromaFormat == 3)) { // clause 7.4.9.11
		switch {
		case mode >= 6 && mode <= 14:
			scan = verticalScan
			lastX, lastY = lastY, lastX
		case mode >= 22 && mode <= 30:
			scan = horizontalScan
		}
	}
	b.places = &subBlocks[log2-2][scan]
	b.last = int(subBlockOrder[log2-2][scan][lastY>>2<<subBlockBits|lastX>>2])
	b.lastSample = int(sampleOrder[scan][lastY&3<<sampleBits|lastX&3])
	implicit := d.unit.intra && ext.ImplicitRDPCM && skip && (mode == 10 || mode == vertical)
	b.hiding = d.pps.SignDataHiding && !d.unit.bypass && !implicit && !explicit
	b.first, b.others = &significance[c][log2-2][scan][0], &significance[c][log2-2][scan][1]
	if ext.TransformSkipContext && (skip || d.unit.bypass) {
		b.first, b.others = &significanceSkip[c], &significanceSkip[c]
	}
	b.align = ext.CABACBypassAlignment
	if b.limit = 64; ext.ExtendedPrecision { // clause 9.3.3.12
		b.escape = max(15, d.sps.BitDepth+6)
		if c > 0 {
			b.escape = max(15, d.sps.BitDepthChroma+6)
		}
		b.limit = 32 - b.escape
	}
	if b.adapt = ext.PersistentRiceAdaptation; b.adapt {
		b.kind = 2 * (1 - c)
		if skip || d.unit.bypass {
			b.kind++
		}
	}
	d.subBlocks(&b)
	return skip
}

// lastSteps has the contexts of last_sig_coeff_x_prefix if 1 << shift bins share one.
var lastSteps = func() (steps [4][16]uint8) {
	for shift := range steps {
		for n := range steps[shift] {
			steps[shift][n] = uint8(n >> shift)
		}
	}
	return steps
}()

// lastSignificant reads the place of the last significant coefficient (clause 9.3.4.2.3).
func (d *Parser) lastSignificant(log2, c int) (x, y int) {
	offset, shift := 3*(log2-2)+(log2-1)>>2, (log2+1)>>2
	if c > 0 {
		offset, shift = 15, log2-2
	}
	e := d.engine
	e, x = d.equal(e, 1, ctxLastX+offset, &lastSteps[shift&3], 2*log2-1)
	e, y = d.equal(e, 1, ctxLastY+offset, &lastSteps[shift&3], 2*log2-1)
	d.engine = e
	if x > 3 {
		n := x>>1 - 1
		x = (2+x&1)<<uint(n) + d.bypasses(n)
	}
	if y > 3 {
		n := y>>1 - 1
		y = (2+y&1)<<uint(n) + d.bypasses(n)
	}
	return x, y
}

// A block is a transform block whose coefficients are read.
type block struct {
	log2, c          int
	last, lastSample int        // sub-block and place of the last significant coefficient, in the scan's order
	places           *[64]uint8 // of the sub-blocks
	first, others    *significanceContexts
	hiding           bool // of signs
	align, adapt     bool // CABAC bypass alignment, persistent Rice adaptation
	kind             int  // sbType
	limit, escape    int  // of a level's prefix: 4 + maxPrefixExtLen; bins after such a prefix: log2TransformRange
}

// subBlocks reads the coefficients of all sub-blocks from the last on.
func (d *Parser) subBlocks(b *block) {
	var coded [9]uint8 // coded_sub_block_flag: bits of x for each y
	e := d.engine
	greater := false // the sub-block before had a coefficient above 1: lastGreater1Ctx is 0
	for i := b.last; i >= 0; i-- {
		x, y := b.places[i&63]&7, b.places[i&63]>>subBlockBits&7
		right, below := coded[y]>>(x+1)&1, coded[y+1]>>x&1
		if i < b.last && i > 0 {
			var flag int
			if e, flag = d.decode(e, ctxCodedSubBlock+2*b.c+int(right|below)); flag == 0 {
				continue
			}
		}
		coded[y] |= 1 << x
		var which uint32
		if e, which = d.significant(e, b, i, below<<1|right); which != 0 {
			e, greater = d.levels(e, b, i, which, greater)
		}
	}
	d.engine = e
}

// significant reads sig_coeff_flag of sub-block i, whose neighbours have this pattern. It returns the
// flags, that of place n in the scan's order as bit n.
func (d *Parser) significant(e engine, b *block, i int, pattern uint8) (engine, uint32) {
	contexts := b.others
	if i == 0 {
		contexts = b.first
	}
	n, which := 15, uint32(0)
	if i == b.last {
		if b.lastSample == 0 {
			return e, 1
		}
		n, which = b.lastSample-1, 1
	}
	e, which = d.flags(e, &contexts[pattern&3], n, which)
	if which == 0 && i > 0 {
		return e, 1
	}
	e, first := d.decode(e, int(contexts[pattern&3][0]))
	return e, which<<1 | uint32(first)
}

// levels reads the levels and signs of the coefficients at these places of sub-block i. greater says
// whether the sub-block before it had a coefficient above 1; the same of this one is returned.
func (d *Parser) levels(e engine, b *block, i int, which uint32, greater bool) (engine, bool) {
	set := 0 // ctxSet
	if i > 0 && b.c == 0 {
		set = 2
	}
	if greater {
		set++
	}
	count := bits.OnesCount32(which)
	flags := min(count, 8)
	e, above := d.greater1(e, ctxGreater1+4*set+16*b.c, flags)
	// A remaining level follows where the flags do not give it.
	remaining := uint32(1)<<count - uint32(1)<<flags
	second := bits.TrailingZeros32(above | 1<<16) // the coefficient with coeff_abs_level_greater2_flag
	if above != 0 {
		remaining |= above & (above - 1)
		var bin int
		e, bin = d.decode(e, ctxGreater2+set+4*b.c)
		remaining |= uint32(bin) << second
	}
	if b.align && remaining != 0 {
		e.width = 256 // clause 9.3.4.3.6
	}
	signs := count                                                     // coeff_sign_flag
	if b.hiding && bits.Len32(which)-bits.TrailingZeros32(which) > 4 { // last − first > 3
		signs--
	}
	return d.remaining(e, b, signs, remaining, second), above != 0
}

// greater1Steps has the contexts of coeff_abs_level_greater1_flag up to the first of 1 (clause 9.3.4.2.6).
var greater1Steps = [16]uint8{1, 2, 3, 3, 3, 3, 3, 3}

// greater1 decodes n coeff_abs_level_greater1_flag, the first into the lowest bit. After one of 1, they have
// the first context of their set.
func (d *Parser) greater1(e engine, set, n int) (_ engine, above uint32) {
	e, k := d.equal(e, 0, set, &greater1Steps, n)
	if k == n {
		return e, 0
	}
	above = 1 << k
	for k++; k < n; k++ {
		var bin int
		e, bin = d.decode(e, set)
		above |= uint32(bin) << k
	}
	return e, above
}

// remaining reads signs, and then coeff_abs_level_remaining of the coefficients whose bits are set (clause
// 9.3.3.11).
func (d *Parser) remaining(e engine, b *block, signs int, which uint32, second int) engine {
	e, bins := d.peek(e)
	used, rice, first := signs, uint(0), b.adapt
	if b.adapt {
		rice = uint(d.rice[b.kind] / 4)
	}
	for which != 0 {
		value, n := b.level(bins<<uint((64-window+used)&63), rice)
		if used+n > window {
			if used == 0 {
				d.fail(malformed("coeff_abs_level_remaining has more than %d bins", window))
				return e
			}
			e, bins = d.peek(e.take(bins, used))
			used = 0
			continue
		}
		used += n
		k := bits.TrailingZeros32(which)
		which &= which - 1
		base := 1 // baseLevel
		if k < 8 {
			if base = 2; k == second {
				base = 3
			}
		}
		if first {
			d.adapt(&d.rice[b.kind], value)
			first = false
		}
		if base+value > 3<<rice && (b.adapt || rice < 4) {
			rice++
		}
	}
	return e.take(bins, used)
}

// adapt moves the statistics that give Rice parameters (equation 9-20).
func (*Parser) adapt(stat *uint8, value int) {
	switch {
	case value >= 3<<(*stat/4):
		*stat++
	case 2*value < 1<<(*stat/4) && *stat > 0:
		*stat--
	}
}

// level returns coeff_abs_level_remaining with a Rice parameter and the number of its bins, which come
// first in a word.
func (b *block) level(bins uint64, rice uint) (value, n int) {
	prefix := bits.LeadingZeros64(^bins)
	suffix, end := max(prefix-3, 0)+int(rice), 1
	if prefix >= b.limit {
		prefix, suffix, end = b.limit, b.escape, 0
	}
	n = prefix + end + suffix
	return (1<<uint(max(prefix-3, 0))-1+min(prefix, 3))<<rice + int(bins<<uint(prefix+end)>>1>>uint(63-suffix)), n
}
