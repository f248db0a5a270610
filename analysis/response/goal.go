package response

import (
	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// Goal asks for the threshold at which a picture has about a number of quads.
type Goal struct {
	Quads int
	// Auto asks for the automatic threshold of the first picture instead, see [Automatic]. It stays
	// for all others.
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
		var a Automatic
		if _, err := a.Add(p, params); err != nil {
			return params, err
		}
		params = a.Find(params)
		s.begun, s.threshold = true, params.Threshold
		return params, nil
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
