package hevc

// codingTreeUnit reads coding_tree_unit (clause 7.3.8.2).
func (d *Parser) codingTreeUnit(address, segment int) {
	x, y := address%d.sps.WidthInCTBs, address/d.sps.WidthInCTBs
	left := x > 0 && d.available(address-1, address)
	above := d.available(address-d.sps.WidthInCTBs, address)
	unit := &d.pic.CTUs[address]
	unit.Segment, unit.FirstCU = int32(segment), int32(len(d.pic.CUs))
	d.err = nil
	if !left {
		d.left = [8]uint8{}
		for i := range d.leftMode {
			d.leftMode[i] = dc
		}
	}
	for i := range d.aboveMode {
		d.aboveMode[i] = dc // also that of the unit above (clause 8.4.2)
	}
	x0, y0 := x<<d.sps.CTBLog2, y<<d.sps.CTBLog2
	if !above {
		clear(d.above[x0>>3:][:1<<d.sps.CTBLog2>>3])
	}
	if d.h.SAOLuma || d.h.SAOChroma {
		unit.SAO = d.sao(address, left, above)
	}
	d.codingQuadtree(x0, y0, d.sps.CTBLog2, 0)
	units := d.pic.CUs[unit.FirstCU:]
	unit.CUs = int32(len(units))
	for i := range units {
		unit.Bits += units[i].Bits
	}
}

// sao reads sao (clause 7.3.8.3).
func (d *Parser) sao(address int, left, above bool) (s SAO) {
	if left && d.bin(ctxSAOMerge) == 1 {
		return d.pic.CTUs[address-1].SAO
	}
	if above && d.bin(ctxSAOMerge) == 1 {
		return d.pic.CTUs[address-d.sps.WidthInCTBs].SAO
	}
	if d.h.SAOLuma {
		switch d.saoType() {
		case saoBand:
			s |= SAOLuma
			d.saoBand(d.sps.BitDepth)
		case saoEdge:
			s |= SAOLuma | SAOLumaEdge
			d.saoOffsets(d.sps.BitDepth)
			d.bypasses(2) // sao_eo_class_luma
		}
	}
	if d.h.SAOChroma {
		switch d.saoType() {
		case saoBand:
			s |= SAOChroma
			d.saoBand(d.sps.BitDepthChroma)
			d.saoBand(d.sps.BitDepthChroma)
		case saoEdge:
			s |= SAOChroma | SAOChromaEdge
			d.saoOffsets(d.sps.BitDepthChroma)
			d.bypasses(2) // sao_eo_class_chroma
			d.saoOffsets(d.sps.BitDepthChroma)
		}
	}
	return s
}

const (
	saoBand = 1
	saoEdge = 2
)

// saoType reads sao_type_idx_luma or sao_type_idx_chroma.
func (d *Parser) saoType() int {
	if d.bin(ctxSAOType) == 0 {
		return 0
	}
	return 1 + d.bypass()
}

// saoOffsets reads sao_offset_abs of one plane, and returns how many are not 0.
func (d *Parser) saoOffsets(bitDepth int) (signs int) {
	most := 1<<(min(bitDepth, 10)-5) - 1
	for range 4 {
		n := 0
		for n < most && d.bypass() == 1 {
			n++
		}
		if n > 0 {
			signs++
		}
	}
	return signs
}

// saoBand reads the band offset of one plane.
func (d *Parser) saoBand(bitDepth int) {
	signs := d.saoOffsets(bitDepth)
	d.bypasses(signs) // sao_offset_sign
	d.bypasses(5)     // sao_band_position
}

// codingQuadtree reads coding_quadtree (clause 7.3.8.4).
func (d *Parser) codingQuadtree(x, y, log2, depth int) {
	size := 1 << log2
	split := log2 > d.sps.MinCBLog2
	if split && x+size <= d.sps.Width && y+size <= d.sps.Height {
		context := ctxSplitCU
		if int(d.left[y&(1<<d.sps.CTBLog2-1)>>3]&^skipped) > depth {
			context++
		}
		if int(d.above[x>>3]&^skipped) > depth {
			context++
		}
		split = d.bin(context) == 1
	}
	if log2 >= d.minQGLog2 {
		d.startGroup(x, y)
	}
	if log2 >= d.minOffsetLog2 {
		d.offsetsCoded = false
	}
	if !split {
		d.codingUnit(x, y, log2, depth)
		return
	}
	half := size >> 1
	for i := range 4 {
		if x, y := x+i&1*half, y+i>>1*half; x < d.sps.Width && y < d.sps.Height {
			d.codingQuadtree(x, y, log2-1, depth+1)
		}
	}
}

// startGroup predicts the QP of a quantisation group at x, y (clause 8.6.1).
func (d *Parser) startGroup(x, y int) {
	mask := 1<<d.sps.CTBLog2 - 1
	left, above := d.qp, d.qp
	if x&mask != 0 {
		left = int(d.leftQP[y&mask>>3])
	}
	if y&mask != 0 {
		above = int(d.aboveQP[x&mask>>3])
	}
	d.qpPredicted = (left + above + 1) >> 1
	d.qpDelta, d.qpCoded = 0, false
}

// groupQP returns the QP of coding units after the delta QP that was read last (equation 8-283).
func (d *Parser) groupQP() int {
	offset := 6 * (d.sps.BitDepth - 8)
	return (d.qpPredicted+d.qpDelta+52+2*offset)%(52+offset) - offset
}

// readQPDelta reads cu_qp_delta_abs and cu_qp_delta_sign_flag (clauses 7.3.8.14 and 9.3.3.10).
func (d *Parser) readQPDelta() {
	d.qpCoded = true
	n := d.bin(ctxQPDelta)
	for n > 0 && n < 5 && d.bin(ctxQPDelta+1) == 1 {
		n++
	}
	if n == 5 {
		more, ok := d.golomb(0)
		if most := 26 + 3*(d.sps.BitDepth-8); !ok || more > most {
			d.fail(malformed("cu_qp_delta_abs is more than %d", most))
			return
		}
		n += more
	}
	if n > 0 && d.bypass() == 1 {
		n = -n
	}
	if half := 3 * (d.sps.BitDepth - 8); n < -26-half || n > 25+half {
		d.fail(malformed("CuQpDeltaVal is %d", n))
		return
	}
	d.qpDelta = n
}

// readChromaOffsets reads cu_chroma_qp_offset_flag and cu_chroma_qp_offset_idx (clause 7.3.8.14).
func (d *Parser) readChromaOffsets() {
	d.offsetsCoded = true
	if d.bin(ctxChromaOffset) == 1 {
		for n := 1; n < d.pps.ChromaOffsetListLen && d.bin(ctxChromaOffsetIndex) == 1; n++ {
		}
	}
}
