package glviews_test

import (
	"math"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/overlay/views/glviews"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070109

func TestViews(t *testing.T) {
	dev := gputest.Open(t)
	passes := glviews.NewPasses(dev)
	defer passes.Release()
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	var reference edge.Reference
	var mask, below edge.Mask
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 33, 20, yuvtest.Fills(seed)[5])
		textures := glyuvtest.Textures(t, planes, p)
		for _, op := range edge.Operators() {
			d, err := edge.Discriminator{Operator: op, Threshold: 0.3}.Decision(f)
			if err != nil {
				t.Fatal(err)
			}
			read := func(v views.View) []byte {
				shown, err := passes.Run(v, p, textures, d)
				if err != nil {
					t.Fatal(err)
				}
				pixels := make([]byte, 4*p.Width*p.Height)
				shown.Read(pixels)
				return pixels
			}
			reference.Run(&mask, p, d)
			all := read(views.Mask)
			for i, leaf := range mask.Leaf {
				if c := views.Mask.Pixel(0, 0, leaf == 1).Colour; [4]byte(all[4*i:]) != [4]byte{c.R, c.G, c.B, c.A} {
					t.Fatalf("%s %v: pixel %d is %v, leaf: %d", f.Name, op, i, all[4*i:4*i+4], leaf)
				}
			}
			// The brightness is a fourth root in floating point, rounded to 8 bits. The reference
			// checks that D is within one step of it.
			strength := read(views.Strength)
			at := func(level float64) float64 { return d.Unit(f) * math.Pow(level/255, 4) }
			for i := range mask.Leaf {
				sum := d.Sum(p, i%p.Width, i/p.Width)
				// Roots in the shader have 32-bit precision.
				if c := views.Strength.Pixel(sum, float64(sum)/d.Unit(f), mask.Leaf[i] == 1).Colour; far(strength[4*i], c.R) || far(strength[4*i+1], c.G) || far(strength[4*i+2], c.B) {
					t.Fatalf("%s %v: pixel %d is %v, want %v", f.Name, op, i, strength[4*i:4*i+4], c)
				}
				shown := float64(max(strength[4*i], strength[4*i+2]))
				if leaf := strength[4*i+2] > strength[4*i]; shown > 8 && leaf != (mask.Leaf[i] == 1) {
					t.Fatalf("%s %v: pixel %d is bluish: %v, leaf: %d", f.Name, op, i, leaf, mask.Leaf[i])
				}
				below.Resize(p.Width, p.Height)
				d.Lower, d.Upper = uint64(max(at(max(shown-1, 0))-1, 0)), uint64(at(shown+1))+2
				if shown == 255 {
					d.Upper = math.MaxUint64
				}
				if i%37 != 0 {
					continue
				}
				reference.Run(&below, p, d)
				if below.Leaf[i] != 1 {
					t.Fatalf("%s %v: pixel %d has brightness %v, and D is not in [%d, %d)", f.Name, op, i, shown, d.Lower, d.Upper)
				}
			}
		}
	}
}

// far reports whether two channels differ by more than one.
func far(a, b byte) bool { return max(a, b)-min(a, b) > 1 }
