package glpyramid

import (
	"fmt"

	"ffkvadrat/gpu"
)

// Lines is the line-wise variant of the HistoPyramid papers on the GPU: its reduction sums four
// horizontal cells, 4×1, instead of a square of 2×2.
//
// Such a cell is not a square, so there are no leaf markers above the pixels and no larger quads.
// The result is the papers' point list: every leaf pixel of the mask as a quad of level 0, line by
// line. It has the same quads as the list of a [Reference] with Limits{0, 0}, in the order of the
// lines. To keep this order for every width, cells continue across the ends of lines: with the
// pixels numbered i = y·width + x, cell c of level k counts the leaf pixels from c·4^k to c·4^k +
// 4^k − 1.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// end of section 5.
type Lines struct {
	dev        *gpu.Device
	reduceMask *gpu.Program
	reduce     *gpu.Program
	commands   *gpu.Program
	traverse   *gpu.Program

	width, height int
	level0        *gpu.Texture
	counts        []int // cells of each level
	cells         *gpu.Buffer
	list          *List
}

// NewLines compiles the passes.
func NewLines(dev *gpu.Device) (*Lines, error) {
	l := &Lines{dev: dev}
	group := fmt.Sprintf("WG_SIZE %d", workgroup)
	for _, pass := range []struct {
		program **gpu.Program
		name    string
		defines []string
	}{
		{&l.reduceMask, "linepyramid_reduce.comp", []string{group, "FROM_MASK"}},
		{&l.reduce, "linepyramid_reduce.comp", []string{group}},
		{&l.commands, "quadlist_commands.comp", []string{group, fmt.Sprintf("QUADS_PER_INSTANCE %d", QuadsPerInstance)}},
		{&l.traverse, "linelist_traverse.comp", []string{group}},
	} {
		var err error
		if *pass.program, err = dev.Compute(pass.name, pass.defines...); err != nil {
			return nil, fmt.Errorf("quadpyramid: %w", err)
		}
	}
	return l, nil
}

// Release frees levels and list.
func (l *Lines) Release() {
	if l == nil {
		return
	}
	l.releaseSized()
}

func (l *Lines) releaseSized() {
	l.list.Release()
	l.cells.Release()
	l.level0.Release()
	l.list, l.cells, l.level0 = nil, nil, nil
	l.width, l.height = 0, 0
}

// Resize allocates memory for pictures of the given size. It fails above the
// driver's limits.
func (l *Lines) Resize(width, height int) error {
	if width == l.width && height == l.height {
		return nil
	}
	l.releaseSized()
	if err := l.allocate(width, height); err != nil {
		l.releaseSized()
		return fmt.Errorf("quadpyramid: line-wise, for %d×%d pixels: %w", width, height, err)
	}
	l.width, l.height = width, height
	return nil
}

func (l *Lines) allocate(width, height int) error {
	l.counts = append(l.counts[:0], width*height)
	n := 0
	for last := width * height; last > 1 || n == 0; n += last {
		last = (last + 3) / 4
		l.counts = append(l.counts, last)
	}
	var err error
	if l.level0, err = l.dev.NewTexture("level 0", gpu.R8I, width, height); err != nil {
		return err
	}
	if l.cells, err = l.dev.NewBuffer("line pyramid", 4*n); err != nil {
		return err
	}
	l.list, err = newList(l.dev, width*height)
	return err
}

// Level0 returns the texture for the discriminator's markers, which has the
// picture's size.
func (l *Lines) Level0() *gpu.Texture { return l.level0 }

// Build reduces Level0 level by level.
func (l *Lines) Build() {
	l.level0.Bind(0)
	l.cells.BindStorage(3)
	first := l.cells.Size() / 4 // the finest levels come last
	pass := l.reduceMask
	for k := 1; k < len(l.counts); k++ {
		below := first
		first -= l.counts[k]
		pass.Int4("place", int32(first), int32(below), int32(l.counts[k-1]), int32(l.width))
		l.dev.DispatchLong(pass, (l.counts[k]+workgroup-1)/workgroup)
		l.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
		pass = l.reduce
	}
}

// List makes the list of the pyramid built last. It belongs to l and is valid until the next List.
// Commands may draw from it and read it.
func (l *Lines) List() *List {
	l.level0.Bind(0)
	l.cells.BindStorage(3)
	l.list.commands.BindStorage(1)
	top := len(l.counts) - 1
	l.commands.Int("top", top)
	l.commands.Int2("limits", 0, 0)
	l.commands.Dispatch(1, 1)
	l.dev.Barrier(gpu.ToCommand | gpu.ToStorage)

	l.list.quads.BindStorage(2)
	l.traverse.Int("top", top)
	l.traverse.Int2("size", l.width, l.height)
	l.traverse.DispatchIndirect(l.list.commands, traverseOffset)
	l.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return l.list
}
