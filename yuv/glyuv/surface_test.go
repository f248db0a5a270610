package glyuv_test

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"ffkvadrat/gpu/cuda"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// away is a surface that has a picture's planes in memory of its own.
type away struct {
	picture *yuv.Picture
	planes  [4][]byte // the samples
	none    bool      // it lends no memory that can be read
	refused bool
	fetched int
	lost    error
}

// takeAway moves a picture's samples to a surface.
func takeAway(p *yuv.Picture) *away {
	a := &away{picture: p}
	planes := append(p.Planes[:], p.Luma)
	for i, plane := range planes {
		a.planes[i] = append([]byte(nil), plane.Data...)
	}
	for _, plane := range planes {
		clear(plane.Data)
	}
	p.Surface = a
	return a
}

func (a *away) Fetch() error {
	if a.lost != nil {
		return a.lost
	}
	for i, plane := range append(a.picture.Planes[:], a.picture.Luma) {
		copy(plane.Data, a.planes[i])
	}
	a.fetched++
	return nil
}

func (a *away) Memory(p unsafe.Pointer) (m cuda.Memory, ok bool) {
	if a.none {
		return m, !a.refused
	}
	for i, plane := range append(a.picture.Planes[:], a.picture.Luma) {
		if plane.Data != nil && p == unsafe.Pointer(&plane.Data[0]) {
			return cuda.Memory{Address: unsafe.Pointer(&a.planes[i][0])}, true
		}
	}
	return m, false
}

func (a *away) Refuse(error) { a.refused = true }

// TestSurface uploads pictures whose samples are elsewhere: buffers and textures take them from
// there, and once that fails, from the system's memory.
func TestSurface(t *testing.T) {
	for _, f := range yuvtest.Formats {
		if f.Model == yuv.RGB { // its luma is made from samples in the system's memory
			continue
		}
		for _, limit := range []int{65, 1 << 14} { // with the first, planes with gaps are packed for textures
			for _, none := range []bool{false, true} {
				dev := gputest.Open(t)
				dev.Caps.MaxTextureSize = limit
				planes := glyuv.NewPlanes(dev)
				defer planes.Release()
				want := yuvtest.Picture(f, 65, 63, yuvtest.Fills(seed)[4])
				name := fmt.Sprintf("%s, textures of %d, none %v", f.Name, limit, none)
				load := func() *away {
					p := yuvtest.Picture(f, 65, 63, yuvtest.Fills(seed)[4])
					a := takeAway(p)
					a.none = none
					planes.Load(p)
					return a
				}
				a := load()
				compareBuffers(t, name, glyuvtest.AllBuffers(t, planes), want)
				if (a.fetched > 0) != none || a.refused != none {
					t.Errorf("%s: fetched %d times, refused %v", name, a.fetched, a.refused)
				}
				textures, err := planes.Textures()
				if err != nil {
					t.Fatal(err)
				}
				compareTextures(t, name, textures, want)
				load()
				if textures, err = planes.Textures(); err != nil {
					t.Fatal(err)
				}
				compareTextures(t, name+", textures first", textures, want)
				a = load()
				a.none, a.refused, a.lost = true, true, errors.New("lost")
				if _, err := planes.Buffers(); !errors.Is(err, a.lost) {
					t.Errorf("%s: a lost picture is in buffers, with %v", name, err)
				}
				if _, err := planes.Textures(); !errors.Is(err, a.lost) {
					t.Errorf("%s: a lost picture is in textures, with %v", name, err)
				}
			}
		}
	}
}
