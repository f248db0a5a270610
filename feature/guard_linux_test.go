package feature

import (
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/yuvtest"
)

// A sample read before the first or after the last of a plane ends the program.
func TestCPUStaysInsideThePlanes(t *testing.T) {
	var reference Reference
	for name, c := range paths() {
		t.Run("path="+name, func(t *testing.T) {
			for _, f := range layouts {
				for _, size := range [][2]int{{1, 1}, {33, 9}, {64, 64}, {65, 17}, {128, 7}} {
					for _, after := range []bool{false, true} {
						p := picture(f, size[0], size[1], smooth(cpuSeed)[2])
						for i := range p.Planes {
							if plane := &p.Planes[i]; plane.Height > 0 {
								memory := yuvtest.Guarded(t, len(plane.Data), after)
								copy(memory, plane.Data)
								plane.Data = memory
							}
						}
						quads, means, err := reference.Build(p, RGB, 1<<18, quadpyramid.Unlimited)
						if err != nil {
							t.Fatal(err)
						}
						compare(t, name, c, p, RGB, 1<<18, quadpyramid.Unlimited, quads, means)
					}
				}
			}
		})
	}
}
