package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/response"
)

// goal is the part of the arguments that asks for a number of quads.
type goal struct {
	Quads *int `placeholder:"N" help:"Find the threshold at which the frame has about N quads: the higher of the two that do, or the one on --threshold's side of their peak."`
}

// goals is the same for several frames.
type goals struct {
	Quads *int `placeholder:"N" help:"Find the threshold at which the first frame has about N quads: the higher of the two that do, or the one on --threshold's side of their peak. All frames have it."`
	Each  bool `help:"With --quads: find a threshold for each frame."`
}

// check checks the arguments beside a tuning.
func (g goals) check(t tuning) error {
	switch {
	case g.Quads != nil && t.Classes != "":
		return errors.New("--quads finds one threshold, and --classes has several")
	case g.Quads == nil && g.Each:
		return errors.New("--each is for --quads")
	case g.Quads != nil && *g.Quads < 1:
		return fmt.Errorf("--quads: %d is not positive", *g.Quads)
	}
	return nil
}

// beside returns the goal with a tuning, nil for none.
func (g goals) beside(t tuning) *response.Goal {
	if g.Quads == nil {
		return nil
	}
	return &response.Goal{Quads: *g.Quads, Each: g.Each, Near: t.Threshold != nil}
}

func (g goal) goals() goals { return goals{Quads: g.Quads} }
