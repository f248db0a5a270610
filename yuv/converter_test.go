package yuv_test

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070101

func TestGPUConverterEqualsCPU(t *testing.T) {
	dev := gputest.Open(t)
	textures := yuv.NewTextures(dev)
	defer textures.Release()
	converter, err := yuv.NewGPUConverter(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer converter.Release()
	for _, f := range yuvtest.Formats {
		for _, size := range [][2]int{{1, 1}, {5, 3}, {65, 63}} {
			for _, c := range []yuv.Colour{
				{Matrix: yuv.BT601, Range: yuv.Limited}, {Matrix: yuv.BT601, Range: yuv.Full},
				{Matrix: yuv.BT709, Range: yuv.Limited}, {Matrix: yuv.BT709, Range: yuv.Full},
				{Matrix: yuv.BT2020, Range: yuv.Limited}, {Matrix: yuv.BT2020, Range: yuv.Full}, {},
			} {
				for _, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Picture(f, size[0], size[1], fill)
					p.Colour = c
					want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
					yuv.NewConverter(f, c, p.Width, p.Height).Paint(want, p)
					if err := textures.Upload(p); err != nil {
						t.Fatal(err)
					}
					rgb, err := converter.Run(p, textures, yuv.Choice{})
					if err != nil {
						t.Fatal(err)
					}
					got := make([]byte, 4*p.Width*p.Height)
					rgb.Read(got)
					if !bytes.Equal(got, want.Pix) {
						t.Fatalf("%s %d×%d %v %s (seed %d): the GPU's RGB differs", f.Name, p.Width, p.Height, c, fill.Name, seed)
					}
				}
			}
		}
	}
}

// Rows of interleaved samples that are longer than a texture may be.
func TestUploadWide(t *testing.T) {
	const width, height = 1024, 3
	for _, f := range yuvtest.Formats {
		for _, limit := range []int{width, 3*width - 2, 3 * width} { // all planes packed, all but the last, none
			dev := gputest.Open(t)
			dev.Caps.MaxTextureSize = limit
			testUpload(t, dev, yuvtest.Picture(f, width, height, yuvtest.Fills(seed)[4]))
		}
	}
	rgb := yuvtest.Formats[10]
	testUpload(t, gputest.Open(t), yuvtest.Picture(rgb, yuv.MaxSide, 4, yuvtest.Fills(seed)[4]))
}

// testUpload compares the samples in the textures with those of the picture.
func testUpload(t *testing.T, dev *gpu.Device, p *yuv.Picture) {
	t.Helper()
	textures := yuv.NewTextures(dev)
	defer textures.Release()
	upload := func() {
		if err := textures.Upload(p); err != nil {
			t.Fatal(err)
		}
	}
	upload()
	size := p.Format.SampleBytes()
	planes := append(p.Planes[:], p.Luma)
	for i, in := range append(textures.Planes[:], textures.Luma) {
		if planes[i].Data == nil {
			continue
		}
		texels := make([]byte, in.Texture.Width*in.Texture.Height*size)
		in.Texture.Read(texels)
		got := yuv.Plane{Data: texels[in.First*size:], Stride: in.Texture.Width * size, Step: in.Step * size}
		for y := range planes[i].Height {
			for x := range planes[i].Width {
				g, w := got.Data[y*got.Stride+x*got.Step:][:size], planes[i].Data[y*planes[i].Stride+x*planes[i].Step:][:size]
				if !bytes.Equal(g, w) {
					t.Fatalf("%s %d×%d, textures of %d (seed %d): sample (%d,%d) of plane %d is %v, want %v",
						p.Format.Name, p.Width, p.Height, dev.Caps.MaxTextureSize, seed, x, y, i, g, w)
				}
			}
		}
	}
	if n := testing.AllocsPerRun(5, upload); n != 0 {
		t.Errorf("%s: %v allocations a picture", p.Format.Name, n)
	}
}

// The corners of the code range, from the defining equations by hand.
func TestConverterCorners(t *testing.T) {
	for _, c := range []struct {
		depth      int
		r          yuv.Range
		y, u, v    int
		red, green byte
		blue       byte
	}{
		{8, yuv.Limited, 16, 128, 128, 0, 0, 0},
		{8, yuv.Limited, 235, 128, 128, 255, 255, 255},
		{8, yuv.Limited, 126, 128, 128, 128, 128, 128},
		{8, yuv.Full, 0, 128, 128, 0, 0, 0},
		{8, yuv.Full, 255, 128, 128, 255, 255, 255},
		{8, yuv.Limited, 0, 128, 128, 0, 0, 0},
		{8, yuv.Limited, 255, 128, 128, 255, 255, 255},
		{10, yuv.Limited, 64, 512, 512, 0, 0, 0},
		{10, yuv.Limited, 940, 512, 512, 255, 255, 255},
		{10, yuv.Full, 1023, 512, 512, 255, 255, 255},
		{16, yuv.Full, 65535, 32768, 32768, 255, 255, 255},
		// BT.709's pure red: Y = 16 + 219·0.2126, U = 128 − 224·0.2126/1.8556, V = 240.
		{8, yuv.Limited, 63, 102, 240, 255, 1, 0},
	} {
		f := yuv.Format{Name: "test", Model: yuv.YUV, Depth: c.depth}
		values := [3]int{c.y, c.u, c.v}
		p := yuvtest.Picture(f, 1, 1, yuvtest.Fill{At: func(plane, _, _, _ int) int { return values[plane] }})
		p.Colour = yuv.Colour{Matrix: yuv.BT709, Range: c.r}
		img := image.NewRGBA(image.Rect(0, 0, 1, 1))
		yuv.NewConverter(f, p.Colour, 1, 1).Paint(img, p)
		if want := [4]byte{c.red, c.green, c.blue, 255}; [4]byte(img.Pix) != want {
			t.Errorf("%d bits, %v range, %v: got %v, want %v", c.depth, c.r, values, img.Pix, want)
		}
	}
}

// Luma of an RGB source against the formula in wide integers.
func TestLumaFromRGB(t *testing.T) {
	for _, f := range yuvtest.Formats {
		if f.Model != yuv.RGB {
			continue
		}
		p := yuvtest.Picture(f, 33, 9, yuvtest.Fills(seed)[4])
		for y := range p.Height {
			for x := range p.Width {
				r, g, b := at(p, 0, x, y), at(p, 1, x, y), at(p, 2, x, y)
				want := (13933*r + 46871*g + 4732*b + 32768) / 65536
				luma := yuv.Picture{Format: f, Planes: [3]yuv.Plane{p.Luma}}
				if got := at(&luma, 0, x, y); got != want {
					t.Fatalf("%s (%d,%d): luma %d, want %d", f.Name, x, y, got, want)
				}
			}
		}
	}
}

func at(p *yuv.Picture, plane, x, y int) uint64 {
	row := p.Planes[plane].Row(y, p.Format.SampleBytes())
	i := x * p.Planes[plane].Step
	if p.Format.SampleBytes() == 1 {
		return uint64(row[i])
	}
	return uint64(row[i]) | uint64(row[i+1])<<8
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          yuv.Matrix
	}{{720, 576, yuv.BT601}, {640, 360, yuv.BT601}, {1280, 534, yuv.BT709}, {720, 720, yuv.BT709}, {1920, 1080, yuv.BT709}} {
		if got := (yuv.Colour{}).Resolve(c.width, c.height); got.Matrix != c.want || got.Range != yuv.Limited {
			t.Errorf("%d×%d: %v, %v range", c.width, c.height, got.Matrix, got.Range)
		}
	}
	if got := (yuv.Colour{Guess: yuv.BT601}).Resolve(1920, 1080); got.Matrix != yuv.BT601 {
		t.Errorf("of a stream that began small: %v", got.Matrix)
	}
	tagged := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Full}
	if got := tagged.Resolve(320, 180); got != tagged {
		t.Errorf("tags were not kept: %v", got)
	}
}

func BenchmarkPaint(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	v := yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
	img := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
		b.SetBytes(int64(p.Width * p.Height))
		b.ReportAllocs()
		for b.Loop() {
			v.Paint(img, p)
		}
	})
	b.Run(fmt.Sprintf("engine=gpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
		dev := gputest.Open(b)
		textures := yuv.NewTextures(dev)
		defer textures.Release()
		converter, err := yuv.NewGPUConverter(dev)
		if err != nil {
			b.Fatal(err)
		}
		defer converter.Release()
		b.SetBytes(int64(p.Width * p.Height))
		b.ReportAllocs()
		for b.Loop() {
			if err := textures.Upload(p); err != nil {
				b.Fatal(err)
			}
			if _, err := converter.Run(p, textures, yuv.Choice{}); err != nil {
				b.Fatal(err)
			}
			dev.Finish()
		}
	})
}
