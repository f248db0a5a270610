package glyuv_test

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070101

// converted is a picture as the GPU shows it.
func converted(t *testing.T, c *glyuv.Converter, textures *glyuv.Textures, p *yuv.Picture, o yuv.Choice) []byte {
	t.Helper()
	if err := textures.Upload(p); err != nil {
		t.Fatal(err)
	}
	rgb, err := c.Run(p, textures, o)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4*p.Width*p.Height)
	rgb.Read(got)
	return got
}

func TestConverterEqualsCPU(t *testing.T) {
	dev := gputest.Open(t)
	textures := glyuv.NewTextures(dev)
	defer textures.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
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
					got := converted(t, converter, textures, p, yuv.Choice{})
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
	textures := glyuv.NewTextures(dev)
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
		textures := glyuv.NewTextures(dev)
		defer textures.Release()
		converter, err := glyuv.NewConverter(dev)
		gputest.Own(b, converter, err)
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

func TestGPULightEqualsCPU(t *testing.T) {
	dev := gputest.Open(t)
	textures := glyuv.NewTextures(dev)
	defer textures.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
	for _, c := range yuvtest.Lights {
		for _, f := range yuvtest.Formats {
			for _, size := range [][2]int{{1, 1}, {5, 3}, {65, 63}} {
				for _, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Picture(f, size[0], size[1], fill)
					p.Colour = c
					want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
					got := converted(t, converter, textures, p, yuv.Choice{})
					converter.Twin().Paint(want, p)
					if !bytes.Equal(got, want.Pix) {
						t.Fatalf("%s %d×%d %v %s (seed %d): the GPU's RGB differs", f.Name, p.Width, p.Height, c, fill.Name, seed)
					}
				}
			}
		}
	}
}

// Pictures that follow each other allocate nothing, and a choice takes the
// place of tags on both engines.
func TestGPUChoice(t *testing.T) {
	dev := gputest.Open(t)
	textures := glyuv.NewTextures(dev)
	defer textures.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
	p := yuvtest.Picture(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[4])
	if err := textures.Upload(p); err != nil {
		t.Fatal(err)
	}
	seen := map[string]yuv.Choice{}
	for _, o := range []yuv.Choice{
		{}, {Matrix: yuv.BT709}, {Range: yuv.Full}, {Matrix: yuv.BT2020}, {Transfer: yuv.PQ}, {Transfer: yuv.HLG},
		{Matrix: yuv.BT709, Range: yuv.Full, Transfer: yuv.HLG},
	} {
		run := func() {
			if _, err := converter.Run(p, textures, o); err != nil {
				t.Fatal(err)
			}
		}
		run()
		got := converted(t, converter, textures, p, o)
		want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
		yuv.NewConverter(p.Format, p.Colour.With(o), p.Width, p.Height).Paint(want, p)
		if !bytes.Equal(got, want.Pix) {
			t.Errorf("%v: GPU and CPU differ", o)
		}
		if other, ok := seen[string(got)]; ok {
			t.Errorf("%v gives the same as %v", o, other)
		}
		seen[string(got)] = o
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%v: %v allocations a picture", o, n)
		}
	}
}
