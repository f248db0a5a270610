package treecode

import (
	"ffkvadrat/feature"
)

// Details are the values of a list's entries besides their places. Each list is empty or has one
// value per entry; for a list of points, per point.
type Details struct {
	Means   []feature.Mean
	Before  []feature.Mean // of the list before, if its tree is given
	RGB     bool           // means are R, G and B, which correlate
	Values  []uint16       // 0 to 65535
	Classes []uint8        // 0 to 15
}

// Encoder codes lists. The zero value is ready for use.
type Encoder struct {
	w            writer
	decisions    decisions // of the tree
	details      detailModels
	walk         meansWalk
	tree, before *Tree
}

// Append appends a coded tree and its details to b. before is the tree of the frame before, of the
// same picture size and known to the decoder, or nil. For means, call [Tree.Number] on both trees.
// Trees are only read.
func (e *Encoder) Append(b []byte, t, before *Tree, d *Details) []byte {
	e.w = newWriter(b)
	e.tree, e.before = t, before
	e.decisions.top(&e.w, t, before)
	if len(d.Means) != 0 {
		e.means(d)
	}
	if len(d.Values) != 0 {
		e.values(d.Values)
	}
	if len(d.Classes) != 0 {
		e.classes(d.Classes)
	}
	e.tree, e.before, e.walk.tree, e.walk.before, e.walk.was = nil, nil, nil, nil, nil
	b, e.w.out = e.w.end(), nil
	return b
}
