package decode

import (
	"hash/maphash"
	"slices"
	"testing"
)

// TestKeep seeks through whole clips: the frames for keep and the one from Next are consecutive frames
// of the linear decode.
func TestKeep(t *testing.T) {
	passed := 0
	for _, name := range []string{"tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vfr.mp4", "tiny-vp9.webm", "tiny-nv12.nut", "tiny-palette.gif"} {
		t.Run(name, func(t *testing.T) {
			seed := maphash.MakeSeed()
			all := linearPrints(t, seed, "../samples/"+name)
			v := open(t, "../samples/"+name)
			var kept []print
			v.Keep(func(f *Frame) {
				if f == nil {
					kept = kept[:0]
					return
				}
				kept = append(kept, printOf(seed, f))
				f.Release()
			})
			linear := all
			for n := range linear {
				if all = linear; n%3 == 0 {
					bringBefore(t, v, false)
				} else if all = paired(linear, 1); n%3 == 1 {
					bringBefore(t, v, true)
				}
				n = n * 7 % len(all)
				kept = kept[:0]
				if err := v.SeekIndex(int64(n)); err != nil {
					t.Fatal(err)
				}
				f := next(t, v)
				way := append(slices.Clone(kept), printOf(seed, f))
				f.Release()
				if first := n + 1 - len(way); first < 0 || !slices.Equal(way, all[first:n+1]) {
					t.Fatalf("the %d pictures up to number %d are not those of the linear decode", len(way), n)
				}
				passed += len(kept)
			}
			v.Keep(nil)
			kept = kept[:0]
			if err := v.SeekIndex(5); err != nil || len(kept) > 0 {
				t.Errorf("after the end of keeping: %d pictures, %v", len(kept), err)
			}
		})
	}
	if passed == 0 {
		t.Error("no seek passed a picture")
	}
}

func TestRetain(t *testing.T) {
	v := open(t, "../samples/tiny-420.mp4")
	seed := maphash.MakeSeed()
	f := next(t, v)
	want := printOf(seed, f)
	if samples := f.Picture.Width * f.Picture.Height * 3 / 2; f.Bytes() < samples || f.Bytes() > 8*samples {
		t.Errorf("a picture with %d samples takes %d bytes", samples, f.Bytes())
	}
	f.Retain()
	f.Release()
	for range 10 {
		other := next(t, v)
		if other == f {
			t.Fatal("a picture that is held was handed out again")
		}
		other.Release()
	}
	if printOf(seed, f) != want {
		t.Error("a picture that is held has changed")
	}
	f.Release()
	f.Release()
	if again := next(t, v); again != f {
		t.Error("a released picture is not used again")
	} else if again.Release(); len(v.pool.free) == 0 {
		t.Error("the pool is empty")
	}
}
