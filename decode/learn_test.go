package decode

import (
	"context"
	"hash/maphash"
	"testing"

	"ffkvadrat/yuv"
)

// TestDecodersOpenedAnewSeek seeks right after the decoder was reopened, because vectors were requested
// or not any more, or a device was lost. The first packet of some streams has data for the whole
// stream, such as the version of x264 whose errors FFmpeg imitates; a decoder that has not read it
// decodes other frames (cockatoo.mp4, by x264 142 in 4:4:4).
func TestDecodersOpenedAnewSeek(t *testing.T) {
	ways := []struct {
		name string
		open func(t *testing.T, path string) *Video
	}{
		{"vectors on and off", func(t *testing.T, path string) *Video {
			v := open(t, path)
			for _, vectors := range []bool{true, false} {
				if err := v.Need(yuv.Needs{Vectors: vectors}); err != nil {
					t.Fatal(err)
				}
			}
			return v
		}},
		{"device lost", func(t *testing.T, path string) *Video {
			v, err := OpenVideo(WithHardware(context.Background(), withFakeDevice(t, lostAt(1))), path, Options{Stream: Best})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(v.Close)
			return v
		}},
	}
	hash := maphash.MakeSeed()
	paths := samples(t)
	if path, ok := clip("cockatoo.mp4"); ok && !testing.Short() {
		paths = append(paths, path)
	}
	forEach(t, paths, func(t *testing.T, path string) {
		all := linearPrints(t, hash, path)
		for _, way := range ways {
			for _, part := range []int{5, 9} {
				n := len(all) * part / 10
				v := way.open(t, path)
				if err := v.SeekTime(all[n].time - all[0].time); err != nil {
					t.Fatal(err)
				}
				for k := n; k < min(n+3, len(all)); k++ {
					f := next(t, v)
					if got := printOf(hash, f); got != all[k] {
						t.Errorf("%s: after a seek to frame %d, frame %d is %+v, want %+v", way.name, n, k, got, all[k])
					}
					f.Release()
				}
				v.Close()
			}
		}
	})
}
