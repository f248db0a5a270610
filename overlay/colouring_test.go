package overlay_test

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// lists makes lists of a film in which some quads stay: those of a partition of
// 64 × 64 pixels that changes here and there.
func lists(n int) [][]quadpyramid.Quad {
	r := rand.New(rand.NewPCG(seed, 1))
	choices := map[[3]int]int{} // of a cell: 0 a quad, 1 divided, 2 nothing
	var out [][]quadpyramid.Quad
	for range n {
		var list []quadpyramid.Quad
		var descend func(x, y, level int)
		descend = func(x, y, level int) {
			at := [3]int{x, y, level}
			if _, ok := choices[at]; !ok || r.IntN(12) == 0 {
				choices[at] = r.IntN(3)
				if level > 3 {
					choices[at] = 1
				}
			}
			switch {
			case choices[at] == 0 || choices[at] == 1 && level == 0:
				list = append(list, quadpyramid.NewQuad(x, y, level))
			case choices[at] == 1:
				half := 1 << (level - 1)
				descend(x, y, level-1)
				descend(x+half, y, level-1)
				descend(x, y+half, level-1)
				descend(x+half, y+half, level-1)
			}
		}
		descend(0, 0, 6)
		out = append(out, list)
	}
	return out
}

// TestAges compares both twins with a map from quads to ages.
func TestAges(t *testing.T) {
	dev := gputest.Open(t)
	ages, err := overlay.NewAges(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer ages.Release()
	var before []quadpyramid.Quad
	var known []uint32
	want := map[quadpyramid.Quad]uint32{}
	oldest := uint32(0)
	for n, quads := range append(lists(40), nil, lists(1)[0]) {
		goesOn := n%17 != 16
		if !goesOn {
			before, known = nil, nil
			clear(want)
		}
		next := map[quadpyramid.Quad]uint32{}
		for _, q := range quads {
			if age, ok := want[q]; ok {
				next[q] = age + 1
			} else {
				next[q] = 0
			}
			oldest = max(oldest, next[q])
		}
		want = next
		known = overlay.NextAges(nil, quads, before, known)
		before = quads
		// Lists of another capacity each, as they grow in the player.
		list, err := glpyramid.NewList(dev, len(quads)+n%3)
		if err != nil {
			t.Fatal(err)
		}
		if err := list.Upload(quads); err != nil {
			t.Fatal(err)
		}
		if err := ages.Follow(list, goesOn); err != nil {
			t.Fatal(err)
		}
		if got := ages.Read(len(quads)); !slices.Equal(got, known) {
			t.Fatalf("list %d (seed %d): the GPU's ages are others than the CPU's", n, seed)
		}
		for i, q := range quads {
			if known[i] != want[q] {
				t.Fatalf("list %d (seed %d): %v has the age %d, want %d", n, seed, q, known[i], want[q])
			}
		}
		list.Release()
	}
	if oldest < 10 {
		t.Errorf("the oldest quad has only %d lists", oldest)
	}
}

// TestAgesWithoutMemory forgets what it cannot follow.
func TestAgesWithoutMemory(t *testing.T) {
	dev := gputest.Open(t)
	ages, err := overlay.NewAges(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer ages.Release()
	small, err := glpyramid.NewList(dev, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer small.Release()
	large, err := glpyramid.NewList(dev, 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer large.Release()
	if err := small.Upload([]quadpyramid.Quad{quadpyramid.NewQuad(4, 4, 2)}); err != nil {
		t.Fatal(err)
	}
	follow := func(list *glpyramid.List, want uint32) {
		t.Helper()
		if err := ages.Follow(list, true); err != nil {
			t.Fatal(err)
		}
		if got := ages.Read(1)[0]; got != want {
			t.Errorf("age %d, want %d", got, want)
		}
	}
	follow(small, 0)
	follow(small, 1)
	limit := dev.Caps.MaxStorageSize
	dev.Caps.MaxStorageSize = 4000
	if err := ages.Follow(large, true); err == nil {
		t.Error("8000 bytes where 4000 are the limit: no error")
	}
	dev.Caps.MaxStorageSize = limit
	follow(small, 0)
}

// TestColouringsExactly draws opaque lines, for which nothing is blended: both
// twins give the same bytes.
func TestColouringsExactly(t *testing.T) {
	dev := gputest.Open(t)
	renderer, err := overlay.NewRenderer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Release()
	ages, err := overlay.NewAges(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer ages.Release()
	const width, height = 70, 64
	rgb, _ := scene(t, width, height)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	if err != nil {
		t.Fatal(err)
	}
	defer texture.Release()
	texture.WriteBytes(rgb.Pix)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Release()
	var quads []quadpyramid.Quad
	var known []uint32
	for _, l := range lists(20) {
		known, quads = overlay.NextAges(nil, l, quads, known), l
		if err := list.Upload(quads); err != nil {
			t.Fatal(err)
		}
		if err := ages.Follow(list, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range orientations {
		v := overlay.View{Width: width, Height: height, Orientation: o, ScaleX: 8, ScaleY: 7, OriginX: -50, OriginY: -33, TargetWidth: 400, TargetHeight: 350}
		for colour := overlay.ByLevel; colour <= overlay.ByAge; colour++ {
			for _, width := range []int{1, 3} {
				style := overlay.Style{Colour: colour, Opacity: 1, LineWidth: width, Ages: known}
				target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
				if err != nil {
					t.Fatal(err)
				}
				target.DrawTo()
				renderer.Picture(texture, &v, overlay.TopFirst, false)
				if err := renderer.AgedQuads(list, ages, texture, &v, overlay.TopFirst, style); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
				target.Texture.Read(got)
				target.Release()
				want := painted(rgb, quads, &v, style)
				if !slices.Equal(got, want.Pix) {
					t.Errorf("%v, by %v, lines of %d (seed %d): a channel differs by %d", o, colour, width, seed, largest(got, want.Pix))
				}
			}
		}
	}
}

// TestMeanColour has one quad over known samples.
func TestMeanColour(t *testing.T) {
	rgb := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range []color.RGBA{{200, 10, 0, 255}, {0, 250, 30, 255}, {90, 90, 90, 255}, {255, 255, 255, 255}} {
		rgb.SetRGBA(i%2, i/2, c)
	}
	// The channels' means are 136.25, 151.25 and 93.75, and so their luma 0.2126,
	// 0.7152 and 0.0722 times that, 143.9.
	v := overlay.View{Width: 2, Height: 2, ScaleX: 8, ScaleY: 8, TargetWidth: 16, TargetHeight: 16}
	img := image.NewRGBA(image.Rect(0, 0, 16, 16))
	overlay.PaintQuads(img, []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 1)}, rgb, &v, overlay.Style{Colour: overlay.ByMean, Opacity: 1, LineWidth: 1})
	if got, want := img.RGBAAt(0, 0), overlay.ScaleColour(144); got.R != want.R || got.G != want.G || got.B != want.B {
		t.Errorf("%v, want %v", got, want)
	}
}

// The scale comes from floating point, and is the same on all processors.
func TestScaleOnAllProcessors(t *testing.T) {
	hash := fnv.New64a()
	for i := range 256 {
		fmt.Fprintln(hash, overlay.ScaleColour(i))
	}
	if got := hash.Sum64(); got != 0x8c6e2ce1e89152d {
		t.Errorf("the colours' hash is %#x", got)
	}
}

// TestScale measures the scale in Oklab, back from its bytes: neighbours are
// equally far apart, and each is lighter than the one before.
func TestScale(t *testing.T) {
	lab := func(c color.RGBA) [3]float64 {
		linear := func(v uint8) float64 {
			f := float64(v) / 255
			if f <= 0.04045 {
				return f / 12.92
			}
			return math.Pow((f+0.055)/1.055, 2.4)
		}
		r, g, b := linear(c.R), linear(c.G), linear(c.B)
		l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
		m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
		s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
		return [3]float64{
			0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
			1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
			0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
		}
	}
	const stride = 15 // rounding to bytes is small against the way
	var least, most float64 = math.Inf(1), 0
	for i := stride; i < 256; i += stride {
		a, b := lab(overlay.ScaleColour(i-stride)), lab(overlay.ScaleColour(i))
		if b[0] <= a[0] {
			t.Errorf("%d is not lighter than %d", i, i-stride)
		}
		d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
		least, most = min(least, d), max(most, d)
	}
	// Half a byte of a channel is at most a twentieth of a step of the stride.
	if most > 1.1*least {
		t.Errorf("steps are between %.4f and %.4f", least, most)
	}
}

func TestColouringNames(t *testing.T) {
	for c := overlay.ByLevel; c <= overlay.ByAge; c++ {
		if got, err := overlay.ParseColouring(c.String()); err != nil || got != c {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	if _, err := overlay.ParseColouring("none"); err == nil {
		t.Error("a colouring called none")
	}
	if overlay.ByAge.Next() != overlay.ByLevel {
		t.Error("the first one does not follow the last")
	}
}

func BenchmarkAges(b *testing.B) {
	_, quads := scene(b, 1280, 720)
	b.Run("engine=cpu", func(b *testing.B) {
		var ages []uint32
		before := make([]uint32, len(quads))
		for b.Loop() {
			ages = overlay.NextAges(ages[:0], quads, quads, before)
		}
		b.ReportMetric(float64(len(quads)), "quads")
	})
	b.Run("engine=gpu", func(b *testing.B) {
		dev := gputest.Open(b)
		ages, err := overlay.NewAges(dev)
		if err != nil {
			b.Fatal(err)
		}
		defer ages.Release()
		list, err := glpyramid.NewList(dev, len(quads))
		if err != nil {
			b.Fatal(err)
		}
		defer list.Release()
		if err := list.Upload(quads); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := ages.Follow(list, true); err != nil {
				b.Fatal(err)
			}
			dev.Finish()
		}
	})
}
