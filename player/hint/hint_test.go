package hint

import (
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv/channel"
)

// Each way to find quads has a hint that names what to change, and how.
func TestLive(t *testing.T) {
	yellow := channel.Box{Low: channel.Vector{9000, 9000}, High: channel.Vector{9000, 9000}}
	for want, p := range map[string]analysis.Params{
		"below this threshold: raise it":   {},
		"of 16 pixels or more is below":    {MinSize: 16},
		"above this threshold: lower it":   {Operator: edge.Luma},
		"below this threshold: raise  it":  {Operator: edge.Luma, Invert: true},
		"above this threshold: lower  it":  {Invert: true},
		"between Low and this threshold":   {Operator: edge.Range, Low: 0.2, Threshold: 0.3},
		"outside Low and this threshold":   {Operator: edge.Range, Low: 0.2, Threshold: 0.3, Invert: true},
		"below this  threshold: raise it":  {Operator: edge.Range},
		"below  this threshold: raise it":  {Variant: analysis.CommonFeature, Operator: edge.Luma},
		"pick one (d)":                     {Operator: edge.Colour, Colours: unpicked},
		"near to the colour: raise":        {Operator: edge.Colour, Colours: yellow},
		"above  this threshold: lower it":  {Operator: edge.Box, Colours: yellow, Invert: true},
		"pick one (D)":                     {Variant: analysis.Templates},
		"like the template: raise":         {Variant: analysis.Templates, Search: match.Search{Template: match.Template{Width: 2, Height: 2}}},
		"below this threshold:  raise it":  {Variant: analysis.Points},
		"below this threshold:   raise it": {Variant: analysis.Points, MinSize: 8},
	} {
		got := live(p)
		if !strings.Contains(got.Text, strings.Join(strings.Fields(want), " ")) || got.Control == None {
			t.Errorf("%+v: %+v, want %q", p, got, want)
		}
	}
}

// Stored lists are empty on purpose, and unknown ones are not empty. During playback, a hint waits.
func TestTimer(t *testing.T) {
	c := &session.Choices{Overlay: true}
	now := time.Unix(0, 0)
	var timer Timer
	shows := func(what, want string, f Frame) {
		t.Helper()
		if got := timer.Of(c, f, now).Text; !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	shows("paused", "threshold", Frame{Counted: true})
	shows("stored", "Stored quads of this frame: none", Frame{Counted: true, Stored: true})
	shows("missing", "", Frame{Counted: true, Stored: true, Missing: true})
	shows("being analysed", "", Frame{})
	shows("quads", "", Frame{Counted: true, Quads: 1})
	plays := Frame{Counted: true, Playing: true}
	shows("a frame that plays", "", plays)
	now = now.Add(patience)
	shows("many frames", "threshold", plays)
	shows("one with quads", "", Frame{Counted: true, Quads: 1, Playing: true})
	shows("the next", "", plays)
	flat := Frame{Counted: true, Quads: 1, Covers: true}
	shows("no shapes", "lower it", flat)
	c.Auto = true
	shows("no shapes at the automatic threshold", "flat", flat)
	flat.Colours = true
	if got := timer.Of(c, flat, now); got.Control != Planes || !strings.Contains(got.Text, "only colours differ") {
		t.Errorf("colours on flat luma: %+v", got)
	}
	c.Planes = edge.AllPlanes
	shows("with all planes", "flat", flat)
	c.Planes = edge.LumaPlane
	c.Invert = true
	shows("edges everywhere", "", flat)
	c.Invert, c.Operator = false, edge.Luma
	shows("dark everywhere", "", flat)
	c.Operator = edge.Motion
	shows("no motion", "", flat)
	c.Operator, flat.Stored = edge.Cross, true
	shows("stored quads everywhere", "", flat)
	c.Overlay = false
	shows("without the overlay", "", Frame{Counted: true})
}
