package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
)

// codedStatus has blocks with a scale, notes and vectors.
var codedStatus = panel.Codec{
	Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', Size: decode.Size{Bytes: 12345}, QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}, Motion: true, Vectors: 3, Moving: 3, Drawn: 3, Zoom: 1,
}

// TestFoldLegend: a click on the first line of the legend of blocks leaves that line, with the frame, and another one shows all.
// Below that line clicks are for the picture.
func TestFoldLegend(t *testing.T) {
	for name, size := range map[string]image.Point{"large": {X: 1280, Y: 720}, "low": {X: 1280, Y: 330}} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, size.X, size.Y, 1)
			s.Status.Codec = codedStatus
			s.Turn(2)
			all, head := s.Widgets.CodecLegend, s.Widgets.LegendHead
			covers := func(at image.Point) bool { return s.Covers(float64(at.X), float64(at.Y)) }
			if below := image.Pt(all.Min.X+20, all.Max.Y-5); !head.In(all) || !covers(paneltest.Middle(head)) || covers(below) {
				t.Fatalf("of the legend at %v, the line at %v is for clicks", all, head)
			}
			if tip := s.Rest(head); !strings.Contains(tip, "Drag") {
				t.Errorf("the tooltip is %q", tip)
			}
			s.Click(head)
			s.Turn(2)
			if line := s.Widgets.CodecLegend; !s.Settings.LegendFolded || line.Dy() > 30 || line.Dx() >= all.Dx() || line.Max.X != all.Max.X {
				t.Errorf("folded %v: the legend is at %v, and was at %v", s.Settings.LegendFolded, line, all)
			}
			s.Click(s.Widgets.LegendHead)
			if s.Turn(2); s.Settings.LegendFolded || s.Widgets.CodecLegend != all {
				t.Errorf("after another click, folded %v: at %v, was at %v", s.Settings.LegendFolded, s.Widgets.CodecLegend, all)
			}
		})
	}
}

// TestDragLegend: the legend of blocks stays in the corner of the picture to which it was dragged, but leaves it to what is pinned
// there, and a drag does not fold it. It follows the mouse within the picture.
func TestDragLegend(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Codec = codedStatus
	s.Turn(2)
	area, middle := s.Areas.Picture, paneltest.Middle(s.Areas.Picture)
	for corner, at := range map[session.Corner]image.Point{
		session.LowerLeft: {X: area.Min.X + 150, Y: area.Max.Y - 60}, session.UpperLeft: {X: area.Min.X - 90, Y: area.Min.Y + 20},
		session.LowerRight: {X: area.Max.X - 20, Y: area.Max.Y + 90}, session.UpperRight: {X: area.Max.X - 150, Y: area.Min.Y + 40},
	} {
		from := s.Widgets.CodecLegend.Min.Add(image.Pt(60, 12))
		s.Drag(from, at)
		s.Turn(2)
		r := s.Widgets.CodecLegend
		right, down := r.Min.X > middle.X, r.Min.Y > middle.Y
		if s.Settings.Legend != corner || s.Settings.LegendFolded || session.CornerAt(right, down) != corner || !r.In(area) {
			t.Errorf("dragged to %v: %v, folded %v, at %v", at, s.Settings.Legend, s.Settings.LegendFolded, r)
		}
		s.Status.Outlines = []panel.Outline{{Place: r.Inset(20), Within: area, Pinned: true}}
		if s.Turn(2); s.Widgets.CodecLegend.Overlaps(r.Inset(20)) {
			t.Errorf("%v: over what is pinned", corner)
		}
		s.Status.Outlines = nil
		if s.Turn(2); s.Widgets.CodecLegend != r {
			t.Errorf("%v: after the pin at %v, was at %v", corner, s.Widgets.CodecLegend, r)
		}
	}
}

// TestLegendAndPin: where no corner has room next to what is pinned, the legend has one line; where not even that, it is not shown.
func TestLegendAndPin(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Codec = codedStatus
	area := s.Areas.Picture
	for inset, want := range map[image.Point]struct{ shown, whole bool }{{X: 300, Y: 180}: {true, true}, {X: 60, Y: 50}: {true, false}, {X: 2, Y: 2}: {}} {
		pin := image.Rect(area.Min.X+inset.X, area.Min.Y+inset.Y, area.Max.X-inset.X, area.Max.Y-inset.Y)
		s.Status.Outlines = []panel.Outline{{Place: pin, Within: area, Pinned: true}}
		s.Turn(2)
		r := s.Widgets.CodecLegend
		if r.Empty() == want.shown || want.shown && r.Dy() > 30 != want.whole || r.Overlaps(pin) || s.Settings.LegendFolded {
			t.Errorf("with a pin at %v of %v the legend is at %v", pin, area, r)
		}
	}
}

// TestTwoScales: the legend is higher by a bar if A's and B's QPs have a scale each.
func TestTwoScales(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	height := func(scale panel.BlockScale) int {
		s.Status.Codec = codedStatus
		s.Status.Codec.Beside, s.Status.Codec.BesideScale, s.Status.Codec.Frames[1] = true, scale, codedStatus.Frames[0]
		s.Turn(2)
		return s.Widgets.CodecLegend.Dy()
	}
	one, two := height(codedStatus.BlockScale), height(panel.BlockScale{High: 255, Coarsest: 255})
	if more := two - one; more < 25 || more > 40 {
		t.Errorf("%d pixels with one scale, %d with two", one, two)
	}
}
