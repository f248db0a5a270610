package views_test

import (
	"errors"
	"image"
	"image/color"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// In every format, pixels with zero vectors are gray, moving pixels have the colour of their
// direction, and pixels without vectors are dark.
func TestVectorsTinted(t *testing.T) {
	var tinter views.Tinter
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 80, 16, yuvtest.Fill{At: func(plane, x, y, most int) int { return most / 2 }})
		c := yuv.NewConverter(f, p.Colour, p.Width, p.Height)
		dst := image.NewRGBA(image.Rect(0, 0, 80, 16))
		if err := tinter.Paint(dst, p, views.Given{}, c); !errors.Is(err, feature.ErrNoVectors) {
			t.Errorf("%s: without vectors %v", f.Name, err)
		}
		p.Vectors = yuv.VectorList{
			{X: 16, Width: 16, Height: 16}, {X: 32, Width: 16, Height: 16, DX: 4 * 128}, {X: 48, Width: 16, Height: 16, DY: 4 * 128}, {X: 64, Width: 16, Height: 16, DX: -100 * 128},
		}
		if err := tinter.Paint(dst, p, views.Given{}, c); err != nil {
			t.Fatal(err)
		}
		at := func(i int) color.RGBA { return dst.RGBAAt(16*i+8, 8) }
		none, still, right, down, left := at(0), at(1), at(2), at(3), at(4)
		switch {
		case none.R != none.G || none.R != none.B || still.R != still.G || still.R != still.B || none.R >= still.R || none.A != 255:
			t.Errorf("%s: without a vector %v, still %v", f.Name, none, still)
		case right.B <= still.B || right.G >= still.G || right.R != still.R || down.R <= still.R || down.B != still.B || left.B != 0 || left.G <= still.G:
			t.Errorf("%s: still %v, to the right %v, down %v, to the left %v", f.Name, still, right, down, left)
		}
	}
}
