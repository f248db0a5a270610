package glcloud

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// picture returns random colours.
func picture(random *rand.Rand, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(img.Pix); i += 4 {
		v := random.Uint32()
		copy(img.Pix[i:], []byte{byte(v), byte(v >> 8), byte(v >> 16), 255})
	}
	return img
}

// some returns some quads of a picture, sometimes none.
func some(random *rand.Rand, width, height int) (list []quadpyramid.Quad) {
	for range random.IntN(4) * 40 {
		level := random.IntN(5)
		q := quadpyramid.NewQuad(random.IntN(width)>>level<<level, random.IntN(height)>>level<<level, level)
		if q.X()+q.Size() <= width && q.Y()+q.Size() <= height {
			list = append(list, q)
		}
	}
	return list
}

// TestGPUCoversTheSamePixels adds frames until the oldest ones are dropped, and compares the drawing
// with the CPU's from many positions, byte by byte. The current target is unchanged.
func TestGPUCoversTheSamePixels(t *testing.T) {
	dev := gputest.Open(t)
	c, err := New(dev)
	gputest.Own(t, c, err)
	window, err := dev.NewTarget("window", 30, 20)
	gputest.Own(t, window, err)
	window.DrawTo()
	before := dev.Drawn()
	random := rand.New(rand.NewPCG(overlaytest.Seed, 1))
	var painter cloud.Painter
	const width, height = 70, 45
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	gputest.Own(t, list, err)
	var pictures []cloud.Picture
	area := image.Rect(20, 10, 220, 150)
	seen := 0
	for n := range 2*slots + 40 { // so that slots are reused
		goesOn := n != 10 && n != 11
		if !goesOn {
			pictures = nil
		}
		rgb, quads := picture(random, width, height), some(random, width, height)
		texture.WriteBytes(rgb.Pix)
		if err := list.Upload(quads); err != nil {
			t.Fatal(err)
		}
		c.Add(list, texture, goesOn)
		pictures = append([]cloud.Picture{{Quads: quads, Colours: cloud.Colours(nil, rgb, quads)}}, pictures...)
		if len(pictures) > cloud.Frames {
			pictures = pictures[:cloud.Frames]
		}
		if c.Pictures() != len(pictures) {
			t.Fatalf("%d pictures, want %d", c.Pictures(), len(pictures))
		}
		if n > 80 && n%37 != 0 && n < 2*slots {
			continue
		}
		o := overlaytest.Orientations[n%len(overlaytest.Orientations)]
		var orbit cloud.Orbit
		orbit.Drag(area, random.Float64()*400, random.Float64()*140)
		orbit.Zoom(0.5 + 4*random.Float64())
		fit := overlay.Fit(width, height, o, []float64{1, 1.5}[n%2], area, 240, 160)
		v := orbit.View(&fit, area)
		if n%3 == 0 { // another view of the same cloud, and back
			other := new(cloud.Orbit).View(&fit, area)
			drawn(t, c, &v)
			drawn(t, c, &other)
		}
		got := drawn(t, c, &v)
		want := image.NewRGBA(image.Rect(0, 0, 240, 160))
		painter.Paint(want, pictures, &v)
		for i := range want.Pix {
			if got[i] != want.Pix[i] {
				t.Fatalf("after %d pictures (seed %d): pixel %d, %d is %v, want %v", n+1, overlaytest.Seed, i/4%240, i/4/240, got[i/4*4:][:4], want.Pix[i/4*4:][:4])
			}
			if want.Pix[i] != []byte{cloud.Surround.R, cloud.Surround.G, cloud.Surround.B, 255}[i%4] {
				seen++
			}
		}
		if dev.Drawn() != before {
			t.Fatal("draws go elsewhere now")
		}
	}
	if seen < 100000 {
		t.Errorf("only %d samples show particles", seen)
	}
}

func drawn(t *testing.T, c *Cloud, v *cloud.View) []byte {
	t.Helper()
	texture, err := c.Draw(v)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
	texture.Read(got)
	return got
}

// TestFull: if there are more particles than the capacity, the oldest are dropped, also within a frame.
func TestFull(t *testing.T) {
	dev := gputest.Open(t)
	c, err := New(dev)
	gputest.Own(t, c, err)
	const width, height = 1280, 1024 // so 3.2 of these lists fill a cloud
	var quads []quadpyramid.Quad
	for y := range height {
		for x := range width {
			quads = append(quads, quadpyramid.NewQuad(x, y, 0))
		}
	}
	list, err := glpyramid.NewList(dev, len(quads))
	gputest.Own(t, list, err)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	if err := list.Upload(quads); err != nil {
		t.Fatal(err)
	}
	area := image.Rect(0, 0, 160, 128)
	fit := overlay.Fit(width, height, overlay.Orientation{}, 1, area, 160, 128)
	var orbit cloud.Orbit
	orbit.Drag(area, 40, 20)
	v := orbit.View(&fit, area)
	var pictures []cloud.Picture
	for n := range 5 {
		rgb := image.NewRGBA(image.Rect(0, 0, width, height))
		for i := 0; i < len(rgb.Pix); i += 4 {
			copy(rgb.Pix[i:], []byte{byte(50 * n), byte(i >> 8), byte(i >> 14), 255})
		}
		texture.WriteBytes(rgb.Pix)
		c.Add(list, texture, true)
		pictures = append([]cloud.Picture{{Quads: quads, Colours: cloud.Colours(nil, rgb, quads)}}, pictures...)
	}
	room := cloud.Capacity
	for i := range pictures {
		p := &pictures[i]
		cut := max(len(p.Quads)-room, 0)
		p.Quads, p.Colours = p.Quads[cut:], p.Colours[cut:]
		room -= len(p.Quads)
	}
	if len(pictures[3].Quads) == 0 || len(pictures[3].Quads) == len(quads) || len(pictures[4].Quads) != 0 {
		t.Fatal("the cloud does not end within a picture")
	}
	want := image.NewRGBA(image.Rect(0, 0, 160, 128))
	new(cloud.Painter).Paint(want, pictures, &v)
	if got := drawn(t, c, &v); !bytes.Equal(got, want.Pix) {
		t.Error("other pixels")
	}
}

// empty returns a cloud, an empty list and a texture to add to it, and a view.
func empty(t *testing.T, dev *gpu.Device) (*Cloud, *glpyramid.List, *gpu.Texture, cloud.View) {
	t.Helper()
	c, err := New(dev)
	gputest.Own(t, c, err)
	list, err := glpyramid.NewList(dev, 1)
	gputest.Own(t, list, err)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, 8, 8)
	gputest.Own(t, texture, err)
	area := image.Rect(0, 0, 64, 48)
	fit := overlay.Fit(8, 8, overlay.Orientation{}, 1, area, 64, 48)
	return c, list, texture, new(cloud.Orbit).View(&fit, area)
}

// TestDrawnOnce: an unchanged cloud is not drawn again.
func TestDrawnOnce(t *testing.T) {
	dev := gputest.Open(t)
	c, list, texture, v := empty(t, dev)
	want := drawn(t, c, &v)
	c.target.DrawTo()
	dev.Clear(1, 1, 1)
	if bytes.Equal(drawn(t, c, &v), want) {
		t.Error("the same view is drawn again")
	}
	c.Add(list, texture, true)
	if !bytes.Equal(drawn(t, c, &v), want) {
		t.Error("after an empty list the cloud is not empty")
	}
}

// TestAllocates: the steady state allocates nothing.
func TestAllocates(t *testing.T) {
	c, list, texture, v := empty(t, gputest.Open(t))
	if n := testing.AllocsPerRun(10, func() {
		c.Add(list, texture, true)
		if _, err := c.Draw(&v); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkCloud draws a cloud from the side, adding a frame each time.
func BenchmarkCloud(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	const width, height = 1920, 1080
	for _, particles := range []int{1 << 17, 1 << 20, 1 << 22} {
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d/particles=%d", width, height, particles), func(b *testing.B) {
			dev := gputest.Open(b)
			c, err := New(dev)
			if err != nil {
				b.Fatal(err)
			}
			defer c.Release()
			texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
			if err != nil {
				b.Fatal(err)
			}
			defer texture.Release()
			texture.WriteBytes(picture(random, width, height).Pix)
			n := particles / cloud.Frames
			list, err := glpyramid.NewList(dev, n)
			if err != nil {
				b.Fatal(err)
			}
			defer list.Release()
			var quads []quadpyramid.Quad
			for range n {
				level := random.IntN(3)
				quads = append(quads, quadpyramid.NewQuad(random.IntN(width-4)>>level<<level, random.IntN(height-4)>>level<<level, level))
			}
			if err := list.Upload(quads); err != nil {
				b.Fatal(err)
			}
			area := image.Rect(0, 0, width, height)
			fit := overlay.Fit(width, height, overlay.Orientation{}, 1, area, width, height)
			v := new(cloud.Orbit).View(&fit, area)
			frame := func() {
				c.Add(list, texture, true)
				if _, err := c.Draw(&v); err != nil {
					b.Fatal(err)
				}
			}
			for range cloud.Frames {
				frame()
			}
			dev.Finish()
			gputest.Loop(b, dev, frame)
			b.ReportMetric(float64(particles), "particles")
		})
	}
}
