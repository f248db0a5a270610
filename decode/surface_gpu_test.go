package decode

import (
	"context"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// moreClips returns the clips of the folder FFKVADRAT_HWDEC_CLIPS.
func moreClips(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("FFKVADRAT_HWDEC_CLIPS")
	if dir == "" {
		return nil
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no clips, %v", dir, err)
	}
	return paths
}

// lending returns the device FFKVADRAT_HWDEC, else a fake one whose memory can be read.
func lending(t testing.TB) *Hardware {
	t.Helper()
	name := os.Getenv("FFKVADRAT_HWDEC")
	if name == "" {
		fake := lostAt(1 << 30)
		fake.lends = true
		return withFakeDevice(t, fake)
	}
	h, err := NewHardware(name, func(err error) { t.Log(err) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// TestSurfacesOnGPU copies frames from a device's memory to OpenGL buffers: they have the samples of
// software decoding, and so has system memory after a fetch. FFKVADRAT_HWDEC names the device; without
// it the device is a fake one. FFKVADRAT_HWDEC_CLIPS is a folder of further clips.
func TestSurfacesOnGPU(t *testing.T) {
	paths, h := append(samples(t), moreClips(t)...), lending(t)
	dev := gputest.Open(t)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	total := 0
	for _, path := range paths {
		seed := maphash.MakeSeed()
		want := decodeWhole(t, seed, path, nil)
		v, err := OpenVideo(WithHardware(context.Background(), h), path, Options{Stream: Best, Threads: 1, Surfaces: func() bool { return true }})
		if err != nil {
			t.Fatal(err)
		}
		kept, n := 0, 0
		for f := next(t, v); f != nil; f = next(t, v) {
			if f.Picture.Surface != nil {
				kept++
			}
			planes.Load(&f.Picture)
			there := factsOnGPU(t, seed, planes, f)
			if f.Picture.Surface != nil && f.surface.fetched {
				t.Errorf("%s: picture %d had to be fetched", path, n)
			}
			if there != want.frames[n] {
				t.Fatalf("%s: picture %d is on the GPU\n%+v, want\n%+v", path, n, there, want.frames[n])
			}
			if err := f.Picture.Fetch(); err != nil {
				t.Fatal(err)
			}
			if got := factsOf(seed, f); got != want.frames[n] {
				t.Fatalf("%s: picture %d is\n%+v, want\n%+v", path, n, got, want.frames[n])
			}
			n++
			f.Release()
		}
		if n != len(want.frames) || kept > 0 && kept < n {
			t.Errorf("%s: %d pictures, %d of them on the device, want %d", path, n, kept, len(want.frames))
		}
		if kept > 0 {
			t.Logf("%s: %d pictures on the device", path, kept)
		}
		total += kept
		v.Close()
	}
	if total == 0 {
		t.Error("no picture stayed on the device")
	}
}

// factsOnGPU returns a frame's facts with the samples in buffers.
func factsOnGPU(t *testing.T, seed maphash.Seed, planes *glyuv.Planes, f *Frame) facts {
	t.Helper()
	buffers, err := planes.Buffers()
	if err != nil {
		t.Fatal(err)
	}
	copied := &Frame{
		Picture: f.Picture, Index: f.Index, PTS: f.PTS, HasPTS: f.HasPTS, Time: f.Time, Duration: f.Duration,
		SAR: f.SAR, Coding: f.Coding, Group: f.Group, Timecode: f.Timecode, HasTimecode: f.HasTimecode,
	}
	for i, b := range buffers.Planes {
		if b.Buffer != nil {
			data := make([]byte, b.Buffer.Size())
			gpu.ReadSlice(b.Buffer, data)
			p := &copied.Picture.Planes[i]
			*p = yuv.Plane{Data: slices.Clip(data[b.First:]), Stride: b.Stride, Step: b.Step, Width: p.Width, Height: p.Height}
		}
	}
	return factsOf(seed, copied)
}

// BenchmarkSurface copies the luma of a clip's first frame to an OpenGL buffer, from system and from
// device memory, with and without waiting for the GPU, and fetches it.
func BenchmarkSurface(b *testing.B) {
	path := "../samples/sample.mp4"
	if more := moreClips(b); more != nil {
		path = more[0]
	}
	h := lending(b)
	first := func(b *testing.B, surfaces bool) *Frame {
		v, err := OpenVideo(WithHardware(context.Background(), h), path, Options{Stream: Best, Surfaces: func() bool { return surfaces }})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(v.Close)
		f, err := v.Next()
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(f.Release)
		return f
	}
	for _, surfaces := range []bool{false, true} {
		for _, finish := range []bool{false, true} {
			b.Run(fmt.Sprintf("surface=%v/finish=%v", surfaces, finish), func(b *testing.B) {
				f := first(b, surfaces)
				dev := gputest.Open(b)
				planes := glyuv.NewPlanes(dev)
				defer planes.Release()
				b.ReportAllocs()
				for b.Loop() {
					planes.Load(&f.Picture)
					if _, err := planes.LumaBuffer(); err != nil {
						b.Fatal(err)
					}
					if finish {
						dev.Finish()
					}
				}
			})
		}
	}
	b.Run("fetch", func(b *testing.B) {
		f := first(b, true)
		for b.Loop() {
			f.surface.fetched = false
			if err := f.Picture.Fetch(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
