package regions

import (
	"fmt"

	"ffkvadrat/quadpyramid"
)

// Form is the format of an encoder's maps: the size of its blocks, and the offsets that it accepts.
type Form uint8

const (
	Kvazaar   Form = iota // an offset for each of its largest blocks
	SVT                   // the same in AV1's quantiser, with few different offsets
	Interest              // macroblocks, as in FFmpeg's regions of interest for x264 and x265
	FormCount             // the number of forms
)

// forms has a row for each form.
var forms = [FormCount]struct {
	name, title string
	side        int // of a block
	scale       int // steps of its quantiser for one step of H.264's
	most        int // different offsets in a map; 0 means any number
}{
	{name: "kvazaar", title: "kvazaar", side: 64, scale: 1},
	{name: "svt-av1", title: "SVT-AV1", side: 64, scale: MaxScale, most: 8},
	{name: "roi", title: "x264, x265", side: 16, scale: 1},
}

// ParseForm returns the form with a name; String writes the name.
func ParseForm(name string) (Form, error) {
	for i, f := range forms {
		if f.name == name {
			return Form(i), nil
		}
	}
	return 0, fmt.Errorf("regions: no form of maps is called %q", name)
}

func (f Form) String() string {
	if f < FormCount {
		return forms[f].name
	}
	return fmt.Sprintf("Form(%d)", uint8(f))
}

// Title returns the form's name in the player.
func (f Form) Title() string { return forms[f].title }

// Side returns the side of the form's blocks, in pixels.
func (f Form) Side() int { return forms[f].side }

// Scale returns the number of steps of the encoder's quantiser for one step of H.264's.
func (f Form) Scale() int { return forms[f].scale }

// BuildFor builds the grid of a list as Build does, in a form. The settings' strength is in steps
// of H.264's quantiser; their side is ignored.
func (b *Builder) BuildFor(f Form, g *Grid, list []quadpyramid.Quad, width, height int, s Settings) {
	row := &forms[f]
	s.Side, s.Strength = row.side, s.Strength*row.scale
	b.Build(g, list, width, height, s)
	if row.most > 0 {
		g.Fewer(row.most, int16(MaxStrength*row.scale))
	}
}
