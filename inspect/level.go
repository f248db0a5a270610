package inspect

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Colours of cells that are no count.
var (
	leafColour  = color.RGBA{230, 232, 237, 255} // as the mask has it
	emptyColour = color.RGBA{23, 26, 31, 255}
)

// CellColour is the colour of a pyramid's cell: light for a leaf marker, dark
// for 0, and for a count a place on the scale of [overlay.ScaleColour] by its
// logarithm, from 1 to the largest that a cell of the level can have.
func CellColour(value int32, level int) color.RGBA {
	switch {
	case value == quadpyramid.LeafMarker:
		return leafColour
	case value <= 0:
		return emptyColour
	case level == 0:
		return overlay.ScaleColour(0)
	}
	part := math.Log2(float64(value)) / float64(2*level)
	return overlay.ScaleColour(int(math.Round(255 * min(part, 1))))
}

// levels makes the views of pyramid levels.
type levels struct {
	shown  *gpu.Texture
	values []int32
	colour []color.RGBA // of the texture's texels
	counts []color.RGBA // of small counts, on level
	level  int
}

// smallCounts is for how many counts colours are kept: logarithms take time.
const smallCounts = 1 << 12

func (l *levels) release() { l.shown.Release() }

// Level makes a picture of a level of a pyramid, a texel a cell, in
// [CellColour]s. The texture belongs to s and holds until the next call.
func (s *Passes) Level(cells *quadpyramid.Cells, level int) (*gpu.Texture, error) {
	l := &s.levels
	width, height := cells.Size(level)
	if l.shown == nil || l.shown.Width != width || l.shown.Height != height {
		l.shown.Release()
		var err error
		if l.shown, err = s.dev.NewTexture("pyramid level", gpu.RGBA8, width, height); err != nil {
			l.shown = nil
			return nil, fmt.Errorf("inspect: %w", err)
		}
	}
	l.prepare(level)
	l.values = cells.Fill(l.values[:0], level)
	l.colour = slices.Grow(l.colour[:0], len(l.values))[:len(l.values)]
	for i, value := range l.values {
		if known := int(value) - quadpyramid.LeafMarker; known < len(l.counts) {
			l.colour[i] = l.counts[known]
		} else {
			l.colour[i] = CellColour(value, level)
		}
	}
	l.shown.Write(0, 0, width, height, unsafe.Pointer(&l.colour[0]), 4*width)
	return l.shown, nil
}

// prepare keeps the colours of the values from the leaf marker on.
func (l *levels) prepare(level int) {
	if l.counts != nil && l.level == level {
		return
	}
	l.level, l.counts = level, l.counts[:0]
	for value := range int32(smallCounts) {
		l.counts = append(l.counts, CellColour(value+quadpyramid.LeafMarker, level))
	}
}
