package overlay

import "image"

// Means computes the mean colours of the cells of a picture's levels on the CPU, as quads of Mosaic and ByMean need them.
// It reuses its memory; the zero value is ready.
type Means struct {
	levels []*image.RGBA
	cells  []byte
}

// Above returns the cells of all levels above the picture, one level after the other, each row by row. They are valid
// until the next call.
func (m *Means) Above(rgb *image.RGBA) []byte {
	m.levels = reduced(m.levels, rgb)
	m.cells = m.cells[:0]
	for _, level := range m.levels[1:] {
		m.cells = append(m.cells, level.Pix...)
	}
	return m.cells
}

// reduced computes the mean colours on the CPU: level 0, the picture itself, and all levels above. It
// reuses the memory of levels, whatever picture they are of.
func reduced(levels []*image.RGBA, rgb *image.RGBA) []*image.RGBA {
	if len(levels) == 0 {
		levels = append(levels, nil)
	}
	levels[0] = rgb
	n := 1
	for size := rgb.Rect.Size().Div(2); size.X > 0 && size.Y > 0; size = size.Div(2) {
		if n == len(levels) {
			levels = append(levels, new(image.RGBA))
		}
		below, above := levels[n-1], levels[n]
		resize(above, size.X, size.Y)
		for y := range size.Y {
			upper, lower := below.Pix[2*y*below.Stride:], below.Pix[(2*y+1)*below.Stride:]
			for i := range 4 * size.X {
				at := 2*i - i%4
				above.Pix[y*above.Stride+i] = byte((int(upper[at]) + int(upper[at+4]) + int(lower[at]) + int(lower[at+4]) + 2) >> 2)
			}
		}
		n++
	}
	return levels[:n]
}
