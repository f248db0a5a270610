package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
)

// TestReadout: the lines about a pixel hide neither it nor the pinned one, and stay in the picture.
func TestReadout(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	picture := s.Areas.Picture
	around := func(x, y int) image.Rectangle { return image.Rect(x-10, y-10, x+10, y+10).Add(picture.Min) }
	left, right := around(60, picture.Dy()-40), around(picture.Dx()-60, picture.Dy()-40)
	lines := []string{"(763, 321)   Y 156  U 124  V 146   RGB 195 154 155", "block (1088, 768)   32 × 32   QP 27   inter   16 bits"}
	drawn := func(point image.Rectangle, pins ...image.Rectangle) image.Rectangle {
		s.MoveMouse(float32(point.Min.X+10), float32(point.Min.Y+10))
		s.Status.Outlines, s.Status.Inspected = nil, nil
		for _, pin := range pins {
			s.Status.Outlines = append(s.Status.Outlines, panel.Outline{Place: pin, Within: picture, Pinned: true})
		}
		s.Turn(2)
		without := s.Pixels()
		s.Status.Inspected = lines
		s.Turn(2)
		return paneltest.Differs(without, s.Pixels(), picture)
	}
	middle := around(picture.Dx()/2, picture.Dy()/2)
	for _, c := range []struct {
		what        string
		point       image.Rectangle
		pins        []image.Rectangle
		right, down bool
	}{
		{"nothing there", middle, nil, false, true},
		{"the pointer is there", left, nil, true, true},
		{"the pin is there", middle, []image.Rectangle{left}, true, true},
		{"both are there", left, []image.Rectangle{right}, false, false},
		{"the pointer is at the right", right, nil, false, true},
	} {
		at := drawn(c.point, c.pins...)
		for _, of := range append(c.pins, c.point) {
			if at.Overlaps(of) {
				t.Errorf("%s: %v hides %v", c.what, at, of)
			}
		}
		if at.Empty() || at.Min.X > picture.Dx()/2 != c.right || at.Min.Y > picture.Dy()/2 != c.down {
			t.Errorf("%s: at %v", c.what, at)
		}
	}
	lines = []string{"A   (763, 321)   Y 156", "B   (763, 321)   Y 153", "edge", "quad 1 of 2"}
	high := [3]int{}
	for _, s.Status.Heads = range []int{1, 2} {
		high[s.Status.Heads] = drawn(middle).Dy()
	}
	if s.Status.Heads = 1; high[2]-high[1] < 15 {
		t.Errorf("with the samples of one video, of both: %v high", high[1:])
	}
	s.Settings.PanelWidth = 900
	lines = []string{"(763, 321)   Y 156  U 124  V 146   RGB 195 154 155   luma 100   and so on   until it is wider than the picture"}
	s.Turn(2)
	picture = s.Areas.Picture
	if at := drawn(around(picture.Dx()/2, 20)); at.Empty() || at.Max.X > picture.Max.X-4 || at.Dy() < 30 {
		t.Errorf("in %v: %v", picture, at)
	}
}
