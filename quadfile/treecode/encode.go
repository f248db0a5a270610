package treecode

import (
	"ffkvadrat/feature"
)

// Details are what the entries of a list have besides their places. Those that they have are as
// many as the list's entries; where the list is of points, as many as its points.
type Details struct {
	Means   []feature.Mean
	Before  []feature.Mean // those of the list before, where its tree is given
	RGB     bool           // means are R, G and B, which change together
	Values  []uint16       // 0 to 65535
	Classes []uint8        // 0 to 15
}

// Encoder codes lists. The zero value is ready.
type Encoder struct {
	w            writer
	decisions    decisions // of the tree
	details      detailModels
	walk         meansWalk
	tree, before *Tree
}

// Append codes a tree and its details behind b. before is the tree of the frame before, if it
// is known where the list is decoded and of a picture of the same size, or nil. With means, both
// have to be numbered. Trees are only read.
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
