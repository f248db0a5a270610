package av1

// blockTxSize reads read_block_tx_size.
func (t *residuals) blockTxSize() {
	b := t.b
	t.txSize, t.uvTx = Tx4x4, Tx4x4
	if b.Chroma && !t.lossless {
		t.uvTx = b.Size.subsampled(t.s.SubX, t.s.SubY).largestTx()
		log2 := txLog2[t.uvTx]
		t.uvTx = txOf[min(log2[0], 3)][min(log2[1], 3)] // no transform of 64 samples in chroma
	}
	if t.h.txSelect && b.Size > Block4x4 && b.Inter && !b.Skip && !t.lossless {
		size := b.Size.largestTx()
		for row := t.row; row < t.row+t.h4; row += size.high4() {
			for col := t.col; col < t.col+t.w4; col += size.wide4() {
				t.variableTx(row, col, size, 0)
			}
		}
		return
	}
	if !t.lossless {
		t.txSize = b.Size.largestTx()
		if b.Size > Block4x4 && t.h.txSelect && !(b.Skip && b.Inter) {
			for range t.txDepth() {
				t.txSize = t.txSize.split()
			}
		}
	}
	width, height := uint8(t.txSize.wide4()), uint8(t.txSize.high4())
	if b.Skip && b.Inter {
		width, height = uint8(t.w4), uint8(t.h4)
	}
	fill(t.aboveTx[t.col:t.col+t.w4], width)
	fill(t.leftTx[t.row&31:t.row&31+t.h4], height)
}

func fill(list []uint8, value uint8) {
	for i := range list {
		list[i] = value
	}
}

// txDepth reads tx_depth.
func (t *residuals) txDepth() int {
	size := t.b.Size.largestTx()
	above, left := 0, 0
	if t.above != nil {
		above = int(t.aboveTx[t.col])
		if t.above.Inter {
			above = t.above.Size.wide4()
		}
	}
	if t.left != nil {
		left = int(t.leftTx[t.row&31])
		if t.left.Inter {
			left = t.left.Size.high4()
		}
	}
	context := 0
	if above >= size.wide4() {
		context++
	}
	if left >= size.high4() {
		context++
	}
	switch t.b.Size.txDepth() {
	case 4:
		return t.symbol4(cdfTx64+context, 3)
	case 3:
		return t.symbol4(cdfTx32+context, 3)
	case 2:
		return t.symbol4(cdfTx16+context, 3)
	}
	return t.bit(cdfTx8 + context)
}

// variableTx reads read_var_tx_size.
func (t *residuals) variableTx(row, col int, size TxSize, depth int) {
	if row >= t.h.miRows || col >= t.h.miCols {
		return
	}
	width, height := size.wide4(), size.high4()
	if size != Tx4x4 && depth < 2 {
		largest := TxSize(min(max(blockLog2[t.b.Size][0], blockLog2[t.b.Size][1]), 4))
		context := (4 - int(largest)) * 6
		if size.squareUp() != largest {
			context += 3
		}
		if int(t.aboveTx[col]) < width {
			context++
		}
		if int(t.leftTx[row&31]) < height {
			context++
		}
		if t.flag(cdfTxSplit + context) {
			part := size.split()
			for y := 0; y < height; y += part.high4() {
				for x := 0; x < width; x += part.wide4() {
					t.variableTx(row+y, col+x, part, depth+1)
				}
			}
			return
		}
	}
	fill(t.aboveTx[col:col+width], uint8(width))
	fill(t.leftTx[row&31:row&31+height], uint8(height))
	t.txSize = size
	t.p.Transforms = append(t.p.Transforms, Transform{X: uint16(4 * col), Y: uint16(4 * row), Size: size})
}
