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
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070101

// converted returns a picture as the GPU shows it.
func converted(t *testing.T, c *glyuv.Converter, planes *glyuv.Planes, p *yuv.Picture, o yuv.Choice) []byte {
	t.Helper()
	rgb, err := c.Run(p, glyuvtest.Textures(t, planes, p), o)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4*p.Width*p.Height)
	rgb.Read(got)
	return got
}

func TestConverterEqualsCPU(t *testing.T) { gputest.Each(t, converterEqualsCPU) }

func converterEqualsCPU(t *testing.T, dev *gpu.Device) {
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
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
					got := converted(t, converter, planes, p, yuv.Choice{})
					if !bytes.Equal(got, want.Pix) {
						t.Fatalf("%s %d×%d %v %s (seed %d): the GPU's RGB differs", f.Name, p.Width, p.Height, c, fill.Name, seed)
					}
				}
			}
		}
	}
}

// TestUploadWide: rows of interleaved samples that exceed a texture's width.
func TestUploadWide(t *testing.T) {
	const width, height = 1024, 3
	for _, f := range yuvtest.Formats {
		for _, limit := range []int{width, 3*width - 1, 3 * width} { // with the first two, planes are packed
			dev := gputest.Open(t)
			dev.Caps.MaxTextureSize = limit
			testUpload(t, dev, yuvtest.Picture(f, width, height, yuvtest.Fills(seed)[4]))
		}
	}
	rgb := yuvtest.Formats[10]
	testUpload(t, gputest.Open(t), yuvtest.Picture(rgb, yuv.MaxSide, 4, yuvtest.Fills(seed)[4]))
}

// testUpload compares the samples in textures and buffers with the picture's.
func testUpload(t *testing.T, dev *gpu.Device, p *yuv.Picture) {
	t.Helper()
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	name := fmt.Sprintf("%s %d×%d, textures of %d", p.Format.Name, p.Width, p.Height, dev.Caps.MaxTextureSize)
	compareTextures(t, name+", from memory", glyuvtest.Textures(t, planes, p), p)
	buffers := func() *glyuv.Buffers { return glyuvtest.AllBuffers(t, planes) }
	compareBuffers(t, name, buffers(), p)
	upload := func() {
		planes.Load(p)
		if _, err := planes.Textures(); err != nil {
			t.Fatal(err)
		}
		buffers()
	}
	upload()
	if n := testing.AllocsPerRun(5, upload); n != 0 {
		t.Errorf("%s: %v allocations a picture", name, n)
	}
	planes.Load(p)
	buffers()
	textures, err := planes.Textures()
	if err != nil {
		t.Fatal(err)
	}
	compareTextures(t, name+", from buffers", textures, p)
}

func compareTextures(t *testing.T, name string, textures *glyuv.Textures, p *yuv.Picture) {
	t.Helper()
	size := p.Format.SampleBytes()
	planes := append(p.Planes[:], p.Luma)
	for i, in := range append(textures.Planes[:], textures.Luma) {
		if planes[i].Data == nil {
			continue
		}
		texels := make([]byte, in.Texture.Width*in.Texture.Height*size)
		in.Texture.Read(texels)
		comparePlane(t, fmt.Sprint(name, ", plane ", i), size, &planes[i],
			yuv.Plane{Data: texels[in.First*size:], Stride: in.Texture.Width * size, Step: in.Step * size})
	}
}

func compareBuffers(t *testing.T, name string, buffers *glyuv.Buffers, p *yuv.Picture) {
	t.Helper()
	planes := append(p.Planes[:], p.Luma)
	for i, in := range append(buffers.Planes[:], buffers.Luma) {
		if planes[i].Data == nil {
			continue
		}
		data := make([]byte, in.Buffer.Size())
		gpu.ReadSlice(in.Buffer, data)
		comparePlane(t, fmt.Sprint(name, ", buffer ", i), p.Format.SampleBytes(), &planes[i],
			yuv.Plane{Data: data[in.First:], Stride: in.Stride, Step: in.Step})
	}
}

func comparePlane(t *testing.T, name string, size int, want *yuv.Plane, got yuv.Plane) {
	t.Helper()
	for y := range want.Height {
		for x := range want.Width {
			g, w := got.Data[y*got.Stride+x*got.Step:][:size], want.Data[y*want.Stride+x*want.Step:][:size]
			if !bytes.Equal(g, w) {
				t.Fatalf("%s (seed %d): sample (%d,%d) is %v, want %v", name, seed, x, y, g, w)
			}
		}
	}
}

// TestPlanesAreUploadedOnce: a plane that is needed in a buffer and a texture is uploaded once: later
// changes of the memory show in neither.
func TestPlanesAreUploadedOnce(t *testing.T) {
	dev := gputest.Open(t)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	for _, f := range yuvtest.Formats {
		for _, size := range [][2]int{{65, 63}, {5, 3}} {
			fill := yuvtest.Fills(seed)[4]
			want := yuvtest.Picture(f, size[0], size[1], fill)
			load := func() *yuv.Picture {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				planes.Load(p)
				return p
			}
			spoil := func(p *yuv.Picture) {
				for _, plane := range append(p.Planes[:], p.Luma) {
					clear(plane.Data)
				}
			}
			buffers := func() *glyuv.Buffers { return glyuvtest.AllBuffers(t, planes) }
			textures := func() *glyuv.Textures {
				tx, err := planes.Textures()
				if err != nil {
					t.Fatal(err)
				}
				return tx
			}
			name := fmt.Sprint(f.Name, " ", size)
			p := load()
			compareBuffers(t, name, buffers(), want)
			spoil(p)
			compareTextures(t, name+", textures after buffers", textures(), want)
			for range 2 { // requested in buffers the previous time
				p = load()
				compareTextures(t, name, textures(), want)
				spoil(p)
				compareBuffers(t, name+", buffers after textures", buffers(), want)
			}
		}
	}
}

// TestTooLargeForABuffer: a picture that exceeds a storage buffer can be displayed, and the next
// smaller one can be analysed.
func TestTooLargeForABuffer(t *testing.T) {
	dev := gputest.Open(t)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	small := yuvtest.Picture(yuvtest.Formats[1], 32, 32, yuvtest.Fills(seed)[4])
	large := yuvtest.Picture(yuvtest.Formats[1], 65, 63, yuvtest.Fills(seed)[4])
	compareBuffers(t, "small", glyuvtest.Buffers(t, planes, small), small)
	dev.Caps.MaxStorageSize = 65 * 63
	for range 2 {
		compareTextures(t, "large", glyuvtest.Textures(t, planes, large), large)
		if _, err := planes.Buffers(); err == nil {
			t.Error("a buffer above the limit was made")
		}
	}
	compareTextures(t, "small", glyuvtest.Textures(t, planes, small), small)
	compareBuffers(t, "small", glyuvtest.Buffers(t, planes, small), small)
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
		planes := glyuv.NewPlanes(dev)
		defer planes.Release()
		converter, err := glyuv.NewConverter(dev)
		gputest.Own(b, converter, err)
		b.SetBytes(int64(p.Width * p.Height))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := converter.Run(p, glyuvtest.Textures(b, planes, p), yuv.Choice{}); err != nil {
				b.Fatal(err)
			}
			dev.Finish()
		}
	})
}

func TestGPULightEqualsCPU(t *testing.T) { gputest.Each(t, gpuLightEqualsCPU) }

func gpuLightEqualsCPU(t *testing.T, dev *gpu.Device) {
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
	for _, c := range yuvtest.Lights {
		for _, f := range yuvtest.Formats {
			for _, size := range [][2]int{{1, 1}, {5, 3}, {65, 63}} {
				for _, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Picture(f, size[0], size[1], fill)
					p.Colour = c
					want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
					got := converted(t, converter, planes, p, yuv.Choice{})
					converter.Twin().Paint(want, p)
					if !bytes.Equal(got, want.Pix) {
						t.Fatalf("%s %d×%d %v %s (seed %d): the GPU's RGB differs", f.Name, p.Width, p.Height, c, fill.Name, seed)
					}
				}
			}
		}
	}
}

// TestGPUChoice: consecutive pictures allocate nothing, and a choice overrides tags on both engines.
func TestGPUChoice(t *testing.T) { gputest.Each(t, gpuChoice) }

func gpuChoice(t *testing.T, dev *gpu.Device) {
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
	p := yuvtest.Picture(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[4])
	textures := glyuvtest.Textures(t, planes, p)
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
		got := converted(t, converter, planes, p, o)
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
