package hevc

// A blockState is what the blocks of a coding unit share.
type blockState struct {
	intra, bypass bool
	maxDepth      int      // of the transform tree: MaxTrafoDepth
	splitIntra    bool     // IntraSplitFlag
	splitInter    bool     // interSplitFlag
	luma, chroma  [4]uint8 // directions of the parts
	derived       [4]bool  // intra_chroma_pred_mode is 4: as luma
}

// codingUnit reads coding_unit (clause 7.3.8.5).
func (d *Parser) codingUnit(x, y, log2, depth int) {
	p := d.pic
	cu := CU{X: uint16(x), Y: uint16(y), Log2: uint8(log2), FirstPU: int32(len(p.PUs)), FirstTU: int32(len(p.TUs))}
	if d.pps.TransquantBypass {
		cu.Bypass = d.bin(ctxTransquantBypass) == 1
	}
	mask := 1<<d.sps.CTBLog2 - 1
	left, above := d.left[y&mask>>3:][:1<<log2>>3], d.above[x>>3:][:1<<log2>>3]
	if d.h.Type != SliceI {
		context := ctxSkip + int(left[0]>>7) + int(above[0]>>7)
		if d.bin(context) == 1 {
			cu.Mode = Skip
		} else if d.bin(ctxPredMode) == 0 {
			cu.Mode = Inter
		}
	}
	d.unit = blockState{intra: cu.Mode == Intra, bypass: cu.Bypass}
	if cu.Mode != Intra {
		d.setModes(x, y, 1<<log2, dc)
	}
	switch cu.Mode {
	case Skip:
		d.predictionUnit(x, y, 1<<log2, 1<<log2, depth, true)
	case Inter:
		cu.Part = d.partMode(log2)
		d.predictionUnits(x, y, log2, depth, cu.Part)
	case Intra:
		d.intraUnit(&cu, x, y, log2)
	}
	if cu.Mode != Skip && !cu.PCM {
		d.transforms(&cu, x, y, log2)
	}
	d.qp = d.groupQP()
	cu.QP = int8(d.qp)
	cu.PUs, cu.TUs = uint8(len(p.PUs)-int(cu.FirstPU)), uint16(len(p.TUs)-int(cu.FirstTU))
	state := uint8(depth)
	if cu.Mode == Skip {
		state |= skipped
	}
	leftQP, aboveQP := d.leftQP[y&mask>>3:][:len(left)], d.aboveQP[x&mask>>3:][:len(left)]
	for i := range left {
		left[i], above[i] = state, state
		leftQP[i], aboveQP[i] = cu.QP, cu.QP
	}
	position := d.position()
	cu.Bits, d.mark = uint32(position-d.mark), position
	p.CUs = append(p.CUs, cu)
}

// transforms reads the transform tree of a coding unit, if it has one.
func (d *Parser) transforms(cu *CU, x, y, log2 int) {
	if cu.Mode == Inter {
		merged := cu.Part == Part2Nx2N && d.pic.PUs[cu.FirstPU].Merge
		if !merged && d.bin(ctxRootCBF) == 0 { // rqt_root_cbf
			return
		}
		d.unit.maxDepth = d.sps.MaxDepthInter
		d.unit.splitInter = d.sps.MaxDepthInter == 0 && cu.Part != Part2Nx2N
	} else {
		d.unit.splitIntra = cu.Part == PartNxN
		d.unit.maxDepth = d.sps.MaxDepthIntra
		if d.unit.splitIntra {
			d.unit.maxDepth++
		}
	}
	parent := CodedCb | CodedCr
	if d.sps.ChromaFormat == 0 {
		parent = 0
	}
	d.transformTree(x, y, log2, 0, 0, 0, parent)
}

// partMode reads part_mode of an inter coding unit (clause 9.3.3.7).
func (d *Parser) partMode(log2 int) Part {
	if d.bin(ctxPartMode) == 1 {
		return Part2Nx2N
	}
	if log2 == d.sps.MinCBLog2 {
		switch {
		case d.bin(ctxPartMode+1) == 1:
			return Part2NxN
		case log2 == 3:
			return PartNx2N
		case d.bin(ctxPartMode+2) == 1:
			return PartNx2N
		}
		return PartNxN
	}
	horizontal := d.bin(ctxPartMode+1) == 1
	if d.sps.AMP && d.bin(ctxPartMode+3) == 0 {
		asymmetric := PartnLx2N
		if horizontal {
			asymmetric = Part2NxnU
		}
		return asymmetric + Part(d.bypass())
	}
	if horizontal {
		return Part2NxN
	}
	return PartNx2N
}

// predictionUnits reads the prediction units of an inter coding unit.
func (d *Parser) predictionUnits(x, y, log2, depth int, part Part) {
	size := 1 << log2
	half, quarter := size>>1, size>>2
	horizontal := func(upper int) {
		d.predictionUnit(x, y, size, upper, depth, false)
		d.predictionUnit(x, y+upper, size, size-upper, depth, false)
	}
	vertical := func(left int) {
		d.predictionUnit(x, y, left, size, depth, false)
		d.predictionUnit(x+left, y, size-left, size, depth, false)
	}
	switch part {
	case Part2Nx2N:
		d.predictionUnit(x, y, size, size, depth, false)
	case Part2NxN:
		horizontal(half)
	case Part2NxnU:
		horizontal(quarter)
	case Part2NxnD:
		horizontal(size - quarter)
	case PartNx2N:
		vertical(half)
	case PartnLx2N:
		vertical(quarter)
	case PartnRx2N:
		vertical(size - quarter)
	case PartNxN:
		for i := range 4 {
			d.predictionUnit(x+i&1*half, y+i>>1*half, half, half, depth, false)
		}
	}
}

// predictionUnit reads prediction_unit (clause 7.3.8.6).
func (d *Parser) predictionUnit(x, y, width, height, depth int, skip bool) {
	pu := PU{X: uint16(x), Y: uint16(y), Width: uint8(width), Height: uint8(height), Ref: [2]int8{-1, -1}}
	if pu.Merge = skip || d.bin(ctxMerge) == 1; pu.Merge {
		pu.MergeIndex = uint8(d.unary(ctxMergeIndex, d.h.MaxMergeCandidates-1))
	} else {
		pu.Lists = 1
		if d.h.Type == SliceB {
			pu.Lists = d.interDirection(width+height, depth)
		}
		for list := range 2 {
			if pu.Lists>>list&1 == 0 {
				continue
			}
			pu.Ref[list] = int8(d.reference(d.h.Active[list] - 1))
			if list == 0 || !d.h.MVDL1Zero || pu.Lists != 3 {
				pu.Difference[list] = d.vectorDifference()
			}
			pu.MVP[list] = uint8(d.bin(ctxMVP))
		}
	}
	d.pic.PUs = append(d.pic.PUs, pu)
}

// interDirection reads inter_pred_idc (clause 9.3.3.9), as lists.
func (d *Parser) interDirection(sides, depth int) uint8 {
	if sides != 12 && d.bin(ctxInterDirection+depth) == 1 {
		return 3
	}
	return 1 + uint8(d.bin(ctxInterDirection+4))
}

// reference reads ref_idx_l0 or ref_idx_l1, which is at most most.
func (d *Parser) reference(most int) int {
	n := 0
	for n < most {
		if n < 2 && d.bin(ctxReference+n) == 0 || n >= 2 && d.bypass() == 0 {
			break
		}
		n++
	}
	return n
}

// vectorDifference reads mvd_coding (clause 7.3.8.9).
func (d *Parser) vectorDifference() Vector {
	x, y := d.bin(ctxMVDGreater0), d.bin(ctxMVDGreater0)
	if x == 1 {
		x += d.bin(ctxMVDGreater1)
	}
	if y == 1 {
		y += d.bin(ctxMVDGreater1)
	}
	return Vector{d.component(x), d.component(y)}
}

// component reads the rest of a vector's component that is 0, 1, or more.
func (d *Parser) component(size int) int16 {
	if size == 0 {
		return 0
	}
	if size == 2 {
		more, ok := d.golomb(1)
		if size += more; !ok || size > 1<<15 {
			d.fail(malformed("a difference of motion vectors of more than 2^15"))
			return 0
		}
	}
	if d.bypass() == 1 {
		size = -size
	}
	return int16(size)
}
