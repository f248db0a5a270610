package cloud

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Ages of cubes' middles: a cube of 64 frames that has just begun, and one that ended with the oldest
// frame.
const (
	leastAge = -Frames / 2
	mostAge  = Frames - 1 + Frames/2
)

// TestCube: a cube lies at its quads' positions: for two frames in the middle between theirs, for one
// frame at its quad.
func TestCube(t *testing.T) {
	random := rand.New(rand.NewPCG(20261124, 2))
	area := image.Rect(0, 0, 900, 700)
	seen := 0
	for range 3000 {
		o := Orbit{yaw: 7 * random.Float64(), pitch: 1.2 * (random.Float64() - 0.5)}
		fit := overlay.Fit(640, 480, orientations()[random.IntN(8)], 1, area, 900, 700)
		v := o.View(&fit, area)
		level := random.IntN(5)
		q := quadpyramid.NewQuad(random.IntN(640)>>level<<level, random.IntN(480)>>level<<level, level)
		first := q.Size() + random.IntN(Frames-q.Size())
		got, ok := v.Cube(q, first)
		newer, newerOK := v.Particle(q, first-q.Size()/2)
		older, olderOK := v.Particle(q, first-(q.Size()-1)/2)
		if !ok || !newerOK || !olderOK {
			continue
		}
		seen++
		if level == 0 && got != newer {
			t.Fatalf("%v is at %+v, its quad at %+v", q, got, newer)
		}
		between := func(v, a, b, more int) bool { return v >= min(a, b)-more && v <= max(a, b)+more }
		if !between(int(got.Ahead), int(newer.Ahead), int(older.Ahead), 0) || !between(got.Side, newer.Side, older.Side, 0) ||
			!between(got.Left+got.Side/2, newer.Left+newer.Side/2, older.Left+older.Side/2, 1) || // for rounding down
			!between(got.Top+got.Side/2, newer.Top+newer.Side/2, older.Top+older.Side/2, 1) {
			t.Fatalf("%v from age %d on is at %+v, its middle quads at %+v and %+v", q, first, got, newer, older)
		}
	}
	if seen < 1000 {
		t.Errorf("only %d cubes are seen", seen)
	}
}

// TestBegun: in the frames of a window each cube begins once, at its first frame.
func TestBegun(t *testing.T) {
	for level := range 7 {
		q := quadpyramid.NewQuad(64, 0, level)
		for within := range 64 {
			if got := Begun(nil, []quadpyramid.Quad{q}, within); slices.Contains(got, q) != (within%q.Size() == 0) {
				t.Errorf("a cube of %d begins in frame %d: %v", q.Size(), within, got)
			}
		}
	}
}

// TestPaintCubes: a cube is painted at the same position whichever of its frames it comes from, and its
// colour fades no further than that of the oldest frame.
func TestPaintCubes(t *testing.T) {
	area := image.Rect(0, 0, 200, 150)
	fit := overlay.Fit(64, 48, overlay.Orientation{}, 1, area, 200, 150)
	v := new(Orbit).View(&fit, area)
	q := quadpyramid.NewQuad(16, 16, 3)
	var want *image.RGBA
	for within := range 8 { // it began 20 frames before the newest one
		pictures := make([]Picture, 21-within)
		last := &pictures[len(pictures)-1]
		*last = Picture{Quads: []quadpyramid.Quad{q}, Cubed: true, Within: 24 + within}
		last.Colours = append(last.Colours, Surround)
		last.Colours[0].R = 200
		got := image.NewRGBA(area)
		new(Painter).Paint(got, pictures, &v)
		if want == nil {
			want = got
		}
		at, ok := v.Cube(q, 20)
		if c := got.RGBAAt(at.Left, at.Top); !ok || c != Faded(last.Colours[0], (2*20-7)/2) || !slices.Equal(got.Pix, want.Pix) {
			t.Fatalf("from frame %d on: %v at %+v", within, c, at)
		}
	}
	c := Surround
	c.R = 200
	if Faded(c, leastAge) != Faded(c, 0) || Faded(c, mostAge) != Faded(c, Frames-1) {
		t.Error("colours fade beyond the cloud's ages")
	}
}
