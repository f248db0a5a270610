package glviews

import (
	"fmt"
	"image/color"
	"slices"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
)

// levels makes textures of pyramid levels.
type levels struct {
	shown  *gpu.Texture
	values []int32
	colour []color.RGBA // by texel
	counts []color.RGBA // of small counts, where most is the largest
	most   int32
}

// smallCounts is the number of counts with a cached colour, as square roots take time.
const smallCounts = 1 << 12

func (l *levels) release() { l.shown.Release() }

// Level returns a texture of a level with one texel per cell, in the colours of [views.CellColour],
// and the level's largest count. s owns the texture, which is valid until the next call.
func (s *Passes) Level(cells *quadpyramid.Cells, level int) (shown *gpu.Texture, most int32, err error) {
	l := &s.levels
	width, height := cells.Size(level)
	if l.shown == nil || l.shown.Width != width || l.shown.Height != height {
		l.shown.Release()
		if l.shown, err = s.dev.NewTexture("pyramid level", gpu.RGBA8, width, height); err != nil {
			l.shown = nil
			return nil, 0, fmt.Errorf("views: %w", err)
		}
	}
	l.values = cells.Fill(l.values[:0], level)
	l.prepare(views.Most(l.values))
	l.colour = slices.Grow(l.colour[:0], len(l.values))[:len(l.values)]
	for i, value := range l.values {
		if known := int(value) - quadpyramid.LeafMarker; known < len(l.counts) {
			l.colour[i] = l.counts[known]
		} else {
			l.colour[i] = views.CellColour(value, l.most)
		}
	}
	l.shown.Write(0, 0, width, height, unsafe.Pointer(&l.colour[0]), 4*width)
	return l.shown, l.most, nil
}

// prepare caches colours, from that of the leaf marker on.
func (l *levels) prepare(most int32) {
	if l.counts != nil && l.most == most {
		return
	}
	l.most, l.counts = most, l.counts[:0]
	for value := range min(most+2, smallCounts) {
		l.counts = append(l.counts, views.CellColour(value+quadpyramid.LeafMarker, most))
	}
}
