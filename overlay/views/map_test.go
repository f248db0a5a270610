package views_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/edge"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestMapper compares each pixel with the formula in docs/reference/display.md, including blocks
// cut off at the picture's border, in every form.
func TestMapper(t *testing.T) {
	rnd := rand.New(rand.NewPCG(17, 7))
	var m views.Mapper // reused, with the state of earlier pictures
	for i, size := range []image.Point{{1, 1}, {1, 17}, {7, 7}, {64, 64}, {65, 63}, {200, 100}} {
		f := yuvtest.Formats[i%len(yuvtest.Formats)]
		p := yuvtest.Picture(f, size.X, size.Y, yuvtest.Fills(1)[5])
		mask := edge.Mask{}
		mask.Resize(size.X, size.Y)
		for k := range mask.Leaf {
			mask.Leaf[k] = uint8(min(rnd.IntN(1+k%size.X/20), 1))
		}
		list := new(quadpyramid.Reference).Build(nil, &mask, quadpyramid.Unlimited)
		c := yuv.NewConverter(f, p.Colour, size.X, size.Y)
		for form := range regions.FormCount {
			for _, strength := range []int{12, -51, 0} {
				dst := image.NewRGBA(image.Rectangle{Max: size})
				if err := m.Paint(dst, p, views.Given{Quads: list, MapFor: form, Strength: strength}, c); err != nil {
					t.Fatal(err)
				}
				for y := range size.Y {
					for x := range size.X {
						want := colourOf(c.At(p, x, y), m.Grid.At(x, y), 12*form.Scale())
						if got := dst.RGBAAt(x, y); got != want {
							t.Fatalf("%v, %v, strength %d: (%d, %d) with the offset %d is %v, want %v", size, form, strength, x, y, m.Grid.At(x, y), got, want)
						}
					}
				}
			}
		}
	}
}

// colourOf returns the expected colour of a pixel in a block with an offset; full is the offset of
// the strongest tint.
func colourOf(rgb [3]uint8, offset, full int) color.RGBA {
	gray := 16 + int(yuv.LumaOf(uint32(rgb[0]), uint32(rgb[1]), uint32(rgb[2])))/2
	hue, n := [3]int{40, 140, 255}, offset
	if offset < 0 {
		hue, n = [3]int{255, 150, 32}, -offset
	}
	opacity := 40 + 150*min(n, full)/full
	if n == 0 {
		opacity = 0
	}
	var of [3]uint8
	for i := range of {
		of[i] = uint8((gray*(255-opacity) + hue[i]*opacity + 127) / 255)
	}
	return color.RGBA{of[0], of[1], of[2], 255}
}

// TestOffsetColours: in the legend, larger offsets have stronger colours, and the two signs have
// different hues.
func TestOffsetColours(t *testing.T) {
	for form := range regions.FormCount {
		full := views.FullTint * form.Scale()
		zero, end := views.OffsetColour(0, form), views.OffsetColour(full, form)
		if zero.R != zero.G || zero.G != zero.B || end != views.OffsetColour(255, form) {
			t.Errorf("%v: 0 is %v, %d is %v and 255 %v", form, zero, full, end, views.OffsetColour(255, form))
		}
		for n := 1; n <= full; n++ {
			more, fewer, last := views.OffsetColour(-n, form), views.OffsetColour(n, form), views.OffsetColour(n-1, form)
			if more.R <= more.G || more.G <= more.B || fewer.B <= fewer.G || fewer.G <= fewer.R || fewer.B < last.B {
				t.Errorf("%v: %d is %v, %d is %v, after %v", form, -n, more, n, fewer, last)
			}
		}
	}
}

// BenchmarkMapper measures Paint.
func BenchmarkMapper(b *testing.B) {
	const width, height = 1920, 1080
	p := yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(1)[5])
	rnd := rand.New(rand.NewPCG(1, 1))
	var list []quadpyramid.Quad
	for y := 0; y+8 <= height; y += 8 {
		for x := 0; x < width; x += 8 {
			if rnd.IntN(width) < x {
				list = append(list, quadpyramid.NewQuad(x, y, 3))
			}
		}
	}
	c := yuv.NewConverter(p.Format, p.Colour, width, height)
	for form := range regions.FormCount {
		b.Run("engine=cpu/form="+form.String()+"/size=1920x1080", func(b *testing.B) {
			var m views.Mapper
			dst := image.NewRGBA(image.Rect(0, 0, width, height))
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Paint(dst, p, views.Given{Quads: list, MapFor: form, Strength: 12}, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
