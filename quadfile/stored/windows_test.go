package stored_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// cubed is an export of cubes, with the mask of each frame.
type cubed struct {
	doc   quadfile.Document
	every int64
	masks map[int64]*ocpyramidtest.Volume // of one frame, by its number
	ticks map[int64]int64                 // by frame number
}

// newCubed returns windows of 16 frames, with one frame of every n of the stream; the last window
// is shorter. tick gives the frames' times.
func newCubed(every int64, tick func(n int64) int64) cubed {
	const width, height, windows, longest = 65, 63, 5, 16
	c := cubed{every: every, masks: map[int64]*ocpyramidtest.Volume{}, ticks: map[int64]int64{}}
	c.doc.Header = quadfile.Header{
		Source:   quadfile.Source{Path: "clip.mp4", Width: width, Height: height, TimeBase: quadfile.Rational{Num: 1, Den: 1000}},
		Analysis: quadfile.Analysis{Params: analysis.Params{Threshold: 0.01}, Cube: longest},
	}
	if every > 1 {
		c.doc.Header.Analysis.Every = every
	}
	for i := range int64(windows) {
		frames := longest
		if i == windows-1 {
			frames = 5
		}
		v := ocpyramidtest.Volumes(width, height, frames)[[2]string{"dense", "blocks of 2"}[i%2]]
		first := 7 + i*longest*every
		f := quadfile.Frame{Index: first, PTS: tick(first), HasPTS: true, Window: frames}
		for _, cube := range ocpyramid.NewCPU().Build(nil, v.Window(longest), quadpyramid.Unlimited) {
			f.Quads, f.Starts = append(f.Quads, cube.Quad()), append(f.Starts, uint8(cube.Frame()))
		}
		c.doc.Frames = append(c.doc.Frames, f)
		for k := range frames {
			n := first + int64(k)*every
			c.masks[n] = ocpyramidtest.New(width, height, 1, func(x, y, _ int) bool { return v.Leaf[(k*height+y)*width+x] == 1 })
			c.ticks[n] = tick(n)
		}
	}
	return c
}

// check compares what is found of a frame with its mask.
func (c *cubed) check(t *testing.T, video *stored.Video, name string, index, pts int64, hasPTS bool, mask *ocpyramidtest.Volume) {
	t.Helper()
	var f quadfile.Frame
	found, err := video.Frame(index, pts, hasPTS, &f)
	if err != nil || found != (mask != nil) {
		t.Fatalf("%s: frame %d at %d: found %v, %v", name, index, pts, found, err)
	}
	if !found {
		return
	}
	if within := video.Within()*int(c.every) + int(f.Index); f.Index >= 0 && index >= 0 && within != int(index) {
		t.Fatalf("%s: frame %d is frame %d of the window from %d on", name, index, video.Within(), f.Index)
	}
	got := make([]byte, len(mask.Leaf))
	var last uint32
	for i, q := range f.Quads {
		if i > 0 && q.Morton() <= last {
			t.Fatalf("%s: frame %d: quad %d is not in the order of quads", name, index, i)
		}
		last = q.Morton()
		if int(f.Starts[i])+q.Size() > f.Window {
			t.Fatalf("%s: frame %d: cube %d is not in its window", name, index, i)
		}
		for y := q.Y(); y < q.Y()+q.Size(); y++ {
			for x := q.X(); x < q.X()+q.Size(); x++ {
				got[y*mask.Width+x]++
			}
		}
	}
	if !slices.Equal(got, mask.Leaf) {
		t.Fatalf("%s: frame %d at %d has other pixels", name, index, pts)
	}
}

// TestCubes: every kind of file with cubes gives each frame's section of the cubes that cover its
// mask, by number and, if times are regular or the frame is a window's first, by time.
func TestCubes(t *testing.T) {
	for _, every := range []int64{1, 3} {
		for kind, tick := range map[string]func(int64) int64{
			"regular":   func(n int64) int64 { return 40*n - 100 },
			"irregular": func(n int64) int64 { return 40*n + n*n%11 },
		} {
			c := newCubed(every, tick)
			for _, extension := range []string{".ffq", ".ndjson", ".json", ".ffq.gz", ".ndjson.zst"} {
				file := filepath.Join(t.TempDir(), "a"+extension)
				write(t, file, c.doc)
				video, err := stored.Open(context.Background(), file)
				if err != nil {
					t.Fatal(err)
				}
				defer video.Close()
				name := kind + extension
				for n := int64(0); n < 7+90*every; n++ {
					mask := c.masks[n]
					c.check(t, video, name, n, tick(n), true, mask)
					if begins := (n-7)%(16*every) == 0; kind == "irregular" && !begins {
						mask = nil
					}
					c.check(t, video, name, -1, tick(n), true, mask)
					c.check(t, video, name, -1, tick(n)+20, true, nil)
					c.check(t, video, name, -1, 0, false, nil)
				}
				for _, n := range []int64{70*every + 7, 7, 18*every + 7, 1000 * every} { // in any order
					c.check(t, video, name, n, 0, false, c.masks[n])
				}
			}
		}
	}
}

// TestCubesWithoutNumbers: frames of windows without numbers are found by their times.
func TestCubesWithoutNumbers(t *testing.T) {
	tick := func(n int64) int64 { return 40 * n }
	for _, known := range []int{0, 2} {
		c := newCubed(1, tick)
		for i := known; i < len(c.doc.Frames); i++ {
			c.doc.Frames[i].Index = -1
		}
		file := filepath.Join(t.TempDir(), "a.ndjson")
		write(t, file, c.doc)
		video, err := stored.Open(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		defer video.Close()
		for n := range int64(100) {
			for _, index := range []int64{-1, n} {
				c.check(t, video, "without numbers", index, tick(n), true, c.masks[n])
			}
		}
	}
}

// TestCubesUntilCuts: with windows that end at cuts, frames are found by number and, without
// numbers, by time. With irregular times, only the first frames of windows are found by time.
func TestCubesUntilCuts(t *testing.T) {
	const first = 7
	for _, lengths := range [][]int64{{8, 16}, {4, 16, 9}, {16, 8, 3, 1, 16}, {8, 8, 8}} {
		for _, c := range []struct {
			numbered, regular bool
			every             int64
		}{{true, true, 1}, {false, true, 1}, {false, false, 1}, {true, false, 1}, {false, true, 3}} {
			numbered, regular, every := c.numbered, c.regular, c.every
			tick := func(n int64) int64 { return 40 * n }
			if !regular {
				tick = func(n int64) int64 { return 40*n + n%5 }
			}
			c := newCubed(every, tick)
			c.doc.Header.Analysis.Cuts = true
			c.doc.Frames = c.doc.Frames[:len(lengths)]
			masks, begins := map[int64]*ocpyramidtest.Volume{}, map[int64]bool{}
			at := int64(first)
			for i, length := range lengths {
				f := &c.doc.Frames[i]
				v := ocpyramidtest.Volumes(65, 63, int(length))[[2]string{"dense", "blocks of 2"}[i%2]]
				f.Quads, f.Starts, f.Window = nil, nil, int(length)
				for _, cube := range ocpyramid.NewCPU().Build(nil, v.Window(16), quadpyramid.Unlimited) {
					f.Quads, f.Starts = append(f.Quads, cube.Quad()), append(f.Starts, uint8(cube.Frame()))
				}
				f.Index, f.PTS = at, tick(at)
				if !numbered {
					f.Index = -1
				}
				begins[at] = true
				for k := range int(length) {
					masks[at] = ocpyramidtest.New(65, 63, 1, func(x, y, _ int) bool { return v.Leaf[(k*63+y)*65+x] == 1 })
					at += every
				}
			}
			file := filepath.Join(t.TempDir(), "a.ffq")
			write(t, file, c.doc)
			video, err := stored.Open(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			defer video.Close()
			name := fmt.Sprint(lengths, ", numbered: ", numbered, ", regular: ", regular, ", every ", every)
			for n := range at + 20 {
				mask := masks[n]
				if !regular && !begins[n] {
					mask = nil
				}
				c.check(t, video, name, -1, tick(n), true, mask)
				if numbered {
					mask = masks[n]
				}
				c.check(t, video, name, n, tick(n), true, mask)
			}
		}
	}
}
