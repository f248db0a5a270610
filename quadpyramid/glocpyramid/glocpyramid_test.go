package glocpyramid_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// builder is one of the engines.
type builder interface {
	Build(*glocpyramid.Masks, quadpyramid.Limits) (*glocpyramid.List, error)
	Release()
}

// builders returns the engines by name: the paper's passes, and the fast one with sums in shared
// memory and, where the driver has them, by subgroup operations.
func builders(t testing.TB, dev *gpu.Device) map[string]builder {
	t.Helper()
	all := map[string]builder{}
	add := func(name string, b builder, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Cleanup(b.Release)
		all[name] = b
	}
	reference, err := glocpyramid.NewReference(dev)
	add("reference", reference, err)
	shared, err := glocpyramid.NewShared(dev)
	add("shared memory", shared, err)
	if dev.Caps.Subgroups {
		fast, err := glocpyramid.New(dev)
		add("subgroups", fast, err)
	}
	return all
}

// check compares the engines with the reference on the CPU.
func check(t *testing.T, name string, all map[string]builder, m *glocpyramid.Masks, w *ocpyramid.Window, limits quadpyramid.Limits) {
	t.Helper()
	want := new(ocpyramid.Reference).Build(nil, w, limits)
	for engine, b := range all {
		list, err := b.Build(m, limits)
		if err != nil {
			t.Fatalf("%s: %s: %v", engine, name, err)
		}
		if got := list.Read(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: %s %v: %s", engine, name, limits, ocpyramidtest.Difference(got, want))
		}
	}
}

// TestEqualsReference: every builder gives the reference's list of every window of cubes (full,
// short, of one frame), with and without limits of sizes.
func TestEqualsReference(t *testing.T) {
	dev := gputest.Open(t)
	all := builders(t, dev)
	masks := glocpyramid.NewMasks(dev)
	defer masks.Release()
	for c := range pairs.Cases(len(ocpyramidtest.Sizes), len(ocpyramidtest.Windows), ocpyramidtest.FillCount, len(pyramidtest.Limits)) {
		size, frames, limits := ocpyramidtest.Sizes[c[0]], ocpyramidtest.Windows[c[1]], pyramidtest.Limits[c[3]]
		fill := ocpyramidtest.Fills(size[0], size[1], frames[1])[c[2]]
		// a software rasteriser is slow
		pixels := size[0] * size[1] * frames[1]
		large := pixels > 1<<17 && fill.Name != "dense" && fill.Name != "hole" && fill.Name != "full"
		if large || pixels > 1<<13 && c[3] > 0 && fill.Name != "dense" {
			if large || !testing.Short() {
				continue
			}
			limits = quadpyramid.Unlimited
		}
		w := ocpyramidtest.New(size[0], size[1], frames[1], fill.Leaf).Window(frames[0])
		if err := masks.Load(w); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%d×%d %v %s (seed %d)", size[0], size[1], frames, fill.Name, ocpyramidtest.Seed)
		check(t, name, all, masks, w, limits)
	}
}

// Leaves of every level next to each other, in several blocks, with limits.
func TestBlocksOfEverySize(t *testing.T) {
	dev := gputest.Open(t)
	all := builders(t, dev)
	masks := glocpyramid.NewMasks(dev)
	defer masks.Release()
	random := rand.New(rand.NewPCG(ocpyramidtest.Seed, 5))
	rounds := 6
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		width, height, window := 1+random.IntN(300), 1+random.IntN(300), 8<<random.IntN(4)
		v := ocpyramidtest.New(width, height, window-random.IntN(2)*random.IntN(window), func(_, _, _ int) bool { return true })
		for range random.IntN(40) {
			v.Leaf[random.IntN(len(v.Leaf))] = 0
		}
		w := v.Window(window)
		if err := masks.Load(w); err != nil {
			t.Fatal(err)
		}
		for least := range ocpyramid.MaxLevel + 2 {
			for most := least; most <= ocpyramid.MaxLevel+1; most += 2 {
				check(t, fmt.Sprintf("%d×%d %d of %d", width, height, v.Frames, window), all, masks, w, quadpyramid.Limits{Min: least, Max: most})
			}
		}
	}
}

// The levels of the paper's passes equal those of their CPU twin, cell by cell.
func TestPyramidEqualsTwin(t *testing.T) {
	dev := gputest.Open(t)
	reference, err := glocpyramid.NewReference(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer reference.Release()
	masks := glocpyramid.NewMasks(dev)
	defer masks.Release()
	var pyramid ocpyramid.Pyramid
	for name, v := range ocpyramidtest.Volumes(37, 21, 13) {
		for _, limits := range pyramidtest.Limits {
			w := v.Window(16)
			if err := masks.Load(w); err != nil {
				t.Fatal(err)
			}
			if _, err := reference.Build(masks, limits); err != nil {
				t.Fatal(err)
			}
			pyramid.Build(w, limits)
			cells := make([]int32, reference.Cells().Size()/4)
			gpu.ReadSlice(reference.Cells(), cells)
			for k := 1; k < len(pyramid.Levels); k++ {
				want := pyramid.Levels[k].Cells
				if got := cells[reference.First(k):][:len(want)]; !slices.Equal(got, want) {
					t.Fatalf("%s %v: level %d differs", name, limits, k)
				}
			}
		}
	}
}

// The GPU makes the same masks as the CPU, whatever the memory held before.
func TestMarkers(t *testing.T) {
	dev := gputest.Open(t)
	all := builders(t, dev)
	masks, planes := glocpyramid.NewMasks(dev), glyuv.NewPlanes(dev)
	defer masks.Release()
	defer planes.Release()
	pass, err := gledge.NewReference(dev)
	if err != nil {
		t.Fatal(err)
	}
	const frames = 11
	for _, size := range [][2]int{{17, 17}, {65, 63}, {130, 70}} {
		level0, err := dev.NewTexture("level 0", gpu.R8I, size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		defer level0.Release()
		w, err := ocpyramid.NewWindow(16)
		if err != nil {
			t.Fatal(err)
		}
		if err := masks.Begin(size[0], size[1], 16); err != nil {
			t.Fatal(err)
		}
		var cpu edge.CPU = *edge.NewCPU()
		for i := range frames {
			p := yuvtest.Picture(yuvtest.Formats[0], size[0], size[1], yuvtest.Fill{At: func(_, x, y, most int) int {
				return min(x*x/40+y*i/3, most)
			}})
			d, err := edge.Discriminator{Threshold: 0.001}.Decision(p.Format)
			if err != nil {
				t.Fatal(err)
			}
			if err := pass.Run(level0, p, glyuvtest.Textures(t, planes, p), d); err != nil {
				t.Fatal(err)
			}
			if err := masks.AddMarkers(level0); err != nil {
				t.Fatal(err)
			}
			cpu.Run(w.Next(), p, d)
		}
		if masks.Len() != frames {
			t.Errorf("%d frames", masks.Len())
		}
		check(t, fmt.Sprint(size), all, masks, w, quadpyramid.Unlimited)
	}
}

// A list that outgrows its buffer is written again, whole; a shorter one after it has its own
// length.
func TestListsGrow(t *testing.T) {
	dev := gputest.Open(t)
	masks := glocpyramid.NewMasks(dev)
	defer masks.Release()
	noise := ocpyramidtest.Volumes(128, 96, 16)["noise"].Window(16)
	short := ocpyramidtest.Volumes(128, 96, 16)["single"].Window(16)
	if n := len(new(ocpyramid.Reference).Build(nil, noise, quadpyramid.Unlimited)); n < 1<<16 {
		t.Fatalf("%d cubes fit the first list", n)
	}
	all := builders(t, dev)
	for _, w := range []*ocpyramid.Window{short, noise, short} {
		if err := masks.Load(w); err != nil {
			t.Fatal(err)
		}
		check(t, "lists of several lengths", all, masks, w, quadpyramid.Unlimited)
	}
}

// Too little memory in the driver is an error that says so, and the engine works afterwards.
func TestTooLarge(t *testing.T) {
	dev := gputest.Open(t)
	masks := glocpyramid.NewMasks(dev)
	defer masks.Release()
	all := builders(t, dev)
	old := dev.Caps.MaxStorageSize
	defer func() { dev.Caps.MaxStorageSize = old }()
	dev.Caps.MaxStorageSize = 1 << 20
	if err := masks.Begin(3840, 2160, 64); !errors.Is(err, gpu.ErrLimit) {
		t.Errorf("masks of 64 frames of 4K: %v", err)
	}
	noise := ocpyramidtest.Volumes(128, 96, 32)["noise"].Window(32)
	if err := masks.Load(noise); err != nil {
		t.Fatal(err)
	}
	for name, b := range all {
		if _, err := b.Build(masks, quadpyramid.Unlimited); !errors.Is(err, gpu.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	dev.Caps.MaxStorageSize = old
	check(t, "behind the errors", all, masks, noise, quadpyramid.Unlimited)
	if err := masks.Begin(3, 3, 7); err == nil {
		t.Error("a window of 7 frames")
	}
}

// BenchmarkBuild builds windows of 1080p that are in GPU memory.
func BenchmarkBuild(b *testing.B) {
	const width, height = 1920, 1080
	for _, frames := range []int{8, 16, 32, 64} {
		w := ocpyramidtest.Blocks(width, height, frames)
		for _, name := range []string{"reference", "shared memory", "subgroups"} {
			b.Run(fmt.Sprintf("engine=gpu-%s/size=%dx%d/frames=%d", name, width, height, frames), func(b *testing.B) {
				dev := gputest.Open(b)
				engine, ok := builders(b, dev)[name]
				if !ok {
					b.Skip("the driver has no subgroup operations")
				}
				masks := glocpyramid.NewMasks(dev)
				defer masks.Release()
				if err := masks.Load(w); err != nil {
					b.Fatal(err)
				}
				list, err := engine.Build(masks, quadpyramid.Unlimited)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(width * height * int64(frames) / 8)
				for b.Loop() {
					if list, err = engine.Build(masks, quadpyramid.Unlimited); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(list.Len()), "cubes")
			})
		}
	}
}
