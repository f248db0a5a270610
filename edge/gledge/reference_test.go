package gledge_test

import (
	"fmt"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070102

// gpuCheck compares the mask pass with the reference.
type gpuCheck struct {
	dev       *gpu.Device
	pass      *gledge.Reference
	planes    *glyuv.Planes
	textures  *glyuv.Textures
	level0    *gpu.Texture
	markers   []byte
	reference edge.Reference
	mask      edge.Mask
}

func newGPUCheck(t *testing.T) *gpuCheck {
	t.Helper()
	dev := gputest.Open(t)
	pass, err := gledge.NewReference(dev)
	if err != nil {
		t.Fatal(err)
	}
	c := &gpuCheck{dev: dev, pass: pass, planes: glyuv.NewPlanes(dev)}
	t.Cleanup(func() {
		c.level0.Release()
		c.planes.Release()
	})
	return c
}

func (c *gpuCheck) upload(t *testing.T, p *yuv.Picture) {
	t.Helper()
	c.textures = glyuvtest.Textures(t, c.planes, p)
	c.level0.Release()
	var err error
	if c.level0, err = c.dev.NewTexture("level 0", gpu.R8I, p.Width, p.Height); err != nil {
		t.Fatal(err)
	}
	c.markers = make([]byte, p.Width*p.Height)
}

// equal runs both on a picture that was uploaded.
func (c *gpuCheck) equal(t *testing.T, p *yuv.Picture, fill string, d edge.Discriminator) {
	t.Helper()
	decision, err := d.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	c.reference.Run(&c.mask, p, decision)
	if err := c.pass.Run(c.level0, p, c.textures, decision); err != nil {
		t.Fatal(err)
	}
	c.level0.Read(c.markers)
	for i, marker := range c.markers {
		if marker != -c.mask.Leaf[i] {
			t.Fatalf("%s %d×%d %s %+v (seed %d): pixel (%d,%d) is %d, want %d",
				p.Format.Name, p.Width, p.Height, fill, d, seed, i%p.Width, i/p.Width, int8(marker), -int8(c.mask.Leaf[i]))
		}
	}
}

// TestGPUEqualsReference: the masks of discriminators of every format, in every size and fill,
// equal the reference's.
func TestGPUEqualsReference(t *testing.T) {
	check := newGPUCheck(t)
	for _, f := range yuvtest.Formats {
		discriminators := edgetest.Discriminators(f)
		for _, size := range yuvtest.Sizes {
			if size[0] > 100 && f.Name != "yuv420p" && f.Name != "yuv444p16le" {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				step := 1
				if size[0] > 17 { // a software rasteriser is slow
					step = 5
				}
				if size[0] > 1000 {
					step = 29
				}
				if size[0] > 100 && fill.Name != "noise" {
					continue
				}
				check.upload(t, p)
				for i := 0; i < len(discriminators); i += step {
					check.equal(t, p, fill.Name, discriminators[i])
				}
			}
		}
	}
}

// Thresholds at and next to the sums of extreme samples, where 32 and 64 bits and the carry between
// the words differ.
func TestGPUBounds(t *testing.T) {
	check := newGPUCheck(t)
	for _, f := range yuvtest.Formats {
		fill := yuvtest.Fills(seed)[2] // checkerboard: zero and maximum
		p := yuvtest.Picture(f, 9, 7, fill)
		check.upload(t, p)
		for _, op := range edge.Operators() {
			d, err := edge.Discriminator{Operator: op}.Decision(f)
			if err != nil {
				t.Fatal(err)
			}
			var reference edge.Reference
			var mask edge.Mask
			for _, upper := range []uint64{0, 1, 1<<24 - 1, 1 << 24, 1<<32 - 1, 1 << 32, d.MaxSum(f), d.MaxSum(f) + 1} {
				for lower := range min(upper, 2) {
					d.Lower, d.Upper = upper/2*lower, upper
					reference.Run(&mask, p, d)
					if err := check.pass.Run(check.level0, p, check.textures, d); err != nil {
						t.Fatal(err)
					}
					check.level0.Read(check.markers)
					for i, marker := range check.markers {
						if marker != -mask.Leaf[i] {
							t.Fatalf("%s %+v: pixel %d is %d", f.Name, d, i, int8(marker))
						}
					}
				}
			}
		}
	}
}

// Raw video can have 16-bit samples that exceed its depth.
func TestGPUSamplesAboveTheDepth(t *testing.T) {
	check := newGPUCheck(t)
	noise := yuvtest.Fills(seed)[4]
	above := yuvtest.Fill{At: func(plane, x, y, _ int) int { return noise.At(plane, x, y, 0xffff) }}
	for _, f := range yuvtest.Formats {
		if f.SampleBytes() != 2 || f.Shift != 0 || f.Model == yuv.RGB { // luma is computed from R, G and B
			continue
		}
		p := yuvtest.Picture(f, 13, 9, above)
		check.upload(t, p)
		for _, d := range edgetest.Discriminators(f) {
			check.equal(t, p, "above the depth", d)
		}
	}
}

func FuzzGPU(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint8(2), uint16(300), false, []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(5), uint8(9), uint8(10), uint16(999), true, []byte{0, 255, 255, 1, 77})
	f.Fuzz(func(t *testing.T, width, format, operator uint8, permille uint16, invert bool, samples []byte) {
		if len(samples) == 0 {
			return
		}
		w := int(width)%40 + 1
		h := min(len(samples)/w+1, 40)
		layout := yuvtest.Formats[int(format)%len(yuvtest.Formats)]
		p := yuvtest.Picture(layout, w, h, yuvtest.Fill{At: func(plane, x, y, max int) int {
			i := plane + 2*(y*w+x)
			return (int(samples[i%len(samples)])<<8 | int(samples[(i+1)%len(samples)])) & max
		}})
		operators := edge.Operators()
		d := edge.Discriminator{Operator: operators[int(operator)%len(operators)], Invert: invert}
		if operator&128 != 0 && d.Operator.Kind() == edge.Differences && layout.Model != yuv.RGB {
			d.Planes = edge.AllPlanes
		}
		d.Threshold = d.Operator.MaxThreshold(d.Planes) * float64(permille%1001) / 1000
		if d.Operator == edge.Range {
			d.Low = d.Threshold * float64(operator>>3) / 32
		}
		check := newGPUCheck(t)
		check.upload(t, p)
		check.equal(t, p, "fuzz", d)
	})
}

func BenchmarkMask(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(seed)[5])
		decision, err := edge.Discriminator{Threshold: 0.01}.Decision(p.Format)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			var reference edge.Reference
			var mask edge.Mask
			b.SetBytes(int64(p.Width * p.Height))
			b.ReportAllocs()
			for b.Loop() {
				reference.Run(&mask, p, decision)
			}
		})
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			dev := gputest.Open(b)
			pass, err := gledge.NewReference(dev)
			if err != nil {
				b.Fatal(err)
			}
			planes := glyuv.NewPlanes(dev)
			defer planes.Release()
			textures := glyuvtest.Textures(b, planes, p)
			level0, err := dev.NewTexture("level 0", gpu.R8I, p.Width, p.Height)
			gputest.Own(b, level0, err)
			b.SetBytes(int64(p.Width * p.Height))
			b.ReportAllocs()
			for b.Loop() {
				if err := pass.Run(level0, p, textures, decision); err != nil {
					b.Fatal(err)
				}
				dev.Finish()
			}
		})
	}
}
