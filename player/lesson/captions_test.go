package lesson_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/yuvtest"
)

// Levels of luma: dark is below all thresholds, middle between them, light above all.
const (
	side                = 8
	dark, middle, light = 40, 120, 220
)

type square [side][side]int

// random makes a square of blocks, which merge on each level, and of single pixels, which do not.
func random(r *rand.Rand) (s square) {
	values := [...]int{dark, dark, dark, dark + 1, middle, light}
	for block := side; block >= 1; block /= 2 {
		for y := 0; y < side; y += block {
			for x := 0; x < side; x += block {
				if value := values[r.IntN(len(values))]; block == side || r.IntN(3) == 0 && (block > 1 || r.IntN(4) == 0) {
					for i := range block * block {
						s[y+i/block][x+i%block] = value
					}
				}
			}
		}
	}
	return s
}

// rule is the rule of a variant in a few lines: which pixels are leaf pixels, and whether four leaf
// cells merge.
type rule struct {
	name   string
	params analysis.Params
	leaf   func(s *square, x, y int) bool
	merge  func(s *square, x, y, block int) bool
	why    string // the caption's reason why four leaves do not merge
}

func rules(t *testing.T) []rule {
	bounds, err := edge.NewBounds(0.25)
	if err != nil {
		t.Fatal(err)
	}
	below := func(limit int) func(s *square, x, y int) bool {
		return func(s *square, x, y int) bool { return s[y][x] < limit }
	}
	all := func(*square, int, int) bool { return true }
	always := func(*square, int, int, int) bool { return true }
	never := func(*square, int, int, int) bool { return false }
	upTo := func(most int) func(*square, int, int, int) bool {
		return func(_ *square, _, _, block int) bool { return block <= most }
	}
	// The three channels of gray are equal, on a scale of 219 steps.
	near := func(s *square, x, y, block int) bool {
		sum, mean, half := 0., 0., block/2
		var four [4]float64
		for i := range four {
			for j := range half * half {
				four[i] += float64(s[y+i/2*half+j/half][x+i%2*half+j%half]) / float64(219*half*half)
			}
			mean += four[i] / 4
		}
		for _, f := range four {
			sum += 3 * (f - mean) * (f - mean)
		}
		return sum <= 0.01
	}
	ofOneClass := func(s *square, x, y, block int) bool {
		for i := range block * block {
			if (s[y+i/block][x+i%block] < 80) != (s[y][x] < 80) {
				return false
			}
		}
		return true
	}
	search := match.Search{Template: match.Template{Width: 1, Height: 1, Depth: 8, Samples: string([]byte{dark})}}
	edges := analysis.Params{Operator: edge.Range, Threshold: 0.5}
	with := func(change func(p *analysis.Params)) analysis.Params {
		p := edges
		change(&p)
		return p
	}
	return []rule{
		{"edge", edges, below(128), always, ""},
		{"edge inverted", with(func(p *analysis.Params) { p.Invert = true }), func(s *square, x, y int) bool { return s[y][x] >= 128 }, always, ""},
		{"edge, at most 2 pixels", with(func(p *analysis.Params) { p.MaxSize = 2 }), below(128), upTo(2), "because no quad may be larger than 2 pixels"},
		{"edge, at least 2 pixels", with(func(p *analysis.Params) { p.MinSize = 2 }), below(128), always, ""},
		{"edge with classes", with(func(p *analysis.Params) { p.Bounds = bounds }), below(128), ofOneClass, "because they are of different classes"},
		{"feature", analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01}, all, near, "because they differ too much in colour"},
		{"feature, at least 2 pixels", analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01, MinSize: 2}, all, near, "because they differ too much in colour"},
		{"points", with(func(p *analysis.Params) { p.Variant = analysis.Points }), below(128), never, "because points do not merge"},
		{"points inverted", with(func(p *analysis.Params) { p.Variant, p.Invert = analysis.Points, true }), func(s *square, x, y int) bool { return s[y][x] >= 128 }, never, "because points do not merge"},
		{"template", analysis.Params{Variant: analysis.Templates, Threshold: 0.02, Search: search}, below(dark + 2), never, "because hits do not merge"},
	}
}

// value returns the expected value of a cell and those of its four children.
func (r *rule) value(s *square, level, x, y int) (value int, four [4]int) {
	if level == 0 {
		if r.leaf(s, x, y) {
			return -1, four
		}
		return 0, four
	}
	leaves, count := 0, 0
	for i := range four {
		four[i], _ = r.value(s, level-1, 2*x+i%2, 2*y+i/2)
		switch {
		case four[i] >= 0:
			count += four[i]
		case 1<<(level-1) >= r.params.MinSize:
			count++
			fallthrough
		default:
			leaves++
		}
	}
	if leaves == 4 && r.merge(s, x<<level, y<<level, 1<<level) {
		return -1, four
	}
	return count, four
}

var caption = regexp.MustCompile(`^Cell \((\d+), (\d+)\): (.*)\.$`)

// TestCaptions: for each variant, the caption of each cell matches the variant's rule and uses its
// words.
func TestCaptions(t *testing.T) {
	random64 := rand.New(rand.NewPCG(pyramidtest.Seed, 33))
	for _, r := range rules(t) {
		merged, apart := 0, 0
		for range 40 {
			s := random(random64)
			l := r.lesson(t, &s)
			for level := 1; level <= l.Top(); level++ {
				for i := range (side >> level) * (side >> level) {
					x, y := i%(side>>level), i/(side>>level)
					value, four := r.value(&s, level, x, y)
					if got := int(l.Cells.Value(level, x, y)); got != value {
						t.Fatalf("%s (seed %d): cell (%d, %d) of level %d is %d, want %d\n%v", r.name, pyramidtest.Seed, x, y, level, got, value, s)
					}
					if four == [4]int{-1, -1, -1, -1} {
						if value == -1 {
							merged++
						} else {
							apart++
						}
					}
					if err := r.says(l.Arithmetic(level, x, y), x, y, level, value, four); err != nil {
						t.Errorf("%s (seed %d), level %d: %v\n%v", r.name, pyramidtest.Seed, level, err, s)
					}
				}
			}
			r.words(t, l)
		}
		if (apart > 0) != (r.why != "") || (merged > 0) != r.params.Variant.Merges() {
			t.Errorf("%s: four leaves became one %d times, and stayed apart %d times: the squares do not try the rule", r.name, merged, apart)
		}
	}
}

// lesson analyses the square and returns the lesson about all of it.
func (r *rule) lesson(t *testing.T, s *square) *lesson.Lesson {
	t.Helper()
	picture := yuvtest.Picture(yuvtest.Formats[0], side, side, yuvtest.Fill{At: func(_, x, y, _ int) int { return s[y][x] }})
	cells := &quadpyramid.Cells{Width: side, Height: side}
	unlimited := r.params
	unlimited.MinSize = 0
	list := func(params analysis.Params) []quadpyramid.Quad {
		result, err := analysis.NewReference().Analyze(picture, params)
		if err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		return new(analysis.Merger).Merge(result).Quads
	}
	cells.List, cells.Leaves = list(r.params), list(unlimited)
	return lesson.Of(cells, r.params, 0, 0, side)
}

// says returns an error if the caption of a cell is wrong.
func (r *rule) says(text string, x, y, level, value int, four [4]int) error {
	fails := func(want string) error {
		return fmt.Errorf("%q about cell (%d, %d) with %d, %v: want %s", text, x, y, value, four, want)
	}
	m := caption.FindStringSubmatch(text)
	if m == nil || m[1] != strconv.Itoa(x) || m[2] != strconv.Itoa(y) {
		return fails("its cell")
	}
	said, leaves := m[3], four == [4]int{-1, -1, -1, -1}
	switch {
	case value == -1:
		if said != fmt.Sprintf("−1, −1, −1, −1 become −1, one leaf of %d × %d pixels", 1<<level, 1<<level) {
			return fails("a merger")
		}
		return nil
	case 1<<(level-1) < r.params.MinSize:
		want := fmt.Sprintf("%d. Leaves smaller than %d pixels do not count", value, r.params.MinSize)
		if leaves {
			want = fmt.Sprintf("its leaves are smaller than %d pixels and do not count", r.params.MinSize)
		}
		if said != want {
			return fails(want)
		}
		return nil
	}
	terms := make([]string, 4)
	for i, v := range four {
		if terms[i] = strconv.Itoa(v); v == -1 {
			terms[i] = "|−1|"
		}
	}
	want := strings.Join(terms, " + ") + " = " + strconv.Itoa(value)
	if leaves {
		want += ", " + r.why
	}
	if said != want {
		return fails(want)
	}
	return nil
}

var words = regexp.MustCompile(`\b(quad|point|hit)s?\b`)

// words checks the terms of the lesson.
func (r *rule) words(t *testing.T, l *lesson.Lesson) {
	t.Helper()
	for _, key := range [...]int{0, len(l.Cells.List) - 1} {
		l.Choose(key)
		for step := range l.Steps {
			text := l.Title(step) + ". " + l.Text(step)
			thing := r.params.Variant.Thing()
			for _, word := range words.FindAllStringSubmatch(text, -1) {
				if word[1] != thing {
					t.Errorf("%s has %ss, and says %q", r.name, thing, text)
				}
			}
			if r.params.Variant != analysis.CommonFeature && strings.Contains(text, "colour") {
				t.Errorf("%s compares no colours, and says %q", r.name, text)
			}
			if l.Steps[step].Kind == lesson.Reduce && strings.Contains(text, "become one cell with") != r.params.Variant.Merges() {
				t.Errorf("%s: %q", r.name, text)
			}
		}
	}
}
