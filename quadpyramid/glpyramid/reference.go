// Package glpyramid builds the QuadPyramid and its list on the GPU with the paper's passes, and
// holds lists on the GPU for all engines.
//
// Input is a picture in textures and a decision about its pixels. Output is a [List], with the same
// bytes as from [quadpyramid.Reference]. [Reference] has one dispatch for each level, [Lines] is
// the line-wise variant, and [Points] is the pyramid of the papers of 2006 in all their shapes.
// Everything runs on its device's thread.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", sections 5 and 6.
package glpyramid

import (
	"fmt"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// workgroup is the number of key indices that one workgroup of the traversal
// handles.
const workgroup = 256

// Reference is the paper's builder: one dispatch for each level, then one invocation for each key
// index. It allocates when the size of the picture changes.
//
// Level 0 is a texture of markers, or with [Choice].Merged the picture itself. The levels above are
// in one storage buffer, the top first. A picture of one pixel has a level 1, too, a count of 0 or
// 1, so the buffer is never empty.
type Reference struct {
	dev    *gpu.Device
	choice Choice

	mask     *gledge.Reference // without Merged
	first    *gpu.Program      // the reduction from level 0
	reduce   *gpu.Program
	commands *gpu.Program
	traverse *gpu.Program
	merged   *merged // with Merged

	width, height int
	limits        quadpyramid.Limits
	level0        *gpu.Texture
	firsts        []int // offset of each level among the cells; unused for level 0
	cells         *gpu.Buffer
	list          *List
}

// merged replaces the mask in a builder with Merged: passes that decide about the pixels, and their
// picture and decision.
type merged struct {
	reduce   *gledge.Pass
	traverse *gledge.Pass // nil with Partial
	picture  *yuv.Picture
	textures *glyuv.Textures
	decision edge.Decision
}

// NewReference compiles the passes.
func NewReference(dev *gpu.Device, choice Choice) (*Reference, error) {
	g := &Reference{dev: dev, choice: choice}
	if err := g.compile(); err != nil {
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	return g, nil
}

func (g *Reference) compile() error {
	var cells []string
	if g.choice.Partial {
		cells = []string{"PARTIAL"}
	}
	fromPicture := append([]string{"FROM_PICTURE"}, cells...)
	fromMask := append([]string{"FROM_MASK"}, cells...)
	list := append([]string{
		fmt.Sprintf("WG_SIZE %d", workgroup),
		fmt.Sprintf("QUADS_PER_INSTANCE %d", QuadsPerInstance),
	}, cells...)

	var err error
	if g.reduce, err = g.dev.Compute("quadpyramid_reduce.comp", cells...); err != nil {
		return err
	}
	if g.commands, err = g.dev.Compute("quadlist_commands.comp", list...); err != nil {
		return err
	}
	if !g.choice.Merged {
		if g.mask, err = gledge.NewReference(g.dev); err != nil {
			return err
		}
		if g.first, err = g.dev.Compute("quadpyramid_reduce.comp", fromMask...); err != nil {
			return err
		}
	} else {
		g.merged = &merged{reduce: gledge.NewPass(g.dev, "quadpyramid_reduce.comp", fromPicture...)}
		if !g.choice.Partial {
			g.merged.traverse = gledge.NewPass(g.dev, "quadlist_traverse.comp", append(list, "FROM_PICTURE")...)
			return nil
		}
	}
	g.traverse, err = g.dev.Compute("quadlist_traverse.comp", list...)
	return err
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
	g.cells.Release()
	g.level0.Release()
	g.list, g.cells, g.level0 = nil, nil, nil
	g.width, g.height = 0, 0
}

// Resize allocates memory for pictures of the given size and for their lists within
// limits. It fails above the driver's limits.
func (g *Reference) Resize(width, height int, limits quadpyramid.Limits) error {
	capacity := limits.Capacity(width, height)
	if width != g.width || height != g.height || capacity > g.list.Capacity() {
		g.releaseSized()
		if err := g.allocate(width, height, capacity); err != nil {
			g.releaseSized()
			return fmt.Errorf("quadpyramid: a pyramid for %d×%d pixels: %w", width, height, err)
		}
	}
	g.width, g.height, g.limits = width, height, limits
	return nil
}

func (g *Reference) allocate(width, height, capacity int) error {
	top := max(quadpyramid.TopLevel(width, height), 1)
	g.firsts = make([]int, top+1)
	n := 0
	for k := top; k > 0; k-- {
		g.firsts[k] = n
		n += quadpyramid.LevelSize(width, k) * quadpyramid.LevelSize(height, k)
	}
	var err error
	if !g.choice.Merged {
		if g.level0, err = g.dev.NewTexture("level 0", gpu.R8I, width, height); err != nil {
			return err
		}
	}
	cell := 4
	if g.choice.Partial {
		cell *= 4
	}
	if g.cells, err = g.dev.NewBuffer("pyramid", cell*n); err != nil {
		return err
	}
	g.list, err = newList(g.dev, capacity)
	return err
}

// Level0 returns the texture into which Decide writes the markers, of the picture's size; nil with
// Merged. The caller may write a mask into it instead.
func (g *Reference) Level0() *gpu.Texture { return g.level0 }

// Cells returns the storage buffer of the levels from 1 up; level k begins at cell First(k), row by
// row. A cell is an int32; with Partial it is four of them, its children's.
func (g *Reference) Cells() *gpu.Buffer { return g.cells }

// First returns where level k ≥ 1 begins in Cells.
func (g *Reference) First(k int) int { return g.firsts[k] }

// Decide writes Level0 from a picture of the size set by Resize, whose planes are in the textures
// t. With Merged it only keeps its arguments: picture and textures must not change until List. It
// fails only if the driver cannot compile a pass, when a kind of decision first occurs.
func (g *Reference) Decide(p *yuv.Picture, t *glyuv.Textures, d edge.Decision) error {
	if !g.choice.Merged {
		return g.mask.Run(g.level0, p, t, d)
	}
	m := g.merged
	m.picture, m.textures, m.decision = p, t, d
	var err error
	if g.first, err = m.reduce.Program(p.Format, d); err != nil {
		return fmt.Errorf("quadpyramid: %w", err)
	}
	if m.traverse != nil {
		if g.traverse, err = m.traverse.Program(p.Format, d); err != nil {
			return fmt.Errorf("quadpyramid: %w", err)
		}
	}
	return nil
}

// Build reduces level 0 level by level.
func (g *Reference) Build() {
	g.cells.BindStorage(3)
	if g.merged != nil {
		g.merged.bind(g.first)
	} else {
		g.level0.Bind(0)
	}
	g.first.Int2("size", g.width, g.height)
	if !g.choice.Partial { // with Partial, it does not combine anything
		g.first.Int2("limits", g.limits.Min, g.limits.Max)
	}
	g.reduce.Int2("size", g.width, g.height)
	g.reduce.Int2("limits", g.limits.Min, g.limits.Max)
	pass := g.first
	for k := 1; k < len(g.firsts); k++ {
		pass.Int4("place", int32(k), int32(g.firsts[k]), int32(g.firsts[k-1]), 0)
		pass.Dispatch((quadpyramid.LevelSize(g.width, k)+15)/16, (quadpyramid.LevelSize(g.height, k)+15)/16)
		g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
		pass = g.reduce
	}
}

// List makes the list of the pyramid built last. It belongs to g and is valid until the next List.
// Commands may draw from it and read it.
func (g *Reference) List() *List {
	g.cells.BindStorage(3)
	g.list.commands.BindStorage(1)
	g.commands.Int("top", len(g.firsts)-1)
	g.commands.Int2("limits", g.limits.Min, g.limits.Max)
	g.commands.Dispatch(1, 1)
	g.dev.Barrier(gpu.ToCommand | gpu.ToStorage)

	g.list.quads.BindStorage(2)
	switch {
	case g.choice.Partial: // level 1 has the decisions about the pixels
	case g.merged != nil:
		g.merged.bind(g.traverse)
	default:
		g.level0.Bind(0)
	}
	g.traverse.Int2("size", g.width, g.height)
	g.traverse.Int("top", len(g.firsts)-1)
	g.traverse.Int2("limits", g.limits.Min, g.limits.Max)
	g.traverse.DispatchIndirect(g.list.commands, traverseOffset)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}

func (m *merged) bind(pass *gpu.Program) { gledge.Bind(m.decision, pass, m.picture, m.textures) }
