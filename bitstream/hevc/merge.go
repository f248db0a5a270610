package hevc

// A predictionBlock is what candidates are derived for: a prediction unit, or a coding unit whose units
// share their candidates.
type predictionBlock struct {
	x, y, width, height int
	// The block is the second of two, below or beside the first, which is no candidate then: the two would
	// be one block.
	below, beside bool
}

// combinations are l0CandIdx and l1CandIdx of combined candidates (clause 8.5.3.2.4).
var combinations = [12][2]uint8{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}, {0, 3}, {3, 0}, {1, 3}, {3, 1}, {2, 3}, {3, 2}}

// merge derives the motion of a unit in merge mode (clause 8.5.3.2.2).
func (m *MotionDecoder) merge(cu *CU, pu *PU, part int) Motion {
	b := predictionBlock{x: int(pu.X), y: int(pu.Y), width: int(pu.Width), height: int(pu.Height)}
	if m.pic.PPS.ParallelMergeLog2 > 2 && cu.Log2 == 3 { // singleMCLFlag
		b = predictionBlock{x: int(cu.X), y: int(cu.Y), width: 8, height: 8}
	} else if part == 1 {
		switch cu.Part {
		case PartNx2N, PartnLx2N, PartnRx2N:
			b.beside = true
		case Part2NxN, Part2NxnU, Part2NxnD:
			b.below = true
		}
	}
	motion := m.mergeCandidate(&b, int(pu.MergeIndex))
	if motion.Lists == 3 && pu.Width+pu.Height == 12 {
		motion.drop(1)
	}
	return motion
}

// drop removes a list.
func (to *Motion) drop(list int) {
	to.Vectors[list], to.POC[list], to.Ref[list] = Vector{}, 0, -1
	to.Lists &^= 1 << list
	to.LongTerm &^= 1 << list
}

// mergeCandidate returns the candidate of an index. No more are derived than that takes.
func (m *MotionDecoder) mergeCandidate(b *predictionBlock, index int) Motion {
	var candidates [6]Motion
	n := m.spatialCandidates(b, candidates[:0])
	if n > index {
		return candidates[index]
	}
	if col, ok := m.temporalCandidate(b); ok {
		candidates[n] = col
		n++
	}
	if n > index {
		return candidates[index]
	}
	if m.h.Type == SliceB && n > 1 {
		n = m.combine(candidates[:], n)
		if n > index {
			return candidates[index]
		}
	}
	return m.zero(index - n)
}

// spatialCandidates appends the candidates of neighbouring blocks (clause 8.5.3.2.3) in their order in
// the list, A1, B1, B0, A0 and B2, and returns their number.
func (m *MotionDecoder) spatialCandidates(b *predictionBlock, to []Motion) int {
	var a1, b1 *Motion
	if !b.beside {
		a1 = m.mergeNeighbour(b, b.x-1, b.y+b.height-1)
	}
	if a1 != nil {
		to = append(to, *a1)
	}
	if !b.below {
		b1 = m.mergeNeighbour(b, b.x+b.width-1, b.y-1)
	}
	if b1 != nil && !b1.same(a1) {
		to = append(to, *b1)
	}
	if b0 := m.mergeNeighbour(b, b.x+b.width, b.y-1); b0 != nil && !b0.same(b1) {
		to = append(to, *b0)
	}
	if a0 := m.mergeNeighbour(b, b.x-1, b.y+b.height); a0 != nil && !a0.same(a1) {
		to = append(to, *a0)
	}
	if len(to) < 4 {
		if b2 := m.mergeNeighbour(b, b.x-1, b.y-1); b2 != nil && !b2.same(a1) && !b2.same(b1) {
			to = append(to, *b2)
		}
	}
	return len(to)
}

// same reports whether two motions of a slice are the same; other may be nil.
func (to *Motion) same(other *Motion) bool { return other != nil && *to == *other }

// mergeNeighbour returns the motion at a place, unless it is in the block's merge estimation region.
func (m *MotionDecoder) mergeNeighbour(b *predictionBlock, x, y int) *Motion {
	level := m.pic.PPS.ParallelMergeLog2
	if b.x>>level == x>>level && b.y>>level == y>>level {
		return nil
	}
	return m.at(x, y)
}

// temporalCandidate returns the candidate of the collocated picture, which refers to the first picture of
// each list.
func (m *MotionDecoder) temporalCandidate(b *predictionBlock) (Motion, bool) {
	col := noMotion
	for list := range m.lists() {
		if v, ok := m.temporal(b, list, 0); ok {
			m.refer(&col, list, 0, v)
		}
	}
	return col, col.Lists != 0
}

// lists returns the number of reference picture lists of the slice.
func (m *MotionDecoder) lists() int {
	if m.h.Type == SliceB {
		return 2
	}
	return 1
}

// combine appends combined bi-predictive candidates to n original ones (clause 8.5.3.2.4), and returns
// the number of all.
func (m *MotionDecoder) combine(candidates []Motion, n int) int {
	most, original := m.h.MaxMergeCandidates, n
	if original >= most {
		return n
	}
	for _, pair := range combinations[:original*(original-1)] {
		l0, l1 := &candidates[pair[0]], &candidates[pair[1]]
		if l0.Lists&1 == 0 || l1.Lists&2 == 0 || l0.POC[0] == l1.POC[1] && l0.Vectors[0] == l1.Vectors[1] {
			continue
		}
		candidates[n] = Motion{
			Vectors: [2]Vector{l0.Vectors[0], l1.Vectors[1]}, POC: [2]int32{l0.POC[0], l1.POC[1]}, Ref: [2]int8{l0.Ref[0], l1.Ref[1]},
			Lists: 3, LongTerm: l0.LongTerm&1 | l1.LongTerm&2}
		if n++; n == most {
			break
		}
	}
	return n
}

// zero returns the zero candidate of an index (clause 8.5.3.2.5).
func (m *MotionDecoder) zero(index int) Motion {
	references := m.h.Active[0]
	if m.h.Type == SliceB {
		references = min(references, m.h.Active[1])
	}
	if index >= references {
		index = 0
	}
	motion := noMotion
	for list := range m.lists() {
		m.refer(&motion, list, int8(index), Vector{})
	}
	return motion
}
