package probe

import (
	"fmt"
	"image/color"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/scene"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Lesson returns the lesson about the square around a pixel of the current frame. If x < 0, it
// chooses a square near the centre with a number of quads that is easy to follow.
func (p *Probe) Lesson(s *scene.Side, f *decode.Frame, x, y, side int) (*lesson.Lesson, error) {
	picture := &f.Picture
	cells, err := s.Layer.Cells(picture)
	if err != nil {
		return nil, err
	}
	if x < 0 {
		x, y = telling(cells, side)
	}
	x, y = lesson.Square(x, y, side)
	l := lesson.Of(cells, s.Layer.Rule(), x, y, side)
	_, known := s.Layer.ListParams()
	return l, p.pixels(l, picture, known)
}

// pixels fills in the lesson's pixels. known means that the list was made with the lesson's
// parameters.
func (p *Probe) pixels(l *lesson.Lesson, picture *yuv.Picture, known bool) error {
	params := l.Params
	ofEdges := known && params.Variant.Discriminates()
	decision, err := params.Decision(picture.Format)
	if err != nil && ofEdges {
		return err
	}
	if ofEdges && params.Operator.Kind() == edge.Differences && !params.Operator.Previous() {
		l.Threshold = bounds(params)
	}
	colours := p.scene.Colours()
	for i := range l.Side * l.Side {
		x, y := l.X+i%l.Side, l.Y+i/l.Side
		pixel := lesson.Pixel{Colour: color.RGBA{0, 0, 0, 255}}
		if pixel.Inside = x < picture.Width && y < picture.Height; pixel.Inside {
			rgb := colours.At(picture, x, y)
			pixel.Colour = color.RGBA{rgb[0], rgb[1], rgb[2], 255}
			if l.Threshold != "" {
				pixel.D = fmt.Sprintf("%.4f", float64(decision.Sum(picture, x, y))/decision.Unit(picture.Format))
			}
		}
		l.Pixels = append(l.Pixels, pixel)
	}
	return nil
}

// bounds returns the condition for leaf pixels in words.
func bounds(params analysis.Params) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	low, t := number(params.Low), number(params.Threshold)
	switch {
	case params.Low == 0 && params.Invert:
		return "D of " + t + " or more"
	case params.Low == 0:
		return "D below " + t
	case params.Invert:
		return "D below " + low + ", or of " + t + " or more,"
	}
	return "D of " + low + " or more, but below " + t + ","
}

// telling returns the square whose number of quads is closest to twice its side; of several, the
// one nearest to the picture's centre.
func telling(cells *quadpyramid.Cells, side int) (x, y int) {
	level := quadpyramid.TopLevel(side, side)
	width, _ := cells.Size(level)
	best := -1
	for i, value := range cells.Fill(nil, level) {
		cx, cy := i%width*side, i/width*side
		dx, dy := cx+side/2-cells.Width/2, cy+side/2-cells.Height/2
		far := abs(int(value)-2*side)<<32 + dx*dx + dy*dy
		if best < 0 || far < best {
			best, x, y = far, cx, cy
		}
	}
	return x, y
}

func abs(n int) int { return max(n, -n) }
