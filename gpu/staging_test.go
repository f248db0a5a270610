package gpu_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
)

// uploads are Staging's methods of copying, as the capabilities that select them.
var uploads = []struct {
	name  string
	allow func(*gpu.Caps)
}{
	{"mapped", func(c *gpu.Caps) { c.Software = false }},
	{"driver", func(c *gpu.Caps) { c.Mapping = false }},
}

// random returns bytes that differ between positions.
func random(n int) []byte {
	data := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(n)})
	_, _ = r.Read(data) // it never fails
	return data
}

func TestStaging(t *testing.T) {
	for _, way := range uploads {
		t.Run(way.name, func(t *testing.T) {
			dev := gputest.Open(t)
			way.allow(&dev.Caps)
			s := dev.NewStaging()
			defer s.Release()
			const mib = 1 << 20
			for _, n := range []int{1, 4096, 4*mib - 1, 4 * mib, 4*mib + 1, 5*mib - 3, 17*mib + 5, 12 * mib, 6 * mib, 2 * mib} {
				b, err := dev.NewBuffer("target", n)
				gputest.Own(t, b, err)
				for seed := range 4 { // exceeds the ring
					data := random(n + seed)[seed:]
					s.Write(b, unsafe.Pointer(&data[0]), n)
					want := bytes.Clone(data)
					clear(data) // the memory belongs to the caller again
					got := make([]byte, n)
					if b.Read(0, unsafe.Pointer(&got[0]), n); !bytes.Equal(got, want) {
						t.Errorf("%d bytes arrive damaged", n)
					}
				}
			}
		})
	}
}

// BenchmarkUpload copies a luma plane to the GPU and waits for it.
func BenchmarkUpload(b *testing.B) {
	for _, way := range uploads {
		for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {3840, 2160}, {7680, 4320}} {
			b.Run(fmt.Sprintf("way=%s/size=%dx%d", way.name, size[0], size[1]), func(b *testing.B) {
				dev := gputest.Open(b)
				way.allow(&dev.Caps)
				s := dev.NewStaging()
				defer s.Release()
				data := random(size[0] * size[1])
				to, err := dev.NewBuffer("plane", len(data))
				gputest.Own(b, to, err)
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					s.Write(to, unsafe.Pointer(&data[0]), len(data))
					dev.Finish()
				}
			})
		}
	}
}
