package glyuv_test

import (
	"errors"
	"fmt"
	"testing"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestSurface uploads pictures whose samples are on a surface: buffers and textures take them from
// there and, after that fails, from system memory.
func TestSurface(t *testing.T) {
	for _, f := range yuvtest.Formats {
		if f.Model == yuv.RGB { // its luma is computed from samples in system memory
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
				load := func() *glyuvtest.Away {
					p := yuvtest.Picture(f, 65, 63, yuvtest.Fills(seed)[4])
					a := glyuvtest.TakeAway(p)
					a.None = none
					planes.Load(p)
					return a
				}
				a := load()
				compareBuffers(t, name, glyuvtest.AllBuffers(t, planes), want)
				if (a.Fetched > 0) != none || a.Refused != none {
					t.Errorf("%s: fetched %d times, refused %v", name, a.Fetched, a.Refused)
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
				a.None, a.Refused, a.Lost = true, true, errors.New("lost")
				if _, err := planes.Buffers(); !errors.Is(err, a.Lost) {
					t.Errorf("%s: a lost picture is in buffers, with %v", name, err)
				}
				if _, err := planes.Textures(); !errors.Is(err, a.Lost) {
					t.Errorf("%s: a lost picture is in textures, with %v", name, err)
				}
			}
		}
	}
}
