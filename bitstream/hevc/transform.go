package hevc

const (
	codedCb     = CodedCb | CodedCb2
	codedCr     = CodedCr | CodedCr2
	codedChroma = codedCb | codedCr
)

// transformTree reads transform_tree (clause 7.3.8.8). part is the intra part that the block is in,
// index its place among four, and parent what the block above it in the tree has of chroma.
func (d *Parser) transformTree(x, y, log2, depth, part, index int, parent Coded) {
	var split bool
	switch {
	case log2 > d.sps.MaxTBLog2, depth == 0 && (d.unit.splitIntra || d.unit.splitInter && log2 > d.sps.MinTBLog2):
		split = true
	case log2 > d.sps.MinTBLog2 && depth < d.unit.maxDepth:
		split = d.bin(ctxSplitTransform+5-log2) == 1
	}
	coded := parent & codedChroma // of four blocks of 4 × 4 luma samples, if they share their chroma
	if log2 > 2 || d.sps.ChromaFormat == 3 {
		two := d.sps.ChromaFormat == 2 && (!split || log2 == 3)
		coded = d.codedChroma(parent, codedCb, depth, two) | d.codedChroma(parent, codedCr, depth, two)
	}
	if !split {
		if d.unit.intra || depth != 0 || coded != 0 {
			if d.bin(ctxCBFLuma+luma0(depth)) == 1 {
				coded |= CodedLuma
			}
		} else {
			coded |= CodedLuma
		}
		d.transformUnit(x, y, log2, part, index, coded)
		return
	}
	half := 1 << log2 >> 1
	for i := range 4 {
		if depth == 0 && d.unit.splitIntra {
			part = i
		}
		d.transformTree(x+i&1*half, y+i>>1*half, log2-1, depth+1, part, i, coded)
	}
}

// luma0 returns the context of cbf_luma at a depth.
func luma0(depth int) int {
	if depth == 0 {
		return 1
	}
	return 0
}

// codedChroma reads cbf_cb or cbf_cr of one block or, with 4:2:2, of two.
func (d *Parser) codedChroma(parent, plane Coded, depth int, two bool) (coded Coded) {
	if parent&plane == 0 {
		return 0
	}
	if d.bin(ctxCBFChroma+depth) == 1 {
		coded |= CodedCb | CodedCr
	}
	if two && d.bin(ctxCBFChroma+depth) == 1 {
		coded |= CodedCb2 | CodedCr2
	}
	return coded & plane
}

// transformUnit reads transform_unit (clause 7.3.8.10).
func (d *Parser) transformUnit(x, y, log2, part, index int, coded Coded) {
	shared := log2 == 2 && d.sps.ChromaFormat != 3
	own := coded
	if shared && index != 3 {
		own &^= codedChroma
	}
	tu := len(d.pic.TUs)
	d.pic.TUs = append(d.pic.TUs, TU{X: uint16(x), Y: uint16(y), Log2: uint8(log2), Coded: own})
	if coded == 0 {
		return
	}
	if d.pps.CUQPDelta && !d.qpCoded {
		d.readQPDelta()
	}
	if coded&codedChroma != 0 && !d.unit.bypass && d.h.CUChromaOffsets && !d.offsetsCoded {
		d.readChromaOffsets()
	}
	if coded&CodedLuma != 0 && d.residual(log2, 0, d.unit.luma[part]) {
		d.pic.TUs[tu].Coded |= SkippedLuma
	}
	if own&codedChroma == 0 && !d.pps.CrossComponentPrediction {
		return
	}
	log2C := log2
	if d.sps.ChromaFormat != 3 {
		log2C = max(2, log2-1)
		if shared {
			part = 0
		}
	}
	cross := d.pps.CrossComponentPrediction && coded&CodedLuma != 0 && (!d.unit.intra || d.unit.derived[part])
	for c, blocks := range [2][2]Coded{{CodedCb, CodedCb2}, {CodedCr, CodedCr2}} {
		if cross {
			d.crossComponent(c)
		}
		for _, block := range blocks {
			if own&block != 0 {
				d.residual(log2C, 1, d.unit.chroma[part])
			}
		}
	}
}

// crossComponent reads cross_comp_pred of Cb or Cr (clause 7.3.8.12).
func (d *Parser) crossComponent(c int) {
	n := 0
	for n < 4 && d.bin(ctxResidualScale+4*c+n) == 1 { // log2_res_scale_abs_plus1
		n++
	}
	if n > 0 {
		d.bin(ctxResidualScaleSign + c)
	}
}
