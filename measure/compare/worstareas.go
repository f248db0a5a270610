package compare

import (
	"cmp"
	"image"
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
var areaKinds = [AreaKindCount]func(f *areaFinder, m *edges.Meter, size image.Point) frameAreas{
	Squares: (*areaFinder).squares,
	Quads:   (*areaFinder).quads,
}

// frameAreas are the worst areas of a frame, that with the worst square or quad first; those after the last one are empty. Their Place
// is not set.
type frameAreas [3]Area

// Area is one of the worst areas of an encode, in that of the frames that it lasts in which its mean squared error is largest.
type Area struct {
	Place Place           // in the reference
	Part  image.Rectangle // of the picture, in its pixels
	Error distortion.Area // of the first plane in Part; without SSIM if that is more than a square or quad
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

// nearOne reports whether a rectangle is near one of the first n areas.
func (a *frameAreas) nearOne(part image.Rectangle, n int) bool {
	for i := range a[:n] {
		if near(part, a[i].Part) {
			return true
		}
	}
	return false
}

// near reports whether two rectangles overlap, or no more than a square is between them.
func near(a, b image.Rectangle) bool { return a.Inset(-distortion.GridSide - 1).Overlaps(b) }

// areaFinder finds the worst squares and quads. One goroutine at a time may use it; it allocates only when pictures grow.
type areaFinder struct {
	grid   distortion.Grid
	all    []Area // quads
	queue  []image.Point
	joined [2*reach + 1][2*reach + 1]bool
}

// reach is how many squares an area extends from its worst one in each direction.
const reach = 3

// quads returns the worst quads of the frame that the meter has compared, of quads near each other only the worst. Those smaller
// than a square do not count: they are hardly visible.
func (f *areaFinder) quads(m *edges.Meter, _ image.Point) (worst frameAreas) {
	f.all = f.all[:0]
	for _, c := range m.Cells() {
		if c.Listed && c.Size() >= distortion.GridSide {
			f.all = append(f.all, Area{Part: image.Rect(c.X(), c.Y(), c.X()+c.Size(), c.Y()+c.Size()), Error: m.Area(0, c)})
		}
	}
	for n := range worst {
		for i := range f.all {
			if q := &f.all[i]; q.worse(&worst[n]) && !worst.nearOne(q.Part, n) {
				worst[n] = *q
			}
		}
	}
	return worst
}

// squares returns the worst squares of the frame that the meter has compared, of equal ones the first, each with the squares
// around it that it leads to, by sides and corners, over ones with at least half its mean squared error. Squares near an area before
// are in no other.
func (f *areaFinder) squares(m *edges.Meter, size image.Point) (worst frameAreas) {
	m.Grid(&f.grid)
	for n := range worst {
		most := -1
		for i := range f.grid.Squares {
			if (most < 0 || more(&f.grid.Squares[i], 1, &f.grid.Squares[most], 1)) && !worst.nearOne(f.grid.Place(i), n) {
				most = i
			}
		}
		if most < 0 || f.grid.Squares[most].SSE == 0 {
			break
		}
		part := f.join(most, &worst, n)
		worst[n] = Area{Part: part.Intersect(image.Rectangle{Max: size}), Error: f.sum(part)}
	}
	return worst
}

// sum returns the distortion in a rectangle of whole squares.
func (f *areaFinder) sum(part image.Rectangle) distortion.Area {
	part = image.Rectangle{Min: part.Min.Div(distortion.GridSide), Max: part.Max.Div(distortion.GridSide)}
	all := f.grid.Squares[part.Min.Y*f.grid.Across+part.Min.X]
	if part.Dx()*part.Dy() == 1 {
		return all
	}
	all.Distortion, all.Sum = distortion.Distortion{Most: all.Most}, 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for _, square := range f.grid.Squares[y*f.grid.Across:][part.Min.X:part.Max.X] {
			all.SSE, all.Pixels, all.Sum = all.SSE+square.SSE, all.Pixels+square.Pixels, all.Sum+square.Sum
		}
	}
	return all
}

// join returns the rectangle around a square and those that belong to its area, after n others.
func (f *areaFinder) join(worst int, others *frameAreas, n int) (part image.Rectangle) {
	first := image.Pt(worst%f.grid.Across, worst/f.grid.Across)
	f.queue, f.joined = append(f.queue[:0], first), [2*reach + 1][2*reach + 1]bool{}
	within := image.Rect(first.X-reach, first.Y-reach, first.X+reach+1, first.Y+reach+1).Intersect(image.Rect(0, 0, f.grid.Across, len(f.grid.Squares)/f.grid.Across))
	for len(f.queue) > 0 {
		at := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		seen := &f.joined[at.Y-first.Y+reach][at.X-first.X+reach]
		i := at.Y*f.grid.Across + at.X
		if *seen || more(&f.grid.Squares[worst], 1, &f.grid.Squares[i], 2) || others.nearOne(f.grid.Place(i), n) {
			continue
		}
		*seen = true
		part = part.Union(f.grid.Place(i))
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

// lasting is how long, in seconds, an area may be none of a frame's worst and still be the same one afterwards.
const lasting = 0.5

// worstAreas collects the worst areas of an encode, in the order of frames. Areas of a frame and of one before that are near each
// other are one, which is listed with its worst frame.
type worstAreas struct {
	most int
	runs []areaRun // that can go on, in the order of their first frames
	list []Area    // of runs that have ended: the worst first; of equal ones the earlier
}

// areaRun is an area in the frames that it lasts.
type areaRun struct {
	worst      Area
	last, next Area // of the last frame that has it, and of the current one
}

// add adds the worst areas of a frame.
func (w *worstAreas) add(areas *frameAreas, at Place) {
	w.until(at.Seconds)
	known := w.runs
	for _, a := range areas {
		if a.Part.Empty() {
			break
		}
		a.Place = at
		i := slices.IndexFunc(known, func(r areaRun) bool { return near(r.last.Part, a.Part) })
		if i < 0 {
			w.runs = append(w.runs, areaRun{a, a, a})
			continue
		}
		r := &w.runs[i]
		if r.next.Part.Empty() {
			r.next = a
		}
		if a.worse(&r.worst) {
			r.worst = a
		}
	}
	for i := range w.runs {
		if r := &w.runs[i]; !r.next.Part.Empty() {
			r.last, r.next = r.next, Area{}
		}
	}
}

// until lists the areas that do not last until a time.
func (w *worstAreas) until(seconds float64) {
	on := w.runs[:0]
	for i := range w.runs {
		r := &w.runs[i]
		if seconds-r.last.Place.Seconds <= lasting {
			on = append(on, *r)
			continue
		}
		at, _ := slices.BinarySearchFunc(w.list, r.worst, order)
		if w.list = slices.Insert(w.list, at, r.worst); len(w.list) > w.most {
			w.list = w.list[:w.most]
		}
	}
	w.runs = on
}

// order compares areas: the worst first, then by time and place.
func order(a, b Area) int {
	switch {
	case a.worse(&b):
		return -1
	case b.worse(&a):
		return 1
	}
	return cmp.Or(cmp.Compare(a.Place.Seconds, b.Place.Seconds), cmp.Compare(a.Part.Min.Y, b.Part.Min.Y), cmp.Compare(a.Part.Min.X, b.Part.Min.X))
}
