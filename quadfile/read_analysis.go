package quadfile

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv/channel"
)

// AnalysisFields returns the names of the fields that a header's analysis may have.
func AnalysisFields() []string {
	names := []string{"each_frame", "matrix", "range", "cube", "cuts", "every"}
	for i := range analysis.Parameters() {
		names = append(names, analysis.Parameters()[i].Name)
	}
	return names
}

// analysis reads the header's object about the analysis.
func (s *scanner) analysis(to *Analysis) {
	if !s.object() {
		return
	}
	known := fields{names: AnalysisFields()}
	words := map[string]string{}
	for s.field(&known) {
		switch s.name {
		case "each_frame":
			s.flag()
			to.EachFrame = true
		case "matrix":
			to.Matrix = string(s.string())
		case "range":
			to.Range = string(s.string())
		case "cube":
			to.Cube = int(s.integer(1, ocpyramid.MaxFrames))
		case "cuts":
			s.flag()
			to.Cuts = true
		case "every":
			to.Every = s.integer(2, math.MaxInt64)
		default:
			s.parameter(analysis.Named(s.name), &to.Params, words)
		}
	}
	s.require(&known, "variant", "threshold")
	if s.fault() != nil {
		return
	}
	if err := to.choose(words, func(r *analysis.Parameter) bool { return known.has(r.Name) }); err != nil {
		s.complain(err)
	}
}

// parameter reads the value of a parameter. A word can depend on words that come later, so it is
// stored in words.
func (s *scanner) parameter(r *analysis.Parameter, p *analysis.Params, words map[string]string) {
	switch to := r.Field(p).(type) {
	case *float64:
		if *to = s.float(); *to == 0 && r.Optional {
			s.complain(fmt.Errorf("%s is 0 and must be omitted", r.Name))
		}
	case *int:
		*to = int(s.integer(1, MaxSide))
	case *bool:
		s.flag()
		*to = true
	case *edge.Bounds:
		*to = s.bounds()
	case *channel.Box:
		*to = s.colours()
	case *match.Template:
		*to = s.template()
	default:
		words[r.Name] = string(s.string())
	}
}

// template reads an object with a template.
func (s *scanner) template() (t match.Template) {
	if !s.object() {
		return t
	}
	var span, samples string
	known := fields{names: []string{"width", "height", "depth", "range", "samples"}}
	for s.field(&known) {
		switch s.name {
		case "width":
			t.Width = int(s.integer(1, match.MaxSide))
		case "height":
			t.Height = int(s.integer(1, match.MaxSide))
		case "depth":
			t.Depth = int(s.integer(8, 16))
		case "range":
			span = string(s.string())
		case "samples":
			samples = string(s.string())
		}
	}
	s.require(&known, known.names...)
	if s.wrong != nil {
		return t
	}
	t, err := match.DecodeTemplate(t.Width, t.Height, t.Depth, span, samples)
	if err != nil {
		s.complain(err)
	}
	return t
}

// bounds reads an array of boundaries.
func (s *scanner) bounds() (b edge.Bounds) {
	if !s.array() {
		return b
	}
	var at []float64
	for s.element() {
		if v := s.float(); s.wrong == nil && len(at) < edge.MaxClasses {
			at = append(at, v)
		}
	}
	b, err := edge.NewBounds(at...)
	switch {
	case s.wrong != nil:
	case err != nil:
		s.complain(err)
	case len(at) == 0:
		s.complain(errors.New("bounds are empty"))
	}
	return b
}

// colours reads an array of one colour, or of both corners of a range.
func (s *scanner) colours() (colours channel.Box) {
	if !s.array() {
		return colours
	}
	n := 0
	for ; s.element(); n++ {
		var v channel.Vector
		s.vector(&v)
		if n == 0 {
			colours.Low = v
		}
		colours.High = v
	}
	if n < 1 || n > 2 {
		s.complain(fmt.Errorf("%s has %d colours", s.name, n))
	} else if n == 2 && colours.Low == colours.High {
		s.complain(fmt.Errorf("%s has one colour twice", s.name))
	}
	return colours
}

// vector reads an array of three channels.
func (s *scanner) vector(v *channel.Vector) {
	if !s.array() {
		return
	}
	n := 0
	for ; s.element(); n++ {
		if value := s.integer(0, channel.Peak); n < len(v) {
			v[n] = uint16(value)
		}
	}
	if n != len(v) {
		s.complain(fmt.Errorf("%s has a colour of %d numbers", s.name, n))
	}
}
