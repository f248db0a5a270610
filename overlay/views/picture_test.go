package views_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/yuvtest"
)

// Each pixel has the colour that Pixel returns for its D, as computed by the reference.
func TestPainterPixels(t *testing.T) {
	var painter views.Painter
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 33, 20, yuvtest.Fills(1)[5])
		p.Before = yuvtest.Picture(f, 33, 20, yuvtest.Fills(2)[5])
		for _, op := range edge.Operators() {
			for _, invert := range []bool{false, true} {
				params := analysis.Params{Operator: op, Threshold: 0.3, Invert: invert}
				subject, d, err := new(analysis.Basis).Of(p, params)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range []views.View{views.Strength, views.Mask} {
					dst := image.NewRGBA(image.Rect(0, 0, 33, 20))
					if err := painter.Pixels(dst, v, p, params); err != nil {
						t.Fatal(err)
					}
					for y := range 20 {
						for x := range 33 {
							sum := d.Sum(subject, x, y)
							want := v.Pixel(sum, float64(sum)/d.Unit(f), d.Leaf(sum)).Colour
							if got := dst.RGBAAt(x, y); got != want {
								t.Fatalf("%s %v %v: (%d, %d) is %v, want %v", f.Name, op, v, x, y, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// The mask of the variant template shows the hits.
func TestPainterOfTemplates(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 60, 40, yuvtest.Fills(3)[4])
	template, err := match.NewTemplate(p, 20, 10, 9, 8)
	if err != nil {
		t.Fatal(err)
	}
	dst := image.NewRGBA(image.Rect(0, 0, 60, 40))
	var painter views.Painter
	if err := painter.Pixels(dst, views.Mask, p, analysis.Params{Variant: analysis.Templates, Threshold: 0.1, Search: match.Search{Template: template}}); err != nil {
		t.Fatal(err)
	}
	for i := range 60 * 40 {
		if light := dst.RGBAAt(i%60, i/60).R > 128; light != (i == 10*60+20) {
			t.Errorf("(%d, %d) is light: %v", i%60, i/60, light)
		}
	}
}

// Each pixel has the colour of its cell in the paper's pyramid.
func TestPainterLevel(t *testing.T) {
	const seed = 20070109
	random := rand.New(rand.NewPCG(seed, 1))
	var painter views.Painter
	for _, size := range [][2]int{{1, 1}, {37, 21}, {130, 65}} {
		m := &edge.Mask{}
		m.Resize(size[0], size[1])
		for i := range m.Leaf {
			m.Leaf[i] = 0
			if random.IntN(12) > 0 && i%size[0] < size[0]*2/3 {
				m.Leaf[i] = 1
			}
		}
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, quadpyramid.Unlimited)
		list := pyramid.List(nil)
		cells := &quadpyramid.Cells{Width: size[0], Height: size[1], Leaves: list, List: list}
		shown := map[color.RGBA]bool{}
		for level := range pyramid.Levels {
			want := &pyramid.Levels[level]
			dst := image.NewRGBA(image.Rect(0, 0, size[0], size[1]))
			painter.Level(dst, cells, level)
			for y := range size[1] {
				for x := range size[0] {
					value := want.Cells[y>>level*want.Width+x>>level]
					got := dst.RGBAAt(x, y)
					if got != views.CellColour(value, views.Most(want.Cells)) {
						t.Fatalf("%v (seed %d): level %d, (%d, %d), whose cell has %d, is %v", size, seed, level, x, y, value, got)
					}
					shown[got] = true
				}
			}
		}
		if size[0] > 1 && len(shown) < 5 {
			t.Errorf("%v: only %d colours", size, len(shown))
		}
	}
}
