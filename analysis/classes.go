package analysis

import "ffkvadrat/edge"

// Boundaries are those of classes: the first is the lower bound, the last the threshold, and between them are those of
// [Params.Bounds].
type Boundaries []float64

// ParseBoundaries reads numbers with commas between them.
func ParseBoundaries(text string) (Boundaries, error) {
	at, err := edge.ParseNumbers(text)
	return at, err
}

// Apply sets lower bound, threshold and bounds of parameters. There are at least two boundaries.
func (b Boundaries) Apply(p *Params) error {
	if _, err := edge.NewBounds(b...); len(b) <= edge.MaxClasses && err != nil {
		return err
	}
	last := len(b) - 1
	bounds, err := edge.NewBounds(b[1:last]...)
	p.Low, p.Threshold, p.Bounds = b[0], b[last], bounds
	return err
}
