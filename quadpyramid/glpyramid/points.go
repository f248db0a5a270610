package glpyramid

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"ffkvadrat/gpu"
)

// ErrInexact is the error of a pyramid whose counts may be wrong. NewPoints returns it if the
// driver does not filter exactly, Count if the shape's floats cannot hold the number.
var ErrInexact = errors.New("not exact")

// Points is the HistoPyramid of the papers of 2006, which has no leaf markers: it counts points,
// and lists every point as a quad of level 0. With any [Shape] this is the list of a [Reference]
// with Limits{0, 0}, in the same order.
//
// Level 0 is a picture; its points are the pixels whose alpha is 255, as in the papers' Dicer. The
// first reduction and the traversal decide about the pixels themselves. As in the papers, the
// levels are textures of floats, padded to powers of two, and the program reads back the number of
// points before it allocates the list.
//
// With n clones, entry i of the list is point i div n and its clone i mod n (key stretching).
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// sections 4 to 6 and 8.
type Points struct {
	dev    *gpu.Device
	shape  Shape
	clones int

	first    *gpu.Program // the reduction from the picture
	reduce   *gpu.Program
	count    *gpu.Program
	traverse *gpu.Program

	width, height   int
	padded          [2]int
	top             int // the coarsest level
	column          int // column of the coarsest level in the texture
	picture, levels *gpu.Texture
	number          *gpu.Buffer
	points          *uint32 // allocated separately: memory passed to C must hold no Go pointers
	list            *List
}

// NewPoints compiles the passes for lists that have every point clones times, at least once. The
// error matches [ErrInexact] if the shape sums by filtering and this driver's filters do not give
// exact sums.
func NewPoints(dev *gpu.Device, shape Shape, clones int) (*Points, error) {
	if int(shape) >= len(shapes) {
		return nil, fmt.Errorf("quadpyramid: there is no %v", shape)
	}
	if clones < 1 {
		return nil, fmt.Errorf("quadpyramid: %d clones of each point", clones)
	}
	g := &Points{dev: dev, shape: shape, clones: clones, points: new(uint32)}
	if err := g.begin(); err != nil {
		g.Release()
		return nil, fmt.Errorf("quadpyramid: points, %v: %w", shape, err)
	}
	return g, nil
}

// begin allocates what does not depend on the pictures' size.
func (g *Points) begin() error {
	defines := shapes[g.shape].defines
	reduce := defines
	if shapes[g.shape].filtered {
		reduce = []string{"BILINEAR"}
	}
	for _, pass := range []struct {
		program **gpu.Program
		name    string
		defines []string
	}{
		{&g.first, "pointpyramid_reduce.comp", append([]string{"FROM_PICTURE"}, defines...)},
		{&g.reduce, "pointpyramid_reduce.comp", reduce},
		{&g.count, "pointlist_count.comp", defines},
		{&g.traverse, "pointlist_traverse.comp", append([]string{fmt.Sprintf("WG_SIZE %d", workgroup)}, defines...)},
	} {
		var err error
		if *pass.program, err = g.dev.Compute(pass.name, pass.defines...); err != nil {
			return err
		}
	}
	var err error
	if g.number, err = g.dev.NewBuffer("number of points", 4); err != nil {
		return err
	}
	if !shapes[g.shape].filtered {
		return nil
	}
	return g.check()
}

// Release frees levels and list.
func (g *Points) Release() {
	if g == nil {
		return
	}
	g.list.Release()
	g.releaseSized()
	g.number.Release()
	g.list, g.number = nil, nil
}

func (g *Points) releaseSized() {
	g.levels.Release()
	g.picture.Release()
	g.levels, g.picture = nil, nil
	g.width, g.height = 0, 0
}

// Resize allocates memory for pictures of the given size. It fails above the driver's limits.
func (g *Points) Resize(width, height int) error {
	if width == g.width && height == g.height {
		return nil
	}
	g.releaseSized()
	if err := g.allocate(width, height); err != nil {
		g.releaseSized()
		return fmt.Errorf("quadpyramid: a pyramid of points, %v, for %d×%d pixels: %w", g.shape, width, height, err)
	}
	g.width, g.height = width, height
	return nil
}

func (g *Points) allocate(width, height int) error {
	for i, n := range [2]int{width, height} {
		g.padded[i] = 1 << bits.Len(uint(max(n, 2)-1))
	}
	g.top = bits.Len(uint(max(g.padded[0], g.padded[1]))) - 1
	g.column = 0
	columns, levels := g.padded[0]/2, g.top
	if g.shape == Rect {
		for k := 2; k <= g.top; k++ {
			g.column = columns
			columns += g.levelWidth(k)
		}
		levels = 1
	}
	var err error
	if g.picture, err = g.dev.NewTexture("points", gpu.RGBA8, width, height); err != nil {
		return err
	}
	if g.levels, err = g.dev.NewLevels("pyramid of points", shapes[g.shape].format, columns, g.padded[1]/2, levels); err != nil {
		return err
	}
	g.levels.Filter(shapes[g.shape].filtered)
	return nil
}

func (g *Points) levelWidth(level int) int { return max(g.padded[0]>>level, 1) }

// Picture returns level 0, four bytes a pixel, of the size set by Resize.
func (g *Points) Picture() *gpu.Texture { return g.picture }

// Build reduces the picture level by level.
func (g *Points) Build() {
	g.first.Int2("size", g.width, g.height)
	g.reduceTo(g.first, 1, 0, 0)
	below := 0
	for k := 2; k <= g.top; k++ {
		column := 0
		if g.shape == Rect {
			column = below + g.levelWidth(k-1)
		}
		g.reduceTo(g.reduce, k, column, below)
		below = column
	}
}

// reduceTo computes a level, which begins at a column of the texture, from the level below.
func (g *Points) reduceTo(pass *gpu.Program, level, column, below int) {
	g.bind()
	image := level - 1
	if g.shape == Rect {
		image = 0
	}
	g.levels.BindLevel(0, image)
	pass.Int2("padded", g.padded[0], g.padded[1])
	pass.Int4("place", int32(level), int32(column), int32(below), 0)
	pass.Dispatch((g.levelWidth(level)+15)/16, (max(g.padded[1]>>level, 1)+15)/16)
	g.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
}

func (g *Points) bind() {
	g.picture.Bind(0)
	g.levels.Bind(1)
}

// Count waits for the GPU, returns the number of points in the pyramid built last, and makes space
// for their list. The error matches [ErrInexact] if the shape cannot count that many. For
// Bilinear16 the number is the value of the top cell, right or wrong, also with that error.
func (g *Points) Count() (int, error) {
	g.bind()
	g.number.BindStorage(1)
	g.count.Int2("top", g.top, g.column)
	g.count.Dispatch(1, 1)
	g.dev.Barrier(gpu.ToReadback)
	g.number.Read(0, unsafe.Pointer(g.points), 4)
	n := int(*g.points)
	// Rounding never takes a sum below the last exact number, so smaller sums are right.
	if exact := shapes[g.shape].exact; n >= exact && g.width*g.height > exact {
		return n, fmt.Errorf("quadpyramid: points, %v: %w from %d points on", g.shape, ErrInexact, exact)
	}
	if n > g.width*g.height { // garbage, read from a lost context
		return 0, fmt.Errorf("quadpyramid: %d points in %d×%d pixels", n, g.width, g.height)
	}
	if entries := n * g.clones; g.list == nil || entries > g.list.Capacity() {
		g.list.Release()
		var err error
		if g.list, err = newList(g.dev, 1<<bits.Len(uint(max(entries, 2)-1))); err != nil {
			g.list = nil
			return n, fmt.Errorf("quadpyramid: %w", err)
		}
	}
	return n, nil
}

// List makes the list of the points that Count has counted without error. It belongs to g and is
// valid until the next Count. Commands may draw from it and read it.
func (g *Points) List() *List {
	entries := int(*g.points) * g.clones
	g.list.setLength(entries)
	if entries == 0 {
		return g.list
	}
	g.bind()
	g.list.quads.BindStorage(2)
	if g.shape != Vec4 { // Vec4 has the decisions about the pixels in level 1
		g.traverse.Int2("size", g.width, g.height)
		g.traverse.Int2("padded", g.padded[0], g.padded[1])
	}
	g.traverse.Int2("top", g.top, g.column)
	g.traverse.Uint2("entries", uint32(entries), uint32(g.clones))
	g.dev.DispatchLong(g.traverse, (entries+workgroup-1)/workgroup)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}
