package av1

// warpSamples is find_warp_samples: it reports whether neighbours have motion that a local warp can be estimated from.
func (t *vectors) warpSamples() bool {
	topLeft, topRight := true, true
	if t.above != nil {
		if width := t.above.Size.wide4(); t.w4 <= width {
			offset := -(t.col & (width - 1))
			topLeft = offset >= 0
			topRight = offset+width <= t.w4
			if t.warpSample(t.row-1, t.col) {
				return true
			}
		} else {
			for i := 0; i < min(t.w4, t.h.miCols-t.col); {
				if t.warpSample(t.row-1, t.col+i) {
					return true
				}
				i += min(t.w4, t.at(t.row-1, t.col+i).Size.wide4())
			}
		}
	}
	if t.left != nil {
		if height := t.left.Size.high4(); t.h4 <= height {
			topLeft = topLeft && t.row&(height-1) == 0
			if t.warpSample(t.row, t.col-1) {
				return true
			}
		} else {
			for i := 0; i < min(t.h4, t.h.miRows-t.row); {
				if t.warpSample(t.row+i, t.col-1) {
					return true
				}
				i += min(t.h4, t.at(t.row+i, t.col-1).Size.high4())
			}
		}
	}
	return topLeft && t.warpSample(t.row-1, t.col-1) ||
		topRight && max(t.w4, t.h4) <= 16 && t.warpSample(t.row-1, t.col+t.w4)
}

// warpSample is the add sample process: it reports whether a neighbour has motion to estimate from. Whether its
// vector is near does not matter: the first sample counts in any case.
func (t *vectors) warpSample(row, col int) bool {
	n := t.read(row, col)
	return n != nil && n.Ref == [2]int8{t.b.Ref[0], noFrame}
}
