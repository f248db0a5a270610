package av1

// partial has vectors of neighbours that refer to one of a block's two references, or to other frames (RefIdMvs and
// RefDiffMvs).
type partial struct {
	same, other           [2][2]Vector
	sameCount, otherCount [2]int
}

// extraSearch is the extra search process: it looks for vectors of neighbours with other references.
func (t *vectors) extraSearch() {
	s := &t.stack
	var found partial
	n := min(min(16, t.w4, t.h.miCols-t.col), min(16, t.h4, t.h.miRows-t.row))
	for pass := range 2 {
		for i := 0; i < n && s.n < 2; {
			row, col := t.row-1, t.col+i
			if pass == 1 {
				row, col = t.row+i, t.col-1
			}
			if !t.inside(row, col) {
				break
			}
			n := t.at(row, col)
			if s.compound {
				t.extraPair(n, &found)
			} else {
				t.extraSingle(n)
			}
			if pass == 0 {
				i += n.Size.wide4()
			} else {
				i += n.Size.high4()
			}
		}
	}
	if s.compound {
		s.combine(&found)
		return
	}
	for i := s.n; i < 2; i++ {
		s.mvs[i] = [2]Vector{s.global[0]}
	}
}

// mirrored returns a vector to the other side in time if the references are on different sides.
func (t *vectors) mirrored(v Vector, ref, other int8) Vector {
	if t.h.signBias[ref] != t.h.signBias[other] {
		return Vector{-v.Y, -v.X}
	}
	return v
}

// extraSingle is the add extra MV candidate process for blocks with one reference.
func (t *vectors) extraSingle(n *Block) {
	s := &t.stack
	for i, ref := range n.Ref {
		if ref <= intraFrame {
			continue
		}
		v := [2]Vector{t.mirrored(n.MV[i], ref, s.refs[0])}
		known := false
		for j := range s.n {
			known = known || s.mvs[j] == v
		}
		if !known {
			s.mvs[s.n], s.weights[s.n] = v, 2
			s.n++
		}
	}
}

// extraPair is the add extra MV candidate process for blocks with two references.
func (t *vectors) extraPair(n *Block, found *partial) {
	for i, ref := range n.Ref {
		if ref <= intraFrame {
			continue
		}
		for list, wanted := range t.stack.refs {
			if k := &found.sameCount[list]; ref == wanted && *k < 2 {
				found.same[list][*k] = n.MV[i]
				*k++
			} else if k := &found.otherCount[list]; *k < 2 {
				found.other[list][*k] = t.mirrored(n.MV[i], ref, wanted)
				*k++
			}
		}
	}
}

// combine adds pairs of the vectors that were found.
func (s *mvStack) combine(found *partial) {
	var pairs [2][2]Vector
	for list := range 2 {
		n := 0
		for i := range found.sameCount[list] {
			pairs[n][list] = found.same[list][i]
			n++
		}
		for i := 0; i < found.otherCount[list] && n < 2; i++ {
			pairs[n][list] = found.other[list][i]
			n++
		}
		for ; n < 2; n++ {
			pairs[n][list] = s.global[list]
		}
	}
	if s.n == 1 {
		pair := pairs[0]
		if pair == s.mvs[0] {
			pair = pairs[1]
		}
		s.mvs[1], s.weights[1] = pair, 2
	} else {
		s.mvs[0], s.mvs[1] = pairs[0], pairs[1]
		s.weights[0], s.weights[1] = 2, 2
	}
	s.n = 2
}

// clampStack limits the candidates to the surroundings of the frame.
func (t *vectors) clampStack() {
	s := &t.stack
	const border = 128 // MV_BORDER
	bw, bh := 4*t.w4*8, 4*t.h4*8
	top, bottom := -4*t.row*8-border-bh, 4*(t.h.miRows-t.h4-t.row)*8+border+bh
	left, right := -4*t.col*8-border-bw, 4*(t.h.miCols-t.w4-t.col)*8+border+bw
	for i := range s.n {
		for list := range 1 + number(s.compound) {
			v := &s.mvs[i][list]
			*v = Vector{int16(min(max(int(v.Y), top), bottom)), int16(min(max(int(v.X), left), right))}
		}
	}
}
