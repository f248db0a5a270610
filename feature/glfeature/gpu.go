// Package glfeature is the common feature combiner on the GPU.
//
// Input is a picture in storage buffers and a threshold. Output is a list with means, with the same
// bytes as from [feature.Reference]. [GPU] is the fast engine, in two dispatches; [Reference] is
// the paper's, short and slow. Everything runs on its device's thread.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 7.1.
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

const (
	tileSide     = 64 // pixels
	cellsInTile  = tileSide / 4 * tileSide / 4
	blockSide    = 8 * tileSide
	tilesInBlock = 8 * 8
	mostBlocks   = (yuv.MaxSide / blockSide) * (yuv.MaxSide / blockSide)
	// maxBitmapWords is the number of words of the bitmaps that have a bit for each square of
	// levels 7 to 14; a block has 16 squares of level 7.
	maxBitmapWords = mostBlocks*16/32 + mostBlocks*4/32 + mostBlocks/32 + mostBlocks/4/32 + 2 + 1 + 1 + 1
)

// GPU is the fast combiner, in two dispatches. It belongs to its device's thread and allocates when
// the size or the layout of the pictures changes.
//
// A list in the order of the traversal is a stream compaction in Morton order, so no pyramid is
// traversed. The first dispatch merges cells inside tiles of 64×64 pixels and reads each tile once.
// Its last workgroup merges tiles that are one leaf, and computes where in the list each block of
// tiles begins. The second dispatch writes the list. See shaders/feature_tiles.comp.
type GPU struct {
	dev   *gpu.Device
	group int // tiles a workgroup of the first pass

	tiles, emit *gpu.Program // compiled for the layout
	layout      glchannel.Layout

	width, height int
	blockLevels   int // log2 of the blocks along the side of the square that holds the picture
	cells         *gpu.Buffer
	counts        *gpu.Buffer
	state         *gpu.Buffer
	places        *gpu.Buffer
	list          *glpyramid.List

	planes   *glyuv.Buffers // of the last Tiles
	uniforms glchannel.PictureUniforms
	limits   quadpyramid.Limits
}

// NewGPU returns an engine. It compiles and allocates when pictures need it.
//
// Each workgroup of the first pass handles one tile: more tiles are slower on an H200. On llvmpipe
// (Mesa 22.3), whose barriers cost more, four tiles take two thirds of the time.
func NewGPU(dev *gpu.Device) *GPU {
	if dev.Caps.Software {
		return newGPU(dev, 4)
	}
	return newGPU(dev, 1)
}

func newGPU(dev *gpu.Device, group int) *GPU { return &GPU{dev: dev, group: group} }

// Release frees everything.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.releaseSized()
}

func (g *GPU) releaseSized() {
	g.list.Release()
	g.places.Release()
	g.state.Release()
	g.counts.Release()
	g.cells.Release()
	g.list, g.places, g.state, g.counts, g.cells = nil, nil, nil, nil, nil
	g.width, g.height = 0, 0
}

// Tiles starts the first pass over a picture whose planes are in buffers, at level T of
// [feature.Level], and returns at once. It fails if the picture does not have the
// features, and above the driver's limits.
func (g *GPU) Tiles(p *yuv.Picture, planes *glyuv.Buffers, space channel.Space, level uint32, limits quadpyramid.Limits) error {
	if err := channel.Check(p.Format, space); err != nil {
		return err
	}
	if err := g.prepare(p, glchannel.NewLayout(p.Format, space, planes)); err != nil {
		return fmt.Errorf("feature: %d×%d pixels: %w", p.Width, p.Height, err)
	}
	g.planes, g.uniforms, g.limits = planes, g.layout.Uniforms(p, planes), limits
	g.tiles.Int("threshold", int(level))
	g.tiles.Int("n_block_levels", g.blockLevels)
	g.list.Commands().BindStorage(1)
	g.state.BindStorage(6)
	columns, rows := tilesOf(g.width, g.height)
	g.dispatch(g.tiles, (columns+g.group-1)/g.group, rows)
	g.dev.Barrier(gpu.ToStorage | gpu.ToCommand | gpu.ToReadback)
	return nil
}

// List starts the second pass; the planes must not have changed since Tiles. The list, with means,
// belongs to g and is valid until the next Tiles. Commands may draw from it and read it.
func (g *GPU) List() *glpyramid.List {
	g.list.Quads().BindStorage(1)
	g.list.Means().BindStorage(6)
	columns, rows := tilesOf(g.width, g.height)
	g.dispatch(g.emit, columns, rows)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}

// bindings are those of the planes in all passes.
var bindings = [3]int{0, 2, 3}

func (g *GPU) dispatch(pass *gpu.Program, columns, rows int) {
	glchannel.Bind(g.planes, bindings)
	g.uniforms.Set(pass)
	pass.Int2("limits", g.limits.Min, g.limits.Max)
	g.cells.BindStorage(4)
	g.counts.BindStorage(5)
	g.places.BindStorage(7)
	pass.Dispatch(columns, rows)
}

// tilesOf returns the number of columns and rows of tiles of a picture.
func tilesOf(width, height int) (columns, rows int) {
	return (width + tileSide - 1) / tileSide, (height + tileSide - 1) / tileSide
}

// prepare compiles programs and allocates buffers if the present ones do not fit.
func (g *GPU) prepare(p *yuv.Picture, l glchannel.Layout) error {
	if g.tiles == nil || l != g.layout {
		if err := g.compile(l); err != nil {
			return err
		}
		g.layout = l
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

func (g *GPU) compile(l glchannel.Layout) error {
	defines := append(l.Defines(),
		fmt.Sprintf("TILES %d", g.group),
		fmt.Sprintf("MAX_BITMAP_WORDS %d", maxBitmapWords),
		fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance))
	tiles, err := g.dev.Compute("feature_tiles.comp", defines...)
	if err != nil {
		return err
	}
	emit, err := g.dev.Compute("feature_emit.comp", defines...)
	if err != nil {
		return err
	}
	g.tiles, g.emit = tiles, emit
	return nil
}

func (g *GPU) allocate(width, height int) error {
	side := (max(width, height) + blockSide - 1) / blockSide
	g.blockLevels = bits.Len(uint(side - 1))
	blocks := 1 << (2 * g.blockLevels)
	columns, rows := tilesOf(width, height)
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		words  int
	}{
		{&g.cells, "feature cells", 2 * cellsInTile * columns * rows},
		{&g.counts, "tiles", 2 * tilesInBlock * blocks},
		{&g.state, "block sums", 4 + 4*blocks},
		{&g.places, "block places", 4 * blocks},
	} {
		var err error
		if *s.buffer, err = g.dev.NewBuffer(s.name, 4*s.words); err != nil {
			return err
		}
	}
	g.counts.Clear()
	g.state.Clear()
	var err error
	g.list, err = glpyramid.NewMeanList(g.dev, width*height)
	return err
}
