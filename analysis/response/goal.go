package response

import (
	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// Goal asks for the threshold at which a picture has about a number of quads.
type Goal struct {
	Quads int
	// Auto asks for the automatic threshold instead, see [Curve.Automatic]. It is found for one
	// picture, and stays for all others.
	Auto bool `json:",omitempty"`
	// Each finds the threshold for each picture; otherwise the first one's stays.
	Each bool
	// Near searches on the side of the peak on which the parameters' threshold is, for the first
	// picture. Otherwise it searches the side of the higher thresholds, on which most of the
	// picture has quads.
	Near bool
}

// Solver finds the thresholds of a goal, for a sequence of pictures.
type Solver struct {
	goal      Goal
	curve     Curve
	begun     bool
	beyond    bool // the side of the peak
	threshold float64
}

// Solver returns a solver for the goal, nil for no goal.
func (g *Goal) Solver() *Solver {
	if g == nil {
		return nil
	}
	return &Solver{goal: *g}
}

// Solve returns the parameters with the threshold found for a picture. A nil solver returns its
// argument. Errors are those of [Curve.Build].
func (s *Solver) Solve(p *yuv.Picture, params analysis.Params) (analysis.Params, error) {
	if s == nil {
		return params, nil
	}
	if s.begun && !s.goal.Each {
		params.Threshold = s.threshold
		return params, nil
	}
	if s.goal.Auto {
		var err error
		params, _, err = s.automatic(p, params)
		s.begun, s.threshold = err == nil, params.Threshold
		return params, err
	}
	if err := s.curve.Build(p, params); err != nil {
		return params, err
	}
	near := s.curve.Step(params.Threshold)
	if !s.begun {
		s.begun, s.beyond = true, !s.goal.Near || near >= s.curve.Peak()
	}
	s.threshold = s.curve.Threshold(s.curve.Solve(s.goal.Quads, near, s.beyond))
	params.Threshold = s.threshold
	return params, nil
}

// Automatic returns the parameters with the automatic threshold for a picture. If the picture has
// no content, or the threshold asks for nearness, found is false, and the threshold is the default.
// Errors are those of [Curve.Build].
func Automatic(p *yuv.Picture, params analysis.Params) (with analysis.Params, found bool, err error) {
	return new(Solver).automatic(p, params)
}

func (s *Solver) automatic(p *yuv.Picture, params analysis.Params) (analysis.Params, bool, error) {
	params.Threshold = max(params.DefaultThreshold(), params.Low)
	if err := analysis.Fetch(p); err != nil || params.Nearness() || !Shows(p) {
		return params, false, err
	}
	if err := s.curve.Build(p, params); err != nil {
		return params, false, err
	}
	params.Threshold = s.curve.Threshold(s.curve.Automatic(params))
	return params, true, nil
}
