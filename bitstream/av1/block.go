package av1

// decode reads decode_block.
func (t *tile) decode(r, c int, size BlockSize) {
	if t.err != nil {
		return
	}
	if t.overrun() {
		t.fail("after the end of the data")
		return
	}
	h, s, p := t.h, t.s, t.p
	if size >= blockSizes || s.planes() > 1 && size.subsampled(s.SubX, s.SubY) >= blockSizes {
		t.fail("partition: a shape that chroma cannot have")
		return
	}
	p.Blocks = append(p.Blocks, Block{X: uint16(4 * c), Y: uint16(4 * r), Size: size, Ref: [2]int8{intraFrame, noFrame}, Filter: -1, compoundIndex: 1})
	t.row, t.col, t.w4, t.h4 = r, c, size.wide4(), size.high4()
	b := &p.Blocks[len(p.Blocks)-1]
	t.b, t.above, t.left = b, nil, nil
	b.Chroma = s.planes() > 1 && !(t.h4 == 1 && s.SubY == 1 && r&1 == 0) && !(t.w4 == 1 && s.SubX == 1 && c&1 == 0)
	if r > t.rowStart {
		t.above = t.at(r-1, c)
	}
	if c > t.colStart {
		t.left = t.at(r, c-1)
	}
	b.FirstTransform = int32(len(p.Transforms))
	if h.Type.intra() {
		t.intraFrameInfo()
	} else {
		t.interFrameInfo()
	}
	if t.err != nil {
		p.Blocks = p.Blocks[:len(p.Blocks)-1]
		p.Transforms = p.Transforms[:b.FirstTransform]
		return
	}
	b.QIndex = uint8(h.qIndex(int(b.Segment), t.qIndex))
	t.paletteTokens()
	t.blockTxSize()
	if b.Skip {
		t.resetContexts()
	} else {
		t.residual()
	}
	if h.ScreenContent {
		t.storePalettes()
	}
	index := int32(len(p.Blocks))
	columns := min(t.w4, h.miCols-c)
	for y := r; y < min(r+t.h4, h.miRows); y++ {
		row := t.grid[y*h.miCols+c:][:columns]
		for x := range row {
			row[x] = index
		}
	}
	b.Transforms = uint16(len(p.Transforms) - int(b.FirstTransform))
	position := t.position()
	b.Bits, t.mark = uint32(position-t.mark), position
}

// resetContexts is reset_block_context.
func (t *tile) resetContexts() {
	for plane := range t.planes() {
		subX, subY := t.subsampling(plane)
		clear(t.aboveLevels[plane][t.col>>subX : (t.col+t.w4)>>subX])
		top := t.row & 31 >> subY
		clear(t.leftLevels[plane][top : (t.row&31+t.h4)>>subY])
	}
}

// intraFrameInfo reads intra_frame_mode_info.
func (t *modes) intraFrameInfo() {
	b, seg := t.b, &t.h.Segmentation
	if seg.preSkip {
		t.intraSegment()
	}
	t.skip()
	if !seg.preSkip {
		t.intraSegment()
	}
	t.lossless = t.h.Lossless[b.Segment]
	t.deltas()
	if t.h.IntraBC && t.flag(cdfIntraBC) {
		b.IntraBC, b.Inter = true, true
		b.Filters = [2]uint8{3, 3} // BILINEAR
		b.Compound = CompoundAverage
		t.findStack(false)
		t.assignVectors(false)
		return
	}
	above, left := DCPred, DCPred
	if t.above != nil {
		above = t.above.Mode
	}
	if t.left != nil {
		left = t.left.Mode
	}
	context := int(5*modeContext[above] + modeContext[left])
	b.Mode = Mode(t.symbol(cdfIntraFrameYMode+4*context, 13))
	t.intraModes()
}

// modeContext is Intra_Mode_Context.
var modeContext = [13]uint8{0, 1, 2, 3, 4, 4, 4, 4, 3, 0, 1, 2, 0}

// intraModes reads what follows the luma mode of an intra block.
func (t *modes) intraModes() {
	b := t.b
	b.AngleY = t.angle(b.Mode)
	if b.Chroma {
		cfl := b.Size.Width() <= 32 && b.Size.Height() <= 32
		if t.lossless {
			cfl = b.Size.subsampled(t.s.SubX, t.s.SubY) == Block4x4
		}
		if cfl {
			b.UVMode = Mode(t.symbol(cdfUVModeCfL+4*int(b.Mode), 14))
		} else {
			b.UVMode = Mode(t.symbol(cdfUVMode+4*int(b.Mode), 13))
		}
		if b.UVMode == CfLPred {
			t.cflAlphas()
		}
		b.AngleUV = t.angle(b.UVMode)
	}
	if t.h.ScreenContent && b.Size >= Block8x8 && b.Size.Width() <= 64 && b.Size.Height() <= 64 {
		t.paletteModes()
	}
	if t.s.filterIntra && b.Mode == DCPred && b.PaletteY == 0 && b.Size.Width() <= 32 && b.Size.Height() <= 32 && t.flag(cdfFilterIntra+int(b.Size)) {
		b.Filter = int8(t.symbol(cdfFilterIntraMode, 5))
	}
}

// angle reads angle_delta_y or angle_delta_uv.
func (t *modes) angle(mode Mode) int8 {
	if t.b.Size < Block8x8 || !mode.directional() {
		return 0
	}
	return int8(t.symbol(cdfAngleDelta+2*int(mode-VPred), 7) - 3)
}

// cflAlphas reads read_cfl_alphas.
func (t *modes) cflAlphas() {
	signs := t.symbol(cdfCfLSign, 8) + 1
	u, v := signs/3, signs%3
	if u != 0 {
		t.symbol(cdfCfLAlpha+4*((u-1)*3+v), 16)
	}
	if v != 0 {
		t.symbol(cdfCfLAlpha+4*((v-1)*3+u), 16)
	}
}

// skip reads read_skip.
func (t *modes) skip() {
	b := t.b
	if t.h.Segmentation.preSkip && t.active(segmentSkip) {
		b.Skip = true
		return
	}
	context := 0
	if t.above != nil && t.above.Skip {
		context++
	}
	if t.left != nil && t.left.Skip {
		context++
	}
	b.Skip = t.flag(cdfSkip + context)
}

// deltas reads read_cdef, read_delta_qindex and read_delta_lf.
func (t *modes) deltas() {
	b, h := t.b, t.h
	if !b.Skip && !h.codedLossless && t.s.cdef && !h.IntraBC {
		t.cdef()
	}
	if whole := t.w4 == t.h4 && t.w4 == 1<<t.s.superblockLog2(); t.readDeltas && !(whole && b.Skip) {
		if delta := t.delta(cdfDeltaQ); delta != 0 {
			t.qIndex = min(max(t.qIndex+delta<<h.deltaQRes, 1), 255)
		}
		if h.deltaLF {
			n, at := 1, cdfDeltaLF
			if h.deltaLFMulti {
				n, at = 2, cdfDeltaLFMulti
				if t.s.planes() > 1 {
					n = 4
				}
			}
			for i := range n {
				t.delta(at + i)
			}
		}
	}
	t.readDeltas = false
}

// delta reads a difference of quantiser indices or filter levels.
func (t *modes) delta(at int) int {
	value := t.symbol4(at, 4)
	if value == 3 {
		n := t.literal(3) + 1
		value = t.literal(n) + 1<<n + 1
	}
	if value != 0 && t.literal(1) == 1 {
		return -value
	}
	return value
}

// cdef reads read_cdef.
func (t *modes) cdef() {
	mask := 1<<t.s.superblockLog2() - 1
	x, y := t.col&mask>>4, t.row&mask>>4
	if t.cdefRead[2*y+x] {
		return
	}
	t.literal(t.h.cdefBits)
	for j := y; j <= y+(t.h4-1)>>4; j++ {
		for i := x; i <= x+(t.w4-1)>>4; i++ {
			t.cdefRead[2*j+i] = true
		}
	}
}
