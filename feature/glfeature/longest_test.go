package glfeature_test

import (
	"strings"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestGPUsLongestLists makes a quad of each pixel, in pictures of up to 16384 × 16384, as far as
// the driver allows lists; TestGPUsBeyondTheDriversLimit tests longer ones.
func TestGPUsLongestLists(t *testing.T) {
	gray := yuvtest.Formats[0]
	each := quadpyramid.Limits{Min: 0, Max: 0}
	four := yuvtest.Fill{Name: "four", At: func(_, x, y, _ int) int { return 60*(x&1) + 120*(y&1) }}
	_, want, err := new(feature.Reference).Build(yuvtest.Picture(gray, 2, 2, four), channel.YUV, 0, each)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{4096, 4096}, {7680, 4320}, {16384, 16380}, {16384, 16384}} {
		if 8*int64(size[0])*int64(size[1]) > gputest.Open(t).Caps.MaxStorageSize {
			t.Logf("%d×%d: beyond the driver's limit", size[0], size[1])
			continue
		}
		p := fourValues(gray, size[0], size[1])
		for _, open := range []func(testing.TB, *gpu.Device) engine{openGPU, openReference} {
			dev := gputest.Open(t)
			e := open(t, dev)
			t.Logf("%s, %d×%d", e.name, size[0], size[1])
			longest(t, dev, e, p, each, want)
			e.Release()
		}
	}
}

func longest(t *testing.T, dev *gpu.Device, e engine, p *yuv.Picture, limits quadpyramid.Limits, want []feature.Mean) {
	t.Helper()
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	planes.Load(p)
	buffers, err := planes.Buffers()
	var list *glpyramid.List
	if err == nil {
		list, err = e.run(p, buffers, channel.YUV, 0, limits)
	}
	if err != nil {
		if bytes := 8 * int64(p.Width) * int64(p.Height); !strings.Contains(err.Error(), "limit is") || 2*bytes < dev.Caps.MaxStorageSize {
			t.Error(err)
		}
		return
	}
	quads, means := list.Read(nil), glpyramid.ReadMeans[feature.Mean](list, nil)
	if len(quads) != p.Width*p.Height || len(means) != len(quads) {
		t.Fatalf("%d quads and %d means", len(quads), len(means))
	}
	last := int64(-1)
	for i, q := range quads {
		if q.Size() != 1 || int64(q.Morton()) <= last || q.X() >= p.Width || q.Y() >= p.Height || means[i] != want[q.X()&1+q.Y()&1*2] {
			t.Fatalf("entry %d is %v with %v", i, q, means[i].Vector())
		}
		last = int64(q.Morton())
	}
}

// fourValues returns a gray picture whose 2×2 squares are all equal.
func fourValues(gray yuv.Format, width, height int) *yuv.Picture {
	p := yuvtest.Picture(gray, 1, 1, yuvtest.Fills(seed)[0])
	p.Width, p.Height = width, height
	data := make([]byte, width*height)
	for x := range width {
		data[x], data[width+x] = byte(60*(x&1)), byte(120+60*(x&1))
	}
	for n := 2 * width; n < len(data); n *= 2 {
		copy(data[n:], data[:n])
	}
	p.Planes[0] = yuv.Plane{Data: data, Stride: width, Step: 1, Width: width, Height: height}
	p.Luma = p.Planes[0]
	return p
}
