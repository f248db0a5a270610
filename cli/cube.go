package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/export"
	"ffkvadrat/player/views"
)

// cubing is the part of the arguments that puts frames together. It has the variables of
// formatVars in its tag.
type cubing struct {
	Cube int  `placeholder:"N" help:"Put N frames together, 8, 16, 32 or 64, and take cubes instead of quads: as large in time as in the picture. Of the edge variant. Exports have them as ${cube_names}; drawn, --colour-by age shows for how long each lasts."`
	Cuts bool `default:"true" negatable:"" help:"With --cube: end windows before cuts, too, so that no cube crosses one."`
}

// checkView fails for the view of a level of a picture's pyramid, which cubes are not of.
func (c cubing) checkView(v viewing) error {
	if view, err := v.parse(); c.Cube != 0 && err == nil && view == views.Pyramid {
		return errors.New("--view pyramid is of quads, and goes without --cube")
	}
	return nil
}

// stops reports whether cuts end windows.
func (c cubing) stops() bool { return c.Cube != 0 && c.Cuts }

// check checks the window beside a tuning.
func (c cubing) check(t tuning, each bool) error {
	variant, err := analysis.ParseVariant(t.Variant)
	switch {
	case c.Cube == 0 && !c.Cuts:
		return errors.New("--no-cuts belongs to --cube")
	case c.Cube == 0 || err != nil: // tuning complains of the variant
		return nil
	case variant != analysis.EdgeThreshold || t.Template != "":
		return errors.New("--cube belongs to --variant edge")
	case t.Classes != "":
		return errors.New("--cube and --classes: cubes have no classes")
	case each:
		return errors.New("--cube and --each: a cube has one threshold")
	}
	if err := export.CheckCube(c.Cube); err != nil {
		return fmt.Errorf("--cube: %w", err)
	}
	return nil
}
