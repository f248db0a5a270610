package analysis

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// DefaultThreshold suits modern, smooth video; see docs/reference/algorithm.md.
const DefaultThreshold = 0.01

// MaxThreshold returns the end of the threshold's scale.
func (p Params) MaxThreshold() float64 {
	switch {
	case p.Variant.Searches():
		return 1
	case !p.Variant.Discriminates():
		return feature.MaxThreshold
	}
	return p.Operator.MaxThreshold(p.Planes)
}

// DefaultThreshold returns the threshold to begin with: the constant, or, for an operator
// that takes luma itself, the middle of its scale. A range of colours needs none.
func (p Params) DefaultThreshold() float64 {
	switch {
	case p.Variant.Searches():
		return 0.05
	case p.Needs().Vectors:
		return 0.0002 // regions whose vectors differ by less than two pixels
	case p.kind() == edge.Value:
		return 0.5
	case p.ComparesColours() && p.Operator == edge.Box:
		return 0
	}
	return DefaultThreshold
}

// ComparesColours reports whether the operator compares the pixels' colours with Colours.
func (p Params) ComparesColours() bool { return p.kind() == edge.Distance }

// Nearness reports whether the threshold says how near something has to be, to a colour or a
// template: no number of quads can say what suits it.
func (p Params) Nearness() bool { return p.ComparesColours() || p.Variant.Searches() }

// Needs says what pictures have to come with: the one before if the decision is about it, the
// codec's motion vectors if the features are these.
func (p Params) Needs() yuv.Needs {
	return yuv.Needs{
		Before:  p.Variant.Discriminates() && p.Operator.Previous(),
		Vectors: p.Variant == CommonFeature && p.Features == channel.Vectors,
	}
}

// kind is what the threshold is compared with. The variants mean about the same by it.
func (p Params) kind() edge.Kind {
	if !p.Variant.Discriminates() {
		return edge.Differences
	}
	return p.Operator.Kind()
}

// Switched returns p with another variant and operator, and adapts the other fields to
// them. The threshold stays, limited to the new scale, unless it had another meaning
// before.
func (p Params) Switched(variant Variant, operator edge.Operator) Params {
	kind, before, searched := p.kind(), p.Operator, p.Variant.Searches()
	p.Variant, p.Operator = variant, operator
	if operator.Kind() != edge.Differences {
		p.Planes = edge.LumaPlane
	}
	if !variant.Discriminates() || !operator.TakesLow() {
		p.Low, p.Bounds = 0, edge.Bounds{}
	}
	if p.kind() != kind || variant.Searches() != searched || p.ComparesColours() && operator != before {
		p.Threshold, p.Low, p.Bounds = p.DefaultThreshold(), 0, edge.Bounds{}
	}
	if !variant.Merges() {
		p.MinSize, p.MaxSize = 0, 0
	}
	if operator == edge.Colour {
		p.Colours = p.Colours.Middle()
	}
	p.Threshold = min(p.Threshold, p.MaxThreshold())
	p.Low = min(p.Low, p.Threshold)
	return p
}

// Drawn returns p for lists that are drawn or looked at, and not written: in the order of the
// traversal, on which ages, levels and descents rely.
func (p Params) Drawn() Params {
	p.Order = points.Morton
	return p
}

// Divided returns p with so many classes, whose boundaries are evenly spaced from the lower end
// to the threshold; without classes for fewer than two, or if there is no room.
func (p Params) Divided(classes int) Params {
	at := make([]float64, 0, edge.MaxClasses)
	for i := 1; i < classes; i++ {
		at = append(at, p.Low+(p.Threshold-p.Low)*float64(i)/float64(classes))
	}
	p.Bounds, _ = edge.NewBounds(at...)
	return p
}

// Limited returns p with the threshold and the lower end limited to the scale, whose end is
// another one with other planes, and without classes if there can be none.
func (p Params) Limited() Params {
	end := p.MaxThreshold()
	p.Threshold, p.Low = min(p.Threshold, end), min(p.Low, end)
	if p.Invert || p.Order != points.Morton || !p.Variant.Discriminates() {
		p.Bounds = edge.Bounds{}
	}
	return p
}

// Check returns what is wrong with the parameters for every picture, or nil.
func (p Params) Check() error {
	if _, err := p.Limits(); err != nil {
		return err
	}
	if err := p.refused(); err != nil {
		return err
	}
	switch {
	case p.Bounds != edge.Bounds{} && p.Order != points.Morton:
		return fmt.Errorf("analysis: classes are not possible in the order %v, only in %v", p.Order, points.Morton)
	case p.Variant.Searches():
		if p.Search.Template == (match.Template{}) {
			return errors.New("analysis: the variant template needs a template")
		}
		return p.Search.Check(p.Threshold)
	case !p.Variant.Discriminates():
		_, err := feature.Level(p.Threshold)
		return err
	}
	return p.Discriminator().Check()
}

// Decision returns the discriminator's decision for pictures of a format.
// Without a discriminator no pixel's D is too large.
func (p Params) Decision(f yuv.Format) (edge.Decision, error) {
	if !p.Variant.Discriminates() {
		return edge.Decision{Planes: 1, Upper: math.MaxUint64}, nil
	}
	return p.Discriminator().Decision(f)
}

// Discriminator returns the discriminator of the parameters, whose variant has one.
func (p Params) Discriminator() edge.Discriminator {
	d := edge.Discriminator{Operator: p.Operator, Planes: p.Planes, Threshold: p.Threshold, Low: p.Low, Invert: p.Invert, Bounds: p.Bounds}
	if p.Operator.Kind() == edge.Distance {
		d.Features, d.Colours = p.Features, p.Colours
	}
	return d
}

// Box returns the size of the box that a quad stands for, that of the template; 0 if quads stand for
// themselves.
func (p Params) Box() (width, height int) {
	if !p.Variant.Searches() {
		return 0, 0
	}
	return p.Search.Template.Width, p.Search.Template.Height
}

// SeeksSmall reports whether the smallest entries of a list are what is sought: points, hits, or the
// pixels with edges.
func (p Params) SeeksSmall() bool {
	return !p.Variant.Merges() || p.Variant.Discriminates() && p.Invert
}

// Scored returns the parameters by which the picture of scores that a search makes becomes the
// list of hits: the points that have a score.
func (p Params) Scored() Params {
	return Params{Variant: Points, Operator: edge.Luma, Threshold: 0.5 / 65535, Order: p.Order}
}

// Limits returns the limits of the quads' sizes. It fails if MinSize or MaxSize is not a
// power of two, or if one excludes the other. Points have the size of a pixel.
func (p Params) Limits() (quadpyramid.Limits, error) {
	if !p.Variant.Merges() {
		return quadpyramid.Pixels, nil
	}
	return quadpyramid.NewLimits(p.MinSize, p.MaxSize)
}

// CutTemplate sets the template to a part of a picture, whose planes are in main memory.
func (p *Params) CutTemplate(picture *yuv.Picture, x, y, width, height int) (err error) {
	p.Search.Template, err = match.NewTemplate(picture, x, y, width, height)
	return err
}
