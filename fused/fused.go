// Package fused makes a quad list from luma on the GPU in two dispatches: edge
// detection and the lower levels of the tree in one, the list in the other.
//
// Input is a luma plane in a storage buffer and an edge.Decision;
// output is a quadpyramid.DeviceList, the same bytes as the reference's. A
// [Builder] belongs to its device's thread.
//
// It rests on the list's order: a list in the order of the traversal is a
// compaction in Morton order, so that no pyramid has to be descended. An
// invocation holds 8×8 pixels as a 64-bit word in Morton order, in which
// leaves are found by bit operations; the full words of a tile of 64×64 pixels
// are the bits of the tile's own word, and so on for the full tiles of a block
// of 512×512. Which full blocks merge, and where each block's quads begin, the
// first dispatch's last workgroup finds out. See shaders/fused_tiles.comp.
package fused

import (
	"fmt"
	"math/bits"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

const (
	groupSide    = 128 // pixels that a workgroup covers
	blockSide    = 512 // pixels that a block of 64 tiles covers
	wordsInBlock = 64 * 64
	// maxBitmapWords is the room for a bit each of 2^10 blocks, the most that a
	// square of yuv.MaxSide has, and of all squares of them.
	maxBitmapWords = 32 + 8 + 2 + 1 + 1 + 1
)

// Builder allocates when the size or the layout of the pictures changes.
type Builder struct {
	dev  *gpu.Device
	emit *gpu.Program

	tiles  *gpu.Program // compiled for the layout
	layout layout

	width, height int
	blockLevels   int // log2 of the blocks along the side of the square that holds the picture
	words         *gpu.Buffer
	tileQuads     *gpu.Buffer
	state         *gpu.Buffer
	places        *gpu.Buffer
	list          *quadpyramid.DeviceList
}

// layout is what the tiles pass is compiled for.
type layout struct {
	packed   bool // bytes side by side, rows at multiples of 4
	twoBytes bool
	wide     bool // sums above 32 bits
}

func layoutOf(f yuv.Format, luma *yuv.Buffers) layout {
	return layout{
		packed:   f.SampleBytes() == 1 && luma.Luma.Step == 1 && luma.Luma.Stride%4 == 0,
		twoBytes: f.SampleBytes() == 2,
		wide:     f.Depth == 16,
	}
}

func (l layout) defines() []string {
	d := []string{
		fmt.Sprintf("MAX_BITMAP_WORDS %d", maxBitmapWords),
		fmt.Sprintf("QUADS_PER_INSTANCE %d", quadpyramid.QuadsPerInstance),
	}
	if l.packed {
		d = append(d, "PACKED")
	}
	if l.twoBytes {
		d = append(d, "TWO_BYTES")
	}
	if l.wide {
		d = append(d, "WIDE")
	}
	return d
}

// New compiles what does not depend on the pictures.
func New(dev *gpu.Device) (*Builder, error) {
	emit, err := dev.Compute("fused_emit.comp")
	if err != nil {
		return nil, fmt.Errorf("fused: %w", err)
	}
	return &Builder{dev: dev, emit: emit}, nil
}

// Release frees everything.
func (b *Builder) Release() {
	if b == nil {
		return
	}
	b.releaseSized()
	b.tiles.Release()
	b.emit.Release()
}

func (b *Builder) releaseSized() {
	b.list.Release()
	b.places.Release()
	b.state.Release()
	b.tileQuads.Release()
	b.words.Release()
	b.list, b.places, b.state, b.tileQuads, b.words = nil, nil, nil, nil, nil
	b.width, b.height = 0, 0
}

// Tiles gives the GPU the first pass over a picture whose luma stands in a
// buffer, and returns at once.
func (b *Builder) Tiles(p *yuv.Picture, luma *yuv.Buffers, d edge.Decision) error {
	if err := b.prepare(p, layoutOf(p.Format, luma)); err != nil {
		return fmt.Errorf("fused: %d×%d pixels: %w", p.Width, p.Height, err)
	}
	luma.Luma.Buffer.BindStorage(0)
	b.list.Commands().BindStorage(1)
	b.words.BindStorage(4)
	b.tileQuads.BindStorage(5)
	b.state.BindStorage(6)
	b.places.BindStorage(7)
	t := b.tiles
	t.Int("n_block_levels", b.blockLevels)
	t.Int2("luma_bytes", luma.Luma.Stride, luma.Luma.Step)
	if b.layout.twoBytes {
		t.Int("sample_shift", p.LumaShift)
	}
	t.Uint2("threshold", uint32(d.Upper>>32), uint32(d.Upper))
	b.dispatch(t)
	b.dev.Barrier(gpu.ToStorage | gpu.ToCommand | gpu.ToReadback)
	return nil
}

// List gives it the second pass. The list belongs to b and holds until the next
// Tiles; draws from it and reads of it may follow.
func (b *Builder) List() *quadpyramid.DeviceList {
	b.list.Quads().BindStorage(2)
	b.words.BindStorage(4)
	b.tileQuads.BindStorage(5)
	b.places.BindStorage(7)
	b.dispatch(b.emit)
	b.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return b.list
}

// dispatch runs a pass with a workgroup for each square of groupSide.
func (b *Builder) dispatch(pass *gpu.Program) {
	x, y := (b.width+groupSide-1)/groupSide, (b.height+groupSide-1)/groupSide
	pass.Int2("size", b.width, b.height)
	pass.Int("n_groups", x)
	pass.Dispatch(x*y, 1)
}

// prepare makes program and buffers fit.
func (b *Builder) prepare(p *yuv.Picture, l layout) error {
	if b.tiles == nil || l != b.layout {
		tiles, err := b.dev.Compute("fused_tiles.comp", l.defines()...)
		if err != nil {
			return err
		}
		b.tiles.Release()
		b.tiles, b.layout = tiles, l
	}
	if p.Width == b.width && p.Height == b.height {
		return nil
	}
	b.releaseSized()
	if err := b.allocate(p.Width, p.Height); err != nil {
		b.releaseSized()
		return err
	}
	b.width, b.height = p.Width, p.Height
	return nil
}

func (b *Builder) allocate(width, height int) error {
	side := (max(width, height) + blockSide - 1) / blockSide
	b.blockLevels = bits.Len(uint(side - 1))
	blocks := 1 << (2 * b.blockLevels)
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		words  int
	}{
		{&b.words, "leaf words", 2 * wordsInBlock * blocks},
		{&b.tileQuads, "tile quads", 64 * blocks},
		{&b.state, "block sums", 4 + 4*blocks},
		{&b.places, "block places", 4 * blocks},
	} {
		var err error
		if *s.buffer, err = b.dev.NewBuffer(s.name, 4*s.words); err != nil {
			return err
		}
		(*s.buffer).Clear()
	}
	var err error
	b.list, err = quadpyramid.NewDeviceList(b.dev, quadpyramid.Capacity(width, height))
	return err
}
