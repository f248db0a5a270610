package edge

import (
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// A sample read before the first or after the last of a plane ends the program.
func TestCPUStaysInsideThePlane(t *testing.T) {
	passes := paths()
	for _, f := range []yuv.Format{layouts[0], layouts[1], layouts[2], layouts[3], layouts[5], yuvtest.Formats[0], yuvtest.Formats[8]} {
		for _, size := range [][2]int{{1, 1}, {2, 3}, {31, 8}, {32, 8}, {33, 9}, {34, 1}, {63, 2}, {64, 64}, {65, 63}, {66, 7}, {97, 10}, {128, 5}, {129, 5}} {
			p := picture(f, size[0], size[1], yuvtest.Fills(seed)[5])
			for _, after := range []bool{false, true} {
				memory := yuvtest.Guarded(t, len(p.Luma.Data), after)
				copy(memory, p.Luma.Data)
				p.Luma.Data = memory
				for _, level := range []uint64{600, 65537} {
					compare(t, passes, p, below(level), f.Name)
				}
			}
		}
	}
}

// The same for every plane and operator.
func TestRowsStayInsideThePlanes(t *testing.T) {
	passes := paths()
	for _, f := range []yuv.Format{layouts[0], layouts[2], layouts[3], yuvtest.Formats[1], yuvtest.Formats[2], yuvtest.Formats[4], yuvtest.Formats[6], yuvtest.Formats[7], yuvtest.Formats[8]} {
		size := f.SampleBytes()
		for _, side := range [][2]int{{1, 1}, {2, 3}, {31, 8}, {32, 8}, {33, 9}, {63, 2}, {64, 64}, {65, 63}, {66, 7}, {127, 5}, {129, 5}} {
			p := picture(f, side[0], side[1], yuvtest.Fills(seed)[5])
			for _, after := range []bool{false, true} {
				guard := func(plane *yuv.Plane) {
					if plane.Width == 0 {
						return
					}
					end := (plane.Height-1)*plane.Stride + (plane.Width-1)*plane.Step + size
					memory := yuvtest.Guarded(t, end, after)
					copy(memory, plane.Data[:end])
					plane.Data = memory
				}
				guard(&p.Luma)
				for i := range p.Planes {
					guard(&p.Planes[i])
				}
				for op := range operatorCount {
					for _, planes := range []int{1, 3} {
						if planes == 3 && (op.takesValue() || f.Model != yuv.YUV) {
							continue
						}
						d := Decision{Operator: op, Planes: planes, Lower: 1, Upper: 600}
						compare(t, passes, p, d, f.Name)
					}
				}
			}
		}
	}
}
