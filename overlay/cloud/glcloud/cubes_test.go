package glcloud

import (
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
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// TestGPUCoversTheSameCubes adds the cross-sections of cubes in windows of all lengths, from the middle
// of one and after others, and compares the drawing with the CPU's, byte by byte. Quads and cubes do
// not mix.
func TestGPUCoversTheSameCubes(t *testing.T) {
	dev := gputest.Open(t)
	c, err := New(dev)
	gputest.Own(t, c, err)
	random := rand.New(rand.NewPCG(overlaytest.Seed, 2))
	const width, height = 70, 45
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	gputest.Own(t, list, err)
	area := image.Rect(20, 10, 220, 150)
	var painter cloud.Painter
	seen := 0
	for _, longest := range []int{8, 16, 64} {
		for _, name := range []string{"hole", "blocks of 8"} {
			volume := ocpyramidtest.Volumes(width, height, longest)[name]
			cubes := ocpyramid.NewCPU().Build(nil, volume.Window(longest), quadpyramid.Unlimited) // by window
			var pictures []cloud.Picture
			first := 5 // in the middle of a window
			for n := first; n < 3*slots/2; n++ {
				within := n % longest
				rgb := picture(random, width, height)
				texture.WriteBytes(rgb.Pix)
				quads, _ := ocpyramid.Section(nil, nil, cubes, within)
				if n != first {
					quads = cloud.Begun(nil, quads, within)
				}
				if err := list.Upload(quads); err != nil {
					t.Fatal(err)
				}
				c.AddCubes(list, texture, within, n != first)
				pictures = append([]cloud.Picture{{Quads: quads, Colours: cloud.Colours(nil, rgb, quads), Cubed: true, Within: within}}, pictures...)
				pictures = pictures[:min(len(pictures), cloud.Frames)]
				if c.Pictures() != len(pictures) {
					t.Fatalf("%d pictures, want %d", c.Pictures(), len(pictures))
				}
				if n > first+3 && n%29 != 0 {
					continue
				}
				var orbit cloud.Orbit
				orbit.Drag(area, random.Float64()*400, random.Float64()*140)
				orbit.Zoom(0.5 + 4*random.Float64())
				fit := overlay.Fit(width, height, overlaytest.Orientations[n%len(overlaytest.Orientations)], 1, area, 240, 160)
				view := orbit.View(&fit, area)
				seen += same(t, c, &painter, pictures, &view)
			}
			if err := list.Upload(nil); err != nil {
				t.Fatal(err)
			}
			c.Add(list, texture, true)
			if c.Pictures() != 1 {
				t.Fatalf("quads go on behind cubes: %d pictures", c.Pictures())
			}
		}
	}
	if seen < 100000 {
		t.Errorf("only %d samples show particles", seen)
	}
}

// same compares the GPU's drawing with the CPU's, and returns how many samples show particles.
func same(t *testing.T, c *Cloud, painter *cloud.Painter, pictures []cloud.Picture, v *cloud.View) (seen int) {
	t.Helper()
	got := drawn(t, c, v)
	want := image.NewRGBA(image.Rect(0, 0, int(v.TargetWidth), int(v.TargetHeight)))
	painter.Paint(want, pictures, v)
	ground := []byte{cloud.Surround.R, cloud.Surround.G, cloud.Surround.B, 255}
	for i := range want.Pix {
		if got[i] != want.Pix[i] {
			t.Fatalf("of %d pictures (seed %d): sample %d is %d, want %d", len(pictures), overlaytest.Seed, i, got[i], want.Pix[i])
		}
		if want.Pix[i] != ground[i%4] {
			seen++
		}
	}
	return seen
}
