// Package inspect shows what lies between a picture and its quads: the strength
// of edges, the mask of leaf pixels, and the levels of the pyramid.
//
// Input is a picture in textures and a decision about its pixels, output a
// texture of the picture's size to draw in its place; for a level of the pyramid
// its cells, output a texture with a texel for each. It belongs to its device's
// thread.
package inspect

import (
	"fmt"
	"image/color"
	"math"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// View is what is shown.
type View uint8

const (
	Video    View = iota // the picture itself
	Strength             // D of the operator, bluish in leaf pixels, yellowish in others
	Mask                 // leaf pixels light, others dark
	Pyramid              // the cells of a level of the pyramid
	viewCount
)

var viewNames = [viewCount]string{"video", "edges", "mask", "pyramid"}

// ParseView gives the view of a name, as String writes it.
func ParseView(name string) (View, error) {
	for i, n := range viewNames {
		if n == name {
			return View(i), nil
		}
	}
	return 0, fmt.Errorf("inspect: no view is called %q", name)
}

func (v View) String() string {
	if v < viewCount {
		return viewNames[v]
	}
	return fmt.Sprintf("View(%d)", uint8(v))
}

// Next is the view after v, the first one after the last.
func (v View) Next() View { return (v + 1) % viewCount }

// Passes make the views; they compile as they are needed.
type Passes struct {
	dev            *gpu.Device
	strength, mask *gledge.Pass
	shown          *gpu.Texture
	levels         levels
}

// NewPasses makes the passes for a device.
func NewPasses(dev *gpu.Device) *Passes {
	return &Passes{
		dev:      dev,
		strength: gledge.NewPass(dev, "inspect_pixels.comp"),
		mask:     gledge.NewPass(dev, "inspect_pixels.comp", "MASK"),
	}
}

// Release frees the passes and what they made.
func (s *Passes) Release() {
	if s == nil {
		return
	}
	s.levels.release()
	s.shown.Release()
	s.mask.Release()
	s.strength.Release()
}

// Run makes the view Strength or Mask of a picture that stands in textures. The
// texture belongs to s and holds until the next call. With Strength the full
// brightness is 1 on the scale of the operator's threshold, and what is shown the
// fourth root of that.
func (s *Passes) Run(v View, p *yuv.Picture, t *glyuv.Textures, d edge.Decision) (*gpu.Texture, error) {
	pass := s.strength
	if v == Mask {
		pass = s.mask
	}
	program, err := pass.Program(p.Format, d)
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	if s.shown == nil || s.shown.Width != p.Width || s.shown.Height != p.Height {
		s.shown.Release()
		if s.shown, err = s.dev.NewTexture("inspected", gpu.RGBA8, p.Width, p.Height); err != nil {
			s.shown = nil
			return nil, fmt.Errorf("inspect: %w", err)
		}
	}
	gledge.Bind(d, program, p, t)
	if v == Strength {
		program.Float("unit", float32(1/d.Unit(p.Format)))
	}
	s.shown.BindImage(0)
	program.Dispatch((p.Width+15)/16, (p.Height+15)/16)
	s.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
	return s.shown, nil
}

// StrengthColour is the colour of a pixel in the view Strength: d is D as a part
// of 1 on the threshold's scale. The shader's may differ by one, as it rounds
// roots otherwise.
func StrengthColour(d float64, leaf bool) color.RGBA {
	light := 255 * min(math.Sqrt(math.Sqrt(d)), 1)
	tint := [3]float64{1, 0.85, 0.45}
	if leaf {
		tint = [3]float64{0.45, 0.65, 1}
	}
	at := func(part float64) uint8 { return uint8(math.Round(light * part)) }
	return color.RGBA{at(tint[0]), at(tint[1]), at(tint[2]), 255}
}

// MaskColour is the colour of a pixel in the view Mask.
func MaskColour(leaf bool) color.RGBA {
	if leaf {
		return leafColour
	}
	return emptyColour
}
