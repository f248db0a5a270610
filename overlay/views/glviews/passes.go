// Package glviews makes the views of package views on the GPU.
//
// Input is a picture in textures and a decision about its pixels; output is a texture of the
// picture's size. For a level of the pyramid, input is its cells, and the texture has one texel per
// cell. All calls belong to the GL thread.
package glviews

import (
	"fmt"
	"image"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Passes makes the views. Each pass is compiled when first needed.
type Passes struct {
	dev    *gpu.Device
	pixels [views.ViewCount]*gledge.Pass // for views of pixels and of samples
	shown  *gpu.Texture
	levels levels
}

// NewPasses returns the passes of a device. Release frees them.
func NewPasses(dev *gpu.Device) *Passes {
	s := &Passes{dev: dev}
	for v := range s.pixels {
		if view := views.View(v); view.OfPixels() || view.OfSamples() {
			s.pixels[v] = gledge.NewPass(dev, "inspect_pixels.comp", view.Define())
		}
	}
	return s
}

// Release frees all GL objects.
func (s *Passes) Release() {
	if s == nil {
		return
	}
	s.levels.release()
	s.shown.Release()
}

// Run makes a view of pixels of the picture in t. s owns the texture, which is valid until the next
// call. For Strength, full brightness is 1 on the scale of the operator's threshold, and brightness
// is the fourth root of D.
func (s *Passes) Run(v views.View, p *yuv.Picture, t *glyuv.Textures, d edge.Decision) (*gpu.Texture, error) {
	return s.run(v, p, d, func(program *gpu.Program) {
		gledge.Bind(d, program, p, t)
		if program.Has("unit") {
			program.Float("unit", float32(1/d.Unit(p.Format)))
		}
	})
}

// Samples makes a view of samples of the picture in t; the texture is as in Run. colour says how
// the picture is displayed.
func (s *Passes) Samples(v views.View, p *yuv.Picture, t *glyuv.Textures, colour yuv.Colour) (*gpu.Texture, error) {
	l := views.LevelsOf(p, colour)
	planes := l.Of(v)
	// The pass is compiled for the operator that returns the sample itself, and makes no decision.
	return s.run(v, p, edge.Decision{Operator: edge.Luma, Planes: planes}, func(program *gpu.Program) {
		gledge.BindSamples(planes, program, p, t)
		program.Int2("levels", l.Black, l.Span)
		if program.Has("allowed") {
			program.Int4("allowed", int32(l.Luma.Low), int32(l.Luma.High), int32(l.Chroma.Low), int32(l.Chroma.High))
		}
	})
}

// Painted returns a texture with a picture painted on the CPU; the texture is as in Run.
func (s *Passes) Painted(picture *image.RGBA) (*gpu.Texture, error) {
	width, height := picture.Rect.Dx(), picture.Rect.Dy()
	if err := s.fit(width, height); err != nil {
		return nil, err
	}
	s.shown.Write(0, 0, width, height, unsafe.Pointer(&picture.Pix[0]), picture.Stride)
	return s.shown, nil
}

// fit replaces the texture if its size differs.
func (s *Passes) fit(width, height int) (err error) {
	if s.shown != nil && s.shown.Width == width && s.shown.Height == height {
		return nil
	}
	s.shown.Release()
	if s.shown, err = s.dev.NewTexture("inspected", gpu.RGBA8, width, height); err != nil {
		s.shown = nil
		return fmt.Errorf("views: %w", err)
	}
	return nil
}

// run makes a view with the program for a decision; bind binds the program's inputs.
func (s *Passes) run(v views.View, p *yuv.Picture, d edge.Decision, bind func(*gpu.Program)) (*gpu.Texture, error) {
	program, err := s.pixels[v].Program(p.Format, d)
	if err != nil {
		return nil, fmt.Errorf("views: %w", err)
	}
	if err := s.fit(p.Width, p.Height); err != nil {
		return nil, err
	}
	bind(program)
	s.shown.BindImage(0)
	program.Dispatch((p.Width+15)/16, (p.Height+15)/16)
	s.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
	return s.shown, nil
}
