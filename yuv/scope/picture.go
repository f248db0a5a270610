package scope

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/yuv"
)

// Fractions of the samples at which a cell is white: a sixteenth of a column, or a four hundredth of
// all chroma.
const (
	fullColumn = 1.0 / 16
	fullVector = 1.0 / 400
)

// Draw draws a waveform, largest value at the top, into dst, which has its columns and rows, in a tint on a ground.
func (w *Wave) Draw(dst *image.RGBA, tint, ground color.RGBA) {
	for x := range w.Columns {
		for v, n := range w.N[Values*x : Values*(x+1)] {
			l := light(n, w.Samples, fullColumn) / 255
			at := dst.Pix[(Values-1-v)*dst.Stride+4*x:]
			at[0], at[1], at[2], at[3] = shade(l, tint.R, ground.R), shade(l, tint.G, ground.G), shade(l, tint.B, ground.B), 255
		}
	}
}

// shade adds light of a channel to the ground, which it makes no darker.
func shade(l float64, channel, ground uint8) uint8 {
	return ground + uint8(math.Round(l*float64(channel)*float64(255-ground)/255))
}

// DrawVector draws the vectorscope, U to the right and V upwards, into dst, which is Values wide and
// high. Each cell has the colour of its chroma, on a ground.
func (s *Scopes) DrawVector(dst *image.RGBA, ground color.RGBA) {
	colours := yuv.NewConverter(yuv.Format{Model: yuv.YUV, Depth: 8}, yuv.Colour{Matrix: s.Shown.Matrix, Range: yuv.Limited}, 1, 1)
	sample := [3]byte{150, 0, 0}
	p := yuv.Picture{Width: 1, Height: 1, Format: yuv.Format{Model: yuv.YUV, Depth: 8}}
	for i := range p.Planes {
		p.Planes[i] = yuv.Plane{Data: sample[i : i+1], Stride: 1, Step: 1, Width: 1, Height: 1}
	}
	for v := range Values {
		for u, n := range s.Vector[v*Values : (v+1)*Values] {
			at := dst.Pix[(Values-1-v)*dst.Stride+4*u:]
			at[0], at[1], at[2], at[3] = ground.R, ground.G, ground.B, 255
			if n == 0 {
				continue
			}
			sample[1], sample[2] = byte(u), byte(v)
			rgb := colours.At(&p, 0, 0)
			l := light(n, s.Chroma, fullVector) / 255
			at[0], at[1], at[2] = shade(l, rgb[0], ground.R), shade(l, rgb[1], ground.G), shade(l, rgb[2], ground.B)
		}
	}
}

// Target returns the position in the vectorscope of a colour whose R, G and B are 0 to 1.
func (s *Scopes) Target(r, g, b float64) (u, v float64) {
	kr, kb := s.Matrix().Weights()
	y, span := float64(kr*r)+float64((1-kr-kb)*g)+float64(kb*b), 2*s.Radius()
	return 128 + span*(b-y)/(2*(1-kb)), 128 + span*(r-y)/(2*(1-kr))
}

// Matrix returns the matrix of the vectorscope's colours.
func (s *Scopes) Matrix() yuv.Matrix {
	if s.Model == yuv.RGB {
		return yuv.BT709
	}
	return s.Shown.Matrix
}

// Radius returns how far U and V of the purest colours are from the middle of the vectorscope.
func (s *Scopes) Radius() float64 {
	if s.Model != yuv.RGB && s.Shown.Range == yuv.Full {
		return 127.5
	}
	return 112
}
