package gloverlay

import (
	"fmt"
	"image"
	"slices"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
)

// means holds the mean colours of the cells of all levels of a picture: each is the mean of the four
// below, (a + b + c + d + 2) >> 2 per channel.
type means struct {
	dev          *gpu.Device
	cpu          overlay.Means // computes them if the GPU does not
	picture      image.RGBA    // for cpu
	first, other *gpu.Program  // for level 1 and for those above; compiled on first use
	cells        *gpu.Buffer
}

func (m *means) compile() (err error) {
	if m.other != nil {
		return nil
	}
	if m.first, err = m.dev.Compute("overlay_means.comp", "FROM_PICTURE"); err == nil {
		m.other, err = m.dev.Compute("overlay_means.comp")
	}
	return err
}

func (m *means) release() { m.cells.Release() }

// reduce computes the means of a picture and binds them for drawing.
func (m *means) reduce(rgb *gpu.Texture) error {
	if m.dev.Caps.Computes {
		if err := m.compile(); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
	}
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
	if !m.dev.Caps.Computes {
		pixels := slices.Grow(m.picture.Pix[:0], 4*rgb.Width*rgb.Height)[:4*rgb.Width*rgb.Height]
		m.picture = image.RGBA{Pix: pixels, Stride: 4 * rgb.Width, Rect: image.Rect(0, 0, rgb.Width, rgb.Height)}
		rgb.Read(pixels)
		gpu.WriteSlice(m.cells, m.cpu.Above(&m.picture))
		return nil
	}
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
