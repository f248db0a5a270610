package edge

import (
	"os"
	"syscall"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
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
func TestCPUStaysInsideThePlane(t *testing.T) {
	for name, c := range paths() {
		t.Run("path="+name, func(t *testing.T) {
			var dst BitMask
			for _, f := range []yuv.Format{layouts[0], layouts[1], layouts[2], layouts[3], layouts[5], yuvtest.Formats[0], yuvtest.Formats[8]} {
				for _, size := range [][2]int{{1, 1}, {2, 3}, {31, 8}, {32, 8}, {33, 9}, {34, 1}, {63, 2}, {64, 64}, {65, 63}, {66, 7}, {97, 10}, {128, 5}, {129, 5}} {
					p := picture(f, size[0], size[1], yuvtest.Fills(seed)[5])
					for _, after := range []bool{false, true} {
						memory := guarded(t, len(p.Luma.Data), after)
						copy(memory, p.Luma.Data)
						p.Luma.Data = memory
						for _, level := range []uint64{600, 65537} {
							compare(t, c, &dst, p, below(level), f.Name)
						}
					}
				}
			}
		})
	}
}
