package feature

import (
	"fmt"
	"math/bits"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

const (
	tileSide     = 64  // pixels that a workgroup covers
	blockSide    = 512 // pixels that a block of 64 tiles covers
	tilesInBlock = 64
	mostBlocks   = (yuv.MaxSide / blockSide) * (yuv.MaxSide / blockSide)
	// maxBitmapWords is the room for a bit each of the cells of levels 7 to 14,
	// of which a block has 16 of level 7.
	maxBitmapWords = mostBlocks*16/32 + mostBlocks*4/32 + mostBlocks/32 + mostBlocks/4/32 + 2 + 1 + 1 + 1
)

// GPU is the fast combiner, in two dispatches; see shaders/feature_tiles.comp.
// It belongs to its device's thread and allocates when the size or the layout
// of the pictures changes.
//
// It rests on the list's order: the list in the order of the traversal is the
// tiles' lists in Morton order. A workgroup makes the list of 64×64 pixels from
// the samples, the first dispatch's last workgroup merges tiles that are one
// leaf and finds the tiles' places, the second dispatch copies the lists there.
type GPU struct {
	dev  *gpu.Device
	emit *gpu.Program

	tiles  *gpu.Program // compiled for the layout
	layout gpuLayout

	width, height int
	limits        quadpyramid.Limits
	blockLevels   int // log2 of the blocks along the side of the square that holds the picture
	drafts        *gpu.Buffer
	cells         *gpu.Buffer
	state         *gpu.Buffer
	places        *gpu.Buffer
	list          *quadpyramid.DeviceList
}

// NewGPU compiles what does not depend on the pictures.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	emit, err := dev.Compute("feature_emit.comp")
	if err != nil {
		return nil, fmt.Errorf("feature: %w", err)
	}
	return &GPU{dev: dev, emit: emit}, nil
}

// Release frees everything.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.releaseSized()
	g.tiles.Release()
	g.emit.Release()
}

func (g *GPU) releaseSized() {
	g.list.Release()
	g.places.Release()
	g.state.Release()
	g.cells.Release()
	g.drafts.Release()
	g.list, g.places, g.state, g.cells, g.drafts = nil, nil, nil, nil, nil
	g.width, g.height = 0, 0
}

// Tiles gives the GPU the first pass over a picture whose planes stand in
// buffers, at level T of [Level], and returns at once. It fails where the
// picture does not have the features, and above the driver's limits.
func (g *GPU) Tiles(p *yuv.Picture, planes *yuv.Buffers, space Space, level uint32, limits quadpyramid.Limits) error {
	if err := Check(p.Format, space); err != nil {
		return err
	}
	if err := g.prepare(p, newGPULayout(p.Format, space, planes)); err != nil {
		return fmt.Errorf("feature: %d×%d pixels: %w", p.Width, p.Height, err)
	}
	g.limits = limits
	g.layout.bindPlanes(g.tiles, p, planes)
	g.list.Commands().BindStorage(1)
	g.drafts.BindStorage(4)
	g.cells.BindStorage(5)
	g.state.BindStorage(6)
	g.places.BindStorage(7)
	g.tiles.Int("threshold", int(level))
	g.tiles.Int("n_block_levels", g.blockLevels)
	g.dispatch(g.tiles)
	g.dev.Barrier(gpu.ToStorage | gpu.ToCommand | gpu.ToReadback)
	return nil
}

// List gives it the second pass. The list, with means, belongs to g and holds
// until the next Tiles; draws from it and reads of it may follow.
func (g *GPU) List() *quadpyramid.DeviceList {
	g.list.Quads().BindStorage(2)
	g.list.Means().BindStorage(3)
	g.drafts.BindStorage(4)
	g.cells.BindStorage(5)
	g.places.BindStorage(7)
	g.dispatch(g.emit)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}

// dispatch runs a pass with a workgroup for each tile.
func (g *GPU) dispatch(pass *gpu.Program) {
	pass.Int2("limits", g.limits.Min, g.limits.Max)
	pass.Dispatch((g.width+tileSide-1)/tileSide, (g.height+tileSide-1)/tileSide)
}

// prepare makes program and buffers fit.
func (g *GPU) prepare(p *yuv.Picture, l gpuLayout) error {
	if g.tiles == nil || l != g.layout {
		tiles, err := g.dev.Compute("feature_tiles.comp", append(l.defines(),
			fmt.Sprintf("MAX_BITMAP_WORDS %d", maxBitmapWords),
			fmt.Sprintf("QUADS_PER_INSTANCE %d", quadpyramid.QuadsPerInstance))...)
		if err != nil {
			return err
		}
		g.tiles.Release()
		g.tiles, g.layout = tiles, l
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

func (g *GPU) allocate(width, height int) error {
	side := (max(width, height) + blockSide - 1) / blockSide
	g.blockLevels = bits.Len(uint(side - 1))
	blocks := 1 << (2 * g.blockLevels)
	tiles := (width + tileSide - 1) / tileSide * ((height + tileSide - 1) / tileSide)
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		words  int
	}{
		{&g.drafts, "tile lists", 2 * tileSide * tileSide * tiles},
		{&g.cells, "tiles", 2 * tilesInBlock * blocks},
		{&g.state, "block sums", 4 + 4*blocks},
		{&g.places, "block places", 4 * blocks},
	} {
		var err error
		if *s.buffer, err = g.dev.NewBuffer(s.name, 4*s.words); err != nil {
			return err
		}
	}
	g.cells.Clear()
	g.state.Clear()
	var err error
	g.list, err = quadpyramid.NewMeanList(g.dev, width*height)
	return err
}
