package analysis

import (
	"fmt"
	"strings"

	"ffkvadrat/feature"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Describe says in words how a picture is analysed. It fails if the picture's format cannot be, or if the codec's
// motion vectors are needed and it has none.
func (p Params) Describe(picture *yuv.Picture) (string, error) {
	what, err := p.describeVariant(picture)
	if err != nil {
		return "", err
	}
	parts := []string{what}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if p.Low != 0 {
		add("lower bound %g", p.Low)
	}
	if p.Bounds.Classes() > 0 {
		add("classes divided at %s", strings.ReplaceAll(p.Bounds.String(), ",", ", "))
	}
	add("threshold %g", p.Threshold)
	if p.Invert {
		add("inverted")
	}
	if p.MinSize != 0 {
		add("quads of at least %s", pixels(p.MinSize))
	}
	if p.MaxSize != 0 {
		add("quads of at most %s", pixels(p.MaxSize))
	}
	return strings.Join(parts, ", "), nil
}

// describeVariant says what becomes a quad, and which values are compared.
func (p *Params) describeVariant(picture *yuv.Picture) (string, error) {
	switch {
	case p.Variant.Searches():
		t := &p.Search.Template
		text := fmt.Sprintf("hits of a template of %d×%d pixels in luma, in the order %v", t.Width, t.Height, p.Order)
		if p.Search.Suppress {
			text += ", the best of those near each other"
		}
		return text, nil
	case p.Needs().Vectors && picture.Vectors == nil:
		return "", feature.ErrNoVectors
	case p.Needs().Vectors:
		return "common feature combiner on the codec's motion vectors", nil
	case !p.Variant.Discriminates():
		return "common feature combiner on " + strings.ToUpper(p.Features.String()), channel.Check(picture.Format, p.Features)
	}
	decision, err := p.Decision(picture.Format)
	if err != nil {
		return "", err
	}
	plane := "luma as decoded"
	switch {
	case p.ComparesColours():
		plane = fmt.Sprintf("%s, of %v", strings.ToUpper(p.Features.String()), p.Colours)
	case decision.Alpha:
		plane = "alpha as decoded"
	case picture.Format.Model == yuv.RGB:
		plane = "luma made from RGB (BT.709, full range)"
	case decision.Planes == 3:
		plane = "Y, U and V as decoded"
	}
	how := "edge threshold"
	if p.Variant.HasValues() {
		how = fmt.Sprintf("points in the order %v", p.Order)
	}
	return fmt.Sprintf("%s, operator %v, on %s", how, p.Operator, plane), nil
}

func pixels(n int) string {
	if n == 1 {
		return "1 pixel"
	}
	return fmt.Sprintf("%d pixels", n)
}
