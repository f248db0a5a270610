// Package sides is the table of ways to compare two pictures, A and B, in one area of a window: how each is called, and
// which part of the area each picture has.
package sides

import (
	"fmt"
	"image"
	"math"
)

// Way is a way to show two pictures.
type Way uint8

const (
	Wipe Way = iota
	Beside
	Below
	Flip
	Difference // a picture made of both, as the next one
	BlockPSNR
	WayCount // number of ways
)

// SecondTitle is the title of the dialog that asks for a second video, Second that of the command, and NoSecond says why
// nothing can be done with one.
const (
	SecondTitle = "Compare with a second video"
	Second      = SecondTitle + "…"
	NoSecond    = "there is no second video: menu, " + Second
)

// Pane is where one of the pictures is.
type Pane struct {
	Area  image.Rectangle // that the whole picture is placed in; both pictures' have one size
	Shown image.Rectangle // the part of Area that is drawn; empty while the picture is hidden
}

// Turn is what the user changes of a way.
type Turn struct {
	Part float64 // A's share of the area, 0 to 1, in a wipe
	B    bool    // B is shown, not A, where only one is
}

var ways = [WayCount]struct {
	name, title, note string
	next              image.Point // where B is, seen from A: to the right or below; zero where both have the same area
	clip              func(panes *[2]Pane, t Turn)
	second            bool // it makes one picture of two videos
}{
	Wipe:       {"wipe", "Wipe", "A left of a divider, B right of it", image.Point{}, divide, false},
	Beside:     {"beside", "Beside", "A on the left, B on the right", image.Pt(1, 0), whole, false},
	Below:      {"below", "Below", "A above, B below", image.Pt(0, 1), whole, false},
	Flip:       {"flip", "Flip", "one of them; j shows the other", image.Point{}, flip, false},
	Difference: {"difference", "Difference", "A − B of two videos", image.Point{}, first, true},
	BlockPSNR:  {"block-psnr", "Block PSNR", "of B, in blocks of 16×16", image.Point{}, first, true},
}

func whole(*[2]Pane, Turn) {}

func first(panes *[2]Pane, _ Turn) { panes[1] = Pane{} }

func divide(panes *[2]Pane, t Turn) {
	a, b := &panes[0].Shown, &panes[1].Shown
	x := a.Min.X + int(math.Round(t.Part*float64(a.Dx())))
	a.Max.X, b.Min.X = x, x
}

func flip(panes *[2]Pane, t Turn) {
	hidden := 1
	if t.B {
		hidden = 0
	}
	panes[hidden].Shown = image.Rectangle{}
}

// Parse returns the way with a name, as String returns it.
func Parse(name string) (Way, error) {
	for i := range ways {
		if ways[i].name == name {
			return Way(i), nil
		}
	}
	return 0, fmt.Errorf("sides: no way to compare is called %q", name)
}

func (w Way) String() string {
	if w < WayCount {
		return ways[w].name
	}
	return fmt.Sprintf("Way(%d)", uint8(w))
}

// Title is the way's name in the panel.
func (w Way) Title() string { return ways[w].title }

// Note says in a few words where A and B are.
func (w Way) Note() string { return ways[w].note }

// Next returns the way after w in the table; after the last one, the first.
func (w Way) Next() Way { return (w + 1) % WayCount }

// NeedsSecond reports whether the way makes one picture of two videos.
func (w Way) NeedsSecond() bool { return ways[w].second }

// Apart reports whether A and B have areas of their own.
func (w Way) Apart() bool { return ways[w].next != image.Point{} }

// gap is the least distance of such areas in pixels.
const gap = 2

// Panes divides an area between A and B.
func (w Way) Panes(area image.Rectangle, t Turn) (panes [2]Pane) {
	size := area.Size()
	if next := ways[w].next; next.X > 0 {
		size.X = max(size.X-gap, 0) / 2
	} else if next.Y > 0 {
		size.Y = max(size.Y-gap, 0) / 2
	}
	for i, at := range [2]image.Rectangle{{area.Min, area.Min.Add(size)}, {area.Max.Sub(size), area.Max}} {
		panes[i] = Pane{at, at}
	}
	ways[w].clip(&panes, t)
	return panes
}

// Join returns where A and B are in a picture of both at their size, and that picture's size. Only ways in which they are
// apart have such a picture.
func (w Way) Join(size image.Point) (at [2]image.Rectangle, all image.Point) {
	next := ways[w].next
	step := image.Pt(next.X*(size.X+gap), next.Y*(size.Y+gap))
	at = [2]image.Rectangle{{Max: size}, {step, step.Add(size)}}
	return at, at[1].Max
}
