package glviews

import (
	"fmt"
	"image/color"
	"slices"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/player/views"
	"ffkvadrat/quadpyramid"
)

// levels makes the views of pyramid levels.
type levels struct {
	shown  *gpu.Texture
	values []int32
	colour []color.RGBA // of the texture's texels
	counts []color.RGBA // of small counts, on level
	level  int
}

// smallCounts is the number of counts with a stored colour: logarithms take
// time.
const smallCounts = 1 << 12

func (l *levels) release() { l.shown.Release() }

// Level makes a picture of a level of a pyramid: one texel for each cell, in
// the colours of [views.CellColour]. The texture belongs to s and is valid
// until the next call.
func (s *Passes) Level(cells *quadpyramid.Cells, level int) (*gpu.Texture, error) {
	l := &s.levels
	width, height := cells.Size(level)
	if l.shown == nil || l.shown.Width != width || l.shown.Height != height {
		l.shown.Release()
		var err error
		if l.shown, err = s.dev.NewTexture("pyramid level", gpu.RGBA8, width, height); err != nil {
			l.shown = nil
			return nil, fmt.Errorf("views: %w", err)
		}
	}
	l.prepare(level)
	l.values = cells.Fill(l.values[:0], level)
	l.colour = slices.Grow(l.colour[:0], len(l.values))[:len(l.values)]
	for i, value := range l.values {
		if known := int(value) - quadpyramid.LeafMarker; known < len(l.counts) {
			l.colour[i] = l.counts[known]
		} else {
			l.colour[i] = views.CellColour(value, level)
		}
	}
	l.shown.Write(0, 0, width, height, unsafe.Pointer(&l.colour[0]), 4*width)
	return l.shown, nil
}

// prepare stores the colours of the values from the leaf marker on.
func (l *levels) prepare(level int) {
	if l.counts != nil && l.level == level {
		return
	}
	l.level, l.counts = level, l.counts[:0]
	for value := range int32(smallCounts) {
		l.counts = append(l.counts, views.CellColour(value+quadpyramid.LeafMarker, level))
	}
}
