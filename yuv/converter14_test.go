package yuv_test

import (
	"fmt"
	"math"
	"testing"

	"ffkvadrat/yuv"
)

// TestConverter14: 14-bit RGB is within one step of exact arithmetic: half a step from the last
// rounding, and a little from the gains', which is 2^−16 times each sample. For 16-bit samples that is
// one step for luma and half a step for each chroma.
func TestConverter14(t *testing.T) {
	weights := map[yuv.Matrix][2]float64{yuv.BT601: {0.299, 0.114}, yuv.BT709: {0.2126, 0.0722}, yuv.BT2020: {0.2627, 0.0593}}
	for matrix, w := range weights {
		kr, kb := w[0], w[1]
		kg := 1 - kr - kb
		for _, r := range []yuv.Range{yuv.Limited, yuv.Full} {
			for _, depth := range []int{8, 10, 12, 16} {
				f := yuv.Format{Name: "yuv", Model: yuv.YUV, Depth: depth}
				v := yuv.NewConverter14(f, yuv.Colour{Matrix: matrix, Range: r}, 64, 64)
				m := f.MaxValue()
				step := float64(int(1) << (depth - 8))
				black, luma, chroma := 16*step, 219*step, 224*step
				if r == yuv.Full {
					black, luma, chroma = 0, float64(m), float64(m)
				}
				allowed := 1.0
				if depth == 16 {
					allowed = 2.5
				}
				worst := 0.0
				for i := range 4096 {
					a, b, c := i&15*m/15, i>>4&15*m/15, i>>8*m/15
					y := (float64(a) - black) / luma
					u, w := (float64(b)-128*step)/chroma, (float64(c)-128*step)/chroma
					exact := [3]float64{
						y + 2*(1-kr)*w,
						y - 2*(1-kb)*kb/kg*u - 2*(1-kr)*kr/kg*w,
						y + 2*(1-kb)*u,
					}
					for j, got := range v.RGB14(a, b, c) {
						want := 16383 * min(max(exact[j], 0), 1)
						worst = max(worst, math.Abs(float64(got)-want))
					}
				}
				if worst > allowed {
					t.Errorf("%s: %.2f steps off", fmt.Sprint(matrix, " ", r, " ", depth, " bits"), worst)
				}
			}
		}
	}
}
