package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/widgets"
)

// wiped returns a comparison in a wipe with a divider in an area.
func wiped(area image.Rectangle, divider int) panel.Wipe {
	a, b := area, area
	a.Max.X, b.Min.X = divider, divider
	return panel.Wipe{On: true, Areas: [2]image.Rectangle{a, b}}
}

// TestPanelOfA: while two settings are compared, the panel says that it is that of A.
func TestPanelOfA(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Turn(2)
	before, row := s.Pixels(), s.Widgets.Method
	s.Status.Wipe = wiped(s.Areas.Picture, 300)
	s.Status.Wipe.Tuned = true
	s.Turn(2)
	after, changed := s.Pixels(), 0
	if s.Rest(s.Widgets.Tabs[0]) == "" || s.TipPlace.Min.Y < 30 {
		t.Errorf("a tooltip hides the name of B: %v", s.TipPlace)
	}
	for y := row.Min.Y; y < row.Max.Y; y++ {
		for x := row.Min.X - 40; x < row.Min.X; x++ {
			if before.RGBAAt(x, y) != after.RGBAAt(x, y) {
				changed++
			}
		}
	}
	if changed < 200 {
		t.Errorf("%d pixels change", changed)
	}
}

// TestWipe: each name stays on its side, in one or two lines.
func TestWipe(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	area := panel.Layout(960, 540, 1, true, false).Picture
	for _, divider := range []int{area.Min.X, 120, area.Dx() / 2, area.Max.X - 90, area.Max.X} {
		s.Status.Wipe = wiped(area, divider)
		s.Status.Wipe.Names, s.Status.Wipe.Counts = [2]string{"A   Feature 0.0100", "B   Edges, Laplace 15.9999"}, [2]string{"123 456 quads", "9 quads"}
		s.Turn(2)
		before := s.Pixels()
		for side := range 2 {
			name := s.Status.Wipe.Names[side]
			s.Status.Wipe.Names[side] = "C   Edges, Sobel 1.0000"
			s.Turn(2)
			after := s.Pixels()
			s.Status.Wipe.Names[side] = name
			changed := 0
			for y := range 540 {
				for x := range 960 {
					if before.RGBAAt(x, y) == after.RGBAAt(x, y) {
						continue
					}
					changed++
					if right := x >= divider; right != (side == 1) || x >= area.Max.X {
						t.Fatalf("divided at %d: side %d changes (%d,%d)", divider, side, x, y)
					}
				}
			}
			room := divider - area.Min.X
			if side == 1 {
				room = area.Max.X - divider
			}
			if room > 60 != (changed > 0) {
				t.Errorf("divided at %d: side %d changes %d pixels", divider, side, changed)
			}
		}
	}
}

// TestApart: pictures beside and below each other have their names at their upper left, and a chosen quad a frame in both;
// flipped to, B has its name where A's was.
func TestApart(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Turn(2)
	plain, area := s.Pixels(), s.Areas.Picture
	for _, way := range []sides.Way{sides.Beside, sides.Below, sides.Flip} {
		panes := way.Panes(area, sides.Turn{B: true})
		w := panel.Wipe{On: true, Way: way, Names: [2]string{"A   a.mkv", "B   b.mkv"}, Counts: [2]string{"12 quads", "9 quads"}}
		for i, p := range panes {
			w.Areas[i] = p.Shown
			w.Worst[i] = image.Rect(40, 90, 60, 110).Add(p.Area.Min)
		}
		s.Status.Wipe = w
		s.Turn(2)
		now := s.Pixels()
		for i, p := range panes {
			name, quad := image.Rect(8, 8, 80, 30).Add(p.Area.Min), w.Worst[i].Inset(-6)
			if p.Shown.Empty() {
				continue
			}
			if paneltest.Differs(now, plain, name).Empty() || paneltest.Differs(now, plain, quad).Empty() {
				t.Errorf("%v: side %d has no name or no frame", way, i)
			}
			right := image.Rect(p.Shown.Max.X-80, p.Shown.Min.Y+8, p.Shown.Max.X, p.Shown.Min.Y+30)
			if at := paneltest.Differs(now, plain, right); !at.Empty() {
				t.Errorf("%v: side %d changes at its upper right, %v", way, i, at)
			}
		}
	}
}

// TestComparing: the bar's button is underlined while two pictures are compared, also while their difference is shown; the
// panel has the ways; the difference needs two videos.
func TestComparing(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Turn(2)
	plain := s.Pixels()
	for name, w := range map[string]panel.Wipe{"a wipe": wiped(s.Areas.Picture, 300), "a difference": {Both: "A   a.mkv   −   B   b.mkv"}} {
		s.Status.Wipe = w
		s.Turn(2)
		line := s.Widgets.BarWipe
		line.Min.Y = line.Max.Y - 2
		if paneltest.Differs(s.Pixels(), plain, line).Empty() {
			t.Errorf("%s: the button is not underlined", name)
		}
	}
	for _, videos := range []bool{false, true} {
		s.Status.Wipe, s.Status.Pairing.On = wiped(s.Areas.Picture, 300), videos
		s.Settings.CompareAs(sides.Wipe)
		s.Turn(2)
		s.Click(s.Widgets.CompareAs)
		s.Turn(2)
		ways := s.Widgets.CompareWays
		for _, way := range []sides.Way{sides.Difference, sides.BlockPSNR} {
			s.Click(ways[way])
			if got := s.Settings.ComparedAs() == way; got != videos {
				t.Errorf("two videos %v: %v can be chosen: %v", videos, way, got)
			}
			s.Turn(2)
			s.Click(s.Widgets.CompareAs)
			s.Turn(2)
		}
		s.Click(ways[sides.Below])
		s.Turn(2)
	}
}

// TestMore: the label of B says in short lines what to do, or how B differs.
func TestMore(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	area := panel.Layout(640, 400, 1, true, false).Picture
	divider := (area.Min.X + area.Max.X) / 2
	s.Status.Wipe = wiped(area, divider)
	s.Status.Wipe.Names, s.Status.Wipe.Counts = [2]string{"A   Edges 0.5670", "B   Edges 0.5670"}, [2]string{"8 583 quads", "8 583 quads"}
	s.Turn(2)
	before := s.Pixels()
	s.Status.Wipe.More = panel.SameB
	s.Turn(2)
	if at := paneltest.Differs(s.Pixels(), before, image.Rect(area.Min.X, area.Min.Y, divider, area.Max.Y)); !at.Empty() {
		t.Errorf("side A changes: %v", at)
	}
	right := image.Rect(divider, area.Min.Y, area.Max.X, area.Max.Y)
	if at := paneltest.Differs(s.Pixels(), before, right); at.Empty() || at.Max.X > area.Max.X-4 || at.Max.Y > area.Min.Y+80 {
		t.Errorf("the label of B changes in %v of %v", at, right)
	}
}

// TestWhose: with a second video, and with two settings, the tabs say what is about A.
func TestWhose(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	for tab := range session.TabCount {
		s.Settings.Tab, s.Status.Wipe, s.Status.Pairing.On = tab, panel.Wipe{}, false
		s.Turn(3)
		alone := s.Pixels()
		for _, two := range []bool{false, true} {
			s.Status.Pairing.On, s.Status.Wipe = !two, wiped(s.Areas.Picture, 300)
			s.Status.Wipe.Tuned = two
			s.Turn(3)
			says := !paneltest.Differs(s.Pixels(), alone, s.Areas.Side).Empty()
			if want := tab != session.Marks && !(two && (tab == session.Video || tab == session.Scopes)); says != want || s.Overflows() {
				t.Errorf("%v, two settings %v: says something: %v; too tall: %v", tab, two, says, s.Overflows())
			}
		}
	}
}

// TestQuadInWipe: a chosen quad has a frame around it, which covers none of its pixels.
func TestQuadInWipe(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Status.Wipe = wiped(s.Areas.Picture, 100)
	s.Turn(2)
	before := s.Pixels()
	quad := image.Rect(200, 150, 280, 230)
	s.Status.Wipe.Worst = [2]image.Rectangle{quad, quad}
	s.Turn(2)
	after, framed := s.Pixels(), 0
	for y := range 540 {
		for x := range 960 {
			if before.RGBAAt(x, y) == after.RGBAAt(x, y) {
				continue
			}
			if framed++; image.Pt(x, y).In(quad) || !image.Pt(x, y).In(quad.Inset(-7)) {
				t.Fatalf("(%d,%d) changes", x, y)
			}
		}
	}
	if framed < 4*80*2 {
		t.Errorf("the frame has %d pixels", framed)
	}
}

// TestCodecOfB: while B alone shows the codec's blocks, the panel's row of blocks is B's.
func TestCodecOfB(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	b := s.Settings.Choices
	b.Codec = true
	s.Settings.Codec = false
	s.Status.Wipe = wiped(s.Areas.Picture, 300)
	s.Status.Wipe.Tuned, s.Status.Wipe.B = true, &b
	s.Turn(2)
	s.Click(s.Widgets.BlocksBy)
	s.Turn(2)
	s.Click(s.Widgets.BlocksBys[overlay.ByBits])
	if b.BlocksBy != overlay.ByBits || s.Settings.BlocksBy == overlay.ByBits {
		t.Errorf("B shows %v, A %v", b.BlocksBy, s.Settings.BlocksBy)
	}
	s.Turn(2)
	s.Click(s.Widgets.Codec)
	if b.Codec || s.Settings.Codec {
		t.Errorf("blocks of B: %v, of A: %v", b.Codec, s.Settings.Codec)
	}
}

// TestPlaceBelowNames: the field for a time or a frame is below the names of A and B.
func TestPlaceBelowNames(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	s.Place.Ask("")
	s.Turn(3)
	alone := s.Widgets.Place
	s.Status.Wipe = panel.Wipe{On: true, Way: sides.Flip, Names: [2]string{"A   a.mkv", "B   b.mkv"}, Counts: [2]string{"12 quads", "9 quads"}, Areas: [2]image.Rectangle{1: s.Areas.Picture}}
	s.Turn(3)
	if with := s.Widgets.Place; alone.Empty() || with.Min.Y < alone.Min.Y+widgets.TextSize {
		t.Errorf("alone the field is at %v, with names at %v", alone, with)
	}
}
