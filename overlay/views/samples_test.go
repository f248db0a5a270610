package views_test

import (
	"image"
	"image/color"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func grey(g uint8) color.RGBA { return color.RGBA{g, g, g, 255} }

// Levels and colours at the ends of all bands, in limited and full range, with 8 and 10 bits,
// computed by hand from the bands' percentages.
func TestSampleColours(t *testing.T) {
	limited, full := yuv.Colour{Range: yuv.Limited}, yuv.Colour{Range: yuv.Full}
	formats := map[string]yuv.Format{}
	for _, f := range yuvtest.Formats {
		formats[f.Name] = f
	}
	black, near, card, skin := views.Tones[0].Colour, views.Tones[1].Colour, views.Tones[3].Colour, views.Tones[5].Colour
	bright, white := views.Tones[7].Colour, views.Tones[8].Colour
	for _, c := range []struct {
		view    views.View
		format  string
		colour  yuv.Colour
		y, u, v int
		want    color.RGBA
	}{
		{views.False, "yuv420p", limited, 0, 0, 0, black},
		{views.False, "yuv420p", limited, 21, 0, 0, black},      // 2.28 %
		{views.False, "yuv420p", limited, 22, 0, 0, near},       // 2.74 %
		{views.False, "yuv420p", limited, 24, 0, 0, near},       // 3.65 %
		{views.False, "yuv420p", limited, 25, 0, 0, grey(10)},   // 4.11 %
		{views.False, "yuv420p", limited, 99, 0, 0, grey(97)},   // 37.90 %
		{views.False, "yuv420p", limited, 100, 0, 0, card},      // 38.36 %
		{views.False, "yuv420p", limited, 130, 0, 0, skin},      // 52.05 %
		{views.False, "yuv420p", limited, 228, 0, 0, grey(247)}, // 96.80 %
		{views.False, "yuv420p", limited, 229, 0, 0, bright},    // 97.26 %
		{views.False, "yuv420p", limited, 233, 0, 0, white},     // 99.09 %
		{views.False, "yuv420p", limited, 255, 0, 0, white},     // 109 %
		{views.False, "yuv420p", full, 6, 0, 0, black},          // 2.35 %
		{views.False, "yuv420p", full, 7, 0, 0, near},           // 2.75 %
		{views.False, "yuv420p", full, 96, 0, 0, grey(96)},      // 37.6 %
		{views.False, "yuv420p10le", limited, 85, 0, 0, black},  // 2.40 %
		{views.False, "yuv420p10le", limited, 86, 0, 0, near},   // 2.51 %
		{views.False, "yuv444p16le", full, 65535, 0, 0, white},  // the maximum
		{views.False, "rgb24", limited, 255, 255, 255, white},   // RGB is full range
		{views.False, "rgb24", limited, 90, 90, 90, grey(90)},   // 35.3 %
		{views.Outside, "yuv420p", limited, 15, 128, 128, views.TooLow},
		{views.Outside, "yuv420p", limited, 16, 128, 128, grey(0)},
		{views.Outside, "yuv420p", limited, 235, 128, 128, grey(127)},
		{views.Outside, "yuv420p", limited, 236, 128, 128, views.TooHigh},
		{views.Outside, "yuv420p", full, 236, 128, 128, views.TooHigh},
		{views.Outside, "yuv420p", limited, 126, 15, 128, views.ChromaAway},
		{views.Outside, "yuv420p", limited, 126, 128, 241, views.ChromaAway},
		{views.Outside, "yuv420p", limited, 126, 16, 240, grey(64)},
		{views.Outside, "yuv420p", limited, 15, 0, 0, views.TooLow}, // luma has priority
		{views.Outside, "gray", limited, 10, 0, 0, views.TooLow},
		{views.Outside, "gray", limited, 126, 0, 0, grey(64)},
		{views.Outside, "yuv420p10le", limited, 63, 512, 512, views.TooLow},
		{views.Outside, "yuv420p10le", limited, 64, 512, 512, grey(0)},
		{views.Outside, "yuv420p10le", limited, 500, 961, 512, views.ChromaAway},
		{views.Outside, "yuv420p10le", limited, 500, 960, 64, grey(63)},
		{views.Outside, "rgb24", limited, 0, 255, 0, grey(91)}, // its luma is 182
	} {
		fill := yuvtest.Fill{At: func(plane, _, _, _ int) int { return [3]int{c.y, c.u, c.v}[plane] }}
		p := yuvtest.Picture(formats[c.format], 5, 3, fill)
		dst := image.NewRGBA(image.Rect(0, 0, 5, 3))
		new(views.Painter).Samples(dst, c.view, p, c.colour)
		l := views.LevelsOf(p, c.colour)
		for y := range 3 {
			for x := range 5 {
				if got, one := dst.RGBAAt(x, y), c.view.Sample(&l, p, x, y); got != c.want || one != got {
					t.Fatalf("%v of %s, range %v: (%d, %d, %d) is %v, alone %v, want %v", c.view, c.format, c.colour.Range, c.y, c.u, c.v, got, one, c.want)
				}
			}
		}
	}
}

func BenchmarkSamples(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(1)[5])
	dst := image.NewRGBA(image.Rect(0, 0, 1920, 1080))
	for _, view := range []views.View{views.False, views.Outside} {
		b.Run(view.String(), func(b *testing.B) {
			var painter views.Painter
			for b.Loop() {
				painter.Samples(dst, view, p, yuv.Colour{})
			}
		})
	}
}
