package decode

import (
	"errors"
	"hash/maphash"
	"slices"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestSeekKey seeks to many times of clips with a new decoder: the frames that follow are those of the
// linear decode, from the last key frame before the time if the container has an index.
func TestSeekKey(t *testing.T) {
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=6"}
	for _, c := range []struct {
		name    string
		indexed bool
		args    []string
	}{
		{"closed.mp4", true, []string{"-c:v", "libx264", "-g", "25", "-bf", "2"}},
		{"opengop.mp4", false, []string{"-c:v", "libx264", "-x264-params", "open-gop=1:keyint=30:bframes=5:b-pyramid=normal"}},
		{"h264.mkv", true, []string{"-c:v", "libx264", "-g", "40"}},
		{"vp9.webm", true, []string{"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "40"}},
		{"mpeg4.avi", true, []string{"-c:v", "mpeg4", "-g", "25", "-bf", "0"}},
		{"mpeg2.ts", false, []string{"-c:v", "mpeg2video", "-g", "12", "-bf", "2"}},
		{"mjpeg.avi", true, []string{"-c:v", "mjpeg"}},
		{"shifted.mp4", true, []string{"-c:v", "libx264", "-g", "25", "-bf", "0", "-output_ts_offset", "3.7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := clips.Make(t, c.name, append(source[:len(source):len(source)], c.args...)...)
			seed := maphash.MakeSeed()
			var keys []float64
			linear := open(t, path)
			for f := next(t, linear); f != nil; f = next(t, linear) {
				if f.KeyFrame {
					keys = append(keys, f.Time)
				}
				f.Release()
			}
			all := linearPrints(t, seed, path)
			v := open(t, path)
			linearly := all
			for step := range 80 {
				at := float64(step*17%40) * 0.16
				if step == 40 {
					bringBefore(t, v, true)
					all = paired(linearly, 1)
				}
				if err := v.SeekKey(at); err != nil {
					t.Fatal(err)
				}
				first := next(t, v)
				if first == nil && (!c.indexed || step >= 40) && at > 5 {
					continue // no key frame follows the seek's position
				}
				if first == nil {
					t.Fatalf("SeekKey(%.2f) leads past the end", at)
				}
				got := printOf(seed, first)
				n := slices.Index(all, got)
				if n < 0 || first.Index >= 0 && first.Index != int64(n) {
					t.Fatalf("SeekKey(%.2f): %+v, index %d, is not in the linear decode", at, got, first.Index)
				}
				if c.indexed && step < 40 {
					last, found := slices.BinarySearch(keys, at+all[0].time+1e-9)
					if !found {
						last--
					}
					if !first.KeyFrame || first.Time != keys[last] {
						t.Fatalf("SeekKey(%.2f) leads to %.2f, the last key frame is at %.2f", at, first.Time, keys[last])
					}
				}
				first.Release()
				if n+1 < len(all) {
					second := next(t, v)
					if second == nil || printOf(seed, second) != all[n+1] {
						t.Fatalf("SeekKey(%.2f): picture %d does not follow picture %d", at, n+1, n)
					}
					second.Release()
				}
			}
			if err := v.SeekIndex(0); err != nil {
				t.Fatal(err)
			}
			for n, want := range all {
				f := next(t, v)
				if f == nil || printOf(seed, f) != want || n > 0 && f.Picture.Before == nil || f.Index != int64(n) {
					t.Fatalf("picture %d after all that is another", n)
				}
				f.Release()
			}
		})
	}
}

func TestSeekKeyNeedsSeeks(t *testing.T) {
	v := open(t, clips.Make(t, "a.y4m", "-f", "lavfi", "-i", "testsrc2=size=32x16:rate=25:duration=1"))
	v.linear = true
	if err := v.SeekKey(0.5); !errors.Is(err, ErrNotSeekable) {
		t.Errorf("%v", err)
	}
	f := next(t, v)
	if f == nil || f.Index != 0 {
		t.Errorf("after the refusal: %+v", f)
	}
	f.Release()
}
