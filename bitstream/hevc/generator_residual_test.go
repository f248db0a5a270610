package hevc

// tree writes transform_tree (clause 7.3.8.8). cb and cr are the flags of the block above it.
func (g *generator) tree(x, y, log2, depth, index, part int, cb, cr [2]bool) {
	nxn := g.ctu.intra && g.cuParts() == 4
	most := 2
	if nxn {
		most++
	}
	split := nxn && depth == 0
	if log2 <= 4 && log2 > 2 && depth < most && !split {
		split = g.chance(50)
		g.bin(ctxSplitTransform+5-log2, split)
	}
	if log2 > 2 && g.chroma != 0 || g.chroma == 3 {
		for _, flags := range []*[2]bool{&cb, &cr} {
			if !flags[0] && !flags[1] {
				continue
			}
			*flags = [2]bool{g.chance(50)}
			g.bin(ctxCBFChroma+depth, flags[0])
			if g.chroma == 2 && (!split || log2 == 3) {
				flags[1] = g.chance(50)
				g.bin(ctxCBFChroma+depth, flags[1])
			}
		}
	} else if g.chroma == 0 {
		cb, cr = [2]bool{}, [2]bool{}
	}
	if split {
		half := 1 << log2 / 2
		for i := range 4 {
			if nxn && depth == 0 {
				part = i
			}
			g.tree(x+i%2*half, y+i/2*half, log2-1, depth+1, i, part, cb, cr)
		}
		return
	}
	luma := true
	chroma := cb[0] || cb[1] || cr[0] || cr[1]
	if g.ctu.intra || depth > 0 || chroma {
		luma = g.chance(60)
		context := ctxCBFLuma
		if depth == 0 {
			context++
		}
		g.bin(context, luma)
	}
	g.transformUnit(x, y, log2, index, part, luma, cb, cr)
}

// cuParts returns 4 if the last prediction unit is one of four.
func (g *generator) cuParts() int {
	if g.pus[len(g.pus)-1].Width == 8 {
		return 4
	}
	return 1
}

// transformUnit writes transform_unit (clause 7.3.8.10).
func (g *generator) transformUnit(x, y, log2, index, part int, luma bool, cb, cr [2]bool) {
	tu := TU{X: uint16(x), Y: uint16(y), Log2: uint8(log2)}
	chroma := cb[0] || cb[1] || cr[0] || cr[1]
	here := log2 > 2 || g.chroma == 3 || index == 3
	for i, coded := range []bool{luma, here && cb[0], here && cb[1], here && cr[0], here && cr[1]} {
		if coded {
			tu.Coded |= 1 << i
		}
	}
	at := len(g.tus)
	g.tus = append(g.tus, tu)
	if !luma && !chroma {
		return
	}
	if g.delta && !g.ctu.deltaCoded {
		g.ctu.deltaCoded = true
		g.quantiser()
	}
	if g.offsets && chroma && !g.ctu.bypassed && !g.ctu.offCoded {
		g.ctu.offCoded = true
		offset := g.random.IntN(chromaOffsets + 1)
		g.bin(ctxChromaOffset, offset > 0)
		for i := 1; i < chromaOffsets && i <= offset; i++ {
			g.bin(ctxChromaOffsetIndex, i < offset)
		}
	}
	if luma && g.residual(log2, 0, g.ctu.luma[part]) {
		g.tus[at].Coded |= SkippedLuma
	}
	if !here {
		return
	}
	size := log2
	if g.chroma != 3 {
		if size--; log2 == 2 {
			size, part = 2, 0
		}
	}
	for c, flags := range [][2]bool{cb, cr} {
		if g.cross && luma && (!g.ctu.intra || g.ctu.derived[part]) {
			scale := g.random.IntN(5)
			for i := range 4 {
				if i > scale {
					break
				}
				g.bin(ctxResidualScale+4*c+i, i < scale)
			}
			if scale > 0 {
				g.bin(ctxResidualScaleSign+c, g.chance(50))
			}
		}
		for _, coded := range flags {
			if coded {
				g.residual(size, 1+c, g.ctu.chroma[part])
			}
		}
	}
}

// quantiser writes cu_qp_delta_abs and its sign.
func (g *generator) quantiser() {
	delta := g.random.IntN(19) - 9
	if next := g.qp + delta; next < 10 || next > 45 {
		delta = 0
	}
	g.ctu.delta = delta
	size := max(delta, -delta)
	for i := range 5 {
		context := ctxQPDelta
		if i > 0 {
			context++
		}
		g.bin(context, size > i)
		if size <= i {
			break
		}
	}
	if size >= 5 {
		g.golomb(size-5, 0)
	}
	if size > 0 {
		g.bypass(delta < 0)
	}
}

// scanOrder returns the places of a scan of a square (clauses 6.5.3 to 6.5.5).
func scanOrder(size, scan int) (places [][2]int) {
	switch scan {
	case 1:
		for y := range size {
			for x := range size {
				places = append(places, [2]int{x, y})
			}
		}
		return places
	case 2:
		for x := range size {
			for y := range size {
				places = append(places, [2]int{x, y})
			}
		}
		return places
	}
	x, y := 0, 0
	for len(places) < size*size {
		for y >= 0 {
			if x < size && y < size {
				places = append(places, [2]int{x, y})
			}
			y--
			x++
		}
		y, x = x, 0
	}
	return places
}

// level returns a random level: mostly small, sometimes as large as 16 bits allow.
func (g *generator) level() int {
	switch {
	case g.chance(50):
		return 1
	case g.chance(60):
		return 1 + g.random.IntN(4)
	case g.chance(90):
		return 1 + g.random.IntN(200)
	}
	return 1 + g.random.IntN(1<<15-1)
}

// residual writes residual_coding (clause 7.3.8.11) of random coefficients, and returns transform_skip_flag.
func (g *generator) residual(log2, c, mode int) (skip bool) {
	size, plane := 1<<log2, min(c, 1)
	if g.skip && !g.ctu.bypassed && log2 <= g.maxSkip {
		skip = g.chance(50)
		g.bin(ctxTransformSkip+plane, skip)
	}
	explicit := false
	if !g.ctu.intra && g.explicit && (skip || g.ctu.bypassed) {
		explicit = g.chance(50)
		if g.bin(ctxExplicitRDPCM+plane, explicit); explicit {
			g.bin(ctxExplicitRDPCMDir+plane, g.chance(50))
		}
	}
	scan := 0
	if g.ctu.intra && (log2 == 2 || log2 == 3 && (c == 0 || g.chroma == 3)) {
		if mode >= 6 && mode <= 14 {
			scan = 2
		} else if mode >= 22 && mode <= 30 {
			scan = 1
		}
	}
	levels := map[[2]int]int{}
	for range 1 + g.random.IntN(1+g.random.IntN(size*size)) {
		levels[[2]int{g.random.IntN(size), g.random.IntN(size)}] = g.level()
	}
	blocks, places := scanOrder(size/4, scan), scanOrder(4, scan)
	at := func(i, n int) [2]int { return [2]int{blocks[i][0]*4 + places[n][0], blocks[i][1]*4 + places[n][1]} }
	lastBlock, lastPlace := len(blocks)-1, 15
	for levels[at(lastBlock, lastPlace)] == 0 {
		if lastPlace--; lastPlace < 0 {
			lastPlace, lastBlock = 15, lastBlock-1
		}
	}
	last := at(lastBlock, lastPlace)
	if scan == 2 {
		g.lastPlace(last[1], last[0], log2, c)
	} else {
		g.lastPlace(last[0], last[1], log2, c)
	}
	coded := map[[2]int]bool{}
	greaterBefore := false
	for i := lastBlock; i >= 0; i-- {
		block := blocks[i]
		right, below := coded[[2]int{block[0] + 1, block[1]}], coded[[2]int{block[0], block[1] + 1}]
		any := i == 0 || i == lastBlock
		for n := range 16 {
			any = any || levels[at(i, n)] != 0
		}
		infer := false
		if i < lastBlock && i > 0 {
			g.bin(ctxCodedSubBlock+min(number(right)+number(below), 1)+2*plane, any)
			infer = true
		}
		coded[block] = any
		var found []int // places in the scan's order, from the last
		for n := 15; n >= 0; n-- {
			p := at(i, n)
			significant := levels[p] != 0
			if i == lastBlock && n >= lastPlace {
				if n == lastPlace {
					found = append(found, n)
				}
				continue
			}
			if any && (n > 0 || !infer) {
				g.bin(ctxSignificant+g.significanceContext(log2, c, scan, p, number(right)+2*number(below), skip), significant)
				if significant {
					infer = false
				}
			}
			if significant {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			var values []int
			for _, n := range found {
				values = append(values, levels[at(i, n)])
			}
			implicit := g.ctu.intra && g.implicit && skip && (mode == 10 || mode == 26)
			hidden := g.hide && !g.ctu.bypassed && !implicit && !explicit && found[0]-found[len(found)-1] > 3
			greaterBefore = g.levels(values, c, i, greaterBefore, hidden, skip)
		}
	}
	return skip
}

// lastPlace writes the last significant place (clauses 7.3.8.11 and 9.3.4.2.3).
func (g *generator) lastPlace(x, y, log2, c int) {
	prefix := func(value int) (p, bits, rest int) {
		if value < 4 {
			return value, 0, 0
		}
		for p = 4; ; p++ {
			bits = p>>1 - 1
			first := 1 << bits * (2 + p&1)
			if value < first+1<<bits {
				return p, bits, value - first
			}
		}
	}
	offset, shift := 3*(log2-2)+(log2-1)>>2, (log2+1)>>2
	if c > 0 {
		offset, shift = 15, log2-2
	}
	px, bx, rx := prefix(x)
	py, by, ry := prefix(y)
	for _, part := range [][2]int{{ctxLastX, px}, {ctxLastY, py}} {
		for i := range log2<<1 - 1 {
			g.bin(part[0]+offset+i>>shift, i < part[1])
			if i >= part[1] {
				break
			}
		}
	}
	g.bypasses(rx, bx)
	g.bypasses(ry, by)
}

// significanceContext is clause 9.3.4.2.5.
func (g *generator) significanceContext(log2, c, scan int, p [2]int, neighbours int, skip bool) int {
	x, y := p[0], p[1]
	sig := 0
	switch {
	case g.context && (skip || g.ctu.bypassed):
		if c == 0 {
			return 42
		}
		return 27 + 16
	case log2 == 2:
		sig = []int{0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8}[y<<2+x]
	case x+y == 0:
	default:
		xp, yp := x&3, y&3
		switch neighbours {
		case 0:
			sig = map[bool]int{true: 1}[xp+yp < 3]
			if xp+yp == 0 {
				sig = 2
			}
		case 1:
			sig = max(2-yp, 0)
		case 2:
			sig = max(2-xp, 0)
		default:
			sig = 2
		}
		switch {
		case c == 0:
			if x>>2+y>>2 > 0 {
				sig += 3
			}
			if log2 != 3 {
				sig += 21
			} else if scan == 0 {
				sig += 9
			} else {
				sig += 15
			}
		case log2 == 3:
			sig += 9
		default:
			sig += 12
		}
	}
	if c > 0 {
		sig += 27
	}
	return sig
}

// levels writes the levels of a sub-block's coefficients, from the last, with random signs. It reports
// whether one with a flag was above 1.
func (g *generator) levels(values []int, c, i int, greaterBefore, hidden, skip bool) bool {
	set := 2
	if i == 0 || c > 0 {
		set = 0
	}
	if greaterBefore {
		set++
	}
	context, second := 1, -1
	escape := false
	for k, value := range values {
		if k >= 8 {
			escape = true
			break
		}
		index := set*4 + context
		if c > 0 {
			index += 16
		}
		g.bin(ctxGreater1+index, value > 1)
		switch {
		case value > 1:
			context = 0
			if second >= 0 {
				escape = true
			} else {
				second = k
			}
		case context > 0:
			context = min(context+1, 3)
		}
	}
	if second >= 0 {
		if c > 0 {
			g.bin(ctxGreater2+set+4, values[second] > 2)
		} else {
			g.bin(ctxGreater2+set, values[second] > 2)
		}
		escape = escape || values[second] > 2
	}
	if g.aligned && escape {
		g.width = 256
	}
	for k := range values {
		if !hidden || k < len(values)-1 {
			g.bypass(g.chance(50))
		}
	}
	kind := number(skip || g.ctu.bypassed)
	if c == 0 {
		kind += 2
	}
	rice, start := 0, true
	if g.adapt {
		rice = int(g.rice[kind] / 4)
	}
	for k, value := range values {
		base := 1
		if k < 8 {
			base = 2
			if k == second {
				base = 3
			}
		}
		if value < base {
			continue
		}
		rest := value - base
		g.remaining(rest, rice, c)
		if g.adapt && start {
			if stat := &g.rice[kind]; rest >= 3<<(*stat/4) {
				*stat++
			} else if 2*rest < 1<<(*stat/4) && *stat > 0 {
				*stat--
			}
		}
		start = false
		if value > 3<<rice {
			if rice++; !g.adapt {
				rice = min(rice, 4)
			}
		}
	}
	return second >= 0
}

// remaining writes coeff_abs_level_remaining (clauses 9.3.3.11 and 9.3.3.12).
func (g *generator) remaining(value, rice, c int) {
	if prefix := value >> rice; prefix < 4 {
		for range prefix {
			g.bypass(true)
		}
		g.bypass(false)
		g.bypasses(value&(1<<rice-1), rice)
		return
	}
	for range 4 {
		g.bypass(true)
	}
	value -= 4 << rice
	if !g.extended {
		g.golomb(value, rice+1)
		return
	}
	transform := max(15, g.depth+6)
	k, n := rice+1, 0
	for n < 28-transform && value>>k >= 1<<(n+1)-1 {
		g.bypass(true)
		n++
	}
	bits := transform
	if n < 28-transform {
		g.bypass(false)
		bits = n + k
	}
	g.bypasses(value-(1<<n-1)<<k, bits)
}
