package feed

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// still is what must not depend on how a frame was reached.
type still struct {
	samples uint64
	pts     int64
	time    float64
}

func stillOf(seed maphash.Seed, f *decode.Frame) still {
	var h maphash.Hash
	h.SetSeed(seed)
	bytes := f.Picture.Format.SampleBytes()
	for i := range f.Picture.Planes {
		plane := &f.Picture.Planes[i]
		for y := range plane.Height {
			h.Write(plane.Row(y, bytes))
		}
	}
	return still{samples: h.Sum64(), pts: f.PTS, time: f.Time}
}

func openVideo(tb testing.TB, path string) *decode.Video {
	tb.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(video.Close)
	return video
}

// linear returns up to 400 frames, decoded from the start.
func linear(t *testing.T, seed maphash.Seed, path string) []still {
	t.Helper()
	video := openVideo(t, path)
	var all []still
	for len(all) < 400 {
		f, err := video.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, stillOf(seed, f))
		f.Release()
	}
	return all
}

// variable makes a clip of 8 s with B-frames, open GOPs of 48 frames, and frame durations of 20, 40
// and 60 ms in turn.
func variable(tb testing.TB) string {
	tb.Helper()
	return clips.Make(tb, "variable.mp4", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=8",
		"-vf", `settb=1/1000,setpts=120*floor(N/3)+20*mod(N\,3)*(mod(N\,3)+1)/2`, "-fps_mode", "passthrough", "-enc_time_base", "1/1000",
		"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "48",
		"-x264-params", "open-gop=1:b-pyramid=normal:scenecut=0", "-video_track_timescale", "1000")
}

// videos returns clips with B-frames or a variable rate: the generated one, samples, and, without
// -short, a trailer from the folder FFKVADRAT_MEDIA with GOPs of 220 frames and more.
func videos(tb testing.TB) []string {
	paths := []string{variable(tb)}
	for _, name := range []string{"sample.mp4", "tiny-open-gop.mp4", "tiny-vfr.mp4", "tiny-mpeg2.ts", "tiny-vp9.webm", "tiny-nv12.nut", "tiny-palette.gif"} {
		paths = append(paths, filepath.Join("..", "..", "samples", name))
	}
	if dir := os.Getenv("FFKVADRAT_MEDIA"); dir != "" && !testing.Short() {
		paths = append(paths, filepath.Join(dir, "sintel_trailer-720p.mp4"), filepath.Join(dir, "sample_edit_list.mp4"))
	}
	return paths
}

// walker moves a trail and compares its frames with the linear decode.
type walker struct {
	*trail
	t     *testing.T
	seed  maphash.Seed
	all   []still
	frame *decode.Frame
}

func newWalker(t *testing.T, path string, limit int) *walker {
	seed := maphash.MakeSeed()
	w := &walker{trail: newTrail(openVideo(t, path), yuv.Needs{}), t: t, seed: seed, all: linear(t, seed, path)}
	w.limit = limit
	t.Cleanup(func() {
		w.frame.Release()
		w.drop()
	})
	return w
}

func (w *walker) to(target Target) {
	w.t.Helper()
	if err := w.trail.seek(target); err != nil {
		w.t.Fatal(err)
	}
}

// expect takes the next frame, which must be number n.
func (w *walker) expect(n int) {
	w.t.Helper()
	f, err := w.next()
	if err != nil {
		w.t.Fatalf("picture %d: %v", n, err)
	}
	if got := stillOf(w.seed, f); got != w.all[n] {
		w.t.Fatalf("got the picture with pts %d, want number %d with pts %d; the same samples: %v", got.pts, n, w.all[n].pts, got.samples == w.all[n].samples)
	}
	w.frame.Release()
	w.frame = f
	if w.bytes > w.limit && len(w.pictures) > 8 {
		w.t.Fatalf("%d pictures with %d bytes, where %d are allowed", len(w.pictures), w.bytes, w.limit)
	}
	for _, away := range []int{-40, -2, -1, 0, 1, 3} {
		near := w.near(f, int64(away))
		if near != nil && (n+away < 0 || n+away >= len(w.all) || stillOf(w.seed, near) != w.all[n+away]) {
			w.t.Fatalf("picture %d: another one is %d away", n, away)
		}
		if away == 0 && near != f {
			w.t.Fatalf("picture %d is not cached", n)
		}
		near.Release()
	}
}

// TestNear: a step back leaves the next frame in the cache; after a seek, what was cached before is not there.
func TestNear(t *testing.T) {
	w := newWalker(t, "../../samples/tiny-open-gop.mp4", maxBytes)
	w.expect(0)
	w.expect(1)
	w.to(Before(w.frame))
	w.expect(0)
	near := w.near(w.frame, 1)
	if near == nil || stillOf(w.seed, near) != w.all[1] {
		t.Error("the next frame is not at hand")
	}
	near.Release()
	if w.near(w.frame, 2) != nil || w.near(w.frame, -1) != nil || w.near(nil, 0) != nil {
		t.Error("frames that were never decoded")
	}
}

// TestStepBack goes 100 frames back, or to the start, from the last frame and from the middle, then
// forward again.
func TestStepBack(t *testing.T) {
	for _, path := range videos(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			w := newWalker(t, path, maxBytes)
			for _, from := range []int{len(w.all) - 1, len(w.all) / 2} {
				w.to(Time(w.all[from].time - w.all[0].time))
				w.expect(from)
				n := from
				for ; n > max(from-100, 0); n-- {
					w.to(Before(w.frame))
					w.expect(n - 1)
				}
				for ; n < min(from+20, len(w.all)-1); n++ {
					w.expect(n + 1)
				}
			}
		})
	}
}

// TestRandomSteps steps back and forth and seeks, with trails of all sizes.
func TestRandomSteps(t *testing.T) {
	seed, steps := uint64(1), 50
	if !testing.Short() {
		seed, steps = rand.Uint64(), 150
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, name := range []string{variable(t), "../../samples/tiny-open-gop.mp4", "../../samples/tiny-vfr.mp4", "../../samples/tiny-mpeg2.ts", "../../samples/tiny-palette.gif"} {
		for _, pictures := range []int{1, 3, 10, 40} {
			t.Run(fmt.Sprintf("%s/pictures=%d", filepath.Base(name), pictures), func(t *testing.T) {
				w := newWalker(t, name, 1)
				w.expect(0)
				w.limit = pictures * w.frame.Bytes()
				at := 0
				for range steps {
					switch random.IntN(12) {
					case 0:
						at = random.IntN(len(w.all))
						w.to(Index(int64(at)))
						w.expect(at)
					case 1:
						at = random.IntN(len(w.all))
						w.to(Time(w.all[at].time - w.all[0].time))
						w.expect(at)
					case 2:
						w.to(At(w.frame))
						w.expect(at)
					case 3, 4, 5, 6:
						for range min(1+random.IntN(6), len(w.all)-1-at) {
							at++
							w.expect(at)
						}
					default:
						at = max(at-1, 0)
						w.to(Before(w.frame))
						w.expect(at)
					}
				}
			})
		}
	}
}

// BenchmarkStepBack measures steps back: across a key frame, the steps after that, and, for
// comparison, a step that seeks.
func BenchmarkStepBack(b *testing.B) {
	for _, path := range videos(b) {
		video := openVideo(b, path)
		const from = 583
		var key int64
		for range from {
			f, err := video.Next()
			if err != nil {
				break
			}
			if f.KeyFrame {
				key = f.Index
			}
			f.Release()
		}
		if key == 0 {
			continue
		}
		name := "clip=" + filepath.Base(path)
		take := func(t *trail, target Target) *decode.Frame {
			if err := t.seek(target); err != nil {
				b.Fatal(err)
			}
			f, err := t.next()
			if err != nil {
				b.Fatal(err)
			}
			return f
		}
		b.Run(name+"/step=first", func(b *testing.B) {
			t := newTrail(video, yuv.Needs{})
			defer t.drop()
			for b.Loop() {
				b.StopTimer()
				t.drop()
				f := take(t, Index(key))
				b.StartTimer()
				take(t, Before(f)).Release()
				f.Release()
			}
		})
		b.Run(name+"/step=next", func(b *testing.B) {
			t := newTrail(video, yuv.Needs{})
			defer t.drop()
			f := take(t, Index(key))
			back := func() {
				before := take(t, Before(f))
				f.Release()
				f = before
			}
			back()
			for b.Loop() {
				back()
				if t.at == 1 {
					b.StopTimer()
					f.Release()
					f = take(t, Index(key-1))
					b.StartTimer()
				}
			}
			f.Release()
		})
		b.Run(name+"/step=seek", func(b *testing.B) {
			n := key
			for b.Loop() {
				if n--; n < 0 {
					n = key
				}
				if err := video.SeekIndex(n); err != nil {
					b.Fatal(err)
				}
				f, err := video.Next()
				if err != nil {
					b.Fatal(err)
				}
				f.Release()
			}
		})
	}
}
