package decode

import (
	"hash/maphash"
	"os"
	"slices"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// print identifies a frame: all samples, the time stamp and everything else that a seek must reproduce.
type print struct {
	samples uint64
	pts     int64
	hasPTS  bool
	time    float64
	tick    int64
	before  uint64 // the samples of the frame before; 0 without it
	coded   uint64 // the blocks and vectors; 0 without them
}

func printOf(seed maphash.Seed, f *Frame) print {
	p := print{samples: hashPicture(seed, &f.Picture), pts: f.PTS, hasPTS: f.HasPTS, time: f.Time, tick: f.Tick}
	if f.Picture.Before != nil {
		p.before = hashPicture(seed, f.Picture.Before)
	}
	p.coded = hashCoded(seed, &f.Picture)
	return p
}

// hashCoded hashes a picture's blocks and vectors; it is 0 without any.
func hashCoded(seed maphash.Seed, p *yuv.Picture) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	n := 0
	if p.Coded != nil {
		for i := range p.Coded.Len() {
			maphash.WriteComparable(&h, p.Coded.At(i))
			n++
		}
	}
	if p.Vectors != nil {
		for i := range p.Vectors.Len() {
			maphash.WriteComparable(&h, p.Vectors.At(i))
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return h.Sum64()
}

func hashPicture(seed maphash.Seed, p *yuv.Picture) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	bytes := p.Format.SampleBytes()
	for i := range p.Planes {
		plane := &p.Planes[i]
		for y := range plane.Height {
			row := plane.Row(y, bytes)
			if plane.Step == bytes {
				h.Write(row)
				continue
			}
			for x := 0; x < len(row); x += plane.Step {
				h.Write(row[x : x+bytes])
			}
		}
	}
	return h.Sum64()
}

func linearPrints(t *testing.T, seed maphash.Seed, path string) []print {
	t.Helper()
	return printsOf(t, seed, open(t, path))
}

func printsOf(t *testing.T, seed maphash.Seed, v *Video) []print {
	t.Helper()
	var all []print
	for f := next(t, v); f != nil; f = next(t, v) {
		all = append(all, printOf(seed, f))
		f.Release()
	}
	return all
}

// paired returns the prints of a decode with Before, which is the picture that many places before.
func paired(all []print, back int) []print {
	all = slices.Clone(all)
	for i := back; i < len(all); i++ {
		all[i].before = all[i-back].samples
	}
	return all
}

// shownAt is the oracle for seeks: the frame before the first later one.
func shownAt(all []print, tick int64) int {
	for i, p := range all {
		if p.tick > tick {
			return max(0, i-1)
		}
	}
	return len(all) - 1
}

// checkSeeks makes n random seeks of each kind with a new decoder and compares them with a full decode.
// The file is whole, so the seeks find no fault.
func checkSeeks(t *testing.T, path string, n int) {
	checkSeeksOf(t, func() *Video { return open(t, path) }, n, 1)
}

// checkSeeksOf is checkSeeks for what open opens, whose Before is the picture that many places before.
func checkSeeksOf(t *testing.T, open func() *Video, n, back int) {
	hash := maphash.MakeSeed()
	all := paired(printsOf(t, hash, open()), back)
	rnd := random(t)
	v := open()
	pairs := false
	pair := func() { // sometimes
		pairs = rnd.IntN(3) > 0
		bringBefore(t, v, pairs)
	}
	check := func(what string, want int) {
		t.Helper()
		for k := want; k < min(want+2, len(all)); k++ {
			f := next(t, v)
			if f == nil {
				t.Fatalf("%s: no frame %d", what, k)
			}
			expected := all[k]
			if !pairs {
				expected.before = 0
			}
			if got := printOf(hash, f); got != expected || f.Index >= 0 && f.Index != int64(k) {
				t.Fatalf("%s: frame %d is %+v with index %d, want %+v", what, k, got, f.Index, expected)
			}
			f.Release()
		}
	}
	pairs = true
	bringBefore(t, v, true)
	if err := v.SeekIndex(1); err != nil {
		t.Fatal(err)
	}
	check("SeekIndex at first", min(1, len(all)-1))
	first, last := all[0].tick, all[len(all)-1].tick
	if err := v.SeekPTS(first); err != nil {
		t.Fatal(err)
	}
	check("SeekPTS of the start", shownAt(all, first))
	for range n {
		tick := first + rnd.Int64N(last-first+1)
		pair()
		if err := v.SeekPTS(tick); err != nil {
			t.Fatal(err)
		}
		check("SeekPTS", shownAt(all, tick))
	}
	for range n {
		i := rnd.IntN(len(all))
		pair()
		if err := v.SeekTime(all[i].time - all[0].time); err != nil {
			t.Fatal(err)
		}
		check("SeekTime", shownAt(all, all[i].tick))
	}
	for range n {
		i := rnd.IntN(len(all))
		pair()
		if err := v.SeekIndex(int64(i)); err != nil {
			t.Fatal(err)
		}
		if at := v.position(); at != int64(i) {
			t.Fatalf("SeekIndex(%d) leads to %d", i, at)
		}
		check("SeekIndex", i)
	}
	for _, far := range []func() error{
		func() error { return v.SeekTime(1e9) }, func() error { return v.SeekPTS(last + 1) }, func() error { return v.SeekIndex(1 << 40) },
		func() error { return v.SeekIndex(1 << 40) },
	} {
		if err := far(); err != nil {
			t.Fatal(err)
		}
		check("seek past the end", len(all)-1)
	}
	for _, back := range []func() error{
		func() error { return v.SeekTime(-5) }, func() error { return v.SeekPTS(first - 1) }, func() error { return v.SeekIndex(0) },
	} {
		if err := back(); err != nil {
			t.Fatal(err)
		}
		check("seek to the start", 0)
	}
	if v.Faults().Any() {
		t.Errorf("the seeks found %+v", v.Faults())
	}
}

// TestFrameAfterSeekEqualsLinearDecode: a seek to any frame of a video gives exactly the frame that a full decode gives.
func TestFrameAfterSeekEqualsLinearDecode(t *testing.T) {
	forEach(t, media(t), func(t *testing.T, path string) {
		n := 2
		if i := open(t, path).Info(); i.Width*i.Height < 500_000 {
			n = either(8, 2)
		}
		checkSeeks(t, path, n)
	})
}

// TestSeekIsExactInEveryContainer: also with open groups of pictures, deep reordering, intra refresh,
// missing and duplicate time stamps.
func TestSeekIsExactInEveryContainer(t *testing.T) {
	source := []string{"-f", "lavfi", "-i", "testsrc2=rate=25:size=" + either("160x96:duration=6", "64x48:duration=3")}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"opengop.mp4", []string{"-c:v", "libx264", "-x264-params", "open-gop=1:keyint=30:bframes=5:b-pyramid=normal"}},
		{"opengop.mkv", []string{"-c:v", "libx264", "-x264-params", "open-gop=1:keyint=30:bframes=5"}},
		{"opengop.ts", []string{"-c:v", "libx264", "-x264-params", "open-gop=1:keyint=30:bframes=5"}},
		{"refresh.ts", []string{"-c:v", "libx264", "-x264-params", "intra-refresh=1:keyint=30:bframes=0"}},
		{"refresh.mkv", []string{"-c:v", "libx264", "-x264-params", "intra-refresh=1:keyint=30:bframes=0"}},
		{"hevc.mp4", []string{"-c:v", "libx265", "-x265-params", "log-level=none:open-gop=1:keyint=30:bframes=4"}},
		{"hevc.ts", []string{"-c:v", "libx265", "-x265-params", "log-level=none:open-gop=1:keyint=30:bframes=4"}},
		{"hevc.hevc", []string{"-c:v", "libx265", "-x265-params", "log-level=none:keyint=30"}},
		{"mpeg2.ts", []string{"-c:v", "mpeg2video", "-g", "12", "-bf", "2"}},
		{"mpeg2.mpg", []string{"-c:v", "mpeg2video", "-g", "12", "-bf", "2"}},
		{"mpeg4.avi", []string{"-c:v", "mpeg4", "-g", "25", "-bf", "2"}},
		{"h264.avi", []string{"-c:v", "libx264", "-g", "25"}},
		{"mjpeg.avi", []string{"-c:v", "mjpeg"}},
		{"vp9.webm", []string{"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "40"}},
		{"h264.flv", []string{"-c:v", "libx264", "-g", "25"}},
		{"ffv1.nut", []string{"-c:v", "ffv1"}},
		{"frag.mp4", []string{"-c:v", "libx264", "-g", "25", "-movflags", "+frag_keyframe+empty_moov"}},
		{"theora.ogv", []string{"-c:v", "libtheora", "-g", "25"}},
		{"wmv.asf", []string{"-c:v", "wmv2", "-g", "25"}},
		{"raw.y4m", nil},
		{"a.apng", []string{"-frames:v", "20"}},
		{"vfr.mkv", []string{"-c:v", "libx264", "-vf", "select='not(mod(n*n,7))'", "-fps_mode", "vfr"}},
		{"shifted.mp4", []string{"-c:v", "libx264", "-output_ts_offset", "3.7"}},
		{"same.mkv", []string{"-c:v", "mjpeg", "-bsf:v", "setts=ts=floor(N/3)*3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkSeeks(t, clips.Make(t, c.name, append(source[:len(source):len(source)], c.args...)...), either(12, 3))
		})
	}
}

// TestSizeChangesInMidStream: frames of another size follow in the same stream, and seeks find them.
func TestSizeChangesInMidStream(t *testing.T) {
	var all []byte
	for _, size := range []string{"64x48", "96x64"} {
		path := clips.Make(t, "a.264", "-f", "lavfi", "-i", "testsrc2=duration=0.4:rate=25:size="+size, "-c:v", "libx264")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	path := writeFile(t, "a.264", all)
	v := open(t, path)
	sizes := map[int]int{}
	for f := next(t, v); f != nil; f = next(t, v) {
		sizes[f.Picture.Width]++
		f.Release()
	}
	if sizes[64] != 10 || sizes[96] != 10 || v.Faults().Any() {
		t.Errorf("%v, %+v", sizes, v.Faults())
	}
	checkSeeks(t, path, 5)
}

// TestMatrixIsGuessedOnce: the guess for an untagged stream stays when its frames grow beyond the size
// with another guess.
func TestMatrixIsGuessedOnce(t *testing.T) {
	var all []byte
	for _, size := range []string{"320x240", "1280x720"} {
		path := clips.Make(t, "a.264", "-f", "lavfi", "-i", "testsrc2=duration=0.2:rate=25:size="+size, "-c:v", "libx264")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	v := open(t, writeFile(t, "a.264", all))
	want := v.Info().Colour.Resolve(v.Info().Width, v.Info().Height)
	widths := map[int]bool{}
	for f := next(t, v); f != nil; f = next(t, v) {
		widths[f.Picture.Width] = true
		if got := f.Picture.Colour.Resolve(f.Picture.Width, f.Picture.Height); got.Matrix != yuv.BT601 || got.Matrix != want.Matrix {
			t.Errorf("frame %d of width %d: %v, the stream has %v", f.Index, f.Picture.Width, got.Matrix, want.Matrix)
		}
		f.Release()
	}
	if len(widths) != 2 {
		t.Errorf("widths %v", widths)
	}
}

// bringBefore turns Before on or off.
func bringBefore(t *testing.T, v *Video, on bool) {
	t.Helper()
	needs := v.dec.wants
	needs.Before = on
	if err := v.Need(needs); err != nil {
		t.Fatal(err)
	}
}
