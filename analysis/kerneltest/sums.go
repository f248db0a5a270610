package kerneltest

import (
	"fmt"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Sums are the passes of sums, with rows in random order.
func Sums() *Family[Decided, []uint64] {
	f := &Family[Decided, []uint64]{
		Name:       "sums",
		Reference:  referenceSums,
		Difference: differentSums,
		Inputs:     decidedInputs(everyOperator, 3),
		Steady:     steadyDecisions,
		Timed: func(_ testing.TB, yield func(string, Decided) bool) {
			p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(Seed)[5])
			for _, op := range edge.Operators() {
				d := decision(edge.Discriminator{Operator: op}, p.Format)
				if !yield(fmt.Sprintf("size=1920x1080/operator=%v", op), Decided{p, d}) {
					return
				}
			}
		},
		Bytes: func(in Decided) int64 { return int64(in.Picture.Width * in.Picture.Height) },
	}
	for _, v := range edge.SumsVariants() {
		sums := v.New()
		var all []uint64
		f.Variants = append(f.Variants, Variant[Decided, []uint64]{
			Name: v.Name,
			Run: func(in Decided) []uint64 {
				width, height := in.Picture.Width, in.Picture.Height
				if cap(all) < width*height {
					all = make([]uint64, width*height)
				}
				all = all[:width*height]
				clear(all)
				sums.Begin(in.Picture, in.Decision)
				defer sums.End()
				step := 4
				if height%2 == 0 {
					step = 1
				}
				for i := range height {
					y := i * step % height
					copy(all[y*width:], sums.Row(y))
				}
				return all
			},
			Time: func(in Decided) {
				sums.Begin(in.Picture, in.Decision)
				for y := range in.Picture.Height {
					sums.Row(y)
				}
				sums.End()
			},
		})
	}
	return f
}

// everyOperator returns a decision by every operator.
func everyOperator(f yuv.Format) []edge.Decision {
	var list []edge.Decision
	for _, d := range edgetest.Discriminators(f) {
		d.Threshold, d.Low, d.Invert = 0, 0, false
		if dec := decision(d, f); len(list) == 0 || list[len(list)-1] != dec {
			list = append(list, dec)
		}
	}
	return list
}

func referenceSums(in Decided) []uint64 {
	var list []uint64
	for y := range in.Picture.Height {
		for x := range in.Picture.Width {
			list = append(list, in.Decision.Sum(in.Picture, x, y))
		}
	}
	return list
}

func differentSums(got, want []uint64) string {
	for i := range want {
		if got[i] != want[i] {
			return fmt.Sprintf("D of pixel %d is %d, want %d", i, got[i], want[i])
		}
	}
	return ""
}
