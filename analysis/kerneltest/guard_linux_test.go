package kerneltest_test

import (
	"testing"
	"unsafe"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// A read before the first or after the last sample of a plane crashes the program.
func TestKernelsStayInsideThePlanes(t *testing.T) {
	masks, sums, features, criticals := kerneltest.Masks(), kerneltest.Sums(), kerneltest.Features(), kerneltest.Criticals()
	for _, f := range yuvtest.Layouts {
		for _, size := range [][2]int{{1, 1}, {2, 3}, {31, 8}, {32, 8}, {33, 9}, {34, 1}, {63, 2}, {64, 64}, {65, 63}, {66, 7}, {97, 10}, {127, 5}, {128, 7}, {129, 5}} {
			picture := yuvtest.Tight(f, size[0], size[1], yuvtest.Smooth(kerneltest.Seed)[2])
			for _, after := range []bool{false, true} {
				t.Run("", func(t *testing.T) { // frees the memory
					p := guarded(t, picture, after)
					for _, upper := range []uint64{600, 65537} {
						masks.Check(t, "guarded", kerneltest.Decided{Picture: p, Decision: edge.Decision{Planes: 1, Upper: upper}})
					}
					for _, op := range edge.Operators() {
						d := edge.Decision{Operator: op, Planes: 1, Lower: 1, Upper: 600}
						for _, d.Planes = range []int{1, 3} {
							if d.Planes == 3 && (op.Kind() == edge.Value || f.Model != yuv.YUV) || d.Planes == 1 && op.Kind() == edge.Distance && f.Model != yuv.Gray {
								continue
							}
							masks.Check(t, "guarded", kerneltest.Decided{Picture: p, Decision: d})
							sums.Check(t, "guarded", kerneltest.Decided{Picture: p, Decision: d})
						}
					}
					in := kerneltest.Combined{Picture: p, Space: channel.RGB, Level: 1 << 18, Limits: quadpyramid.Unlimited}
					features.Check(t, "guarded", in)
					criticals.Check(t, "guarded", in)
				})
			}
		}
	}
}

// guarded returns a copy of a picture with a page that faults next to each plane.
func guarded(t *testing.T, from *yuv.Picture, after bool) *yuv.Picture {
	p := *from
	guard := func(plane *yuv.Plane) {
		if len(plane.Data) > 0 {
			memory := yuvtest.Guarded(t, len(plane.Data), after)
			copy(memory, plane.Data)
			plane.Data = memory
		}
	}
	guard(&p.Luma)
	for i := range p.Planes {
		guard(&p.Planes[i])
	}
	return &p
}

// The same for the words of a mask, whose values do not change.
func TestKernelsStayInsideTheMask(t *testing.T) {
	quads := kerneltest.Quads()
	for _, size := range [][2]int{{1, 1}, {64, 64}, {65, 63}, {130, 257}} {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			for _, after := range []bool{false, true} {
				t.Run(name, func(t *testing.T) {
					in := kerneltest.NewLeaves(m, quadpyramid.Unlimited)
					before := in.Words.Words
					memory := yuvtest.Guarded(t, 8*len(before), after)
					in.Words.Words = unsafe.Slice((*uint64)(unsafe.Pointer(&memory[0])), len(before))
					copy(in.Words.Words, before)
					for _, in.Limits = range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 1}, {Min: 1, Max: 4}} {
						quads.Check(t, name, in)
					}
					for i, w := range in.Words.Words {
						if w != before[i] {
							t.Fatalf("word %d was %#x and is %#x", i, before[i], w)
						}
					}
				})
			}
		}
	}
}
