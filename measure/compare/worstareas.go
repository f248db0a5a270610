package compare

import (
	"image"
	"math"
	"math/bits"
	"slices"

	"ffkvadrat/measure/edges"
	"ffkvadrat/yuv/distortion"
)

// AreaKind is a way to find the area of a frame that differs most.
type AreaKind uint8

const (
	Squares       AreaKind = iota // of a fixed grid, which has all of the picture; neighbours that are nearly as bad are one area
	Quads                         // of the reference's list: flat areas, without its edges
	AreaKindCount                 // the number of kinds
)

// areaKinds has a row for each kind.
var areaKinds = [AreaKindCount]func(f *areaFinder, m *edges.Meter, size image.Point) Area{
	Squares: (*areaFinder).square,
	Quads:   func(_ *areaFinder, m *edges.Meter, _ image.Point) Area { return worstQuad(m) },
}

// AreaSide is the side of the grid's squares, and the least of quads among the worst: smaller ones are hardly visible.
const AreaSide = 16

// Area is one of the worst areas of an encode: that with the largest mean squared error of the first plane in its
// second of the reference.
type Area struct {
	Place Place           // in the reference
	Part  image.Rectangle // of the picture, in its pixels
	Error distortion.Area // of the first plane, in the quad, or in the worst square of the area
}

// worse reports whether the mean squared error is larger than that of o. The zero Area has none.
func (a *Area) worse(o *Area) bool {
	if o.Part.Empty() || a.Part.Empty() {
		return a.Error.SSE > 0
	}
	return more(&a.Error, 1, &o.Error, 1)
}

// more compares two mean squared errors with factors, exactly.
func more(a *distortion.Area, times uint64, b *distortion.Area, other uint64) bool {
	high, low := bits.Mul64(a.SSE, times*uint64(b.Pixels))
	otherHigh, otherLow := bits.Mul64(b.SSE, other*uint64(a.Pixels))
	return high > otherHigh || high == otherHigh && low > otherLow
}

// worstQuad returns the worst quad of the frame that the meter has compared; its place is not set.
func worstQuad(m *edges.Meter) (worst Area) {
	for _, c := range m.Cells() {
		if !c.Listed || c.Size() < AreaSide {
			continue
		}
		q := Area{Part: image.Rect(c.X(), c.Y(), c.X()+c.Size(), c.Y()+c.Size()), Error: m.Area(0, c)}
		if q.worse(&worst) {
			worst = q
		}
	}
	return worst
}

// areaFinder finds the worst squares. One goroutine at a time may use it; it allocates only when pictures grow.
type areaFinder struct {
	grid   []distortion.Area // rows of squares
	across int
	queue  []image.Point
	joined [2*reach + 1][2*reach + 1]bool
}

// reach is how many squares an area extends from its worst one in each direction.
const reach = 3

// square returns the worst square of the frame that the meter has compared, the first one of equals, with the squares
// around it that it leads to, by sides and corners, over ones with at least half its mean squared error.
func (f *areaFinder) square(m *edges.Meter, size image.Point) (worst Area) {
	f.grid, f.across = f.grid[:0], (size.X+AreaSide-1)/AreaSide
	most := 0
	for y := 0; y < size.Y; y += AreaSide {
		for x := 0; x < size.X; x += AreaSide {
			f.grid = append(f.grid, m.Square(0, x, y, AreaSide))
			if n := len(f.grid) - 1; more(&f.grid[n], 1, &f.grid[most], 1) {
				most = n
			}
		}
	}
	if worst.Error = f.grid[most]; worst.Error.SSE == 0 {
		return Area{}
	}
	return Area{Part: f.join(most).Intersect(image.Rectangle{Max: size}), Error: f.grid[most]}
}

// join returns the rectangle around a square and those that belong to its area.
func (f *areaFinder) join(worst int) (part image.Rectangle) {
	first := image.Pt(worst%f.across, worst/f.across)
	f.queue, f.joined = append(f.queue[:0], first), [2*reach + 1][2*reach + 1]bool{}
	within := image.Rect(first.X-reach, first.Y-reach, first.X+reach+1, first.Y+reach+1).Intersect(image.Rect(0, 0, f.across, len(f.grid)/f.across))
	for len(f.queue) > 0 {
		at := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		seen := &f.joined[at.Y-first.Y+reach][at.X-first.X+reach]
		if *seen || more(&f.grid[worst], 1, &f.grid[at.Y*f.across+at.X], 2) {
			continue
		}
		*seen = true
		part = part.Union(image.Rectangle{Min: at.Mul(AreaSide), Max: at.Add(image.Pt(1, 1)).Mul(AreaSide)})
		for y := -1; y <= 1; y++ {
			for x := -1; x <= 1; x++ {
				if next := at.Add(image.Pt(x, y)); next.In(within) {
					f.queue = append(f.queue, next)
				}
			}
		}
	}
	return part
}

// worstAreas collects the worst areas of an encode, in the order of frames.
type worstAreas struct {
	most   int
	second float64 // of now
	now    Area
	list   []Area // the worst first; of equal ones the earlier
}

// add adds the worst area of a frame.
func (w *worstAreas) add(a Area) {
	if second := math.Floor(a.Place.Seconds); second != w.second {
		w.end()
		w.second = second
	}
	if a.worse(&w.now) {
		w.now = a
	}
}

// end ends a second.
func (w *worstAreas) end() {
	if !w.now.Part.Empty() {
		at := len(w.list)
		for at > 0 && w.now.worse(&w.list[at-1]) {
			at--
		}
		if w.list = slices.Insert(w.list, at, w.now); len(w.list) > w.most {
			w.list = w.list[:w.most]
		}
	}
	w.now = Area{}
}
