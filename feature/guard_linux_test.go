package feature

import (
	"os"
	"syscall"
	"testing"

	"ffkvadrat/quadpyramid"
)

// guarded is memory of n bytes beside a page that faults: after it, or else
// before it.
func guarded(t *testing.T, n int, after bool) []byte {
	t.Helper()
	page := os.Getpagesize()
	length := (n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, length+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	guard, memory := all[length:], all[length-n:length:length]
	if !after {
		guard, memory = all[:page], all[page:page+n:page+n]
	}
	if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return memory
}

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
								memory := guarded(t, len(plane.Data), after)
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
