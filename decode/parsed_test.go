package decode

import (
	"context"
	"encoding/csv"
	"fmt"
	"hash/maphash"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
)

// both needs blocks and vectors.
var both = yuv.Needs{Blocks: true, Vectors: true}

// parsedClips are small videos of H.265 in the containers and with the tools that matter for finding the
// picture of a packet.
var parsedClips = []struct {
	name, size, params string
	more               []string
}{
	{"a.mp4", "208x120", "keyint=250:bframes=4:b-pyramid=1", nil},
	{"open.mkv", "208x120", "open-gop=1:keyint=12:min-keyint=2:bframes=4:radl=0", nil},
	{"open.ts", "176x144", "open-gop=1:keyint=12:min-keyint=2:bframes=4", nil},
	{"raw.hevc", "208x120", "keyint=12:min-keyint=2:bframes=3", nil},
	{"radl.mp4", "208x120", "open-gop=0:keyint=10:bframes=3:radl=2", nil},
	{"slices.mkv", "208x120", "slices=3:ctu=16:bframes=0:repeat-headers=1:aud=1", nil},
	{"cropped.mp4", "178x122", "ctu=32:qg-size=16:aq-mode=2", nil}, // coded as 184×128
	{"422.mkv", "208x120", "ctu=64:rect=1:amp=1", []string{"-pix_fmt", "yuv422p10le"}},
	{"gray.mp4", "208x120", "", []string{"-pix_fmt", "gray"}},
}

// x265 makes a clip of 36 frames.
func x265(tb testing.TB, name, size, params string, more ...string) string {
	tb.Helper()
	return clips.Make(tb, name, append(append([]string{"-f", "lavfi", "-i", "testsrc2=duration=1.44:rate=25:size=" + size + ",noise=alls=9:allf=t"}, more...),
		"-c:v", "libx265", "-preset", "superfast", "-x265-params", strings.TrimSuffix("log-level=none:pools=1:frame-threads=1:"+params, ":"))...)
}

// openParsed opens a video with blocks and vectors.
func openParsed(t *testing.T, path string, threads int) *Video {
	t.Helper()
	v, err := OpenVideo(t.Context(), path, Options{Stream: Best, Needs: both, Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// TestParsedBlocks: every frame has blocks, which tile it, and vectors in them; frame threads change
// nothing.
func TestParsedBlocks(t *testing.T) {
	seed := maphash.MakeSeed()
	for _, c := range parsedClips {
		t.Run(c.name, func(t *testing.T) {
			path := x265(t, c.name, c.size, c.params, c.more...)
			var first []print
			for _, threads := range []int{1, 4} {
				v := openParsed(t, path, threads)
				if info := v.Info(); !info.ExportsBlocks() || !info.ExportsVectors() {
					t.Fatalf("%s has neither blocks nor vectors", info.Codec)
				}
				var all []print
				for f := next(t, v); f != nil; f = next(t, v) {
					tiles(t, f)
					all = append(all, printOf(seed, f))
					f.Release()
				}
				if len(all) != 36 || v.Faults().Any() {
					t.Fatalf("%d threads: %d frames, %+v", threads, len(all), v.Faults())
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
		})
	}
}

// tiles checks a frame's blocks and vectors with what holds for H.265.
func tiles(t *testing.T, f *Frame) {
	t.Helper()
	p := &f.Picture
	for i := range p.Coded.Len() {
		b := p.Coded.At(i)
		if b.QP < -24 || b.QP > 51 || (b.Intra.Count == 1 || b.Intra.Count == 4) != (b.Type == yuv.IntraBlock) {
			t.Fatalf("frame %d: %+v", f.Index, b)
		}
	}
	for i := range p.Vectors.Len() {
		if v := p.Vectors.At(i); v.Later && f.PictType != 'B' {
			t.Fatalf("frame %d: %+v of a %c frame", f.Index, v, f.PictType)
		}
	}
	covered(t, f)
}

// covered checks that a frame's blocks tile it, and that it has vectors if it has blocks that need some.
func covered(t *testing.T, f *Frame) {
	t.Helper()
	p := &f.Picture
	taken := make([]yuv.BlockType, p.Width*p.Height)
	left := len(taken)
	for i := range p.Coded.Len() {
		b := p.Coded.At(i)
		if b.Type == yuv.UnknownBlock || !b.HasBits || b.Bits < 0 {
			t.Fatalf("frame %d: %+v", f.Index, b)
		}
		for y := b.Y; y < min(b.Y+b.Height, p.Height); y++ {
			for x := b.X; x < min(b.X+b.Width, p.Width); x++ {
				if taken[y*p.Width+x] != yuv.UnknownBlock {
					t.Fatalf("frame %d: %+v overlaps another one", f.Index, b)
				}
				taken[y*p.Width+x] = b.Type
				left--
			}
		}
	}
	if left != 0 {
		t.Fatalf("frame %d: %d pixels are in no block", f.Index, left)
	}
	for i := range p.Vectors.Len() {
		v := p.Vectors.At(i)
		for y := v.Y; y < min(v.Y+v.Height, p.Height); y++ {
			for x := v.X; x < min(v.X+v.Width, p.Width); x++ {
				if taken[y*p.Width+x] == yuv.IntraBlock {
					t.Fatalf("frame %d: %+v is in an intra block", f.Index, v)
				}
			}
		}
		for y := v.Y; y < min(v.Y+v.Height, p.Height); y++ {
			for x := v.X; x < min(v.X+v.Width, p.Width); x++ {
				taken[y*p.Width+x] = yuv.UnknownBlock
			}
		}
	}
	for i, kind := range taken {
		if kind != yuv.UnknownBlock && kind != yuv.IntraBlock {
			t.Fatalf("frame %d: pixel %d is in an inter block without a vector", f.Index, i)
		}
	}
}

// TestParsedSeeks: after all kinds of seeks, frames have the blocks and vectors of a full decode.
func TestParsedSeeks(t *testing.T) {
	for _, c := range parsedClips {
		t.Run(c.name, func(t *testing.T) {
			path := x265(t, c.name, c.size, c.params, c.more...)
			checkSeeksOf(t, func() *Video { return openParsed(t, path, 2) }, either(12, 3), 1)
		})
	}
}

// TestParsedQuantisers: the mean QP of each frame is that in x265's statistics.
func TestParsedQuantisers(t *testing.T) {
	stats := filepath.Join(t.TempDir(), "x265.csv")
	// x265's mean is that of coding tree units, all of which are whole in this size.
	path := x265(t, "a.mp4", "256x128", "keyint=250:bframes=4:b-pyramid=1:aq-mode=2:csv-log-level=2:csv="+stats)
	file, err := os.Open(stats)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(title string) int { // x265 4 has another one before these
		return slices.IndexFunc(rows[0], func(s string) bool { return strings.TrimSpace(s) == title })
	}
	order, mean := column("POC"), column("QP")
	want := map[int64]float64{} // by number in presentation order
	for _, row := range rows[1:] {
		if len(row) <= max(order, mean) {
			break
		}
		number, err := strconv.ParseInt(strings.TrimSpace(row[order]), 10, 64)
		if err != nil {
			break
		}
		if want[number], err = strconv.ParseFloat(strings.TrimSpace(row[mean]), 64); err != nil {
			t.Fatal(err)
		}
	}
	v := openParsed(t, path, 4)
	n := 0
	for f := next(t, v); f != nil; f = next(t, v) {
		sum := 0
		for i := range f.Picture.Coded.Len() {
			b := f.Picture.Coded.At(i)
			sum += b.QP * b.Width * b.Height
		}
		if mean := float64(sum) / (256 * 128); math.Abs(mean-want[f.Index]) > 0.0051 { // it has two decimals
			t.Errorf("frame %d: mean QP %.4f, x265 has %.2f", f.Index, mean, want[f.Index])
		}
		n++
		f.Release()
	}
	if n != 36 || len(want) != 36 {
		t.Errorf("%d frames, %d in x265's statistics", n, len(want))
	}
}

// TestParsedSizes: the size changes in mid stream, and blocks with it.
func TestParsedSizes(t *testing.T) {
	var all []byte
	for _, size := range []string{"64x48", "96x64", "62x46"} {
		data, err := os.ReadFile(clips.Make(t, "a.hevc", "-f", "lavfi", "-i", "testsrc2=duration=0.4:rate=25:size="+size, "-c:v", "libx265", "-x265-params", "log-level=none"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	path := writeFile(t, "a.hevc", all)
	v := openParsed(t, path, 4)
	n := 0
	for f := next(t, v); f != nil; f = next(t, v) {
		tiles(t, f)
		n++
		f.Release()
	}
	if n != 30 {
		t.Errorf("%d frames", n)
	}
	checkSeeksOf(t, func() *Video { return openParsed(t, path, 2) }, 3, 1)
}

// TestParsedOnDevice: a device decodes the frames, and their blocks are the same, also after software took
// over.
func TestParsedOnDevice(t *testing.T) {
	path := x265(t, "a.mp4", "208x120", "keyint=18:bframes=3")
	seed := maphash.MakeSeed()
	want := printsOf(t, seed, openParsed(t, path, 1))
	for _, lost := range []int{0, 7, 1 << 30} {
		v, err := OpenVideo(WithHardware(context.Background(), withFakeDevice(t, lostAt(lost))), path, Options{Stream: Best, Needs: both})
		if err != nil {
			t.Fatal(err)
		}
		onDevice := 0
		for i := range want {
			f := next(t, v)
			if f.decoded.onDevice {
				onDevice++
			}
			if got := printOf(seed, f); got != want[i] {
				t.Errorf("lost at %d: frame %d is another one", lost, i)
			}
			f.Release()
		}
		if onDevice != min(lost, len(want)) {
			t.Errorf("lost at %d: %d frames are of the device", lost, onDevice)
		}
		v.Close()
	}
}

// TestParsedAllocations: once the memory is there, frames with blocks and vectors allocate nothing.
func TestParsedAllocations(t *testing.T) {
	path := x265(t, "a.mp4", "208x120", "keyint=6:bframes=2")
	v := openParsed(t, path, 1)
	read := func(n int) {
		for range n {
			if f := next(t, v); f != nil {
				f.Release()
			}
		}
	}
	pass := func() {
		read(36)
		if err := v.SeekIndex(0); err != nil {
			t.Fatal(err)
		}
	}
	pass()
	pass()
	read(12)
	allocations := math.Inf(1)
	for range 4 { // how many pictures are in flight depends on the goroutines
		if allocations = min(allocations, testing.AllocsPerRun(1, func() { read(3) })); allocations == 0 {
			return
		}
	}
	t.Errorf("%v allocations in 3 frames", allocations)
}

// TestParsedLeavesNothing: no goroutine outlives its video, wherever reading stops.
func TestParsedLeavesNothing(t *testing.T) {
	path := x265(t, "a.mp4", "208x120", "keyint=18:bframes=3")
	leak.Check(t)
	for n := range 12 {
		v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Needs: both, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		var last *Frame
		for range n {
			last.Release()
			last = next(t, v)
		}
		if err := v.SeekIndex(int64(3 * n)); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			if err := v.Need(yuv.Needs{Blocks: n%4 == 0}); err != nil {
				t.Fatal(err)
			}
		}
		v.Close()
		last.Release() // after the video's end
	}
}

// TestParsedFields: the fields of frames have no blocks.
func TestParsedFields(t *testing.T) {
	path := x265(t, "a.mp4", "208x120", "")
	ctx := WithPictures(context.Background(), Pictures{Fields: yuv.BothFields})
	v, err := OpenVideo(ctx, path, Options{Stream: Best, Needs: both})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if f := next(t, v); f.Picture.Coded != nil || f.Picture.Vectors != nil || v.dec.parser != nil {
		t.Error("a field has blocks")
	} else {
		f.Release()
	}
}

// BenchmarkParsed decodes a video of 1920×1080 without and with blocks and vectors.
func BenchmarkParsed(b *testing.B) {
	path := clips.Make(b, "a.mp4", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:duration=2,noise=alls=6:allf=t",
		"-c:v", "libx265", "-preset", "ultrafast", "-b:v", "10M", "-x265-params", "log-level=none")
	for _, needs := range []yuv.Needs{{}, {Blocks: true}, both} {
		b.Run(fmt.Sprintf("blocks=%v/vectors=%v", needs.Blocks, needs.Vectors), func(b *testing.B) {
			n := 0
			for b.Loop() {
				v, err := OpenVideo(b.Context(), path, Options{Stream: Best, Needs: needs})
				if err != nil {
					b.Fatal(err)
				}
				for {
					f, err := v.Next()
					if err != nil {
						break
					}
					n++
					f.Release()
				}
				v.Close()
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}
