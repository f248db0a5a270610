package quadpyramid_test

import (
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

var cellLimits = []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 2, Max: 14}, {Min: 0, Max: 0}, {Min: 3, Max: 3}}

// TestCells compares every cell of every level with the pyramid's.
func TestCells(t *testing.T) {
	var pyramid quadpyramid.Pyramid
	var values []int32
	for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {37, 21}, {64, 64}, {65, 63}} {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			for _, limits := range cellLimits {
				pyramid.Build(m, limits)
				all := quadpyramid.Limits{Max: limits.Max}
				c := quadpyramid.Cells{Width: size[0], Height: size[1]}
				c.Leaves = new(quadpyramid.Reference).Build(nil, m, all)
				c.List = new(quadpyramid.Reference).Build(nil, m, limits)
				if c.Top() != len(pyramid.Levels)-1 {
					t.Fatalf("%v: the top is level %d, want %d", size, c.Top(), len(pyramid.Levels)-1)
				}
				for level := range pyramid.Levels {
					want := &pyramid.Levels[level]
					if w, h := c.Size(level); w != want.Width || h != want.Height {
						t.Fatalf("%v: level %d has %d×%d cells", size, level, w, h)
					}
					values = c.Fill(values[:0], level)
					for i, value := range want.Cells {
						x, y := i%want.Width, i/want.Width
						if got := c.Value(level, x, y); got != value || values[i] != value {
							t.Fatalf("%v, %s, %v (seed %d): cell (%d,%d) of level %d is %d, filled %d, want %d",
								size, name, limits, seed, x, y, level, got, values[i], value)
						}
					}
				}
				descents(t, &c, &pyramid, limits)
			}
		}
	}
}

// descents compares the descent to each pixel with the paper's traversal of the
// pyramid, which adds up index ranges from child to child.
func descents(t *testing.T, c *quadpyramid.Cells, p *quadpyramid.Pyramid, limits quadpyramid.Limits) {
	t.Helper()
	reached := make([]bool, len(c.List))
	var steps []quadpyramid.Step
	for y := range c.Height {
		for x := range c.Width {
			steps = c.Descend(steps[:0], x, y)
			level, start := len(p.Levels)-1, 0
			for i, s := range steps {
				l := &p.Levels[level]
				value := l.Cells[y>>level*l.Width+x>>level]
				if s.Level != level || s.X != x>>level || s.Y != y>>level || s.Value != value || s.Start != start {
					t.Fatalf("pixel (%d,%d): step %d is %+v, want value %d of level %d from index %d", x, y, i, s, value, level, start)
				}
				if value <= 0 {
					if s.Child != -1 || i != len(steps)-1 {
						t.Fatalf("pixel (%d,%d): step %d goes on: %+v", x, y, i, s)
					}
					if value == quadpyramid.LeafMarker && s.End > s.Start {
						reached[s.Start] = true
						if got, want := quadpyramid.NewQuad(s.X<<level, s.Y<<level, level), c.List[s.Start]; got != want || p.At(s.Start) != want || s.End != s.Start+1 {
							t.Fatalf("pixel (%d,%d) ends at %v in %+v, want %v", x, y, got, s, want)
						}
					}
					break
				}
				if s.End != start+int(value) {
					t.Fatalf("pixel (%d,%d): step %d is %+v, want an end of %d", x, y, i, s, start+int(value))
				}
				level--
				l = &p.Levels[level]
				for child := range s.Child {
					cx, cy := s.X<<1|child&1, s.Y<<1|child>>1
					if cx >= l.Width || cy >= l.Height {
						continue
					}
					switch value := l.Cells[cy*l.Width+cx]; {
					case value != quadpyramid.LeafMarker:
						start += int(value)
					case level >= limits.Min:
						start++
					}
				}
			}
		}
	}
	for i, ok := range reached {
		if !ok {
			t.Fatalf("no descent ends at quad %d of %d", i, len(reached))
		}
	}
}

func BenchmarkCells(b *testing.B) {
	const width, height = 1920, 1080
	m := pyramidtest.Masks(width, height)["blocks"]
	c := quadpyramid.Cells{Width: width, Height: height}
	c.Leaves = new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited)
	c.List = c.Leaves
	b.Run("fill/level=0", func(b *testing.B) {
		var values []int32
		for b.Loop() {
			values = c.Fill(values[:0], 0)
		}
	})
	b.Run("descend", func(b *testing.B) {
		var steps []quadpyramid.Step
		for b.Loop() {
			steps = c.Descend(steps[:0], width-1, height-1)
		}
	})
}
