package quadfile

import (
	"errors"
	"fmt"

	"ffkvadrat/quadfile/treecode"
)

// appendCubes is appendList for a window of cubes.
func (e *ffqEncoder) appendCubes(b []byte, t, before *sharedTree) []byte {
	var known *treecode.Octree
	if before != nil {
		known = &before.octree
	}
	coder := take(e.cubes)
	b = coder.Append(b, &t.octree, known)
	give(e.cubes, coder)
	return b
}

// window reads the lengths of a window and of its list.
func (f *ffqFields) window(h *Header, to *Frame) (count int) {
	to.Window = int(f.uvarint(int64(h.Analysis.Cube)))
	if f.err == nil && to.Window == 0 {
		f.fail(errors.New("a window of no frames"))
	}
	return f.count(min(treecode.MostCubes, int64(to.Width)*int64(to.Height)*int64(to.Window)))
}

// ffqCubes decodes the lists of windows in sequence, from a key window on.
type ffqCubes struct {
	decoder treecode.OctDecoder
	trees   [2]treecode.Octree // of this window and the one before
	begun   bool
}

// read decodes the list of a window whose other fields are set.
func (r *ffqCubes) read(h *Header, f *Frame, key bool, code []byte, count int) (err error) {
	r.trees[0], r.trees[1] = r.trees[1], r.trees[0]
	tree, before := &r.trees[0], &r.trees[1]
	switch {
	case key:
		before = nil
	case !r.begun:
		return errors.New("the window before it is missing")
	case before.Width != f.Width || before.Height != f.Height:
		return errors.New("the window before it has another size")
	}
	r.begun = false // until the whole list is valid
	f.Quads, f.Starts, err = r.decoder.Decode(f.Quads, f.Starts, code, f.Width, f.Height, f.Window, h.Analysis.Cube, count, tree, before)
	if err != nil {
		return err
	}
	if len(f.Quads) != count {
		return fmt.Errorf("%d cubes, but its tree has %d", count, len(f.Quads))
	}
	r.begun = true
	return nil
}
