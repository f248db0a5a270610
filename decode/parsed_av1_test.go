package decode

import (
	"hash/maphash"
	"os"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// av1Clips are small videos of AV1 in the containers and with the tools that matter for finding the picture of a packet.
var av1Clips = []struct{ name, size, options string }{
	{"hidden.mp4", "208x120", "-c:v libaom-av1 -cpu-used 8 -crf 40 -g 12 -lag-in-frames 16"},
	{"svt.mkv", "176x144", "-c:v libsvtav1 -preset 12"},
	{"open.webm", "176x144", "-c:v libsvtav1 -preset 12 -svtav1-params irefresh-type=1:keyint=12"},
	{"low-delay.obu", "178x122", "-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 200k -g 12"},
	{"superres.ivf", "208x120", "-c:v libsvtav1 -preset 12 -svtav1-params superres-mode=1:superres-denom=13:keyint=12"},
	{"10.mp4", "208x120", "-c:v libsvtav1 -preset 12 -pix_fmt yuv420p10 -svtav1-params film-grain=20:keyint=12"},
}

// av1 makes a clip of 36 frames.
func av1(tb testing.TB, name, size, options string) string {
	tb.Helper()
	return clips.Make(tb, name, append([]string{"-f", "lavfi", "-i", "testsrc2=duration=1.44:rate=25:size=" + size + ",noise=alls=9:allf=t"}, strings.Fields(options)...)...)
}

// TestParsedAV1: every frame has blocks, which tile it, and vectors in them; threads change nothing, and after all kinds
// of seeks, frames have the blocks and vectors of a full decode.
func TestParsedAV1(t *testing.T) {
	seed := maphash.MakeSeed()
	for _, c := range av1Clips {
		t.Run(c.name, func(t *testing.T) {
			path := av1(t, c.name, c.size, c.options)
			var first []print
			for _, threads := range []int{1, 4} {
				v := openParsed(t, path, threads)
				var all []print
				vectors := 0
				for f := next(t, v); f != nil; f = next(t, v) {
					covered(t, f)
					if qp, ok := f.Picture.Coded.QP(); !ok || qp < 0 || qp > 255 {
						t.Fatalf("frame %d has the QP %d", f.Index, qp)
					}
					vectors += f.Picture.Vectors.Len()
					all = append(all, printOf(seed, f))
					f.Release()
				}
				if len(all) != 36 || v.Faults().Any() || vectors == 0 {
					t.Fatalf("%d threads: %d frames, %d vectors, %+v", threads, len(all), vectors, v.Faults())
				}
				if first == nil {
					first = all
				}
				for i := range all {
					if all[i] != first[i] {
						t.Errorf("%d threads: frame %d is another one than with 1", threads, i)
					}
				}
			}
			if !strings.HasSuffix(path, ".obu") {
				checkSeeksOf(t, func() *Video { return openParsed(t, path, 2) }, either(12, 3), 1)
			}
		})
	}
}

// TestParsedAV1Damage: a flipped bit in a tile is a fault; unless the decoder reports it, its frame has no blocks.
//
// The clip has key frames alone. With a lookahead, libaom 3.6 sometimes fails to encode such videos ("Error allocating
// buffers in smooth_filter_noise()").
func TestParsedAV1Damage(t *testing.T) {
	data, err := os.ReadFile(av1(t, "a.ivf", "208x120", "-c:v libaom-av1 -cpu-used 8 -crf 40 -g 1 -lag-in-frames 0"))
	if err != nil {
		t.Fatal(err)
	}
	size := int(data[32]) | int(data[33])<<8
	for at := 44 + size/2; at < 44+size; at += size / 32 {
		damaged := slices.Clone(data)
		damaged[at] ^= 0x20
		v := openParsed(t, writeFile(t, "a.ivf", damaged), 1)
		n, without := 0, 0
		for f := next(t, v); f != nil; f = next(t, v) {
			if f.Picture.Coded.Len() == 0 {
				without++
			}
			n++
			f.Release()
		}
		// A newer dav1d reports some of these itself, and then the frame is missing.
		if faults := v.Faults(); faults.Blocks+faults.Decode != 1 || without != int(faults.Blocks) || n != 36-int(faults.Decode) {
			t.Errorf("byte %d: %d frames, %d without blocks, %+v", at, n, without, faults)
		}
	}
}
