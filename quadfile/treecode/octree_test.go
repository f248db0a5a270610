package treecode_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// window is a window of frames with its cubes.
type window struct {
	width, height, frames, longest int
	quads                          []quadpyramid.Quad
	starts                         []uint8
}

// newWindow returns a window with a list.
func newWindow(width, height, frames, longest int, list []ocpyramid.Cube) *window {
	w := &window{width: width, height: height, frames: frames, longest: longest}
	for _, c := range list {
		w.quads, w.starts = append(w.quads, c.Quad()), append(w.starts, uint8(c.Frame()))
	}
	return w
}

// octCoder codes windows in sequence and decodes each at once.
type octCoder struct {
	encoder  treecode.OctEncoder
	decoder  treecode.OctDecoder
	trees    [2]treecode.Octree // of the window and the one before, as built
	decoded  [2]treecode.Octree // as decoded
	previous bool
	bytes    []byte
}

// check codes a window and decodes it.
func (c *octCoder) check(w *window) error {
	c.trees[0], c.trees[1] = c.trees[1], c.trees[0]
	c.decoded[0], c.decoded[1] = c.decoded[1], c.decoded[0]
	if err := c.trees[0].Build(w.width, w.height, w.frames, w.longest, w.quads, w.starts); err != nil {
		return err
	}
	var before, decoded *treecode.Octree
	if c.previous && w.width == c.trees[1].Width && w.height == c.trees[1].Height {
		before, decoded = &c.trees[1], &c.decoded[1]
	}
	c.previous = true
	c.bytes = c.encoder.Append(c.bytes[:0], &c.trees[0], before)
	quads, starts, err := c.decoder.Decode(nil, nil, c.bytes, w.width, w.height, w.frames, w.longest, len(w.quads), &c.decoded[0], decoded)
	switch {
	case err != nil:
		return err
	case !slices.Equal(quads, w.quads):
		return fmt.Errorf("another list: %s", pyramidtest.Difference(quads, w.quads))
	case !slices.Equal(starts, w.starts):
		return fmt.Errorf("other first frames: %v, want %v", starts, w.starts)
	}
	return nil
}

// octLimits are limits of cubes' levels.
var octLimits = []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 0}, {Min: 1, Max: 2}, {Min: 2, Max: 14}}

// TestOctreeRoundTrip codes the lists of all kinds of volumes: alone, after themselves, and after
// others of the same size.
func TestOctreeRoundTrip(t *testing.T) {
	var reference ocpyramid.Reference
	most := 200_000 // in a window
	if testing.Short() {
		most = 40_000
	}
	for _, size := range ocpyramidtest.Sizes {
		for _, frames := range ocpyramidtest.Windows {
			if frames[0] < 8 || size[0]*size[1]*frames[1] > most {
				continue
			}
			var c octCoder
			volumes := ocpyramidtest.Volumes(size[0], size[1], frames[1])
			for name, v := range volumes {
				for _, limits := range octLimits {
					w := newWindow(v.Width, v.Height, v.Frames, frames[0], reference.Build(nil, v.Window(frames[0]), limits))
					alone := new(octCoder)
					for _, coder := range []*octCoder{alone, alone, &c} {
						if err := coder.check(w); err != nil {
							t.Fatalf("%d×%d×%d of %d %s %v: %v", v.Width, v.Height, v.Frames, frames[0], name, limits, err)
						}
					}
				}
			}
		}
	}
}

// TestOctreeLearns: earlier frames make a list shorter, for a still video within a window and in
// the next one.
func TestOctreeLearns(t *testing.T) {
	noise := ocpyramidtest.New(130, 70, 16, func(x, y, _ int) bool { return (x*x*31+y*y*17+x*y)%13 > 4 })
	w := newWindow(130, 70, 16, 16, new(ocpyramid.Reference).Build(nil, noise.Window(16), quadpyramid.Unlimited))
	var c octCoder
	var sizes [2]int
	for i := range sizes {
		if err := c.check(w); err != nil {
			t.Fatal(err)
		}
		sizes[i] = len(c.bytes)
	}
	first := newWindow(130, 70, 1, 16, new(ocpyramid.Reference).Build(nil, ocpyramidtest.New(130, 70, 1, func(x, y, _ int) bool { return noise.Leaf[y*130+x] == 1 }).Window(16), quadpyramid.Unlimited))
	single := new(octCoder)
	if err := single.check(first); err != nil {
		t.Fatal(err)
	}
	if one := len(single.bytes); sizes[0] > 3*one || sizes[1] > sizes[0]*3/4 {
		t.Errorf("16 equal frames take %d bytes, and again %d; one takes %d", sizes[0], sizes[1], one)
	}
}

// TestCubesOutOfOrder: a list that is not in preorder is refused.
func TestCubesOutOfOrder(t *testing.T) {
	cube := ocpyramid.NewCube
	for _, c := range []struct {
		list []ocpyramid.Cube
		says string
	}{
		{[]ocpyramid.Cube{cube(1, 0, 0, 0), cube(0, 0, 0, 0)}, "Morton order"},
		{[]ocpyramid.Cube{cube(0, 0, 1, 0), cube(1, 1, 0, 0)}, "Morton order"},
		{[]ocpyramid.Cube{cube(1, 0, 3, 0), cube(1, 0, 3, 0)}, "overlaps"},
		{[]ocpyramid.Cube{cube(0, 0, 0, 2), cube(3, 3, 3, 0)}, "overlaps"},
		{[]ocpyramid.Cube{cube(4, 4, 4, 0), cube(4, 4, 4, 2)}, "overlaps"},
	} {
		w := newWindow(16, 16, 16, 16, c.list)
		if err := new(treecode.Octree).Build(16, 16, 16, 16, w.quads, w.starts); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.list, err)
		}
	}
}

// TestEveryByteOfCubesCounts: changing or removing a byte changes the list, or is an error.
func TestEveryByteOfCubesCounts(t *testing.T) {
	width, height := 65, 63
	if testing.Short() {
		width, height = 33, 17
	}
	v := ocpyramidtest.Volumes(width, height, 13)["noise"]
	w := newWindow(width, height, 13, 16, new(ocpyramid.Reference).Build(nil, v.Window(16), quadpyramid.Unlimited))
	var c octCoder
	if err := c.check(w); err != nil {
		t.Fatal(err)
	}
	same := func(b []byte) bool {
		var d treecode.OctDecoder
		quads, starts, err := d.Decode(nil, nil, b, width, height, 13, 16, len(w.quads), new(treecode.Octree), nil)
		return err == nil && slices.Equal(quads, w.quads) && slices.Equal(starts, w.starts)
	}
	everyByteCounts(t, c.bytes, same)
}

// FuzzDecodeCubes decodes any bytes, alone and after a decoded window: an error, or a valid list
// that can be coded and decoded again.
func FuzzDecodeCubes(f *testing.F) {
	f.Add(uint16(17), uint16(9), uint8(13), uint8(1), uint16(100), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, []byte{1, 2, 3})
	f.Add(uint16(1), uint16(1), uint8(1), uint8(0), uint16(1), []byte{0x80}, []byte{0x80})
	f.Add(uint16(64), uint16(64), uint8(64), uint8(3), uint16(4096), []byte("an octree, perhaps, or none"), []byte("another"))
	f.Fuzz(func(t *testing.T, width, height uint16, frames, length uint8, most uint16, first, second []byte) {
		longest := 8 << (length % 4)
		w := &window{width: 1 + int(width%200), height: 1 + int(height%200), frames: 1 + int(frames)%longest, longest: longest}
		var d treecode.OctDecoder
		var trees [2]treecode.Octree
		var before *treecode.Octree
		for i, b := range [][]byte{first, second} {
			var err error
			w.quads, w.starts, err = d.Decode(nil, nil, b, w.width, w.height, w.frames, longest, int(most), &trees[i], before)
			if len(w.quads) > int(most) || len(w.quads) != len(w.starts) {
				t.Fatalf("%d cubes with %d first frames, more than %d", len(w.quads), len(w.starts), most)
			}
			if err != nil {
				return
			}
			before = &trees[i]
			for k, q := range w.quads {
				if first := int(w.starts[k]); q.X()+q.Size() > w.width || q.Y()+q.Size() > w.height || first+q.Size() > w.frames {
					t.Fatalf("%v from frame %d on is outside %d×%d×%d", q, first, w.width, w.height, w.frames)
				}
			}
			if err := new(octCoder).check(w); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// BenchmarkCodeCubes builds, codes and decodes the octree of a noisy window of 16 frames of 1080p.
func BenchmarkCodeCubes(b *testing.B) {
	const frames = 16
	list := ocpyramid.NewCPU().Build(nil, ocpyramidtest.Blocks(1920, 1080, frames), quadpyramid.Unlimited)
	w := newWindow(1920, 1080, frames, frames, list)
	var tree, decoded treecode.Octree
	var e treecode.OctEncoder
	var d treecode.OctDecoder
	var code []byte
	name := fmt.Sprintf("window=%d/cubes=%d", frames, len(list))
	b.Run("encode/"+name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := tree.Build(w.width, w.height, frames, frames, w.quads, w.starts); err != nil {
				b.Fatal(err)
			}
			code = e.Append(code[:0], &tree, nil)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/cube")
		b.ReportMetric(8*float64(len(code))/float64(len(list)), "bits/cube")
	})
	b.Run("decode/"+name, func(b *testing.B) {
		b.ReportAllocs()
		var quads []quadpyramid.Quad
		var starts []uint8
		for b.Loop() {
			var err error
			if quads, starts, err = d.Decode(quads[:0], starts[:0], code, w.width, w.height, frames, frames, len(list), &decoded, nil); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/cube")
	})
}
