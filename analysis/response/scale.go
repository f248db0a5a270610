package response

import (
	"math"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// perUnit is the number of steps in an interval of 1 on the threshold's scale.
const perUnit = 10000

// scale is the steps of a threshold, and for each step the values that become leaves.
type scale struct {
	key   key     // bounds was computed for this key
	most  float64 // the threshold's end
	whole int     // the last step that is a multiple of 1/perUnit
	first int     // the first step that the parameters allow
	lower uint64  // Decision.Lower of operators with a lower bound, else 0
	// bounds[s] is one above the largest value (D of pixels, or squared deviations of cells) that
	// is a leaf at step s; for edge.Luma it is the smallest value that is a leaf. bounds ascend. A
	// last one is above all values.
	bounds []uint64
	magic  uint64 // steps for each value, in fixed point with pointBits fractional bits
}

// key is what bounds depend on.
type key struct {
	variant  analysis.Variant
	operator edge.Operator
	planes   edge.Planes
	model    yuv.Model
	depth    int
	template [2]int // its size
}

// pointBits leaves 19 integer bits: a scale has at most 480,001 steps, laplace's on three planes.
const pointBits = 44

// set sets the scale for parameters and pictures of a format. It fails if the parameters do not fit
// the format.
func (s *scale) set(params analysis.Params, f yuv.Format) error {
	params.Threshold = params.MaxThreshold()
	if params.Variant.Searches() {
		if err := params.Check(); err != nil {
			return err
		}
	} else if !params.Variant.Discriminates() {
		if err := channel.Check(f, params.Features); err != nil {
			return err
		}
		params.Low = 0
	}
	decision, err := params.Decision(f)
	if err != nil {
		return err
	}
	k := key{params.Variant, params.Operator, params.Planes, f.Model, f.Depth, [2]int{params.Search.Template.Width, params.Search.Template.Height}}
	if k != s.key || s.bounds == nil {
		s.key = k
		if err := s.build(params, f); err != nil {
			s.bounds = nil
			return err
		}
	}
	s.first, s.lower = 0, 0
	if params.Variant.Discriminates() && params.Operator.TakesLow() {
		s.lower = decision.Lower
		for s.threshold(s.first) < params.Low {
			s.first++
		}
	}
	return nil
}

// build computes the bounds.
func (s *scale) build(params analysis.Params, f yuv.Format) error {
	s.most = params.MaxThreshold()
	s.whole = int(s.most * perUnit)
	n := s.whole + 1
	if s.threshold(s.whole) < s.most {
		n++
	}
	s.bounds = slices.Grow(s.bounds[:0], n+1)[:n+1]
	s.bounds[n] = math.MaxUint64
	params.Low = 0
	for step := range n {
		params.Threshold = s.threshold(step)
		bound, err := bound(params, f)
		if err != nil {
			return err
		}
		s.bounds[step] = bound
	}
	// Rounded down, so that no product exceeds the step.
	unit := float64(channel.Peak) * channel.Peak
	switch {
	case params.Variant.Searches():
		unit = float64(params.Search.Peak(f))
	case params.Variant.Discriminates():
		decision, err := params.Decision(f)
		if err != nil {
			return err
		}
		unit = decision.Unit(f)
	}
	s.magic = uint64(math.Ldexp(perUnit/unit*(1-1e-9), pointBits))
	return nil
}

// bound returns the smallest value above the leaves at a threshold; for edge.Luma, the smallest
// value of a leaf.
func bound(params analysis.Params, f yuv.Format) (uint64, error) {
	switch {
	case params.Variant.Searches():
		return uint64(params.Search.Most(f, params.Threshold)) + 1, nil
	case !params.Variant.Discriminates():
		level, err := feature.Level(params.Threshold)
		return uint64(level) + 1, err
	}
	decision, err := params.Decision(f)
	if params.Operator == edge.Luma {
		return decision.Lower, err
	}
	return decision.Upper, err
}

func (s *scale) steps() int { return len(s.bounds) - 1 }

func (s *scale) threshold(step int) float64 {
	if step > s.whole {
		return s.most
	}
	return float64(step) / perUnit
}

func (s *scale) step(threshold float64) int {
	if threshold >= s.most {
		return s.steps() - 1
	}
	return int(math.Round(min(max(threshold, 0), float64(s.whole)/perUnit) * perUnit))
}

// critical returns the first step whose bound is above a value, or the number of steps. The product
// is exact or one too small, except for large values in scales with few steps for each value; there
// the loop iterates more.
func (s *scale) critical(value uint64) uint32 {
	step := value * s.magic >> pointBits
	for s.bounds[step] <= value {
		step++
	}
	return uint32(step)
}
