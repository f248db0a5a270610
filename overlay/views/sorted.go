package views

import (
	"image"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
)

// Sorter paints the leaf pixels packed into rows from the upper left, from the lightest to the
// darkest: the result of stream compaction, sorted by value (PLG section 8). One goroutine at a
// time may use it; its zero value is ready.
type Sorter struct {
	engine  *analysis.CPU
	picture *image.RGBA
}

// Paint paints into dst, which has the picture's size, the leaf pixels of the parameters'
// discriminator, or all pixels without one. c converts them to RGB.
func (s *Sorter) Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error {
	params := of.Params
	if s.engine == nil {
		s.engine = analysis.NewCPU()
	}
	if !params.Variant.Discriminates() {
		params = analysis.Params{Operator: edge.Range, Threshold: 1}
	}
	params.Variant, params.Order, params.Bounds = analysis.Points, points.ByValue, edge.Bounds{}
	params.MinSize, params.MaxSize = 0, 0
	result, err := s.engine.Analyze(p, params)
	if err != nil {
		return err
	}
	if s.picture == nil || s.picture.Rect.Dx() != p.Width || s.picture.Rect.Dy() != p.Height {
		s.picture = image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	}
	c.Paint(s.picture, p)
	i := 0
	for y := range p.Height {
		row := dst.Pix[y*dst.Stride:][:4*p.Width]
		for x := 0; x < len(row); x += 4 {
			to := (*[4]byte)(row[x:])
			if i == len(result.Quads) {
				*to = [4]byte{emptyColour.R, emptyColour.G, emptyColour.B, emptyColour.A}
				continue
			}
			q := result.Quads[i]
			*to = *(*[4]byte)(s.picture.Pix[q.Y()*s.picture.Stride+4*q.X():])
			i++
		}
	}
	return nil
}
