package cli

import (
	"fmt"

	"ffkvadrat/overlay"
)

// drawing is the part of the arguments that says how quads look.
type drawing struct {
	Look     string  `default:"outline" enum:"outline,fill,mosaic" help:"How quads are drawn: ${enum}; mosaic is the mean colour of each."`
	ColourBy string  `default:"level" enum:"level,mean,age" help:"What colours stand for: level is the size of quads, mean how light the picture under them is, age for how many frames they have been there."`
	Opacity  float64 `default:"0.85" help:"Opacity of the quads, 0 to 1."`
	Line     int     `default:"1" help:"Width of the outlines in pixels."`
}

// style is what the arguments say.
func (d drawing) style() (overlay.Style, error) {
	look, err := overlay.ParseLook(d.Look)
	colour, colourErr := overlay.ParseColouring(d.ColourBy)
	switch {
	case err != nil:
	case colourErr != nil:
		err = colourErr
	case !(d.Opacity >= 0 && d.Opacity <= 1):
		err = fmt.Errorf("--opacity: %v is not between 0 and 1", d.Opacity)
	case d.Line < 1 || d.Line > 64:
		err = fmt.Errorf("--line: %d is not between 1 and 64", d.Line)
	}
	return overlay.Style{Look: look, Colour: colour, Opacity: float32(d.Opacity), LineWidth: d.Line}, err
}
