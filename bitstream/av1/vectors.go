package av1

// vectors reads the motion vectors of a block.
type vectors struct{ residuals }

// assignVectors reads assign_mv.
func (t *vectors) assignVectors(compound bool) {
	b, stack := t.b, &t.stack
	for i := range 1 + number(compound) {
		if b.IntraBC {
			b.MV[0] = t.readVector(t.copyVector(), 1)
			continue
		}
		switch mode := b.Mode.of(i); mode {
		case GlobalMV:
			b.MV[i] = stack.global[i]
		case NearestMV:
			b.MV[i] = stack.mvs[0][i]
		case NearMV:
			b.MV[i] = stack.mvs[stack.index][i]
		default:
			at := stack.index
			if stack.n <= 1 {
				at = 0
			}
			b.MV[i] = t.readVector(stack.mvs[at][i], 0)
		}
	}
	for _, v := range b.MV {
		if max(v.X, -v.X, v.Y, -v.Y) >= 1<<14 || v.X == -1<<15 || v.Y == -1<<15 {
			t.fail("a motion vector of %d, %d", v.X, v.Y)
		}
	}
	if b.IntraBC && !t.copyable() {
		t.fail("intra block copy: from %d, %d, which is not available", b.MV[0].X>>3, b.MV[0].Y>>3)
	}
}

// of is get_mode: the mode of one of the references.
func (m Mode) of(i int) Mode {
	if m < NearestNearestMV {
		return m
	}
	return [...][2]Mode{
		{NearestMV, NearestMV}, {NearMV, NearMV}, {NearestMV, NewMV}, {NewMV, NearestMV},
		{NearMV, NewMV}, {NewMV, NearMV}, {GlobalMV, GlobalMV}, {NewMV, NewMV},
	}[m-NearestNearestMV][i]
}

// copyVector returns the prediction of the vector of intra block copy.
func (t *vectors) copyVector() Vector {
	for _, mvs := range t.stack.mvs[:2] {
		if mvs[0] != (Vector{}) {
			return mvs[0]
		}
	}
	size := 1 << t.s.superblockLog2()
	if t.row-size < t.rowStart {
		return Vector{X: int16(-(4*size + 256) * 8)}
	}
	return Vector{Y: int16(-4 * size * 8)}
}

// copyable is is_mv_valid of intra block copy.
func (t *vectors) copyable() bool {
	b := t.b
	v := b.MV[0]
	if v.X&7 != 0 || v.Y&7 != 0 {
		return false
	}
	top, left := 4*t.row+int(v.Y>>3), 4*t.col+int(v.X>>3)
	bottom, right := top+4*t.h4, left+4*t.w4
	if b.Chroma {
		if t.w4 == 1 && t.s.SubX == 1 {
			left -= 4
		}
		if t.h4 == 1 && t.s.SubY == 1 {
			top -= 4
		}
	}
	if top < 4*t.rowStart || left < 4*t.colStart || bottom > 4*t.rowEnd || right > 4*t.colEnd {
		return false
	}
	const delay = 4 // INTRABC_DELAY_SB64
	height := 4 << t.s.superblockLog2()
	row, column := 4*t.row/height, 4*t.col>>6
	sourceRow, sourceColumn := (bottom-1)/height, (right-1)>>6
	perRow := (t.colEnd-t.colStart-1)>>4 + 1
	if sourceRow*perRow+sourceColumn >= row*perRow+column-delay {
		return false
	}
	gradient := 1 + delay + number(t.s.Superblock128)
	return sourceRow <= row && sourceColumn < column-delay+gradient*(row-sourceRow)
}

// readVector reads read_mv with a prediction. Context 1 is that of intra block copy.
func (t *vectors) readVector(predicted Vector, context int) Vector {
	joint := t.symbol4(cdfMVJoint+context, 4)
	y, x := 0, 0
	if joint >= 2 {
		y = t.vectorComponent(2 * context)
	}
	if joint&1 == 1 {
		x = t.vectorComponent(2*context + 1)
	}
	y, x = y+int(predicted.Y), x+int(predicted.X)
	if max(x, -x, y, -y) >= 1<<14 {
		t.fail("a motion vector of %d, %d", x, y)
	}
	return Vector{int16(y), int16(x)}
}

// vectorComponent reads read_mv_component; the context is that of the vector and the component.
func (t *vectors) vectorComponent(context int) int {
	sign := t.flag(cdfMVSign + context)
	class := t.symbol(cdfMVClass+3*context, 11)
	fraction, eighth := 3, 1
	size := 0
	if class == 0 {
		size = t.bit(cdfMVClass0Bit + context)
		if !t.h.IntegerMV {
			fraction = t.symbol4(cdfMVClass0Fr+2*context+size, 4)
		}
		if t.h.highPrecision {
			eighth = t.bit(cdfMVClass0HP + context)
		}
	} else {
		for i := range class {
			size |= t.bit(cdfMVBit+10*context+i) << i
		}
		if !t.h.IntegerMV {
			fraction = t.symbol4(cdfMVFr+context, 4)
		}
		if t.h.highPrecision {
			eighth = t.bit(cdfMVHP + context)
		}
		size += 1 << class
	}
	size = size<<3 | fraction<<1 | eighth
	if sign {
		return -size - 1
	}
	return size + 1
}
