// Package lesson explains the algorithm step by step on a small square of a picture: pixels, leaf
// markers, the reduction of four cells into one on each level, the count at the top, the traversal
// to one entry of the list, and the list.
//
// Input is the leaf pixels of a square, from a mask or a picture's pyramid; output is steps with
// cells, numbers, and a sentence each. All numbers come from package quadpyramid. There are no
// goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", sections 4 to 6.
package lesson

import (
	"image"
	"image/color"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// Sides of a square in pixels, powers of two.
const LeastSide, UsualSide, MostSide = 4, 8, 32

// Lesson is a square with its pyramid, its list and the steps.
type Lesson struct {
	Name   string // of an example; else empty
	about  string // what an example shows
	X, Y   int    // first pixel of the square in the picture
	Side   int
	Pixels []Pixel // Side × Side, row by row
	// Threshold is the limit of D, in D's unit; empty if the variant has no D. For a template it is
	// the limit of A.
	Threshold string
	Features  []channel.Vector // of the pixels, for the variant feature; else empty
	First     int              // key index of the square's first quad in the picture's list
	Of        int              // length of the picture's list; 0 for an example
	// Params are those of the picture's analysis, which determine the rule for cells. Examples have
	// the zero value, the rule for edges.
	Params   analysis.Params
	Instead  bool                // the square that was asked for is flat, or for an example the frame, and this one is shown instead
	Turn     overlay.Orientation // how the player shows the stored picture, whose places and order the lesson has
	Crowded  bool                // there is no room for the pixels' numbers
	Overview Overview

	Cells quadpyramid.Cells // of the square only
	Key   int               // key index whose traversal is shown; −1 if the list is empty
	Steps []Step
	way   []quadpyramid.Step
}

// Overview is a small picture of the whole frame, as the player shows it.
type Overview struct {
	Image  *image.RGBA     // nil for none
	Square image.Rectangle // where the square is, in the image's pixels
}

// Pixel is a pixel of a square.
type Pixel struct {
	Colour  color.RGBA
	D       string   // or A of a template; empty if the variant has neither
	Brief   []string // D for where it has no room, the better ones first
	Formula string   // how it is computed, and the decision; empty if unknown
	Inside  bool     // inside the picture
}

// Kind is the kind of a step.
type Kind uint8

const (
	Picture Kind = iota // the pixels
	Marks               // leaf pixels: level 0 of the pyramid
	Reduce              // four cells of the level below become one
	Count               // the top has the number of quads
	Descend             // a cell of the traversal
	List                // all quads
)

// Step is a step of a lesson.
type Step struct {
	Kind  Kind
	Level int // level of the cells that the step is about
	// In a traversal: the visited cell with its index range, and its children in Morton order. The
	// last cell has no children.
	At       quadpyramid.Step
	Children []Child
}

// Child is one of the four children of a visited cell.
type Child struct {
	X, Y       int
	Value      int32
	Start, End int // index range: the prefix sums of the counts before and including it
}

// Range writes out the key indices in a child: its index range.
func (c *Child) Range() string { return Keys(c.Start, c.End) }

// Keys writes out the key indices from start on and before end.
func Keys(start, end int) string {
	switch end - start {
	case 0:
		return "none"
	case 1:
		return quantity.Grouped(int64(start))
	}
	return quantity.Grouped(int64(start)) + "–" + quantity.Grouped(int64(end-1))
}

// Of returns the lesson about a square of a picture with the given cells, found with params. x, y
// and side are in pixels; x and y are multiples of side, a power of two.
func Of(cells *quadpyramid.Cells, params analysis.Params, x, y, side int) *Lesson {
	l := &Lesson{X: x, Y: y, Side: side, Params: params}
	l.Cells = quadpyramid.Cells{Width: side, Height: side, Leaves: part(cells.Leaves, x, y, side), List: part(cells.List, x, y, side)}
	var inside bool
	if l.First, inside = quadpyramid.Find(cells.List, x, y); !inside {
		l.First, _ = cells.Range(l.Top(), x/side, y/side)
	}
	l.Of = len(cells.List)
	l.choose(len(l.Cells.List) / 2) // of the first one, all differences are 0
	return l
}

// FromMask returns the lesson about a mask of side × side pixels.
func FromMask(name string, mask *edge.Mask, limits quadpyramid.Limits) *Lesson {
	l := &Lesson{Name: name, Side: mask.Width}
	var reference quadpyramid.Reference
	leaves := reference.Build(nil, mask, quadpyramid.Limits{Max: limits.Max})
	list := leaves
	if limits.Min > 0 {
		list = reference.Build(nil, mask, limits)
	}
	l.Cells = quadpyramid.Cells{Width: l.Side, Height: l.Side, Leaves: leaves, List: list}
	l.choose(len(l.Cells.List) / 2) // of the first one, all differences are 0
	return l
}

// part returns the quads of a list inside a square, with relative positions. A quad that covers the
// square is cut to it.
func part(list []quadpyramid.Quad, x, y, side int) []quadpyramid.Quad {
	var in []quadpyramid.Quad
	top := quadpyramid.TopLevel(side, side)
	for _, q := range list {
		switch {
		case q.Size() > side && x-q.X() >= 0 && y-q.Y() >= 0 && x-q.X() < q.Size() && y-q.Y() < q.Size():
			return append(in, quadpyramid.NewQuad(0, 0, top))
		case q.Size() <= side && q.X() >= x && q.Y() >= y && q.X() < x+side && q.Y() < y+side:
			in = append(in, quadpyramid.NewQuad(q.X()-x, q.Y()-y, q.Level()))
		}
	}
	return in
}

// Flat reports whether the square shows little: one quad, or none.
func (l *Lesson) Flat() bool { return len(l.Cells.List) < 2 }

// Around returns the lesson about the square around a pixel, as Of does, or about an interesting square if x is negative.
func Around(cells *quadpyramid.Cells, params analysis.Params, x, y, side int) *Lesson {
	if x < 0 {
		at := Interesting(cells, side, image.Pt(-1, -1))
		x, y = at.X, at.Y
	}
	x, y = Square(x, y, side)
	return Of(cells, params, x, y, side)
}

// Square returns the first pixel of the square around a pixel.
func Square(x, y, side int) (left, top int) { return x / side * side, y / side * side }

// SideFor returns the side of a square that shows the whole picture, or UsualSide for large
// pictures.
func SideFor(width, height int) int {
	if side := 1 << quadpyramid.TopLevel(width, height); side <= MostSide {
		return max(side, LeastSide)
	}
	return UsualSide
}

// Top returns the level of the single cell that covers the square.
func (l *Lesson) Top() int { return l.Cells.Top() }

// Choose selects the entry whose traversal is shown. It returns the first step of the traversal.
func (l *Lesson) Choose(key int) int {
	l.choose(key)
	return l.Find(Descend)
}

// Find returns the first step of a kind, or the last step.
func (l *Lesson) Find(kind Kind) int {
	for i, s := range l.Steps {
		if s.Kind == kind {
			return i
		}
	}
	return len(l.Steps) - 1
}

// StepOf returns the step that builds a level of the pyramid.
func (l *Lesson) StepOf(level int) int { return l.Find(Marks) + level }

func (l *Lesson) choose(key int) {
	l.Key = min(max(key, 0), len(l.Cells.List)-1)
	l.Steps = append(l.Steps[:0], Step{Kind: Picture}, Step{Kind: Marks})
	for level := 1; level <= l.Top(); level++ {
		l.Steps = append(l.Steps, Step{Kind: Reduce, Level: level})
	}
	l.Steps = append(l.Steps, Step{Kind: Count, Level: l.Top()})
	if l.Key >= 0 {
		q := l.Cells.List[l.Key]
		l.way = l.Cells.Descend(l.way[:0], q.X(), q.Y())
		for _, at := range l.way {
			l.Steps = append(l.Steps, Step{Kind: Descend, Level: at.Level, At: at, Children: l.children(at)})
		}
	}
	l.Steps = append(l.Steps, Step{Kind: List})
}

// children returns the children of a visited cell.
func (l *Lesson) children(at quadpyramid.Step) []Child {
	if at.Child < 0 {
		return nil
	}
	var children []Child
	for i := range 4 {
		c := Child{X: 2*at.X + i&1, Y: 2*at.Y + i>>1}
		c.Value = l.Cells.Value(at.Level-1, c.X, c.Y)
		c.Start, c.End = l.Cells.Range(at.Level-1, c.X, c.Y)
		children = append(children, c)
	}
	return children
}

// Four returns the values of a cell's four children; level is at least 1.
func (l *Lesson) Four(level, x, y int) (values [4]int32) {
	for i := range values {
		values[i] = l.Cells.Value(level-1, 2*x+i&1, 2*y+i>>1)
	}
	return values
}
