package av1

// residuals reads the transform blocks of a block.
type residuals struct{ cursor }

// residual reads residual.
func (t *residuals) residual() {
	b := t.b
	variable := len(t.p.Transforms) > int(b.FirstTransform) // variableTx has read the transforms' sizes
	next := int(b.FirstTransform)
	for y := t.row; y < t.row+t.h4; y += 16 {
		for x := t.col; x < t.col+t.w4; x += 16 {
			for plane := range t.planes() {
				if plane == 0 && variable {
					next = t.variableChunk(next, x, y)
				} else {
					t.chunk(plane, x, y)
				}
				if t.err != nil {
					return
				}
			}
		}
	}
}

// variableChunk reads the luma transform blocks of a square of 64 × 64 samples whose sizes are known, from one on. It
// returns the next.
func (t *residuals) variableChunk(next, x, y int) int {
	for ; next < len(t.p.Transforms); next++ {
		made := &t.p.Transforms[next]
		col, row := int(made.X)>>2, int(made.Y)>>2
		if col&^15 != x&^15 || row&^15 != y&^15 {
			break
		}
		made.Type, made.Coded = t.coefficients(0, col, row, made.Size)
	}
	return next
}

// chunk reads the transform blocks of a plane in a square of 64 × 64 luma samples; all have the same size.
func (t *residuals) chunk(plane, x, y int) {
	subX, subY := t.subsampling(plane)
	size := t.txSize
	if plane > 0 {
		size = t.uvTx
	}
	left, top := x>>subX, y>>subY
	right := min(left+max(min(t.w4, 16)>>subX, 1), t.h.miCols>>subX)
	bottom := min(top+max(min(t.h4, 16)>>subY, 1), t.h.miRows>>subY)
	for row := top; row < bottom; row += size.high4() {
		for col := left; col < right; col += size.wide4() {
			kind, coded := t.coefficients(plane, col, row, size)
			if plane == 0 {
				t.p.Transforms = append(t.p.Transforms, Transform{X: uint16(4 * col), Y: uint16(4 * row), Size: size, Type: kind, Coded: coded})
			}
			if t.err != nil {
				return
			}
		}
	}
}

// Types of transforms.
const (
	dctDCT           = 0
	adstDCT          = 1
	dctADST          = 2
	adstADST         = 3
	flipadstDCT      = 4
	dctFlipadst      = 5
	flipadstFlipadst = 6
	adstFlipadst     = 7
	flipadstADST     = 8
	idtx             = 9
	vDCT             = 10
	hDCT             = 11
	vADST            = 12
	hADST            = 13
	vFlipadst        = 14
	hFlipadst        = 15
)

// txSet is a set of transform types (get_tx_set): those that it has, in the order of the syntax element's values.
type txSet []uint8

var (
	intraSet1 = txSet{idtx, dctDCT, vDCT, hDCT, adstADST, adstDCT, dctADST}
	intraSet2 = txSet{idtx, dctDCT, adstADST, adstDCT, dctADST}
	interSet1 = txSet{idtx, vDCT, hDCT, vADST, hADST, vFlipadst, hFlipadst, dctDCT, adstDCT, dctADST, flipadstDCT, dctFlipadst, adstADST,
		flipadstFlipadst, adstFlipadst, flipadstADST}
	interSet2 = txSet{idtx, vDCT, hDCT, dctDCT, adstDCT, dctADST, flipadstDCT, dctFlipadst, adstADST, flipadstFlipadst, adstFlipadst, flipadstADST}
	interSet3 = txSet{idtx, dctDCT}
)

// txTypeSet returns the set of a transform size, and where its distributions start; nil if it has only one type.
func (t *residuals) txTypeSet(size TxSize) (set txSet, at int) {
	square, up := size.square(), size.squareUp()
	switch {
	case up > Tx32x32:
		return nil, 0
	case t.b.Inter && (t.h.reducedTxSet || up == Tx32x32):
		return interSet3, cdfInterTx3 + int(square)
	case t.b.Inter && square == Tx16x16:
		return interSet2, cdfInterTx2
	case t.b.Inter:
		return interSet1, cdfInterTx1 + 4*int(square)
	case up == Tx32x32:
		return nil, 0
	}
	direction := int(t.b.Mode)
	if t.b.Filter >= 0 {
		direction = int([5]Mode{DCPred, VPred, HPred, D157Pred, DCPred}[t.b.Filter])
	}
	if t.h.reducedTxSet || square == Tx16x16 {
		return intraSet2, cdfIntraTx2 + 2*(13*int(square)+direction)
	}
	return intraSet1, cdfIntraTx1 + 2*(13*int(square)+direction)
}

// transformType reads transform_type of a luma block.
func (t *residuals) transformType(size TxSize) uint8 {
	set, at := t.txTypeSet(size)
	if set == nil || t.h.segmentQIndex(int(t.b.Segment)) == 0 {
		return dctDCT
	}
	if len(set) == 2 {
		return set[t.bit(at)]
	}
	return set[t.symbol(at, len(set))]
}

// chromaType is compute_tx_type of a chroma block.
func (t *residuals) chromaType(col, row int, size TxSize) uint8 {
	set, _ := t.txTypeSet(size)
	if t.lossless || set == nil {
		return dctDCT
	}
	var kind uint8
	if t.b.Inter {
		x, y := max(t.col, col<<t.s.SubX)-t.col, max(t.row, row<<t.s.SubY)-t.row
		kind = t.txTypes[32*y+x]
	} else {
		kind = [14]uint8{dctDCT, adstDCT, dctADST, dctDCT, adstADST, adstDCT, dctADST, dctADST, adstDCT, adstADST, adstDCT, dctADST, adstADST, dctDCT}[t.b.UVMode]
	}
	for _, member := range set {
		if member == kind {
			return kind
		}
	}
	return dctDCT
}

// setType stores the transform type of a luma block for chroma.
func (t *residuals) setType(col, row int, size TxSize, kind uint8) {
	x, y := col-t.col, row-t.row
	for i := range min(size.high4(), t.h4-y) {
		fill(t.txTypes[32*(y+i)+x:][:min(size.wide4(), t.w4-x)], kind)
	}
}
