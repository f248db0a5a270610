package glocpyramid

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
)

// Reference is the paper's builder: one dispatch for each level, then one invocation for each key
// index. It allocates when pictures, windows or lists grow. A cell of level 1 and above has four
// bytes; a window of 64 frames of 4K takes 303 MB.
//
// Level 0 is the masks. The levels above are in one storage buffer, the top first. A window of one
// pixel has a level 1, too, so the buffer is never empty.
type Reference struct {
	dev      *gpu.Device
	reduce   *gpu.Program
	commands *gpu.Program
	traverse *gpu.Program

	places []int // of each level among the cells; unused for level 0
	cells  *gpu.Buffer
	list   *List
}

// NewReference compiles the passes.
func NewReference(dev *gpu.Device) (*Reference, error) {
	r := &Reference{dev: dev}
	var err error
	for _, pass := range []struct {
		program **gpu.Program
		name    string
	}{
		{&r.reduce, "ocpyramid_reduce.comp"},
		{&r.commands, "oclist_commands.comp"},
		{&r.traverse, "oclist_traverse.comp"},
	} {
		if *pass.program, err = dev.Compute(pass.name); err != nil {
			return nil, fmt.Errorf("ocpyramid: %w", err)
		}
	}
	if r.list, err = newList(dev); err != nil {
		return nil, fmt.Errorf("ocpyramid: %w", err)
	}
	return r, nil
}

// Release frees levels and list.
func (r *Reference) Release() {
	if r == nil {
		return
	}
	r.list.release()
	r.cells.Release()
	r.list, r.cells = nil, nil
}

// Cells returns the storage buffer of the levels from 1 up; level k begins at cell First(k), frame
// by frame and row by row. A cell is an int32.
func (r *Reference) Cells() *gpu.Buffer { return r.cells }

// First returns where level k ≥ 1 of the pyramid last built begins in Cells.
func (r *Reference) First(k int) int { return r.places[k] }

// Build makes the list of a window's masks; the window must not be empty. The list belongs to r and
// is valid until the next Build. It fails above the driver's limits.
func (r *Reference) Build(m *Masks, limits quadpyramid.Limits) (*List, error) {
	if err := r.fit(m); err != nil {
		return nil, fmt.Errorf("ocpyramid: a pyramid for %d frames of %d×%d pixels: %w", m.n, m.width, m.height, err)
	}
	r.cells.BindStorage(3)
	m.bind(r.reduce, limits)
	for k := 1; k < len(r.places); k++ {
		size := func(n int) int { return quadpyramid.LevelSize(n, k) }
		r.reduce.Int("level", k)
		r.reduce.Int2("places", r.places[k], r.places[k-1])
		r.reduce.DispatchLayers((size(m.width)+7)/8, (size(m.height)+7)/8, size(m.n))
		r.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	}
	top := len(r.places) - 1
	for again := true; again; {
		r.commands.Int2("limits", limits.Min, limits.Max)
		r.list.bind(r.commands)
		r.commands.Int("top", top)
		r.commands.Dispatch(1, 1)
		r.dev.Barrier(gpu.ToCommand | gpu.ToStorage | gpu.ToReadback)
		m.bind(r.traverse, limits)
		r.list.bind(r.traverse)
		r.traverse.Int("top", top)
		r.traverse.DispatchIndirect(r.list.commands, traverseOffset)
		r.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
		var err error
		if again, err = r.list.fit(r.list.length()); err != nil {
			return nil, err
		}
	}
	return r.list, nil
}

// fit computes the offsets of the levels and allocates if the present memory is too small.
func (r *Reference) fit(m *Masks) error {
	top := max(m.topLevel(), 1)
	r.places = append(r.places[:0], make([]int, top+1)...)
	n := 0
	for k := top; k > 0; k-- {
		r.places[k] = n
		n += quadpyramid.LevelSize(m.width, k) * quadpyramid.LevelSize(m.height, k) * quadpyramid.LevelSize(m.n, k)
	}
	if r.cells != nil && r.cells.Size() >= 4*n {
		return nil
	}
	r.cells.Release()
	var err error
	if r.cells, err = r.dev.NewBuffer("octree", 4*n); err != nil {
		r.cells = nil
	}
	return err
}
