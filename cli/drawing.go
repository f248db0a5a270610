package cli

import (
	"fmt"

	"ffkvadrat/overlay"
)

// drawing has the flags of how quads look.
type drawing struct {
	Look     string  `default:"outline" enum:"${look_words}" help:"${look_help}"`
	ColourBy string  `default:"level" enum:"${colour_words}" help:"${colour_help}"`
	Opacity  float64 `default:"0.85" help:"${opacity_help}"`
	Line     int     `default:"1" help:"${line_width_help}"`
	Detail   string  `default:"auto" enum:"${detail_words}" help:"${detail_help}"`
}

// plainDrawing has the flags' defaults.
var plainDrawing = drawing{Look: "outline", ColourBy: "level", Opacity: 0.85, Line: 1, Detail: "auto"}

// style returns the style by the flags.
func (d drawing) style() (overlay.Style, error) {
	look, err := overlay.ParseLook(d.Look)
	colour, colourErr := overlay.ParseColouring(d.ColourBy)
	detail, detailErr := overlay.ParseDetail(d.Detail)
	switch {
	case err != nil:
	case detailErr != nil:
		err = detailErr
	case colourErr != nil:
		err = colourErr
	case !(d.Opacity >= 0 && d.Opacity <= 1):
		err = fmt.Errorf("--opacity: %v is not between 0 and 1", d.Opacity)
	case d.Line < 1 || d.Line > 64:
		err = fmt.Errorf("--line: %d is not between 1 and 64", d.Line)
	}
	return overlay.Style{Look: look, Colour: colour, Opacity: float32(d.Opacity), LineWidth: d.Line, Detail: detail}, err
}

// live is style for commands without the stored quads that the player can draw.
func (d drawing) live() (overlay.Style, error) {
	style, err := d.style()
	if err == nil && style.Colour.Compares() {
		err = fmt.Errorf("--colour-by: %v compares stored quads with live ones, in the player only", style.Colour)
	}
	return style, err
}

// alone is live for commands without a second video.
func (d drawing) alone() (overlay.Style, error) {
	style, err := d.live()
	if err == nil && style.Colour.NeedsSecond() {
		err = fmt.Errorf("--colour-by: %v compares with a second video, which play and render can have (--beside)", style.Colour)
	}
	return style, err
}
