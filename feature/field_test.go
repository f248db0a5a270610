package feature

import (
	"errors"
	"math/rand/v2"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// TestField compares pictures of vectors with their definition, pixel by pixel.
func TestField(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	var f Field
	if _, err := f.Of(&yuv.Picture{Width: 4, Height: 4}); !errors.Is(err, ErrNoVectors) {
		t.Errorf("a picture without vectors: %v", err)
	}
	for range 200 {
		p := &yuv.Picture{Width: 1 + r.IntN(70), Height: 1 + r.IntN(40)}
		var all yuv.VectorList
		for range r.IntN(30) {
			side := [...]int{4, 8, 16}
			all = append(all, yuv.MotionVector{
				X: 2*r.IntN(50) - 20, Y: 2*r.IntN(40) - 20, Width: side[r.IntN(3)], Height: side[r.IntN(3)],
				DX: r.IntN(30000) - 15000, DY: r.IntN(300) - 150, Later: r.IntN(2) == 0,
			})
		}
		p.Vectors = all
		made, err := f.Of(p)
		if err != nil {
			t.Fatal(err)
		}
		reader := channel.Read(made, channel.YUV)
		for y := range p.Height {
			for x := range p.Width {
				want := channel.Vector{0, Still, Still}
				v, found := vectorAt(p, x, y)
				if found {
					want = channel.Vector{channel.Peak, limited(v.DX), limited(v.DY)}
				}
				if got := reader.At(x, y); got != want {
					t.Fatalf("%d×%d pixel (%d, %d), vectors %v (found %v): %v, want %v", p.Width, p.Height, x, y, all, found, got, want)
				}
			}
		}
	}
}

// vectorAt returns the vector of a pixel: the last one from an earlier frame, or else the last one.
func vectorAt(p *yuv.Picture, x, y int) (found yuv.MotionVector, ok bool) {
	for i := range p.Vectors.Len() {
		v := p.Vectors.At(i)
		if v.X <= x && x < v.X+v.Width && v.Y <= y && y < v.Y+v.Height && (!ok || found.Later || !v.Later) {
			found, ok = v, true
		}
	}
	return found, ok
}

func limited(d int) uint16 { return uint16(min(max(8192+d, 0), 16383)) }

func TestFieldAllocates(t *testing.T) {
	var f Field
	p := &yuv.Picture{Width: 64, Height: 48, Vectors: yuv.VectorList{{X: 16, Y: 16, Width: 16, Height: 16, DX: 128}}}
	if n := testing.AllocsPerRun(10, func() {
		if _, err := f.Of(p); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}
