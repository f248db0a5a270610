package analysis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// scenes returns pictures with cuts before some of them, and changes of size. All pictures of a
// scene are equal except in a corner.
func scenes(f yuv.Format, n int, cuts, sizes []int) (pictures []*yuv.Picture) {
	scene, width := uint64(1), 40
	for i := range n {
		if slices.Contains(cuts, i) {
			scene++
		}
		if slices.Contains(sizes, i) {
			width += 8
		}
		p := yuvtest.Picture(f, width, 30, yuvtest.Fills(scene)[4])
		p.Luma.Row(0, f.SampleBytes())[0] ^= byte(i)
		pictures = append(pictures, p)
	}
	return pictures
}

// spans returns the first frames of the windows by their definition, and the number of frames.
func spans(n, frames int, cuts, sizes []int) (starts []int) {
	from := 0
	for i := range n {
		if slices.Contains(sizes, i) {
			from = i
		}
		if (i-from)%frames == 0 || slices.Contains(cuts, i) {
			starts = append(starts, i)
		}
	}
	return append(starts, n)
}

// TestWindowsBehindShots: frames after those whose cuts are known, as in a file that has grown
// since, do not wait.
func TestWindowsBehindShots(t *testing.T) {
	var shots histogram.Shots
	pictures := scenes(yuvtest.Formats[0], 20, []int{10}, nil)
	for _, p := range pictures {
		shots.Add(p)
	}
	shots.End()
	w, err := analysis.NewWindows[int](8, &shots)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for i := range 60 {
		quadpyramid.Fill(w.Add(i), 40, 30, nil)
		for _, notes, ok := w.Next(); ok; _, notes, ok = w.Next() {
			got = append(got, notes[0])
		}
	}
	if want := []int{0, 8, 10, 16, 24, 32, 40, 48}; !slices.Equal(got, want) || w.Len() != 4 {
		t.Errorf("windows begin at %v, want %v, and %d pictures wait", got, want, w.Len())
	}
}

// TestWindows: windows of all lengths, with cuts at the first frames, at the last, next to each
// other, at a border and without cuts, and before changes of size, have the cubes of a recursion
// over the volume between their borders, with every engine.
func TestWindows(t *testing.T) {
	f := yuvtest.Formats[0]
	params := analysis.Params{Threshold: 1}
	limits, err := params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	for _, frames := range []int{8, 16, 32, 64} {
		for _, c := range []struct {
			n           int
			cuts, sizes []int
		}{
			{1, nil, nil},
			{70, nil, nil},
			{70, []int{1}, nil},
			{70, []int{69}, nil},
			{70, []int{20, 22, 24}, nil},
			{64, []int{8, 16, 32, 40}, nil},
			{70, []int{3, 11, 67}, nil},
			{70, []int{12, 50}, []int{30}},
			{70, []int{31, 45}, []int{30, 33}},
			{9, []int{4}, []int{8}},
		} {
			pictures := scenes(f, c.n, c.cuts, c.sizes)
			starts := spans(c.n, frames, c.cuts, c.sizes)
			var shots histogram.Shots
			windows, err := analysis.NewWindows[int](frames, &shots)
			if err != nil {
				t.Fatal(err)
			}
			builder, reference, mask := ocpyramid.NewCPU(), analysis.NewReferenceCubes(), analysis.NewCPUMask()
			got := 0
			take := func() {
				for {
					window, notes, ok := windows.Next()
					if !ok {
						return
					}
					if notes[0] != starts[got] || starts[got]+len(notes) != starts[got+1] || window.Len() != len(notes) || windows.First() != int64(starts[got+1]) {
						t.Fatalf("%d, %+v: window %d has pictures %v, want %v", frames, c, got, notes, starts)
					}
					p := pictures[notes[0]]
					if err := reference.Begin(p.Width, p.Height, frames); err != nil {
						t.Fatal(err)
					}
					for _, n := range notes {
						if err := reference.Add(pictures[n], params); err != nil {
							t.Fatal(err)
						}
					}
					want, err := reference.Cubes(nil, limits)
					if err != nil {
						t.Fatal(err)
					}
					if cubes := builder.Build(nil, window, limits); !slices.Equal(cubes, want) {
						t.Fatalf("%d, %+v, window %d: %s", frames, c, got, ocpyramidtest.Difference(cubes, want))
					}
					got++
				}
			}
			for i, p := range pictures {
				shots.Add(p)
				if err := mask.Run(windows.Add(i), p, params); err != nil {
					t.Fatal(err)
				}
				take()
				if n := windows.Len(); n > frames+histogram.Wait {
					t.Fatalf("%d pictures wait", n)
				}
			}
			shots.End()
			windows.End()
			take()
			if got != len(starts)-1 {
				t.Errorf("%d, %+v: %d windows, want %v", frames, c, got, starts)
			}
		}
	}
}

// Windows begin anywhere in a video whose cuts are known.
func TestWindowsRestart(t *testing.T) {
	const n, frames = 100, 16
	random := rand.New(rand.NewPCG(seed, 20))
	cuts := []int{5, 20, 33, 64, 90}
	pictures := scenes(yuvtest.Formats[0], n, cuts, nil)
	starts := spans(n, frames, cuts, nil)
	var shots histogram.Shots
	for _, p := range pictures {
		shots.Add(p)
	}
	shots.End()
	windows, err := analysis.NewWindows[int](frames, &shots)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		k := random.IntN(len(starts) - 1)
		windows.Restart(int64(starts[k]), starts[k]%frames)
		for i := starts[k]; ; i++ {
			if i < n {
				quadpyramid.Fill(windows.Add(i), 40, 30, nil)
			} else {
				windows.End()
			}
			if _, notes, ok := windows.Next(); ok {
				if notes[0] != starts[k] || len(notes) != starts[k+1]-starts[k] {
					t.Fatalf("pictures %v, want from %d to %d", notes, starts[k], starts[k+1])
				}
				break
			}
		}
	}
	if _, err := analysis.NewWindows[int](12, nil); err == nil {
		t.Error("windows of 12")
	}
}
