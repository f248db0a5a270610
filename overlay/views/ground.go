package views

import (
	"image"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// ground paints a view of a picture and its quads into dst, which has the picture's size.
type ground = func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, quads []quadpyramid.Quad) error

// Ground returns a function that paints the view of one picture after the other, in the colours of choice. It is nil
// for the picture itself, and for what is in space. given has what the arguments of the function do not say; level is
// that of the pyramid. One goroutine at a time may call the function.
func (v View) Ground(given Given, level int, choice yuv.Choice) ground {
	var painter Painter
	switch whole := v.Whole(); {
	case v == Video || v.InSpace():
		return nil
	case whole != nil:
		return func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, quads []quadpyramid.Quad) (err error) {
			given.Params, given.Quads = params, quads
			if given.Counting, err = regions.CountingOf(params); err != nil {
				return err
			}
			return whole.Paint(dst, p, given, yuv.NewConverter(p.Format, p.Colour.With(choice), p.Width, p.Height))
		}
	case v.OfSamples():
		return func(dst *image.RGBA, p *yuv.Picture, _ analysis.Params, _ []quadpyramid.Quad) error {
			painter.Samples(dst, v, p, p.Colour.With(choice))
			return nil
		}
	case v.OfPixels():
		return func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, _ []quadpyramid.Quad) error {
			return painter.Pixels(dst, v, p, params)
		}
	}
	var engine *analysis.CPU // for lists that lack leaves
	return func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, quads []quadpyramid.Quad) error {
		cells := &quadpyramid.Cells{Width: p.Width, Height: p.Height, Leaves: quads, List: quads}
		if params.MinSize > 1 {
			if engine == nil {
				engine = analysis.NewCPU()
			}
			all := params
			all.MinSize = 0
			result, err := engine.Analyze(p, all)
			if err != nil {
				return err
			}
			cells.Leaves = result.Quads
			cells.List = slices.DeleteFunc(slices.Clone(result.Quads), func(q quadpyramid.Quad) bool { return q.Size() < params.MinSize })
		}
		painter.Level(dst, cells, min(level, cells.Top()))
		return nil
	}
}
