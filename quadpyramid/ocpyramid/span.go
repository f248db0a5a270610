package ocpyramid

import (
	"math"

	"ffkvadrat/quadpyramid"
)

// span is what [quadpyramid.Limits] allow in two levels: the level of 64 cells, 4×4×4 in Morton
// order, and that of 2×2×2 of these cells. Levels 0 and 1 are the span of a word, 2 and 3 that
// of a node, 4 and 5 that of a tile.
type span struct {
	eights uint64 // the first cells of the 2×2×2 cells that may be a leaf; 0 above Limits.Max
	whole  bool   // all cells together may be a leaf or part of a larger one
	least  int    // number of the levels below Limits.Min; 2 also if all higher ones are below it
}

// newSpan returns the span of level and level+1.
func newSpan(l quadpyramid.Limits, level int) span {
	s := span{whole: l.Max >= level+2, least: min(max(l.Min-level, 0), 2)}
	if l.Max > level {
		s.eights = 0x0101010101010101
	}
	return s
}

// merge finds the 2×2×2 cells of leaf markers; each sets the bit of its first cell.
func (s *span) merge(w uint64) uint64 {
	w &= w >> 1
	w &= w >> 2
	return w & (w >> 4) & s.eights
}

// starts returns a bit for each leaf among the cells, at its first cell. eights is what merge
// returns for them.
func starts(w, eights uint64) uint64 { return w&^(eights*255) | eights }

// open clears the cells of leaves below Limits.Min. The cells of other leaves are whole blocks of
// the smallest allowed size, so these leaves do not change.
func (s *span) open(w uint64) uint64 {
	switch {
	case s.least == 0 || w == math.MaxUint64:
		return w
	case s.least == 1:
		return s.merge(w) * 255
	}
	return 0
}
