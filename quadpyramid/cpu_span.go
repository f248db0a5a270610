package quadpyramid

import "math"

// span is what [Limits] allow in three levels: the level of 64 cells in Morton
// order, and those of 2×2 and of 4×4 of these cells. Levels 0 to 2 are the span of a word,
// levels 3 to 5 are the span of a tile, and so on.
type span struct {
	twos, fours uint64 // the first cells of the 2×2 and 4×4 cells that may be a leaf; 0 above Limits.Max
	whole       bool   // all cells together may be a leaf or part of a larger one
	least       int    // number of the levels below Limits.Min; 3 also if all higher ones are below it
}

// newSpan returns the span of the levels from level to level+2.
func newSpan(l Limits, level int) span {
	s := span{whole: l.Max >= level+3, least: min(max(l.Min-level, 0), 3)}
	if l.Max > level {
		s.twos = 0x1111111111111111
	}
	if l.Max > level+1 {
		s.fours = 0x0001000100010001
	}
	return s
}

// merge finds the 2×2 and 4×4 cells of leaf markers; each sets the bit of its first cell.
func (s span) merge(w uint64) (twos, fours uint64) {
	twos = w & (w >> 1)
	twos &= twos >> 2 & s.twos
	fours = twos & (twos >> 4)
	fours &= fours >> 8 & s.fours
	return twos, fours
}

// starts returns a bit for each leaf among the cells, at its first cell.
func (s span) starts(w uint64) uint64 {
	twos, fours := s.merge(w)
	return (w&^(twos*15)|twos)&^(fours*(1<<16-1)) | fours
}

// open clears the cells of leaves below Limits.Min. The cells of other leaves
// are whole blocks of the smallest allowed size, so these leaves do not change.
func (s span) open(w uint64) uint64 {
	twos, fours := s.merge(w)
	switch s.least {
	case 0:
		return w
	case 1:
		return twos * 15
	case 2:
		return fours * (1<<16 - 1)
	}
	if w == math.MaxUint64 {
		return w
	}
	return 0
}
