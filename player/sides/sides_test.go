package sides

import (
	"image"
	"testing"
)

// TestPanes: whatever the way, the panes are inside of the area, have one size, and show no pixel twice; the area of a wipe
// and of pictures apart is shown but for the gap.
func TestPanes(t *testing.T) {
	for _, area := range []image.Rectangle{image.Rect(10, 20, 311, 220), image.Rect(0, 0, 300, 199), image.Rect(5, 5, 6, 6), {}} {
		for w := range WayCount {
			for _, turn := range []Turn{{}, {Part: 0.3}, {Part: 1, B: true}} {
				panes := w.Panes(area, turn)
				seen := 0
				for i, p := range panes {
					if !p.Area.In(area) || !p.Shown.In(p.Area) {
						t.Errorf("%v, %v, %+v: pane %d is %v", w, area, turn, i, p)
					}
					seen += p.Shown.Dx() * p.Shown.Dy()
				}
				if panes[0].Shown.Overlaps(panes[1].Shown) || !w.NeedsSecond() && panes[0].Area.Size() != panes[1].Area.Size() {
					t.Errorf("%v, %v, %+v: %v", w, area, turn, panes)
				}
				most := area.Dx() * area.Dy()
				least := most
				switch w {
				case Beside:
					least = max(most-(gap+1)*area.Dy(), 0)
				case Below:
					least = max(most-(gap+1)*area.Dx(), 0)
				}
				if seen < least || seen > most {
					t.Errorf("%v, %v, %+v: %d of %d pixels are shown", w, area, turn, seen, most)
				}
			}
		}
	}
}

// TestTurn: the divider is at A's share, and one of both pictures is flipped to.
func TestTurn(t *testing.T) {
	area := image.Rect(10, 0, 110, 50)
	if p := Wipe.Panes(area, Turn{Part: 0.3}); p[0].Shown.Max.X != 40 || p[1].Shown.Min.X != 40 {
		t.Errorf("divided: %v", p)
	}
	for _, b := range []bool{false, true} {
		if p := Flip.Panes(area, Turn{B: b}); p[0].Shown.Empty() != b || p[1].Shown.Empty() == b {
			t.Errorf("flipped to B %v: %v", b, p)
		}
	}
}

// TestJoin: pictures apart do not overlap, and fill the picture of both but for the gap.
func TestJoin(t *testing.T) {
	for w, want := range map[Way]image.Point{Beside: image.Pt(12+gap+12, 7), Below: image.Pt(12, 7+gap+7)} {
		at, all := w.Join(image.Pt(12, 7))
		if all != want || at[0].Overlaps(at[1]) || at[0].Union(at[1]).Size() != all || at[0].Size() != at[1].Size() {
			t.Errorf("%v: %v in %v", w, at, all)
		}
	}
}

// TestNames: each way has a name that is read back.
func TestNames(t *testing.T) {
	next := Wipe
	for w := range WayCount {
		if got, err := Parse(w.String()); got != w || err != nil || w.Title() == "" || w.Note() == "" || next != w {
			t.Errorf("%v: %v, %v, %q, %q", w, got, err, w.Title(), w.Note())
		}
		next = next.Next()
	}
	if _, err := Parse("x"); err == nil || next != Wipe {
		t.Error("an unknown name is read, or the last way is not before the first")
	}
}
