package av1

// A savedMotion is the motion of a block of 8 × 8 samples that later frames project (MfRefFrames and MfMvs).
type savedMotion struct {
	mv  Vector
	ref int8 // 0 if there is none
}

// saveMotion is the motion field motion vector storage process (section 7.19).
func (t *vectors) saveMotion() {
	p, h := t.p, t.h
	p.motion = p.motion[:0]
	if h.Type.intra() || !t.s.orderHint {
		return
	}
	var earlier [8]bool
	for ref := lastFrame; ref <= altrefFrame; ref++ {
		earlier[ref] = t.s.distance(h.OrderHints[ref], h.OrderHint) < 0
	}
	p.motion = grown(p.motion, h.miCols/2*(h.miRows/2))
	const limit = 1<<12 - 1 // REFMVS_LIMIT
	i, block, saved := 0, int32(0), savedMotion{}
	for row := 1; row < h.miRows; row += 2 {
		for col := 1; col < h.miCols; col += 2 {
			if index := t.grid[row*h.miCols+col]; index != block {
				if block, saved = index, (savedMotion{}); index > 0 {
					b := &p.Blocks[index-1]
					for list, ref := range b.Ref {
						if v := b.MV[list]; ref > intraFrame && earlier[ref] && max(v.X, -v.X, v.Y, -v.Y) <= limit {
							saved = savedMotion{v, ref}
						}
					}
				}
			}
			p.motion[i] = saved
			i++
		}
	}
}

// A motionField has the motion of references, projected to a frame (section 7.9).
type motionField struct {
	columns, rows int // in units of 8 samples
	motions       []projected
}

// projected is a vector that spans some frames; none if it spans 0.
type projected struct {
	mv     Vector
	frames int8
}

// divMult is Div_Mult.
var divMult = [32]int{0, 16384, 8192, 5461, 4096, 3276, 2730, 2340, 2048, 1820, 1638, 1489, 1365, 1260, 1170, 1092, 1024, 963, 910, 862,
	819, 780, 744, 712, 682, 655, 630, 606, 585, 564, 546, 528}

const maxDistance = 31 // MAX_FRAME_DISTANCE

// scaledTo is the get MV projection process: a vector that spans some frames, for others.
func (v Vector) scaledTo(numerator, denominator int) Vector {
	factor := int64(min(max(numerator, -maxDistance), maxDistance) * divMult[min(denominator, maxDistance)])
	component := func(c int16) int16 {
		return int16(min(max(rounded(int64(c)*factor, 14), -1<<14+1), 1<<14-1))
	}
	return Vector{component(v.Y), component(v.X)}
}

// estimate is the motion field estimation process.
func (f *motionField) estimate(t *cursor) {
	h := t.h
	f.columns, f.rows = h.miCols>>1, h.miRows>>1
	f.motions = grown(f.motions, f.columns*f.rows)
	clear(f.motions)
	if t.refs[lastFrame].OrderHints[altrefFrame] != h.OrderHints[goldenFrame] {
		f.project(t, lastFrame, -1)
	}
	left := 1 // refStamp
	for _, ref := range [3]int{bwdrefFrame, altref2Frame, altrefFrame} {
		if t.s.distance(h.OrderHints[ref], h.OrderHint) > 0 && (ref != altrefFrame || left >= 0) && f.project(t, ref, 1) {
			left--
		}
	}
	if left >= 0 {
		f.project(t, last2Frame, -1)
	}
}

// project is the projection process. It reports whether the reference has motion.
func (f *motionField) project(t *cursor, source, sign int) bool {
	h, ref := t.h, t.refs[source]
	if ref.miRows != h.miRows || ref.miCols != h.miCols || ref.Type.intra() {
		return false
	}
	toCurrent := t.s.distance(h.OrderHints[source], h.OrderHint)
	if max(toCurrent, -toCurrent) > maxDistance || len(ref.motion) < f.columns*f.rows {
		return true
	}
	var spans [8]int // refOffset
	for i := range spans[1:] {
		spans[i+1] = t.s.distance(h.OrderHints[source], ref.OrderHints[i+1])
	}
	for y := range f.rows {
		for x := range f.columns {
			m := &ref.motion[y*f.columns+x]
			span := spans[m.ref]
			if m.ref == 0 || span <= 0 || span > maxDistance {
				continue
			}
			v := m.mv.scaledTo(toCurrent*sign, span)
			py, okY := moved(y, int(v.Y), sign, f.rows, 0)
			px, okX := moved(x, int(v.X), sign, f.columns, 8)
			if okY && okX {
				f.motions[py*f.columns+px] = projected{m.mv, int8(span)}
			}
		}
	}
	return true
}

// moved is the function project: a place in units of 8 samples after a motion, and whether it is near enough.
func moved(at, delta, sign, size, most int) (int, bool) {
	base := at &^ 7
	if delta >= 0 {
		at += sign * (delta >> 6)
	} else {
		at -= sign * (-delta >> 6)
	}
	return at, at >= 0 && at < size && at >= base-most && at < base+8+most
}

// temporal is the temporal scan process.
func (t *vectors) temporal() {
	stepX, stepY := 2, 2
	if t.w4 >= 16 {
		stepX = 4
	}
	if t.h4 >= 16 {
		stepY = 4
	}
	for y := 0; y < min(t.h4, 16); y += stepY {
		for x := 0; x < min(t.w4, 16); x += stepX {
			t.temporalSample(y, x)
		}
	}
	if t.h4 < 2 || t.h4 >= 16 || t.w4 < 2 || t.w4 >= 16 {
		return
	}
	for _, at := range [3][2]int{{t.h4, -2}, {t.h4, t.w4}, {t.h4 - 2, t.w4}} {
		row, col := t.row&15+at[0], t.col&15+at[1]
		if row >= 0 && row < 16 && col >= 0 && col < 16 {
			t.temporalSample(at[0], at[1])
		}
	}
}

// temporalSample is the temporal sample process.
func (t *vectors) temporalSample(deltaRow, deltaCol int) {
	s, h := &t.stack, t.h
	row, col := (t.row+deltaRow)|1, (t.col+deltaCol)|1
	if !t.inside(row, col) {
		return
	}
	first := deltaRow == 0 && deltaCol == 0
	if first {
		s.zeroContext = 1
	}
	m := &t.field.motions[row>>1*t.field.columns+col>>1]
	if m.frames == 0 {
		return
	}
	var mvs [2]Vector
	far := false
	for i := range 1 + number(s.compound) {
		mvs[i] = h.lowered(m.mv.scaledTo(t.s.distance(h.OrderHint, h.OrderHints[s.refs[i]]), int(m.frames)))
		y, x := int(mvs[i].Y)-int(s.global[i].Y), int(mvs[i].X)-int(s.global[i].X)
		far = far || max(y, -y, x, -x) >= 16
	}
	if first {
		s.zeroContext = number(far)
	}
	s.add(mvs, 2)
}
