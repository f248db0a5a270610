package glocpyramid

import (
	"fmt"
	"math/bits"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
)

const (
	tileSide     = 16 // pixels and frames that a workgroup covers
	tilesInBlock = 64
	blockBytes   = 16
)

// GPU is the fast builder, in two dispatches. It allocates when pictures or lists grow.
//
// The list is a stream compaction in Morton order, so no pyramid is traversed. An invocation makes
// a word of 4×4×4 pixels of four masks and finds its cubes by bit operations; a workgroup has a
// tile of 4×4×4 words, and a block has 4×4×4 tiles. The first dispatch counts the cubes of tiles
// and blocks, and its last workgroup computes the prefix sum; the second dispatch writes the cubes.
// See shaders/oclist_tiles.comp and shaders/oclist_emit.comp.
type GPU struct {
	dev   *gpu.Device
	tiles *gpu.Program
	emit  *gpu.Program

	width, height int // picture size of the buffers
	frames        int // frames of a window of the buffers
	nBlocks       int // in the square that holds the picture
	tileCubes     *gpu.Buffer
	sums          *gpu.Buffer
	blocks        *gpu.Buffer
	list          *List
}

// New compiles the passes.
func New(dev *gpu.Device) (*GPU, error) { return newGPU(dev, dev.Caps.Subgroups) }

// newGPU returns a builder that sums by subgroup operations or in shared memory.
func newGPU(dev *gpu.Device, subgroups bool) (*GPU, error) {
	var defines []string
	if subgroups {
		defines = append(defines, "SUBGROUPS")
	}
	g := &GPU{dev: dev}
	var err error
	if g.tiles, err = dev.Compute("oclist_tiles.comp", defines...); err != nil {
		return nil, fmt.Errorf("ocpyramid: %w", err)
	}
	if g.emit, err = dev.Compute("oclist_emit.comp", defines...); err != nil {
		return nil, fmt.Errorf("ocpyramid: %w", err)
	}
	if g.list, err = newList(dev); err != nil {
		return nil, fmt.Errorf("ocpyramid: %w", err)
	}
	return g, nil
}

// Release frees everything.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.list.release()
	g.releaseSized()
	g.list = nil
}

func (g *GPU) releaseSized() {
	g.blocks.Release()
	g.sums.Release()
	g.tileCubes.Release()
	g.blocks, g.sums, g.tileCubes = nil, nil, nil
	g.width, g.height, g.frames = 0, 0, 0
}

// Build makes the list of a window's masks; the window must not be empty. The list belongs to g and
// is valid until the next Build. Build waits for the list's length, and fails above the driver's
// limits.
func (g *GPU) Build(m *Masks, limits quadpyramid.Limits) (*List, error) {
	if err := g.fit(m); err != nil {
		g.releaseSized()
		return nil, fmt.Errorf("ocpyramid: sums for %d×%d pixels: %w", m.width, m.height, err)
	}
	g.tileCubes.BindStorage(4)
	g.sums.BindStorage(5)
	g.blocks.BindStorage(6)
	m.bind(g.tiles, limits)
	g.list.bind(g.tiles)
	g.tiles.Int("n_blocks", g.nBlocks)
	g.dispatch(g.tiles, m)
	for again := true; again; {
		m.bind(g.emit, limits)
		g.list.bind(g.emit)
		g.dispatch(g.emit, m)
		var err error
		if again, err = g.list.fit(g.list.length()); err != nil {
			return nil, err
		}
	}
	return g.list, nil
}

// dispatch runs a pass with a workgroup for each tile.
func (g *GPU) dispatch(pass *gpu.Program, m *Masks) {
	tiles := func(n int) int { return (n + tileSide - 1) / tileSide }
	pass.DispatchLayers(tiles(m.width), tiles(m.height), tiles(m.frames))
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
}

// fit allocates if the buffers are for another size. It clears the counts of tiles outside the
// picture and after the window, which no dispatch writes.
func (g *GPU) fit(m *Masks) error {
	if g.width == m.width && g.height == m.height && g.frames == m.frames {
		return nil
	}
	g.releaseSized()
	side := max(m.columns, m.rows)
	g.nBlocks = 1 << (2 * bits.Len(uint(side-1)))
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		bytes  int
	}{
		{&g.tileCubes, "tile cubes", 4 * tilesInBlock * g.nBlocks},
		{&g.sums, "sums of blocks", blockBytes * (1 + g.nBlocks)},
		{&g.blocks, "blocks", blockBytes * g.nBlocks},
	} {
		var err error
		if *s.buffer, err = g.dev.NewBuffer(s.name, s.bytes); err != nil {
			return err
		}
		(*s.buffer).Clear()
	}
	g.width, g.height, g.frames = m.width, m.height, m.frames
	return nil
}
