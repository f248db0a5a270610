package glfeature

import (
	"fmt"
	"math/bits"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/channel/glchannel"
	"ffkvadrat/yuv/glyuv"
)

// traverseGroup is the number of key indices that one workgroup of the
// traversal handles.
const traverseGroup = 256

// Reference is the paper's combiner: one pass computes the features of the pixels, one dispatch
// each level, and one invocation each key index. It belongs to its device's thread and allocates
// when the size or the layout of the pictures changes. It keeps all levels; [GPU] is several times
// as fast.
type Reference struct {
	dev      *gpu.Device
	first    *gpu.Program // level 0 to level 1
	reduce   *gpu.Program
	commands *gpu.Program
	traverse *gpu.Program

	pixels *gpu.Program // compiled for the layout
	layout glchannel.Layout

	width, height int
	firsts        []int // offset of each level among the means and the cells
	cells         *gpu.Buffer
	means         *gpu.Buffer
	list          *glpyramid.List
	limits        quadpyramid.Limits
}

// NewReference compiles the passes that do not depend on the pictures.
func NewReference(dev *gpu.Device) (*Reference, error) {
	g := &Reference{dev: dev}
	list := []string{
		fmt.Sprintf("WG_SIZE %d", traverseGroup),
		fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance),
	}
	for _, pass := range []struct {
		program **gpu.Program
		name    string
		defines []string
	}{
		{&g.first, "feature_reduce.comp", []string{"FROM_PIXELS 1"}},
		{&g.reduce, "feature_reduce.comp", []string{"FROM_PIXELS 0"}},
		{&g.commands, "feature_commands.comp", list},
		{&g.traverse, "feature_traverse.comp", list},
	} {
		var err error
		if *pass.program, err = dev.Compute(pass.name, pass.defines...); err != nil {
			return nil, fmt.Errorf("feature: %w", err)
		}
	}
	return g, nil
}

// Release frees levels and list.
func (g *Reference) Release() {
	if g == nil {
		return
	}
	g.releaseSized()
}

func (g *Reference) releaseSized() {
	g.list.Release()
	g.means.Release()
	g.cells.Release()
	g.list, g.means, g.cells = nil, nil, nil
	g.width, g.height = 0, 0
}

// Pixels computes level 0 of a picture whose planes are in buffers. It fails
// if the picture does not have the features, and above the driver's limits.
func (g *Reference) Pixels(p *yuv.Picture, planes *glyuv.Buffers, space channel.Space) error {
	if err := channel.Check(p.Format, space); err != nil {
		return err
	}
	if err := g.prepare(p, glchannel.NewLayout(p.Format, space, planes)); err != nil {
		return fmt.Errorf("feature: a pyramid for %d×%d pixels: %w", p.Width, p.Height, err)
	}
	g.means.BindStorage(4)
	glchannel.Bind(planes, bindings)
	uniforms := g.layout.Uniforms(p, planes)
	uniforms.Set(g.pixels)
	g.pixels.Int("first", g.firsts[0])
	g.pixels.Dispatch((g.width+15)/16, (g.height+15)/16)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return nil
}

// Build reduces the pixels level by level, at level T of [feature.Level].
func (g *Reference) Build(level uint32, limits quadpyramid.Limits) {
	g.limits = limits
	g.cells.BindStorage(3)
	g.means.BindStorage(4)
	pass := g.first
	pass.Int("threshold", int(level))
	g.reduce.Int("threshold", int(level))
	for k := 1; k < len(g.firsts); k++ {
		pass.Int("below_first", g.firsts[k-1])
		pass.Int("above_first", g.firsts[k])
		pass.Int2("below_size", quadpyramid.LevelSize(g.width, k-1), quadpyramid.LevelSize(g.height, k-1))
		pass.Int("level", k)
		pass.Int2("limits", limits.Min, limits.Max)
		pass.Dispatch((quadpyramid.LevelSize(g.width, k)+15)/16, (quadpyramid.LevelSize(g.height, k)+15)/16)
		g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
		pass = g.reduce
	}
}

// List makes the list, with means, of the pyramid built last. It belongs to g and is valid until
// the next List. Commands may draw from it and read it.
func (g *Reference) List() *glpyramid.List {
	top := len(g.firsts) - 1
	g.cells.BindStorage(3)
	g.means.BindStorage(4)
	g.list.Commands().BindStorage(1)
	g.commands.Int("top", top)
	g.commands.Int2("limits", g.limits.Min, g.limits.Max)
	g.commands.Dispatch(1, 1)
	g.dev.Barrier(gpu.ToCommand | gpu.ToStorage)

	g.list.Quads().BindStorage(2)
	g.list.Means().BindStorage(5)
	g.traverse.Int2("size", g.width, g.height)
	g.traverse.Int("top", top)
	g.traverse.Int2("limits", g.limits.Min, g.limits.Max)
	g.list.Traverse(g.traverse)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}

// Levels returns the number of levels, including level 0.
func (g *Reference) Levels() int { return len(g.firsts) }

// Means returns the storage buffer of the packed means of all cells, 64 bits each.
// The means of level k begin at First(k), row by row. The mean of a cell that is not a
// leaf marker is undefined.
func (g *Reference) Means() *gpu.Buffer { return g.means }

// Cells returns the storage buffer of the levels from 1 up, an int32 for each cell: the
// leaf marker −1 or the number of leaves below. Level k begins at First(k).
func (g *Reference) Cells() *gpu.Buffer { return g.cells }

// First returns where level k begins in Means, and for k ≥ 1 in Cells.
func (g *Reference) First(k int) int { return g.firsts[k] }

// prepare compiles the program and allocates buffers if the present ones do not fit.
func (g *Reference) prepare(p *yuv.Picture, l glchannel.Layout) error {
	if g.pixels == nil || l != g.layout {
		pixels, err := g.dev.Compute("feature_pixels.comp", l.Defines()...)
		if err != nil {
			return err
		}
		g.pixels, g.layout = pixels, l
	}
	if p.Width == g.width && p.Height == g.height {
		return nil
	}
	g.releaseSized()
	if err := g.allocate(p.Width, p.Height); err != nil {
		g.releaseSized()
		return err
	}
	g.width, g.height = p.Width, p.Height
	return nil
}

// allocate allocates the buffers. A picture of one pixel has a level 1, too, a count of 0 or 1, so
// the cells are never empty.
func (g *Reference) allocate(width, height int) error {
	top := max(bits.Len(uint(max(width, height)-1)), 1)
	g.firsts = make([]int, top+1)
	n := 0
	for k := top; k >= 0; k-- {
		g.firsts[k] = n
		n += quadpyramid.LevelSize(width, k) * quadpyramid.LevelSize(height, k)
	}
	var err error
	if g.cells, err = g.dev.NewBuffer("feature cells", 4*g.firsts[0]); err != nil {
		return err
	}
	if g.means, err = g.dev.NewBuffer("feature means", 8*n); err != nil {
		return err
	}
	g.list, err = glpyramid.NewMeanList(g.dev, width*height)
	return err
}
