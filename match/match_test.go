package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ffkvadrat/match"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 15

// Every finder gives the reference's scores, in every format and layout, at once and in parts, also
// after a larger or smaller picture.
func TestFinderAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	for _, variant := range match.Variants() {
		whole, parts := variant.New(), variant.New()
		for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
			for range 8 {
				w, h := 1+random.IntN(90), 1+random.IntN(40)
				fills := yuvtest.Fills(random.Uint64())
				p := yuvtest.Picture(f, w, h, yuvtest.Above(fills[random.IntN(len(fills))]))
				from := yuvtest.Picture(f, 70, 70, fills[random.IntN(len(fills))])
				s := match.Search{Template: cut(t, from, random), Suppress: random.IntN(2) == 0}
				if random.IntN(2) == 0 {
					s.Template = cut(t, p, random)
				}
				threshold := []float64{0, 0.05, random.Float64(), 1}[random.IntN(4)]
				compare(t, variant.Name, whole, parts, p, s, threshold)
			}
		}
	}
}

func compare(t *testing.T, name string, whole, parts *match.Finder, p *yuv.Picture, s match.Search, threshold float64) {
	t.Helper()
	pattern, err := s.Pattern(p, threshold, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := new(match.Reference).Of(p, &pattern)
	got, err := whole.Of(p, s, threshold)
	if err != nil {
		t.Fatal(err)
	}
	again, err := parts.Begin(p, s, threshold)
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []func(first, end int){parts.Load, parts.Sum, parts.Score} {
		for first := 0; first < p.Height; first += 7 {
			stage(first, min(first+7, p.Height))
		}
	}
	for i := range p.Width * p.Height {
		x, y := i%p.Width, i/p.Width
		if got.Sample(-1, x, y) != want.Sample(-1, x, y) || again.Sample(-1, x, y) != want.Sample(-1, x, y) {
			t.Fatalf("%s: %s %d×%d, template %d×%d, threshold %v, suppress %v: (%d,%d) has %d, by parts %d, want %d", name, p.Format.Name, p.Width, p.Height,
				s.Template.Width, s.Template.Height, threshold, s.Suppress, x, y, got.Sample(-1, x, y), again.Sample(-1, x, y), want.Sample(-1, x, y))
		}
	}
}

// cut returns a random part of a picture.
func cut(t *testing.T, p *yuv.Picture, random *rand.Rand) match.Template {
	t.Helper()
	w, h := 1+random.IntN(min(p.Width, match.MaxSide)), 1+random.IntN(min(p.Height, match.MaxSide))
	tmpl, err := match.NewTemplate(p, random.IntN(p.Width-w+1), random.IntN(p.Height-h+1), w, h)
	if err != nil {
		t.Fatal(err)
	}
	return tmpl
}

// A part cut out of a picture is found in it, at its place and with the best score. The largest
// template and the largest differences do not overflow.
func TestExtremes(t *testing.T) {
	for _, f := range yuvtest.Formats {
		random := rand.New(rand.NewPCG(seed, uint64(f.Depth)))
		p := yuvtest.Picture(f, 150, 100, filled(func(_, x, y, most int) int { return most * random.IntN(2) }))
		whole, err := match.NewTemplate(p, 31, 17, match.MaxSide, match.MaxSide)
		if err != nil {
			t.Fatal(err)
		}
		white := yuvtest.Picture(f, 150, 100, filled(func(_, _, _, most int) int { return most }))
		black, err := match.NewTemplate(yuvtest.Picture(f, 64, 64, filled(func(_, _, _, _ int) int { return 0 })), 0, 0, 64, 64)
		if err != nil {
			t.Fatal(err)
		}
		finder := match.NewFinder()
		made, err := finder.Of(p, match.Search{Template: whole, Suppress: true}, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 150 * 100 {
			want := 0
			if i%150 == 31 && i/150 == 17 {
				want = 65535
			}
			if got := made.Sample(-1, i%150, i/150); got != want {
				t.Fatalf("%s: (%d,%d) has %d, want %d", f.Name, i%150, i/150, got, want)
			}
		}
		compare(t, f.Name, finder, match.NewFinder(), white, match.Search{Template: black}, 1)
		if black.Full {
			made, _ := finder.Of(white, match.Search{Template: black}, 1)
			if got := made.Sample(-1, 0, 0); got != 1 {
				t.Errorf("%s: black in white has the score %d, not 1", f.Name, got)
			}
		}
	}
}

// Of adjacent hits the best stays, of equal ones the first; hits half a template apart do not
// affect each other, and a suppressed hit still suppresses others.
func TestSuppression(t *testing.T) {
	// A template of one bright pixel in 5×1: D at x is how far pixel x is from 200.
	f := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
	row := []int{0, 100, 160, 199, 200, 198, 0, 0, 190, 190, 190, 0, 0, 0, 180, 0, 0, 0, 0, 0}
	p := yuvtest.Picture(f, len(row), 1, filled(func(_, x, _, _ int) int { return row[x] }))
	one := yuvtest.Picture(f, 1, 1, filled(func(_, _, _, _ int) int { return 200 }))
	tmpl, err := match.NewTemplate(one, 0, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	finder := match.NewFinder()
	hits := func(s match.Search, threshold float64) (at []int) {
		made, err := finder.Of(p, s, threshold)
		if err != nil {
			t.Fatal(err)
		}
		for x := range row {
			if made.Sample(-1, x, 0) != 0 {
				at = append(at, x)
			}
		}
		return at
	}
	if got := hits(match.Search{Template: tmpl, Suppress: true}, 0.05); len(got) != 6 {
		t.Errorf("a template of one pixel suppresses others: %v", got)
	}
	// Of 1×5, with a row of its own height: sums over the template's width.
	flat, err := match.NewTemplate(yuvtest.Picture(f, 3, 1, filled(func(_, _, _, _ int) int { return 190 })), 0, 0, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	all, kept := hits(match.Search{Template: flat}, 0.1), hits(match.Search{Template: flat, Suppress: true}, 0.1)
	if len(kept) != 2 || kept[0] != 3 || kept[1] != 8 {
		t.Errorf("of hits at %v those at %v are kept, want [3 8]", all, kept)
	}
}

// A template means the same light in pictures of every depth and range.
func TestTemplateInOtherFormats(t *testing.T) {
	limited, full := yuv.Colour{Range: yuv.Limited}, yuv.Colour{Range: yuv.Full}
	at := func(depth int, c yuv.Colour, v int) *yuv.Picture {
		p := yuvtest.Picture(yuv.Format{Name: "gray", Model: yuv.Gray, Depth: depth}, 1, 1, filled(func(_, _, _, _ int) int { return v }))
		p.Colour = c
		return p
	}
	for _, c := range []struct {
		from *yuv.Picture
		to   *yuv.Picture
		want int
	}{
		{at(8, limited, 235), at(8, limited, 0), 235},
		{at(8, limited, 235), at(10, limited, 0), 940},
		{at(10, limited, 941), at(8, limited, 0), 235},
		{at(10, limited, 942), at(8, limited, 0), 236},
		{at(10, limited, 1023), at(8, limited, 0), 255},
		{at(8, full, 255), at(8, limited, 0), 235},
		{at(8, full, 0), at(8, limited, 0), 16},
		{at(8, full, 255), at(10, limited, 0), 940},
		{at(8, full, 255), at(10, full, 0), 1023},
		{at(16, full, 65535), at(8, full, 0), 255},
		{at(8, limited, 235), at(8, full, 0), 255},
		{at(8, limited, 255), at(8, full, 0), 255},
		{at(8, limited, 3), at(8, full, 0), 0},
		{at(10, limited, 940), at(16, full, 0), 65535},
		{at(8, yuv.Colour{}, 100), at(8, limited, 0), 100},
	} {
		tmpl, err := match.NewTemplate(c.from, 0, 0, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		pattern, err := match.Search{Template: tmpl}.Pattern(c.to, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := int(pattern.Samples[0]); got != c.want {
			t.Errorf("%d of %d bits, %v, is %d in %d bits, %v; want %d", tmpl.At(0, 0), tmpl.Depth, c.from.Colour.Range, got, c.to.Format.Depth, c.to.Colour.Range, c.want)
		}
	}
}

// TestTemplateErrors: parts outside a picture, and parts that are too large, are errors.
func TestTemplateErrors(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 100, 80, yuvtest.Fills(seed)[5])
	for _, r := range [][4]int{{0, 0, 0, 1}, {0, 0, 65, 1}, {0, 0, 1, 65}, {-1, 0, 2, 2}, {99, 0, 2, 2}, {0, 79, 2, 2}, {1 << 62, 0, 2, 2}} {
		if _, err := match.NewTemplate(p, r[0], r[1], r[2], r[3]); err == nil || !strings.HasPrefix(err.Error(), "match: ") {
			t.Errorf("a template at %v: %v", r, err)
		}
	}
	good, err := match.NewTemplate(p, 3, 4, 5, 6)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := match.ParseTemplate(good.String()); err != nil || again != good {
		t.Errorf("decoded %+v, %v, want %+v", again, err, good)
	}
	for name, decode := range map[string]func() (match.Template, error){
		"too short":  func() (match.Template, error) { return match.DecodeTemplate(2, 2, 8, "limited", "AAA=") },
		"too long":   func() (match.Template, error) { return match.DecodeTemplate(1, 1, 8, "limited", "AAA=") },
		"no base64":  func() (match.Template, error) { return match.DecodeTemplate(1, 1, 8, "limited", "?") },
		"none":       func() (match.Template, error) { return match.DecodeTemplate(0, 0, 0, "limited", "") },
		"no depth":   func() (match.Template, error) { return match.DecodeTemplate(1, 1, 7, "limited", "AA==") },
		"wide":       func() (match.Template, error) { return match.DecodeTemplate(65, 1, 8, "limited", "AA==") },
		"above 1023": func() (match.Template, error) { return match.DecodeTemplate(1, 1, 10, "limited", "AAQ=") },
	} {
		if _, err := decode(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, text := range []string{"1x1", "1x1,8,limited", "axb,8,limited,AA==", "1x1,8,narrow,AA==", "1x1,8,full,AA==,"} {
		if _, err := match.ParseTemplate(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	for _, threshold := range []float64{-0.1, 1.1} {
		if _, err := match.NewFinder().Of(p, match.Search{Template: good}, threshold); err == nil {
			t.Errorf("threshold %v: no error", threshold)
		}
	}
}

func FuzzFinder(f *testing.F) {
	f.Add(uint64(1), uint8(30), uint8(20), uint8(5), uint8(4), 0.1, true)
	f.Add(uint64(2), uint8(80), uint8(70), uint8(64), uint8(64), 0.5, false)
	f.Fuzz(func(t *testing.T, fill uint64, width, height, w, h uint8, threshold float64, suppress bool) {
		if !(threshold >= 0 && threshold <= 1) {
			t.Skip()
		}
		random := rand.New(rand.NewPCG(fill, 0))
		format := yuvtest.Formats[random.IntN(len(yuvtest.Formats))]
		fills := yuvtest.Fills(fill)
		p := yuvtest.Picture(format, 1+int(width)%100, 1+int(height)%50, fills[random.IntN(len(fills))])
		from := yuvtest.Picture(format, 64, 64, fills[random.IntN(len(fills))])
		tmpl, err := match.NewTemplate(from, 0, 0, 1+int(w)%64, 1+int(h)%64)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "best", match.NewFinder(), match.NewFinder(), p, match.Search{Template: tmpl, Suppress: suppress}, threshold)
	})
}

// The steady state allocates nothing.
func TestAllocations(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 200, 100, yuvtest.Fills(seed)[5])
	tmpl, err := match.NewTemplate(p, 10, 10, 16, 16)
	if err != nil {
		t.Fatal(err)
	}
	finder, s := match.NewFinder(), match.Search{Template: tmpl, Suppress: true}
	if n := testing.AllocsPerRun(3, func() {
		if _, err := finder.Of(p, s, 0.1); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func BenchmarkFinder(b *testing.B) {
	p := yuvtest.Frame(b, "VID_1920x1080_cabac_temporal_direct.264", 24, yuvtest.Formats[1], 1920, 1080)
	if p == nil {
		p = yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Video(b, yuvtest.Smooth(seed)[0]))
	}
	for _, side := range []int{8, 16, 32, 64} {
		tmpl, err := match.NewTemplate(p, p.Width/2, p.Height/2, side, side)
		if err != nil {
			b.Fatal(err)
		}
		for _, threshold := range []float64{0.05, 1} {
			for _, variant := range match.Variants() {
				b.Run(strings.Join([]string{variant.Name, size(side), exit(threshold)}, "/"), func(b *testing.B) {
					finder := variant.New()
					for b.Loop() {
						if _, err := finder.Of(p, match.Search{Template: tmpl, Suppress: true}, threshold); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// filled returns the fill of a function.
func filled(at func(plane, x, y, most int) int) yuvtest.Fill { return yuvtest.Fill{At: at} }

func size(side int) string {
	return map[int]string{8: "8×8", 16: "16×16", 32: "32×32", 64: "64×64"}[side]
}

func exit(threshold float64) string {
	if threshold == 1 {
		return "all sums whole"
	}
	return "t=0.05"
}
