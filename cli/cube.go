package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadfile"
)

// cubing has the flags of cubes. Its tags use formatVars.
type cubing struct {
	Cube int  `placeholder:"N" help:"Find cubes in windows of N frames instead of quads. N is 8, 16, 32 or 64. A cube is as long in frames as it is wide in pixels. For the variant edge. Exports write them as ${cube_names}; drawn, --colour-by age shows for how many frames each lasts."`
	Cuts bool `default:"true" negatable:"" help:"With --cube: also end windows before cuts. No cube then crosses a cut."`
}

// checkView refuses the view of a pyramid's level, because it has no cubes.
func (c cubing) checkView(v viewing) error {
	if view, err := v.parse(); c.Cube != 0 && err == nil && view == views.Pyramid {
		return errors.New("--view pyramid shows quads: leave out --cube")
	}
	return nil
}

// stops reports whether windows end at cuts.
func (c cubing) stops() bool { return c.Cube != 0 && c.Cuts }

// check checks the window together with a tuning.
func (c cubing) check(t tuning, each bool) error {
	variant, err := t.variant()
	switch {
	case c.Cube == 0 && !c.Cuts:
		return errors.New("--no-cuts needs --cube")
	case c.Cube == 0 || err != nil: // tuning reports the variant
		return nil
	case variant != analysis.EdgeThreshold:
		return errors.New("--cube needs --variant edge")
	case t.Classes != "":
		return errors.New("--cube and --classes: cubes have no classes")
	case each:
		return errors.New("--cube and --each: a cube has one threshold")
	}
	if err := quadfile.CheckCube(c.Cube); err != nil {
		return fmt.Errorf("--cube: %w", err)
	}
	return nil
}
