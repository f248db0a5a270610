// Package hint says why a frame has no quads, or only the largest, and which control changes that.
//
// Input is the settings and what is known of the frame's list; output is a sentence and a [Control]. A
// value is for one goroutine at a time.
package hint

import (
	"fmt"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/player/session"
)

// Control is a control of the panel.
type Control uint8

// The controls that a hint can name.
const (
	None      Control = iota
	Threshold         // the threshold's slider
	Colour            // the button that picks a colour
	Template          // the button that picks a template
	Planes            // the list of planes, or the line that unfolds it
)

// Hint answers an empty list, or one without shapes; its zero value is no hint.
type Hint struct {
	Text    string
	Control Control
}

// Frame is what is known of a frame's list.
type Frame struct {
	Quads   int
	Covers  bool // they cover the whole picture
	Counted bool // Quads is known
	Stored  bool // the list is from a file
	Missing bool // the file has no list of the frame, or it is being read
	Playing bool
	Colours bool // the chroma has content; it matters only if the operator reads luma alone
}

// Timer shows hints. While the video plays, it waits for patience, as single frames without quads, such
// as those of a fade, need no answer.
type Timer struct {
	since time.Time // when the list became empty; zero if it is not
}

const patience = 700 * time.Millisecond

// Of returns the hint to show for a frame.
func (t *Timer) Of(c *session.Choices, f Frame, now time.Time) Hint {
	flat := f.Covers && !f.Stored && flattens(c.Params)
	if f.Quads > 0 && !flat || !f.Counted || f.Missing || !*c.Quads() {
		t.since = time.Time{}
		return Hint{}
	}
	if t.since.IsZero() {
		t.since = now
	}
	if f.Playing && now.Sub(t.since) < patience {
		return Hint{}
	}
	if f.Stored {
		return Hint{Text: "Stored quads of this frame: none"}
	}
	if f.Quads > 0 {
		return covered(c, f.Colours)
	}
	return live(c.Params)
}

// flattens reports whether quads that cover the whole picture mean that nothing in it differs by the threshold.
func flattens(p analysis.Params) bool {
	return p.Variant.Discriminates() && p.Variant.Merges() && p.Operator.Kind() == edge.Differences && !p.Operator.Previous() && !p.Invert
}

// covered returns the hint for quads that cover the whole picture, which then has no shapes.
func covered(c *session.Choices, colours bool) Hint {
	switch {
	case c.Auto && colours && c.Planes == edge.LumaPlane:
		return Hint{"Here only colours differ, luma does not: under Advanced, choose planes with chroma", Planes}
	case c.Auto:
		return Hint{Text: "This picture is flat: neighbouring pixels hardly differ, so quads are as large as they can be"}
	}
	return Hint{"No pixel is above this threshold: lower it to see shapes", Threshold}
}

// unpicked are the colours before the user picks some.
var unpicked = session.Default().Colours

// live returns the hint for parameters that find nothing.
func live(p analysis.Params) Hint {
	switch {
	case p.Variant.Searches() && p.Search.Template == (match.Template{}):
		return Hint{"No template yet: pick one (D)", Template}
	case p.ComparesColours() && p.Colours == unpicked && !p.Invert:
		return Hint{"Nothing has this colour: pick one (d)", Colour}
	case p.Variant.Searches():
		return Hint{"Nothing is this much like the template: raise the threshold", Threshold}
	case p.ComparesColours() && !p.Invert:
		return Hint{"Nothing is this near to the colour: raise the threshold", Threshold}
	case p.Variant.Discriminates() && p.Low > 0 && p.Invert:
		return Hint{"Nothing is outside Low and this threshold: lower it", Threshold}
	case p.Variant.Discriminates() && p.Low > 0:
		return Hint{"Nothing is between Low and this threshold: raise it", Threshold}
	case p.Variant.Discriminates() && (p.Operator == edge.Luma) != p.Invert: // what is above has quads
		return Hint{"Nothing is above this threshold: lower it", Threshold}
	case p.MinSize > 1 && p.Variant.Merges():
		return Hint{fmt.Sprintf("Nothing of %d pixels or more is below this threshold: raise it", p.MinSize), Threshold}
	}
	return Hint{"Nothing is below this threshold: raise it", Threshold}
}
