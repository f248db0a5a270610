// Package fused makes a quad list, or a list of points, from samples on the GPU in two dispatches,
// or in one if the picture is small.
//
// Input is planes in storage buffers, an edge.Decision and limits; output is a glpyramid.List, with
// the same bytes as the reference's. A [Builder] belongs to its device's thread.
//
// A list in the order of the traversal is a stream compaction in Morton order, so no pyramid is
// traversed. An invocation holds 8×4 pixels as half of a 64-bit word in Morton order, and finds
// leaves by bit operations. The full words of a tile of 64×64 pixels are the bits of the tile's own
// word, and so on for the full tiles of a block of 512×512. A workgroup has one tile.
//
// Of two dispatches the first writes sums over tiles and blocks. From these each workgroup of the
// second computes where its tile's quads begin, and writes them. See shaders/fused_tiles.comp and
// shaders/fused_emit.comp.
//
// The single dispatch is a decoupled look-back (Merrill and Garland 2016): each workgroup publishes
// its tile's aggregate, the number of its quads, and adds up the aggregates of all earlier tiles.
// OpenGL does not guarantee forward progress between workgroups, so there is helping: after
// maxPolls polls a workgroup computes a missing aggregate itself. See shaders/fused_list.comp. One
// dispatch makes the list if
//
//   - the picture has at most 2048 pixels a side,
//   - quads may have any size, see [quadpyramid.Unlimited], or are points, see shaders/fused_points.comp,
//   - the device is not a software rasteriser, and has subgroup operations.
//
// Larger pictures have more workgroups than run concurrently, and waiting costs more than a second
// dispatch. The list is the same.
//
// Points need no leaves: an entry's index is the number of leaf pixels before it. Points by lines have
// words of 32 pixels of a line instead, and workgroups with parts of four lines. See
// shaders/fused_points.glsl.
//
// Classes of leaf pixels take two dispatches, in which each class has a layer of workgroups, and a small
// one between them that adds up the quads of each class. See shaders/fused_classes.comp.
package fused

import (
	"fmt"
	"math/bits"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/edge/morton"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel/glchannel"
	"ffkvadrat/yuv/glyuv"
)

const (
	tileSide     = 64  // pixels that a workgroup covers
	blockSide    = 512 // pixels that a block of 64 tiles covers
	tilesInBlock = 64
	halvesInTile = 128
	blockBytes   = 16

	// atOnceSide is the largest side of pictures whose list is made in one dispatch.
	atOnceSide  = 2048
	squareTiles = (atOnceSide / tileSide) * (atOnceSide / tileSide)
	squarePairs = squareTiles / 2         // of tiles, for points
	mostStrips  = atOnceSide / stripLines // for points by lines
)

const (
	// maxPolls is how often a workgroup polls a missing aggregate before it helps. It is about a
	// millisecond on an H100, where whole pictures take 13 µs.
	maxPolls = 1000
	// twoDispatches instead of maxPolls disables the single dispatch.
	twoDispatches = -1
	tileWordBytes = 8
)

// Builder allocates when the size of the pictures or the longest list changes, and compiles when a
// new kind of decision occurs.
type Builder struct {
	dev      *gpu.Device
	sums     []string // defines: how a workgroup sums
	maxPolls int
	kind     kind         // of the last Tiles
	tiles    *gpu.Program // for that kind
	emit     *gpu.Program // for its limits; nil if tiles makes the list at once
	sum      *gpu.Program // for classes, between the two passes; else nil

	limits        quadpyramid.Limits
	width, height int
	nBlocks       int // in the square that holds the picture
	layers        int // the number of classes, or one
	tileWords     *gpu.Buffer
	halves        *gpu.Buffer
	tileQuads     *gpu.Buffer
	// blocks are the sums of this picture and, all zero, of the next one.
	blocks [2]*gpu.Buffer
	list   *glpyramid.List

	source *glyuv.PlaneBuffer // for the points' values; nil without values
	lines  lineBuffers

	bounds classBounds

	// Of tiles, pairs of tiles, and strips of lines; without buffers if the picture is too large for one
	// dispatch.
	aggregates, pairCounts, stripCounts aggregates
}

// New returns a builder.
func New(dev *gpu.Device) (*Builder, error) {
	if dev.Caps.Software || !dev.Caps.Subgroups {
		return newBuilder(dev, sumsOn(dev), twoDispatches)
	}
	return newBuilder(dev, sumsOn(dev), maxPolls)
}

// sumsOn returns the fastest way for a workgroup to sum: by subgroup operations, if the driver has them,
// else in shared memory.
func sumsOn(dev *gpu.Device) []string {
	if dev.Caps.Subgroups {
		return []string{"SUBGROUPS"}
	}
	return nil
}

func newBuilder(dev *gpu.Device, sums []string, maxPolls int) (*Builder, error) {
	b := &Builder{dev: dev, sums: sums, maxPolls: maxPolls}
	if _, err := b.emitProgram(kind{}); err != nil {
		return nil, fmt.Errorf("fused: %w", err)
	}
	return b, nil
}

// Release frees everything.
func (b *Builder) Release() {
	if b == nil {
		return
	}
	b.releaseSized()
}

func (b *Builder) releaseSized() {
	b.lines.Release()
	b.stripCounts.Release()
	b.pairCounts.Release()
	b.aggregates.Release()
	b.list.Release()
	b.blocks[1].Release()
	b.blocks[0].Release()
	b.tileQuads.Release()
	b.halves.Release()
	b.tileWords.Release()
	b.list, b.blocks, b.tileQuads, b.halves, b.tileWords = nil, [2]*gpu.Buffer{}, nil, nil, nil
	b.width, b.height = 0, 0
}

// Tiles starts the first pass over a picture, or the only one, and returns at once. planes holds
// the planes that the decision reads: all of them, or luma. Tiles fails if a buffer is too large
// for the driver, such as the list of a large picture's pixels.
func (b *Builder) Tiles(p *yuv.Picture, planes *glyuv.Buffers, d edge.Decision, limits quadpyramid.Limits) error {
	return b.Classes(p, planes, []edge.Decision{d}, limits)
}

// Classes is Tiles for the classes of a discriminator, or for its single decision. The list has one
// class after another, and the number of quads of each.
func (b *Builder) Classes(p *yuv.Picture, planes *glyuv.Buffers, classes []edge.Decision, limits quadpyramid.Limits) error {
	b.source = nil
	return b.start(p, planes, classes, limits, kindOf(p, planes, classes[0], limits))
}

// Leaves starts only the first of two passes, for other passes that read leaf pixels. It returns
// the buffer of half words by tiles in Morton order, see shaders/fused_leaves.glsl, which belongs
// to b and is valid until the next pass. It fails as Tiles does.
func (b *Builder) Leaves(p *yuv.Picture, planes *glyuv.Buffers, d edge.Decision) (*gpu.Buffer, error) {
	b.source = nil
	k := kindOf(p, planes, d, quadpyramid.Unlimited)
	k.leaves = true
	err := b.start(p, planes, []edge.Decision{d}, quadpyramid.Unlimited, k)
	return b.halves, err
}

// start starts the first pass of a kind.
func (b *Builder) start(p *yuv.Picture, planes *glyuv.Buffers, classes []edge.Decision, limits quadpyramid.Limits, k kind) error {
	d := classes[0]
	k.classed = len(classes) > 1
	k.between = k.between || k.classed
	k.atOnce = !k.leaves && b.maxPolls != twoDispatches && !k.limited && !k.classed && max(p.Width, p.Height) <= atOnceSide
	err := b.compile(k)
	if err == nil {
		err = b.prepare(p.Width, p.Height, limits, len(classes))
	}
	if err != nil {
		return fmt.Errorf("fused: %d×%d pixels: %w", p.Width, p.Height, err)
	}
	t := b.tiles
	if d.Operator.Kind() == edge.Distance {
		glchannel.Bind(planes, [3]int{0, 1, 2})
		uniforms := k.layout.Uniforms(p, planes)
		uniforms.Set(t)
		gledge.BindColours(d, t)
	} else {
		bindPlanes(t, planes, &d)
		t.Int2("size", p.Width, p.Height)
	}
	if k.classed {
		b.bounds.set(t, k, classes, d.MaxSum(p.Format))
		t.Int("n_blocks", b.nBlocks)
	} else {
		setBounds(t, k, d, d.MaxSum(p.Format))
	}
	invert := 0
	if d.Invert {
		invert = -1
	}
	t.Int("invert", invert)
	switch {
	case k.atOnce:
		b.listAtOnce()
		return nil
	case k.lines:
		b.lines.count(t)
		b.dev.Barrier(gpu.ToStorage)
		return nil
	}
	b.blocks[0], b.blocks[1] = b.blocks[1], b.blocks[0]
	b.blocks[1].BindStorage(7)
	b.dispatch(t)
	b.dev.Barrier(gpu.ToStorage)
	return nil
}

// bindPlanes binds the planes of an operator that reads samples.
func bindPlanes(t *gpu.Program, planes *glyuv.Buffers, d *edge.Decision) {
	for plane, layout := range layoutNames[:d.Planes] {
		source := planeOf(planes, d, plane)
		source.Buffer.BindStorage(plane)
		t.Int4(layout, int32(source.First), int32(source.Stride), int32(source.Step), 0)
	}
}

// listAtOnce runs the single pass, after its uniforms for the picture are set.
func (b *Builder) listAtOnce() {
	words := &b.aggregates
	last := morton.Code((b.width-1)/tileSide, (b.height-1)/tileSide)
	switch {
	case b.kind.lines:
		words, last = &b.stripCounts, (b.height-1)/stripLines
	case b.kind.points:
		words, last = &b.pairCounts, last/2
	}
	words.bind(b.tiles)
	b.tiles.Int("last", last)
	b.tiles.Int("polls", b.maxPolls)
	b.list.Commands().BindStorage(4)
	b.list.Quads().BindStorage(5)
	b.bindValues(b.tiles, 6)
	b.tiles.Dispatch(last+1, 1)
	b.dev.Barrier(afterList)
}

// afterList is the barrier between a list and its uses.
const afterList = gpu.ToStorage | gpu.ToCommand | gpu.ToReadback

var layoutNames = [3]string{"layout_0", "layout_1", "layout_2"}

// setBounds sets the bounds, clamped to one above the largest sum; larger ones give the same
// result.
func setBounds(t *gpu.Program, k kind, d edge.Decision, most uint64) {
	set := func(name string, bound uint64) {
		bound = min(bound, most+1)
		if k.sums == floatSums {
			t.Float(name, float32(bound))
		} else {
			t.Uint2(name, uint32(bound>>32), uint32(bound))
		}
	}
	set("upper", d.Upper)
	if k.between {
		set("lower", d.Lower)
	}
}

// List starts the second pass, if there is one. The list belongs to b and is valid until the next
// Tiles. Commands may draw from it and read it.
func (b *Builder) List() *glpyramid.List {
	if b.kind.atOnce {
		return b.list
	}
	b.list.Commands().BindStorage(1)
	if b.kind.classed {
		b.sumClasses()
		b.emit.Int("n_classes", b.layers)
	}
	b.list.Quads().BindStorage(2)
	b.bindValues(b.emit, 0)
	if b.kind.lines {
		b.lines.dispatch(b.emit)
	} else {
		b.emit.Int("n_blocks", b.nBlocks)
		b.dispatch(b.emit)
	}
	b.dev.Barrier(afterList)
	return b.list
}

// dispatch runs a pass with a workgroup for each tile of each class.
func (b *Builder) dispatch(pass *gpu.Program) {
	b.bindTiles(pass)
	pass.DispatchLayers((b.width+tileSide-1)/tileSide, (b.height+tileSide-1)/tileSide, b.layers)
}

// bindTiles binds the first pass's results for the second.
func (b *Builder) bindTiles(pass *gpu.Program) {
	b.tileWords.BindStorage(3)
	b.halves.BindStorage(4)
	b.tileQuads.BindStorage(5)
	b.blocks[0].BindStorage(6)
	if b.kind.limited {
		pass.Int2("levels", b.limits.Min, b.limits.Max)
	}
}

// compile compiles the passes for a kind, unless they already are.
func (b *Builder) compile(k kind) error {
	if b.tiles != nil && k == b.kind {
		return nil
	}
	var tiles, sum, emit *gpu.Program
	var err error
	defines := append(k.defines(), b.defines(k)...)
	switch {
	case k.atOnce && k.points:
		tiles, err = b.dev.Compute("fused_points.comp", append(append(defines, perInstance, unitsOf(k)), k.values.defines()...)...)
	case k.atOnce:
		tiles, err = b.dev.Compute("fused_list.comp", append(defines, listDefines...)...)
	default:
		first := "fused_tiles.comp"
		if k.lines {
			first = "fused_lines_count.comp"
		}
		if tiles, err = b.dev.Compute(first, defines...); err == nil {
			emit, err = b.emitProgram(k)
		}
		if err == nil && k.classed {
			sum, err = b.dev.Compute("fused_classes.comp", b.defines(k)...)
		}
	}
	if err != nil {
		return err
	}
	b.kind, b.tiles, b.sum, b.emit = k, tiles, sum, emit
	return nil
}

// emitProgram compiles a second pass.
func (b *Builder) emitProgram(k kind) (*gpu.Program, error) {
	name := "fused_emit.comp"
	if k.points && !k.classed {
		name = "fused_points_write.comp"
	}
	return b.dev.Compute(name, append(append(b.defines(k), perInstance), k.values.defines()...)...)
}

var (
	perInstance = fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance)
	listDefines = []string{perInstance, fmt.Sprintf("SQUARE_TILES %d", squareTiles)}
	pairUnits   = fmt.Sprintf("UNITS %d", squarePairs)
	stripUnits  = fmt.Sprintf("UNITS %d", mostStrips)
)

// unitsOf returns the define of fused_points.comp that depends on the order.
func unitsOf(k kind) string {
	if k.lines {
		return stripUnits
	}
	return pairUnits
}

func (b *Builder) defines(k kind) []string {
	d := slices.Clone(b.sums)
	switch {
	case k.limited:
		d = append(d, "LIMITED")
	case k.lines:
		d = append(d, "LINES")
	case k.points:
		d = append(d, "POINTS")
	}
	if k.classed {
		d = append(d, maxClasses)
	}
	return d
}

// prepare allocates buffers if the present ones do not fit.
func (b *Builder) prepare(width, height int, limits quadpyramid.Limits, layers int) error {
	b.limits = limits
	if width != b.width || height != b.height || layers != b.layers {
		b.releaseSized()
		if err := b.allocate(width, height, layers); err != nil {
			b.releaseSized()
			return err
		}
		b.width, b.height, b.layers = width, height, layers
	}
	if b.kind.lines {
		if err := b.lines.fit(b.dev, width, height); err != nil {
			return err
		}
	}
	if layers > 1 {
		limits.Max = limits.Min // four cells in four classes do not merge
	}
	capacity := limits.Capacity(width, height)
	if b.list != nil && b.list.Capacity() == capacity && (b.list.Values() != nil) == (b.source != nil) {
		return nil
	}
	b.list.Release()
	var err error
	if b.list, err = glpyramid.NewList(b.dev, capacity); err == nil && b.source != nil {
		err = b.list.AddValues()
	}
	if err != nil {
		b.list.Release()
		b.list = nil
	}
	return err
}

func (b *Builder) allocate(width, height, layers int) error {
	side := (max(width, height) + blockSide - 1) / blockSide
	b.nBlocks = 1 << (2 * bits.Len(uint(side-1)))
	blocks := layers * b.nBlocks
	tiles := tilesInBlock * blocks
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		bytes  int
	}{
		{&b.tileWords, "tile words", tileWordBytes * tiles},
		{&b.halves, "leaf pixels", 4 * halvesInTile * tiles},
		{&b.tileQuads, "tile quads", 4 * tiles},
		{&b.blocks[0], "block sums", blockBytes * blocks},
		{&b.blocks[1], "block sums", blockBytes * blocks},
	} {
		var err error
		if *s.buffer, err = b.dev.NewBuffer(s.name, s.bytes); err != nil {
			return err
		}
		(*s.buffer).Clear()
	}
	if max(width, height) > atOnceSide || b.maxPolls == twoDispatches {
		return nil
	}
	tileWords := outsideTiles(width, height)
	var pairWords [squarePairs]uint32
	for i := range pairWords {
		pairWords[i] = tileWords[2*i]
	}
	if err := b.aggregates.allocate(b.dev, tileWords); err != nil {
		return err
	}
	if err := b.pairCounts.allocate(b.dev, pairWords[:]); err != nil {
		return err
	}
	return b.stripCounts.allocate(b.dev, make([]uint32, mostStrips))
}
