package overlay

import (
	"fmt"
	"image"

	"ffkvadrat/gpu"
)

// means are the mean colours of the cells of every level of a picture: each
// is the mean of the four below, (a + b + c + d + 2) >> 2 in each channel.
type means struct {
	dev          *gpu.Device
	first, other *gpu.Program // to level 1, and to those above
	cells        *gpu.Buffer
}

func newMeans(dev *gpu.Device) (means, error) {
	m := means{dev: dev}
	var err error
	if m.first, err = dev.Compute("overlay_means.comp", "FROM_PICTURE"); err == nil {
		m.other, err = dev.Compute("overlay_means.comp")
	}
	return m, err
}

func (m *means) release() {
	m.cells.Release()
	m.other.Release()
	m.first.Release()
}

// reduce makes the means of a picture and binds them for drawing.
func (m *means) reduce(rgb *gpu.Texture) error {
	n := 0
	for k := 1; rgb.Width>>k > 0 && rgb.Height>>k > 0; k++ {
		n += (rgb.Width >> k) * (rgb.Height >> k)
	}
	if size := 4 * max(n, 1); m.cells == nil || m.cells.Size() != size {
		m.cells.Release()
		var err error
		if m.cells, err = m.dev.NewBuffer("means", size); err != nil {
			m.cells = nil
			return fmt.Errorf("overlay: %w", err)
		}
	}
	rgb.Bind(0)
	m.cells.BindStorage(3)
	pass := m.first
	for k := 1; rgb.Width>>k > 0 && rgb.Height>>k > 0; k++ {
		pass.Int2("size", rgb.Width, rgb.Height)
		pass.Int("level", k)
		pass.Dispatch((rgb.Width>>k+15)/16, (rgb.Height>>k+15)/16)
		m.dev.Barrier(gpu.ToStorage)
		pass = m.other
	}
	return nil
}

// reduced are the same on the CPU: levels 0, the picture itself, and up. They
// take the place of those of another picture.
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
