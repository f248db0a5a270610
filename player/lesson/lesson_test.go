package lesson_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

var limits = []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 2, Max: 14}, {Min: 0, Max: 0}, {Min: 0, Max: 1}}

// TestMasks compares every number of every step with the paper's pyramid and traversal, and the
// list with the reference's.
func TestMasks(t *testing.T) {
	for _, side := range []int{4, 8, 16, 32} {
		for name, mask := range pyramidtest.Masks(side, side) {
			for _, limit := range limits {
				l := lesson.FromMask("a mask", mask, limit)
				for key, n := 0, max(len(l.Cells.List), 1); key < n; key += 1 + n/40 {
					l.Choose(key)
					if err := check(l, mask, limit); err != nil {
						t.Fatalf("side %d, %s, %v, entry %d (seed %d): %v", side, name, limit, key, pyramidtest.Seed, err)
					}
				}
			}
		}
	}
}

// check compares a lesson with the paper's pyramid of the mask.
func check(l *lesson.Lesson, mask *edge.Mask, limit quadpyramid.Limits) error {
	var pyramid quadpyramid.Pyramid
	pyramid.Build(mask, limit)
	list := new(quadpyramid.Reference).Build(nil, mask, limit)
	if !slices.Equal(l.Cells.List, list) {
		return fmt.Errorf("the list: %s", pyramidtest.Difference(l.Cells.List, list))
	}
	for level := range pyramid.Levels {
		want := &pyramid.Levels[level]
		if got := l.Cells.Fill(nil, level); !slices.Equal(got, want.Cells) {
			return fmt.Errorf("level %d is %v, want %v", level, got, want.Cells)
		}
		for i := range want.Cells {
			if level == 0 {
				continue
			}
			x, y := i%want.Width, i/want.Width
			below := &pyramid.Levels[level-1]
			row := below.Cells[2*y*below.Width+2*x:]
			if four := l.Four(level, x, y); four != [4]int32{row[0], row[1], row[below.Width], row[below.Width+1]} {
				return fmt.Errorf("cell (%d,%d) of level %d comes from %v", x, y, level, four)
			}
		}
	}
	kinds := []lesson.Kind{lesson.Picture, lesson.Marks}
	for range len(pyramid.Levels) - 1 {
		kinds = append(kinds, lesson.Reduce)
	}
	kinds = append(kinds, lesson.Count)
	start := 0
	for i, s := range l.Steps {
		if l.Title(i) == "" || l.Text(i) == "" {
			return fmt.Errorf("step %d says nothing", i)
		}
		if s.Kind != lesson.Descend {
			continue
		}
		kinds = append(kinds, lesson.Descend)
		cells := pyramid.Levels[s.Level].Cells
		if value := cells[s.At.Y*pyramid.Levels[s.Level].Width+s.At.X]; s.At.Value != value || s.At.Start != start {
			return fmt.Errorf("step %d is at %+v, want value %d from %d", i, s.At, value, start)
		}
		for child, c := range s.Children {
			below := &pyramid.Levels[s.Level-1]
			value := below.Cells[c.Y*below.Width+c.X]
			n := int(value)
			if value == quadpyramid.LeafMarker {
				n = 1
				if s.Level-1 < limit.Min {
					n = 0
				}
			}
			if c.Value != value || c.Start != start || c.End != start+n {
				return fmt.Errorf("step %d: child %d is %+v, want value %d from %d", i, child, c, value, start)
			}
			if child == s.At.Child {
				if l.Key < c.Start || l.Key >= c.End {
					return fmt.Errorf("step %d goes to %+v for key %d", i, c, l.Key)
				}
			}
			start = c.End
		}
		if s.At.Child < 0 {
			if q := quadpyramid.NewQuad(s.At.X<<s.Level, s.At.Y<<s.Level, s.Level); q != pyramid.At(l.Key) {
				return fmt.Errorf("the descent ends at %v, want %v", q, pyramid.At(l.Key))
			}
			break
		}
		start = s.Children[s.At.Child].Start
	}
	var got []lesson.Kind
	for _, s := range l.Steps {
		got = append(got, s.Kind)
	}
	if kinds = append(kinds, lesson.List); !slices.Equal(got, kinds) {
		return fmt.Errorf("the steps are %v, want %v", got, kinds)
	}
	return nil
}

// TestParts: each square of a picture has the picture's cells and quads.
func TestParts(t *testing.T) {
	const width, height = 45, 37
	for name, mask := range pyramidtest.Masks(width, height) {
		for _, limit := range limits {
			cells := &quadpyramid.Cells{Width: width, Height: height}
			cells.Leaves = new(quadpyramid.Reference).Build(nil, mask, quadpyramid.Limits{Max: limit.Max})
			cells.List = new(quadpyramid.Reference).Build(nil, mask, limit)
			for _, side := range []int{4, 8, 32} {
				for y := 0; y < height; y += side {
					for x := 0; x < width; x += side {
						l := lesson.Of(cells, analysis.Params{}, x, y, side)
						if left, top := lesson.Square(x+side-1, y+side-1, side); left != x || top != y {
							t.Fatalf("the square of (%d,%d) begins at (%d,%d)", x+side-1, y+side-1, left, top)
						}
						if err := checkPart(l, cells, mask, limit); err != nil {
							t.Fatalf("%s, %v, side %d at (%d,%d): %v", name, limit, side, x, y, err)
						}
					}
				}
			}
		}
	}
}

func checkPart(l *lesson.Lesson, cells *quadpyramid.Cells, mask *edge.Mask, limit quadpyramid.Limits) error {
	var small edge.Mask
	small.Resize(l.Side, l.Side)
	for i := range small.Leaf {
		small.Leaf[i] = 0
		if x, y := l.X+i%l.Side, l.Y+i/l.Side; x < mask.Width && y < mask.Height {
			small.Leaf[i] = mask.Leaf[y*mask.Width+x]
		}
	}
	covered := limit.Min > l.Top() // a square inside a larger quad: only the number is compared
	if !covered {
		if err := check(l, &small, limit); err != nil {
			return err
		}
	}
	for level := range l.Top() + 1 {
		n := l.Side >> level
		for i := range n * n {
			x, y := i%n, i/n
			if got, want := l.Cells.Value(level, x, y), cells.Value(level, l.X>>level+x, l.Y>>level+y); got != want {
				return fmt.Errorf("cell (%d,%d) of level %d is %d, in the picture %d", x, y, level, got, want)
			}
		}
	}
	for i, q := range l.Cells.List {
		whole := cells.List[l.First+i]
		inside := whole.Size() > l.Side && q.Size() == l.Side
		if !inside && (whole.X() != l.X+q.X() || whole.Y() != l.Y+q.Y() || whole.Level() != q.Level()) {
			return fmt.Errorf("entry %d is %v, in the picture %v", i, q, whole)
		}
	}
	return nil
}

// TestText checks the texts of the paper's example.
func TestText(t *testing.T) {
	l := lesson.Example(1)
	l.Choose(3)
	var all []string
	for i := range l.Steps {
		all = append(all, l.Title(i)+". "+l.Text(i))
	}
	for i, want := range []string{
		"The picture. How a picture becomes quads, squares of pixels that are alike: large in flat parts, small in detail. An example of 4 × 4 pixels", "15 of 16 pixels are leaves", "Cell (1, 0): |−1| + 0 + |−1| + |−1| = 3.",
		"Cell (0, 0): |−1| + 3 + |−1| + |−1| = 6.", "The top has 6: the list has 6 entries, one for each quad, numbered from 0 to 5. The number of an entry is its key index.",
		"have 1, 3, 1, 1 quads: the entries 0, 1–3, 4, 5. So entry 3 is in the upper right cell. 1 comes before this cell, so in it the quad has the index 3 − 1 = 2.",
		"have 1, 0, 1, 1 quads: the entries 1, none, 2, 3. So entry 3 is in the lower right cell, as its only quad.",
		"entry 3 is the quad of this pixel, (3, 1).", "6 quads cover 15 of 16 pixels.",
	} {
		if !strings.Contains(all[i], want) {
			t.Errorf("step %d says %q, want %q", i, all[i], want)
		}
	}
	l.Instead = true
	if got := l.Text(0); !strings.Contains(got, " No square of this frame has any detail. Instead, an example of 4") {
		t.Errorf("instead of a flat frame, the picture says %q", got)
	}
	for i := range l.Pixels {
		l.Pixels[i].Inside = i < 12
	}
	l.Name, l.Instead, l.Turn = "", true, overlay.Orientation{Rotate: 90}
	if got := l.Text(0); !strings.Contains(got, " The square that you pointed at is flat, so the player chose this one, with more detail. 4 × 4 pixels from column 0 and row 0 on, counted as stored, before it is turned by 90°.") {
		t.Errorf("instead of a flat square, the picture says %q", got)
	}
	for i, want := range []string{"Cells outside the picture are 0.", "15 of 12 pixels are leaves"} {
		if got := l.Text(i); !strings.Contains(got, want) {
			t.Errorf("over the picture's end, step %d says %q, want %q", i, got, want)
		}
	}
	// A leaf is explained where the word first is, and also in the legend.
	for variant, want := range map[analysis.Variant]string{analysis.EdgeThreshold: "part of a quad", analysis.Points: "a point"} {
		l.Threshold, l.Params.Variant = "D below 0.1", variant
		if got, legend := l.Text(0), l.Legend(lesson.Picture); strings.Count(got, "leaf") != 1 || !strings.Contains(got, " is a leaf: "+want+".") || legend[0] != "a leaf: "+want {
			t.Errorf("%v: a leaf is not explained: %q, %q", variant, got, legend)
		}
	}
	for _, c := range []struct {
		change func(l *lesson.Lesson)
		want   string
	}{
		{func(l *lesson.Lesson) { l.Params.Variant = analysis.CommonFeature }, "differ too much in colour"},
		{func(l *lesson.Lesson) { l.Params.MaxSize = 1 }, "no quad may be larger than 1 pixels"},
		{func(l *lesson.Lesson) { l.Params.MinSize = 2 }, "smaller than 2 pixels and do not count"},
	} {
		mask := pyramidtest.Masks(4, 4)["full"]
		limit := quadpyramid.Limits{Max: 0}
		l := lesson.FromMask("", mask, limit)
		c.change(l)
		if got := l.Arithmetic(1, 0, 0); !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestFigures checks the examples against the paper's text about figures 2 to 5. The paper counts
// levels from the top: its L2 is level 0 here.
func TestFigures(t *testing.T) {
	two := lesson.Example(0)
	if top := two.Cells.Value(two.Top(), 0, 0); top != quadpyramid.LeafMarker || len(two.Cells.List) != 1 || two.Cells.List[0].Size() != two.Side {
		t.Errorf("figure 2: the top is %d, the list %v; want one quad over all of it", top, two.Cells.List)
	}
	three := lesson.Example(1)
	if three.Top() != 2 {
		t.Fatalf("figures 3 to 5 have levels up to %d", three.Top())
	}
	for i, want := range []int32{-1, 3, -1, -1} { // "in the upper right corner at L1 … the three leaf markers cannot be combined"
		if got := three.Cells.Value(1, i&1, i>>1); got != want {
			t.Errorf("figure 3: cell %d of L1 is %d, want %d", i, got, want)
		}
	}
	if got := three.Cells.Value(2, 0, 0); got != 6 || len(three.Cells.List) != 6 { // "the quad count, here: 6"
		t.Errorf("figure 4: the top is %d, with %d entries; want 6", got, len(three.Cells.List))
	}
	three.Choose(4) // "terminates at L1, the coordinate is scaled from L1's (0,1) to L2's (0,2), and the output size is 2x2"
	end := three.Steps[three.Find(lesson.List)-1]
	if q := three.Cells.List[4]; end.Level != 1 || end.At.X != 0 || end.At.Y != 1 || q.X() != 0 || q.Y() != 2 || q.Size() != 2 {
		t.Errorf("figure 4: key index 4 ends at %+v with %v", end, q)
	}
	three.Choose(3) // "Example traversal for key index 3"
	if end := three.Steps[three.Find(lesson.List)-1]; end.Level != 0 || end.At.X < 2 || end.At.Y > 1 {
		t.Errorf("figure 4: key index 3 ends at %+v, want a pixel of the upper right", end)
	}
}

func TestSides(t *testing.T) {
	for _, c := range []struct{ width, height, want int }{{1, 1, 4}, {4, 3, 4}, {5, 2, 8}, {32, 17, 32}, {33, 2, 8}, {1920, 1080, 8}} {
		if got := lesson.SideFor(c.width, c.height); got != c.want {
			t.Errorf("%d×%d: a side of %d, want %d", c.width, c.height, got, c.want)
		}
	}
}

func FuzzLesson(f *testing.F) {
	random := rand.New(rand.NewPCG(pyramidtest.Seed, 7))
	for range 8 {
		data := make([]byte, 32)
		for i := range data {
			data[i] = byte(random.Uint32() | random.Uint32() | random.Uint32())
		}
		f.Add(data, uint8(random.UintN(4)), uint8(random.UintN(16)), random.UintN(40))
	}
	f.Fuzz(func(t *testing.T, bits []byte, smallest, largest uint8, key uint) {
		side := 4
		for side < lesson.MostSide && side*side < 8*len(bits) {
			side *= 2
		}
		var mask edge.Mask
		mask.Resize(side, side)
		for i := range mask.Leaf {
			mask.Leaf[i] = 0
			if i/8 < len(bits) {
				mask.Leaf[i] = bits[i/8] >> (i % 8) & 1
			}
		}
		limit := quadpyramid.Limits{Min: int(smallest % 6)}
		limit.Max = max(limit.Min, int(largest%(quadpyramid.MaxLevel+1)))
		l := lesson.FromMask("a mask", &mask, limit)
		l.Choose(int(key % 2000))
		if err := check(l, &mask, limit); err != nil {
			t.Fatal(err)
		}
	})
}

// TestKeys: ranges of the list are grouped as all numbers are.
func TestKeys(t *testing.T) {
	for want, c := range map[string][2]int{"none": {5, 5}, "0": {0, 1}, "0–3": {0, 4}, "9 770–42 259": {9770, 42260}} {
		if got := lesson.Keys(c[0], c[1]); got != want {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
}
