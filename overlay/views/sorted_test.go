package views_test

import (
	"cmp"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// The painted pixels are the leaf pixels with their colours, sorted by luma.
func TestSorted(t *testing.T) {
	var sorter views.Sorter
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 33, 20, yuvtest.Fills(1)[5])
		c := yuv.NewConverter(f, p.Colour, p.Width, p.Height)
		for _, params := range []analysis.Params{{Operator: edge.Luma, Threshold: 0.4}, analysis.Params{Threshold: 0.2, MinSize: 4}.Divided(3), {Variant: analysis.CommonFeature}} {
			dst := image.NewRGBA(image.Rect(0, 0, 33, 20))
			if err := sorter.Paint(dst, p, views.Given{Params: params}, c); err != nil {
				t.Fatal(err)
			}
			decision, err := params.Decision(f)
			if err != nil {
				t.Fatal(err)
			}
			var places []int
			for i := range 33 * 20 {
				if !params.Variant.Discriminates() || decision.Leaf(decision.Sum(p, i%33, i/33)) {
					places = append(places, i)
				}
			}
			value := func(i int) int { return min(p.Sample(-1, i%33, i/33), f.MaxValue()) }
			slices.SortStableFunc(places, func(a, b int) int {
				return cmp.Or(cmp.Compare(value(b), value(a)), cmp.Compare(morton(a%33, a/33), morton(b%33, b/33)))
			})
			for i := range 33 * 20 {
				got := dst.RGBAAt(i%33, i/33)
				if i >= len(places) {
					if got != dst.RGBAAt(32, 19) {
						t.Fatalf("%s %+v: place %d after all points is %v", f.Name, params, i, got)
					}
					continue
				}
				want := c.At(p, places[i]%33, places[i]/33)
				if got.R != want[0] || got.G != want[1] || got.B != want[2] {
					t.Fatalf("%s %+v: place %d is %v, want %v", f.Name, params, i, got, want)
				}
			}
		}
	}
}

func morton(x, y int) (code int) {
	for bit := range 14 {
		code |= x>>bit&1<<(2*bit) | y>>bit&1<<(2*bit+1)
	}
	return code
}
