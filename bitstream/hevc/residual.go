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
	if d.unit.intra && (log2 == 2 || log2 == 3 && (c == 0 || d.sps.ChromaFormat == 3)) { // clause 7.4.9.11
		switch {
		case mode >= 6 && mode <= 14:
			b.scan = verticalScan
			lastX, lastY = lastY, lastX
		case mode >= 22 && mode <= 30:
			b.scan = horizontalScan
		}
	}
	b.last = int(subBlockOrder[log2-2][b.scan][lastY>>2<<subBlockBits|lastX>>2])
	b.lastSample = int(sampleOrder[b.scan][lastY&3<<sampleBits|lastX&3])
	implicit := d.unit.intra && ext.ImplicitRDPCM && skip && (mode == 10 || mode == vertical)
	b.hiding = d.pps.SignDataHiding && !d.unit.bypass && !implicit && !explicit
	b.single = ext.TransformSkipContext && (skip || d.unit.bypass)
	b.align = ext.CABACBypassAlignment
	if b.adapt = ext.PersistentRiceAdaptation; b.adapt {
		b.kind = 2 * (1 - c)
		if skip || d.unit.bypass {
			b.kind++
		}
	}
	d.subBlocks(&b)
	return skip
}

// lastSignificant reads the place of the last significant coefficient (clause 9.3.4.2.3).
func (d *Parser) lastSignificant(log2, c int) (x, y int) {
	offset, shift := 3*(log2-2)+(log2-1)>>2, (log2+1)>>2
	if c > 0 {
		offset, shift = 15, log2-2
	}
	most := 2*log2 - 1
	for x < most && d.bin(ctxLastX+offset+x>>uint(shift)) == 1 {
		x++
	}
	for y < most && d.bin(ctxLastY+offset+y>>uint(shift)) == 1 {
		y++
	}
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
	log2, c, scan    int
	last, lastSample int  // sub-block and place of the last significant coefficient, in the scan's order
	hiding           bool // of signs
	single           bool // one context for all sig_coeff_flag
	align, adapt     bool // CABAC bypass alignment, persistent Rice adaptation
	kind             int  // sbType
}

// subBlocks reads the coefficients of all sub-blocks from the last on.
func (d *Parser) subBlocks(b *block) {
	var coded [9]uint8 // coded_sub_block_flag: bits of x for each y
	places := &subBlocks[b.log2-2][b.scan]
	codedContext := ctxCodedSubBlock + 2*b.c
	greater := false // the sub-block before had a coefficient above 1: lastGreater1Ctx is 0
	for i := b.last; i >= 0; i-- {
		x, y := places[i]&7, places[i]>>subBlockBits
		right, below := coded[y]>>(x+1)&1, coded[y+1]>>x&1
		if i < b.last && i > 0 && d.bin(codedContext+int(right|below)) == 0 {
			continue
		}
		coded[y] |= 1 << x
		if which := d.significant(b, i, int(below<<1|right)); which != 0 {
			greater = d.levels(b, i, which, greater)
		}
	}
}

// significant reads sig_coeff_flag of sub-block i, whose neighbours have this pattern. It returns the
// flags, that of place n in the scan's order as bit n.
func (d *Parser) significant(b *block, i, pattern int) (which uint32) {
	table, base := &significance[b.scan][pattern], ctxSignificant
	switch {
	case b.log2 == 2:
		table = &significance4[b.scan]
	case b.c > 0:
		if base += 12; b.log2 == 3 {
			base -= 3
		}
	case b.log2 > 3:
		base += 21
	case b.scan == diagonal:
		base += 9
	default:
		base += 15
	}
	if b.c > 0 {
		base += 27
	} else if i > 0 && b.log2 > 2 {
		base += 3
	}
	n := 15
	if i == b.last {
		if b.lastSample == 0 {
			return 1
		}
		n, which = b.lastSample-1, 1
	}
	first := base + int(table[0])
	if i == 0 { // DC has its own context
		first = ctxSignificant + 27*b.c
	}
	if b.single { // one context for all
		table, base = &zeros, ctxSignificant+42+b.c
		first = base
	}
	which = d.flags(table, uint8(base), n, which) << 1
	if which == 0 && i < b.last && i > 0 || d.bin(first) == 1 {
		which |= 1
	}
	return which
}

var zeros [16]uint8 // one context for all places

// levels reads the levels and signs of the coefficients at these places of sub-block i. greater says
// whether the sub-block before it had a coefficient above 1; the same of this one is returned.
func (d *Parser) levels(b *block, i int, which uint32, greater bool) bool {
	set := 0 // ctxSet
	if i > 0 && b.c == 0 {
		set = 2
	}
	if greater {
		set++
	}
	count := bits.OnesCount32(which)
	flags := min(count, 8)
	above := d.greater1(uint8(ctxGreater1+4*set+16*b.c), flags)
	// A remaining level follows where the flags do not give it.
	remaining := uint32(1)<<count - uint32(1)<<flags
	second := bits.TrailingZeros32(above | 1<<16) // the coefficient with coeff_abs_level_greater2_flag
	if above != 0 {
		remaining |= above & (above - 1)
		if d.bin(ctxGreater2+set+4*b.c) == 1 {
			remaining |= 1 << second
		}
	}
	if b.align && remaining != 0 {
		d.align()
	}
	signs := count
	if b.hiding && bits.Len32(which)-bits.TrailingZeros32(which) > 4 { // last − first > 3
		signs--
	}
	d.bypasses(signs) // coeff_sign_flag
	if remaining != 0 {
		d.remaining(b, remaining, second)
	}
	return above != 0
}

// remaining reads coeff_abs_level_remaining of the coefficients whose bits are set (clause 9.3.3.11).
func (d *Parser) remaining(b *block, which uint32, second int) {
	rice := uint(0)
	if b.adapt {
		rice = uint(d.rice[b.kind] / 4)
	}
	for start := true; which != 0; start = false {
		k := bits.TrailingZeros32(which)
		which &= which - 1
		level := 1 // baseLevel
		if k < 8 {
			if level = 2; k == second {
				level = 3
			}
		}
		value := d.remainingLevel(b, rice)
		if b.adapt && start {
			d.adapt(&d.rice[b.kind], value)
		}
		if level+value > 3<<rice && (b.adapt || rice < 4) {
			rice++
		}
	}
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

// maxPrefix limits the prefix of a level: the longest of 16 bits has fewer bins.
const maxPrefix = 32

// remainingLevel reads one coeff_abs_level_remaining with a Rice parameter.
func (d *Parser) remainingLevel(b *block, rice uint) int {
	if d.sps.Range.ExtendedPrecision {
		return d.limitedLevel(b, rice)
	}
	const most = 16
	bins := d.peek(most)
	prefix := bits.LeadingZeros16(^uint16(bins))
	suffix := int(rice) + max(prefix-3, 0)
	if n := prefix + 1 + suffix; n <= most { // all in one
		bins >>= uint(most - n)
		d.take(bins, n)
		return (1<<uint(max(prefix-3, 0))-1+min(prefix, 3))<<rice + int(bins)&(1<<uint(suffix)-1)
	}
	prefix = 0
	for d.bypass() == 1 {
		if prefix++; prefix == maxPrefix {
			d.fail(malformed("coeff_abs_level_remaining has a prefix of %d bins", prefix))
			return 0
		}
	}
	if prefix <= 3 {
		return prefix<<rice + d.fixed(int(rice))
	}
	n := prefix - 3 + int(rice)
	if n > 32 {
		d.fail(malformed("coeff_abs_level_remaining has %d bins after its prefix", n))
		return 0
	}
	return (1<<uint(prefix-3)+2)<<rice + d.fixed(n)
}

// limitedLevel reads a level with extended precision, whose prefix is limited (clause 9.3.3.12).
func (d *Parser) limitedLevel(b *block, rice uint) int {
	depth := d.sps.BitDepth
	if b.c > 0 {
		depth = d.sps.BitDepthChroma
	}
	transform := max(15, depth+6) // log2TransformRange
	most := 32 - transform        // bins of the prefix: 4, and maxPrefixExtLen = 28 − log2TransformRange
	prefix := 0
	for prefix < most && d.bypass() == 1 {
		prefix++
	}
	switch {
	case prefix <= 3:
		return prefix<<rice + d.fixed(int(rice))
	case prefix == most:
		return (1<<uint(prefix-3)+2)<<rice + d.fixed(transform)
	}
	return (1<<uint(prefix-3)+2)<<rice + d.fixed(prefix-3+int(rice))
}
