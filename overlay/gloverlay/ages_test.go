package gloverlay_test

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// lists makes the lists of a video in which some quads persist: a partition of 64 × 64 pixels that
// changes in places.
func lists(n int) [][]quadpyramid.Quad {
	r := rand.New(rand.NewPCG(seed, 1))
	choices := map[[3]int]int{} // by cell: 0 a quad, 1 divided, 2 nothing
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
func TestAges(t *testing.T) { gputest.Each(t, ages) }

func ages(t *testing.T, dev *gpu.Device) {
	ages, err := gloverlay.NewAges(dev)
	gputest.Own(t, ages, err)
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
		// The capacity of lists varies, as in the player.
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

// TestAgesInRows: a list with more workgroups than a dispatch may have in one dimension.
func TestAgesInRows(t *testing.T) {
	dev := gputest.Open(t)
	dev.Caps.MaxGroups = 3
	ages, err := gloverlay.NewAges(dev)
	gputest.Own(t, ages, err)
	var quads []quadpyramid.Quad
	for i := range 2000 {
		quads = append(quads, quadpyramid.NewQuad(i, 0, 0))
	}
	list, err := glpyramid.NewList(dev, len(quads))
	gputest.Own(t, list, err)
	if err := list.Upload(quads); err != nil {
		t.Fatal(err)
	}
	for want := range uint32(2) {
		if err := ages.Follow(list, true); err != nil {
			t.Fatal(err)
		}
		if got := ages.Read(len(quads)); !slices.Equal(got, slices.Repeat([]uint32{want}, len(quads))) {
			t.Errorf("not all quads have age %d: %v", want, got)
		}
	}
}

// TestAgesWithoutMemory: without memory no list is followed.
func TestAgesWithoutMemory(t *testing.T) {
	dev := gputest.Open(t)
	ages, err := gloverlay.NewAges(dev)
	gputest.Own(t, ages, err)
	small, err := glpyramid.NewList(dev, 1)
	gputest.Own(t, small, err)
	large, err := glpyramid.NewList(dev, 1000)
	gputest.Own(t, large, err)
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

// TestColouringsExactly draws opaque lines, which need no blending: both twins give the same bytes. The halos, which are
// blended, may differ by 1.
func TestColouringsExactly(t *testing.T) { gputest.Each(t, colouringsExactly) }

func colouringsExactly(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	ages, err := gloverlay.NewAges(dev)
	gputest.Own(t, ages, err)
	const width, height = 70, 64
	rgb, _ := overlaytest.Scene(t, width, height)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	texture.WriteBytes(rgb.Pix)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	gputest.Own(t, list, err)
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
	random := rand.New(rand.NewPCG(seed, 3))
	classes := make([]uint8, len(quads))
	for i := range classes {
		classes[i] = uint8(random.IntN(5))
	}
	of, err := dev.NewBuffer("classes", (len(classes)+3)&^3)
	gputest.Own(t, of, err)
	gpu.WriteSlice(of, classes)
	for _, o := range overlaytest.Orientations {
		v := overlay.View{Width: width, Height: height, Orientation: o, ScaleX: 8, ScaleY: 7, OriginX: -50, OriginY: -33, TargetWidth: 400, TargetHeight: 350}
		for colour := range overlay.ColouringCount {
			for _, width := range []int{1, 3} {
				style := overlay.Style{Colour: colour, Opacity: 1, LineWidth: width, Detail: overlay.Full, Ages: known, Of: classes, Classes: 5}
				target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
				if err != nil {
					t.Fatal(err)
				}
				target.DrawTo()
				renderer.Picture(texture, &v, gloverlay.TopFirst, false, gloverlay.AsIs)
				if err := renderer.Quads(gloverlay.Quads{List: list, Ages: ages, Of: of}, texture, &v, gloverlay.TopFirst, style); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
				target.Texture.Read(got)
				target.Release()
				want := painted(rgb, quads, &v, style)
				black := image.NewRGBA(want.Rect)
				overlay.PaintQuads(black, quads, rgb, &v, style)
				for i, value := range want.Pix {
					if value != black.Pix[i] && got[i]-value+1 <= 2 { // a halo, or the picture
						got[i] = value
					}
				}
				if !slices.Equal(got, want.Pix) {
					t.Errorf("%v, by %v, lines of %d (seed %d): a channel differs by %d", o, colour, width, seed, largest(got, want.Pix))
				}
			}
		}
	}
}

func BenchmarkAges(b *testing.B) {
	_, quads := overlaytest.Scene(b, 1280, 720)
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
		ages, err := gloverlay.NewAges(dev)
		gputest.Own(b, ages, err)
		list, err := glpyramid.NewList(dev, len(quads))
		gputest.Own(b, list, err)
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
