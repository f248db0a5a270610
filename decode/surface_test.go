package decode

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"
	"testing"
	"unsafe"

	"ffkvadrat/yuv"
)

// TestSurfaces decodes clips whose frames, all or some, stay on a device, and fetches them: the result
// equals software decoding, even if the device is lost.
func TestSurfaces(t *testing.T) {
	forEach(t, samples(t), func(t *testing.T, path string) {
		seed := maphash.MakeSeed()
		want := decodeWhole(t, seed, path, nil)
		for _, lost := range []int{1 << 30, 0, len(want.frames) / 2} {
			asked := 0
			v, err := OpenVideo(WithHardware(context.Background(), withFakeDevice(t, lostAt(lost))), path, Options{
				Stream: Best, Threads: 1, Surfaces: func() bool { asked++; return asked%4 != 0 },
			})
			if err != nil {
				t.Fatal(err)
			}
			kept := 0
			var held []*Frame // used after Close, which must be safe
			for f := next(t, v); f != nil; f = next(t, v) {
				if held = append(held, f); f.Picture.Surface != nil {
					kept++
				}
			}
			v.Close()
			for i, f := range held {
				var both sync.WaitGroup
				for range 2 {
					both.Go(func() {
						if err := f.Picture.Fetch(); err != nil {
							t.Error(err)
						}
					})
				}
				both.Wait()
				if got := factsOf(seed, f); got != want.frames[i] {
					t.Fatalf("lost at %d: picture %d is\n%+v, want\n%+v", lost, i, got, want.frames[i])
				}
				f.Release()
			}
			if len(held) != len(want.frames) {
				t.Errorf("lost at %d: %d pictures, want %d", lost, len(held), len(want.frames))
			}
			if v.Info().Model == yuv.YUV && lost > len(want.frames) && kept == 0 {
				t.Error("no picture stayed on the device")
			}
			if lost == 0 && kept > 0 || kept > asked {
				t.Errorf("lost at %d: %d pictures have a surface, and %d were asked for", lost, kept, asked)
			}
		}
	})
}

// TestSurfaceMemory reads samples in device memory before and after a fetch, and then refuses them.
func TestSurfaceMemory(t *testing.T) {
	fake := lostAt(1 << 30)
	fake.lends = true
	v, err := OpenVideo(WithHardware(context.Background(), withFakeDevice(t, fake)), "../samples/tiny-420.mp4", Options{
		Stream: Best, Surfaces: func() bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for range 3 {
		f := next(t, v)
		for i := range f.Picture.Planes {
			plane := &f.Picture.Planes[i]
			clear(plane.Data)
			m, ok := f.surface.Memory(unsafe.Pointer(&plane.Data[0]))
			if !ok || m.Context != nil || m.Read != nil {
				t.Fatalf("memory %+v, %v", m, ok)
			}
			there := append([]byte(nil), unsafe.Slice((*byte)(m.Address), len(plane.Data))...)
			if err := f.Picture.Fetch(); err != nil {
				t.Fatal(err)
			}
			if i == 0 && string(there) != string(plane.Data) {
				t.Error("the device has other samples than what is fetched")
			}
		}
		if n := len(f.Picture.Planes[0].Data); f.Bytes() < n || f.Bytes() > 4*n {
			t.Errorf("%d bytes, the luma has %d", f.Bytes(), n)
		}
		f.Release()
	}
	f := next(t, v)
	f.surface.Refuse(errors.New("no"))
	if _, ok := f.surface.Memory(unsafe.Pointer(&f.Picture.Luma.Data[0])); ok {
		t.Error("refused memory is lent")
	}
	f.Release()
	for f := next(t, v); f != nil; f = next(t, v) {
		if f.Index > 6 && f.Picture.Surface != nil { // some are decoded ahead
			t.Fatal("a picture stays on the device after the surfaces were refused")
		}
		f.Release()
	}
}

// TestSurfaceLost fetches a frame from a device that has lost it.
func TestSurfaceLost(t *testing.T) {
	gone := errors.New("gone")
	fake := lostAt(1 << 30)
	fake.bring = func() error { return gone }
	var reported []string
	h := withFakeDevice(t, fake)
	h.log = func(err error) { reported = append(reported, err.Error()) }
	v, err := OpenVideo(WithHardware(context.Background(), h), "../samples/tiny-420.mp4", Options{
		Stream: Best, Surfaces: func() bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	f := next(t, v)
	defer f.Release()
	for range 2 {
		if err := f.Picture.Fetch(); !errors.Is(err, yuv.ErrLost) || !errors.Is(err, gone) {
			t.Errorf("fetched, with %v", err)
		}
	}
	want := `cuda is not used: "../samples/tiny-420.mp4": a picture cannot be fetched: gone`
	if len(reported) != 1 || reported[0] != want {
		t.Errorf("reported %q, want %q", reported, want)
	}
}
