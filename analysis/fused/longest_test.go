package fused_test

import (
	"testing"

	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestLongestLists makes a quad of each pixel, in pictures of up to 16384 × 16384, as far as the
// driver allows lists; TestListTooLargeForTheDriver tests longer ones.
func TestLongestLists(t *testing.T) {
	gray := yuvtest.Formats[0]
	d := edge.Discriminator{Threshold: 1}
	decision, err := d.Decision(gray)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{4096, 4096}, {7680, 4320}, {16384, 16384}} {
		if 4*int64(size[0])*int64(size[1]) > gputest.Open(t).Caps.MaxStorageSize {
			t.Logf("%d×%d: beyond the driver's limit", size[0], size[1])
			continue
		}
		p := &yuv.Picture{Width: size[0], Height: size[1], Format: gray}
		p.Planes[0] = yuv.Plane{Data: make([]byte, size[0]*size[1]), Stride: size[0], Step: 1, Width: size[0], Height: size[1]}
		p.Luma = p.Planes[0]
		longest(t, p, decision)
	}
}

func longest(t *testing.T, p *yuv.Picture, decision edge.Decision) {
	t.Helper()
	dev := gputest.Open(t)
	builder, err := fused.New(dev)
	gputest.Own(t, builder, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	if err := builder.Tiles(p, glyuvtest.LumaBuffer(t, planes, p), decision, quadpyramid.Limits{Min: 0, Max: 0}); err != nil {
		t.Fatal(err)
	}
	quads := builder.List().Read(nil)
	if len(quads) != p.Width*p.Height {
		t.Fatalf("%d×%d: %d quads", p.Width, p.Height, len(quads))
	}
	last := int64(-1)
	for i, q := range quads {
		if q.Size() != 1 || int64(q.Morton()) <= last || q.X() >= p.Width || q.Y() >= p.Height {
			t.Fatalf("%d×%d: entry %d is %v", p.Width, p.Height, i, q)
		}
		last = int64(q.Morton())
	}
}
