package probe

import (
	"image"
	"image/color"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/feature"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/scene"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Lesson returns the lesson about the square around a pixel of the current frame. If x < 0, it
// chooses an interesting square.
func (p *Probe) Lesson(s *scene.Side, f *decode.Frame, x, y, side int) (*lesson.Lesson, error) {
	picture := &f.Picture
	cells, err := s.Layer.Cells(picture)
	if err != nil {
		return nil, err
	}
	l := lesson.Around(cells, s.Layer.Rule(), x, y, side)
	l.Turn = p.scene.Place.View.Orientation
	_, known := s.Layer.ListParams()
	if err := p.pixels(l, picture, known); err != nil {
		return l, err
	}
	l.Overview = p.overview(f, l.Turn, image.Rect(l.X, l.Y, l.X+side, l.Y+side))
	return l, nil
}

// Interesting returns the interesting square after the given one; see [lesson.Interesting].
func (p *Probe) Interesting(s *scene.Side, f *decode.Frame, side int, after image.Point) (image.Point, error) {
	cells, err := s.Layer.Cells(&f.Picture)
	if err != nil {
		return image.Point{}, err
	}
	return lesson.Interesting(cells, side, after), nil
}

// pixels fills in the lesson's pixels. known means that the list was made with the lesson's
// parameters.
func (p *Probe) pixels(l *lesson.Lesson, picture *yuv.Picture, known bool) error {
	params := l.Params
	if err := picture.Fetch(); err != nil {
		return err
	}
	var rule rule
	var features func(x, y int) channel.Vector
	if known {
		var err error
		if rule, features, err = p.rule(params, picture); err != nil {
			return err
		}
	}
	if rule != nil {
		l.Threshold = rule.Limits()
	}
	colours := p.scene.Colours()
	for i := range l.Side * l.Side {
		x, y := l.X+i%l.Side, l.Y+i/l.Side
		pixel := lesson.Pixel{Colour: color.RGBA{0, 0, 0, 255}}
		if pixel.Inside = x < picture.Width && y < picture.Height; pixel.Inside {
			rgb := colours.At(picture, x, y)
			pixel.Colour = color.RGBA{rgb[0], rgb[1], rgb[2], 255}
			if rule != nil {
				pixel.D, pixel.Brief, pixel.Formula = rule.Number(x, y), rule.Brief(x, y), rule.Formula(x, y)
			}
		}
		if features != nil {
			l.Features = append(l.Features, features(min(x, picture.Width-1), min(y, picture.Height-1)))
		}
		l.Pixels = append(l.Pixels, pixel)
	}
	return nil
}

// rule decides about pixels.
type rule interface {
	Number(x, y int) string
	Brief(x, y int) []string
	Formula(x, y int) string
	Limits() string
}

// rule returns the rule about a picture's pixels, or, for the variant feature, what it compares.
func (p *Probe) rule(params analysis.Params, picture *yuv.Picture) (rule, func(x, y int) channel.Vector, error) {
	if params.Variant.HasMeans() {
		made, params, err := analysis.OfVectors(new(feature.Field), picture, params)
		if err != nil {
			return nil, nil, err
		}
		reader := channel.Read(made, params.Features)
		return nil, reader.At, nil
	}
	basis, decision, err := p.basis.Of(picture, params)
	if err != nil {
		return nil, nil, err
	}
	if params.Variant.Searches() {
		r, err := lesson.NewHits(params, picture, basis, decision)
		return r, nil, err
	}
	r, err := lesson.NewRule(params, picture, basis, decision)
	return r, nil, err
}
