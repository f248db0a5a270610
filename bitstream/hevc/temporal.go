package hevc

// A motionField has the motion of a picture that later ones may refer to: that of the unit at the top left of
// each 16 × 16 samples (clause 8.5.3.2.8).
type motionField struct {
	poc           int32
	width, height int // of the picture
	doubtful      bool
	motion        []Motion
}

// retain keeps the fields of the pictures in the reference picture set (clause 8.3.2).
func (m *MotionDecoder) retain(p *Picture) {
	kept := m.fields[:0]
	for _, f := range m.fields {
		if p.References.has(f.poc) {
			kept = append(kept, f)
		} else {
			m.free = append(m.free, f)
		}
	}
	m.fields = kept
}

// has reports whether a set has a picture that the stream has, too.
func (s *ReferenceSet) has(poc int32) bool {
	for _, list := range [4]*References{&s.Before, &s.After, &s.LongTerm, &s.Later} {
		for i := range list.n {
			if ref := &list.list[i]; ref.POC == poc && !ref.Missing {
				return true
			}
		}
	}
	return false
}

// keep keeps the picture's motion for later ones.
func (m *MotionDecoder) keep(p *Picture) {
	var f *motionField
	if n := len(m.free); n > 0 {
		f, m.free = m.free[n-1], m.free[:n-1]
	} else {
		f = new(motionField)
	}
	*f = motionField{poc: p.POC, width: p.SPS.Width, height: p.SPS.Height, doubtful: p.MotionErr != nil, motion: f.motion[:0]}
	for y := 0; y < f.height; y += 16 {
		for x := 0; x < f.width; x += 16 {
			motion := noMotion
			if index := m.grid[y>>2*m.stride+x>>2]; index >= 0 {
				motion = p.Motion[index]
			}
			f.motion = append(f.motion, motion)
		}
	}
	m.fields = append(m.fields, f)
}

// collocate finds the collocated picture of a slice.
func (m *MotionDecoder) collocate() {
	list := 0
	if m.h.Type == SliceB && !m.h.CollocatedFromL0 {
		list = 1
	}
	ref := &m.h.Lists[list][m.h.CollocatedIndex]
	for _, f := range m.fields {
		if f.poc == ref.POC && !ref.Missing && f.width == m.pic.SPS.Width && f.height == m.pic.SPS.Height {
			m.collocated = f
		}
	}
	switch {
	case m.collocated == nil:
		m.doubt("collocated picture %d: %w", ref.POC, ErrMissing)
	case m.collocated.doubtful:
		m.doubt("that of collocated picture %d may be wrong", ref.POC)
	}
}

// temporal returns the vector of the collocated picture to a reference picture (clause 8.5.3.2.8): that
// at the bottom right of the block, if it is in the same row of coding tree units, else in the centre.
func (m *MotionDecoder) temporal(b *predictionBlock, list int, ref int8) (Vector, bool) {
	f := m.collocated
	if f == nil {
		return Vector{}, false
	}
	to := &m.h.Lists[list][ref]
	x, y := b.x+b.width, b.y+b.height
	if log2 := m.pic.SPS.CTBLog2; b.y>>log2 == y>>log2 && x < f.width && y < f.height {
		if v, ok := m.collocatedVector(f, x, y, list, to); ok {
			return v, true
		}
	}
	return m.collocatedVector(f, b.x+b.width/2, b.y+b.height/2, list, to)
}

// collocatedVector derives a vector from that at a place of the collocated picture (clause 8.5.3.2.9).
func (m *MotionDecoder) collocatedVector(f *motionField, x, y, list int, to *Reference) (Vector, bool) {
	col := &f.motion[y>>4*((f.width+15)>>4)+x>>4]
	from := list
	switch {
	case col.Lists == 0:
		return Vector{}, false
	case col.Lists < 3:
		from = int(col.Lists) - 1
	case !m.noBackward:
		from = 0
		if m.h.CollocatedFromL0 {
			from = 1
		}
	}
	if col.LongTerm>>from&1 == 1 != to.LongTerm {
		return Vector{}, false
	}
	v := col.Vectors[from]
	if !to.LongTerm {
		v = v.scale(f.poc-col.POC[from], m.pic.POC-to.POC)
	}
	return v, true
}
