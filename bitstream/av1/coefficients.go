package av1

// coefficients reads coeffs of a transform block at a place in units of 4 samples of its plane. It returns the
// transform's type, and whether there are coefficients.
func (t *residuals) coefficients(plane, col, row int, size TxSize) (kind uint8, coded bool) {
	subX, subY := t.subsampling(plane)
	chroma := min(plane, 1)
	w4, h4 := size.wide4(), size.high4()
	above, left := t.aboveLevels[plane][col:col+w4], t.leftLevels[plane][row&(31>>subY):][:h4]
	sizeContext := (int(size.square()) + int(size.squareUp()) + 1) >> 1
	if t.flag(cdfTxbSkip + 13*sizeContext + t.zeroContext(chroma, size, above, left)) { // all_zero
		if plane == 0 {
			t.setType(col, row, size, dctDCT)
		}
		clear(above)
		clear(left)
		return dctDCT, false
	}
	if plane == 0 {
		kind = t.transformType(size)
		t.setType(col, row, size, kind)
	} else {
		kind = t.chromaType(col, row, size)
	}
	w := &walks[size][classOf(kind)]
	n := t.endOfBlock(w, chroma, sizeContext, classOf(kind))
	level := t.signs(t.readLevels(w, n, chroma, sizeContext), cdfDCSign+3*chroma+signContext(above, left))
	// What is after the frame's edge has no effect on contexts.
	columns, rows := t.h.miCols>>subX-col, t.h.miRows>>subY-row
	store(above, level, columns)
	store(left, level, rows)
	return kind, true
}

// store sets contexts to a level, and those from n on to 0.
func store(contexts []uint8, level uint8, n int) {
	n = min(n, len(contexts))
	fill(contexts[:n], level)
	clear(contexts[n:])
}

// Contexts of levels have the sum of levels, up to 63, and above it dcCategory.
const levelMask = 63

// zeroContext returns that of all_zero.
func (t *residuals) zeroContext(chroma int, size TxSize, above, left []uint8) int {
	if chroma == 0 {
		if size.wide4() == t.w4 && size.high4() == t.h4 {
			return 0
		}
		top, side := uint8(0), uint8(0)
		for _, v := range above {
			top = max(top, v&levelMask)
		}
		for _, v := range left {
			side = max(side, v&levelMask)
		}
		switch {
		case top == 0 && side == 0:
			return 1
		case top == 0 || side == 0:
			return 2 + number(max(top, side) > 3)
		case max(top, side) <= 3:
			return 4
		case min(top, side) <= 3:
			return 5
		}
		return 6
	}
	context := 7
	if nonZero(above) {
		context++
	}
	if nonZero(left) {
		context++
	}
	plane := blockLog2[t.b.Size.subsampled(t.s.SubX, t.s.SubY)]
	if plane[0]+plane[1] > txLog2[size][0]+txLog2[size][1] {
		context += 3
	}
	return context
}

// nonZero reports whether one of the contexts is not 0.
func nonZero(contexts []uint8) bool {
	for _, v := range contexts {
		if v != 0 {
			return true
		}
	}
	return false
}

// signContext returns that of dc_sign.
func signContext(above, left []uint8) int {
	sum := 0
	for _, contexts := range [2][]uint8{above, left} {
		for _, v := range contexts {
			sum += [4]int{0, -1, 1}[v>>6]
		}
	}
	switch {
	case sum < 0:
		return 1
	case sum > 0:
		return 2
	}
	return 0
}

// endOfBlock reads eob, the number of coefficients.
func (t *residuals) endOfBlock(w *walk, chroma, sizeContext, class int) int {
	context := 2*chroma + min(class, 1)
	var n int
	switch log2(len(w.steps)) {
	case 4:
		n = t.symbol(cdfEOBPt16+2*context, 5)
	case 5:
		n = t.symbol(cdfEOBPt32+2*context, 6)
	case 6:
		n = t.symbol(cdfEOBPt64+2*context, 7)
	case 7:
		n = t.symbol(cdfEOBPt128+2*context, 8)
	case 8:
		n = t.symbol(cdfEOBPt256+3*context, 9)
	case 9:
		n = t.symbol(cdfEOBPt512+3*chroma, 10)
	default:
		n = t.symbol(cdfEOBPt1024+3*chroma, 11)
	}
	if n < 2 {
		return n + 1
	}
	end := 1<<(n-1) + 1
	if t.flag(cdfEOBExtra + 9*(2*sizeContext+chroma) + n - 2) {
		end += 1 << (n - 2)
	}
	return end + t.literal(n-2)
}

// A level is that of a coefficient up to 15, and in the higher byte up to 3.
type level uint16

// readLevels reads coeff_base_eob, coeff_base and coeff_br of the first n coefficients, the last one first. It returns how
// many are not 0, which are in t.nonZero in this order.
func (t *residuals) readLevels(w *walk, n, chroma, sizeContext int) (count int) {
	levels := &t.levels
	clear(levels[:w.stride*w.rows])
	base := (*[42]uint64)(t.cdfs[cdfCoeffBase+42*(2*sizeContext+chroma):])
	more := (*[21]uint64)(t.cdfs[cdfCoeffBr+21*(2*min(sizeContext, 3)+chroma):])
	context := 0
	switch last := n - 1; {
	case last == 0:
	case last <= len(w.steps)/8:
		context = 1
	case last <= len(w.steps)/4:
		context = 2
	default:
		context = 3
	}
	value := uint64(t.symbol4(cdfCoeffBaseEOB+4*(2*sizeContext+chroma)+context, 3) + 1)
	near0, near1, near2, near3, near4 := w.near[0], w.near[1], w.near[2], w.near[3], w.near[4]
	e, adapt := t.window, t.adapt
	for i := n - 1; ; i-- {
		s := w.steps[i]
		at := int(s.at)
		three := levels[at+near0] + levels[at+near1] + levels[at+near2]
		if i < n-1 {
			all := uint(three+levels[at+near3]+levels[at+near4]) >> 8
			context := min((all+1)>>1, 4) + uint(s.base)
			if s.base == 0 { // the first coefficient in two dimensions
				context = 0
			}
			word := &base[context]
			symbol, high, low := e.fourth(*word, 4)
			if e = e.part(high, low); e.ahead < 0 {
				e = t.refill(e)
			}
			if adapt {
				*word = learned(*word, symbol, 5)
			}
			value = symbol
		}
		if value > 2 {
			word := &more[min((uint(three&0xff)+1)>>1, 6)+uint(s.more)]
			for range 4 {
				symbol, high, low := e.fourth(*word, 4)
				if e = e.part(high, low); e.ahead < 0 {
					e = t.refill(e)
				}
				if adapt {
					*word = learned(*word, symbol, 5)
				}
				if value += symbol; symbol < 3 {
					break
				}
			}
		}
		levels[at] = level(min(value, 3)<<8 | value)
		t.nonZero[count&1023] = uint8(value)
		count += int(value+15) >> 4
		if i == 0 {
			break
		}
	}
	t.window = e
	return count
}

// signs reads the signs of the coefficients that are not 0, and the rest of the large ones. It returns the context of
// later blocks: the sum of the levels and the sign of the first.
func (t *residuals) signs(count, context int) uint8 {
	sum, category := 0, uint8(0)
	last := count - 1
	if t.levels[0] != 0 {
		category = 2 - uint8(t.bit(context))
		sum = t.rest(t.nonZero[last&1023])
		last--
	}
	e := t.window
	for i := last; i >= 0; i-- {
		if e = e.tossed(); e.ahead < 0 {
			e = t.refill(e)
		}
		value := t.nonZero[i&1023]
		if value > 14 {
			t.window = e
			sum += t.rest(value)
			e = t.window
			continue
		}
		sum += int(value)
	}
	t.window = e
	return uint8(min(sum, levelMask)) | category<<6
}

// rest reads the rest of a level if it is large.
func (t *residuals) rest(level uint8) int {
	if level < 15 {
		return int(level)
	}
	return (t.golomb() + 14) & 0xfffff
}

// golomb reads the rest of a large coefficient.
func (t *residuals) golomb() int {
	length := 1
	for t.literal(1) == 0 {
		if length++; length > 20 {
			t.fail("golomb_length_bit: a coefficient of more than 20 bits")
			return 0
		}
	}
	return 1<<(length-1) | t.literal(length-1)
}
