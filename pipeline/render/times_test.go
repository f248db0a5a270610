package render

import (
	"bytes"
	"math/big"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
)

// tick is a time in a stream's time base.
type tick struct {
	PTS      *int64 `json:"pts"`
	Duration int64  `json:"duration"`
}

// times returns the exact times in seconds of a stream's frames or packets.
func times(t testing.TB, file, kind, what string) []*big.Rat {
	t.Helper()
	var doc struct {
		Streams []struct {
			Base string `json:"time_base"`
		}
		Frames, Packets []tick
	}
	probe(t, file, kind, what+"=pts:stream=time_base", &doc)
	base, ok := new(big.Rat).SetString(doc.Streams[0].Base)
	if !ok {
		t.Fatalf("%s: time base %q", file, doc.Streams[0].Base)
	}
	var all []*big.Rat
	for _, p := range append(doc.Frames, doc.Packets...) {
		if p.PTS == nil {
			t.Fatalf("%s: a %s without pts", file, what)
		}
		all = append(all, new(big.Rat).Mul(new(big.Rat).SetInt64(*p.PTS), base))
	}
	return all
}

// after returns the times after an origin.
func after(all []*big.Rat, origin *big.Rat) []*big.Rat {
	var moved []*big.Rat
	for _, r := range all {
		moved = append(moved, new(big.Rat).Sub(r, origin))
	}
	return moved
}

// sameTimes compares times within a tolerance in seconds.
func sameTimes(t testing.TB, name string, got, want []*big.Rat, tolerance float64) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d times, want %d", name, len(got), len(want))
	}
	for i := range got {
		d, _ := new(big.Rat).Sub(got[i], want[i]).Float64()
		if d > tolerance || d < -tolerance {
			t.Errorf("%s: time %d is %v s, want %v s", name, i, got[i].FloatString(6), want[i].FloatString(6))
		}
	}
}

// Matroska's and WebM's ticks are milliseconds: each of two times is rounded.
const millisecond = 0.001

// Frames have the times that ffprobe reports for the source: with B-frames, an open GOP, a variable
// frame rate, a start after 0, no time stamps.
func TestTimesAreTheSource(t *testing.T) {
	for _, c := range []struct {
		clip, out string
		tolerance float64
	}{
		{"tiny-420.mp4", "x.mp4", 0},
		{"tiny-420.mp4", "x.nut", 0},
		{"tiny-vfr.mp4", "x.mp4", 0},
		{"tiny-vfr.mp4", "x.mkv", millisecond},
		{"tiny-vfr.mp4", "x.webm", millisecond},
		{"tiny-open-gop.mp4", "x.mov", 0},
		{"tiny-mpeg2.ts", "x.mp4", 0},
		{"tiny-mpeg2.ts", "x.mkv", millisecond},
		{"tiny-palette.gif", "x.mp4", 0},
		{"tiny-vp9.webm", "x.mp4", 0},
		{"tiny-still.png", "x.mp4", 0},
	} {
		o := want(c.clip, outputFile(t, c.out))
		rendered(t, o)
		name := c.clip + " to " + filepath.Ext(c.out)
		source, got := times(t, o.Path, "v", "frame"), times(t, o.Out, "v", "frame")
		sameTimes(t, name, after(got, got[0]), after(source, source[0]), c.tolerance)
		if c.clip != "tiny-mpeg2.ts" && c.tolerance == 0 && filepath.Ext(c.out) != ".nut" && got[0].Sign() != 0 {
			t.Errorf("%s: starts at %v", name, got[0])
		}
	}
}

// The container stores the duration of the last frame.
func TestDuration(t *testing.T) {
	for _, clip := range []string{"tiny-420.mp4", "tiny-vfr.mp4", "tiny-open-gop.mp4"} {
		o := want(clip, outputFile(t, "x.mp4"))
		rendered(t, o)
		var got, want struct {
			Streams []struct{ Duration string }
		}
		probe(t, o.Out, "v", "stream=duration", &got)
		probe(t, o.Path, "v", "stream=duration", &want)
		if got.Streams[0] != want.Streams[0] {
			t.Errorf("%s: %v s, want %v s", clip, got.Streams[0], want.Streams[0])
		}
	}
}

// The sound's packets equal the source's, bit by bit, and keep their times relative to the frames.
func TestSoundIsTheSource(t *testing.T) {
	dir := t.TempDir()
	two := filepath.Join(dir, "two.mkv")
	output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1",
		"-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-f", "lavfi", "-i", "sine=frequency=880:duration=1.3",
		"-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4", "-c:a:0", "flac", "-c:a:1", "ac3", "-metadata:s:a:1", "language=fra", two)
	microsoft := filepath.Join(dir, "microsoft.mkv") // without a Matroska name
	output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1",
		"-f", "lavfi", "-i", "sine=duration=1", "-c:v", "mpeg4", "-c:a", "adpcm_ms", microsoft)
	for _, c := range []struct {
		source, out string
		tolerance   float64
	}{
		{sampleFolder + "tiny-420.mp4", "x.mp4", 0},
		{sampleFolder + "tiny-420.mp4", "x.mov", 0},
		{sampleFolder + "tiny-420.mp4", "x.mkv", millisecond},
		// A tick of the audio is 1/48000 s or 1/44100 s: the origin is rounded to it.
		{sampleFolder + "tiny-420.mp4", "x.nut", 1. / 44100},
		{sampleFolder + "tiny-mpeg2.ts", "x.mkv", millisecond},
		{two, "x.mkv", millisecond},
		{two, "x.nut", millisecond},
		{microsoft, "x.mkv", millisecond},
	} {
		o := want("", outputFile(t, c.out))
		o.Path = c.source
		rendered(t, o)
		name := c.source + " to " + c.out
		hashes := func(file string) []byte {
			return output(t, "ffmpeg", "-v", "error", "-i", file, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-hash", "md5", "-")
		}
		if got, want := hashes(o.Out), hashes(o.Path); !bytes.Equal(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		sourceStart, start := times(t, o.Path, "v", "frame")[0], times(t, o.Out, "v", "frame")[0]
		for _, kind := range []string{"a:0", "a:1"}[:bytes.Count(hashes(o.Path), []byte("\n"))] {
			sameTimes(t, name, after(times(t, o.Out, kind, "packet"), start), after(times(t, o.Path, kind, "packet"), sourceStart), c.tolerance)
		}
	}
	var doc struct {
		Streams []struct{ Tags struct{ Language string } }
	}
	o := want("", outputFile(t, "x.mkv"))
	o.Path = two
	rendered(t, o)
	if probe(t, o.Out, "a:1", "stream_tags=language", &doc); len(doc.Streams) != 1 || doc.Streams[0].Tags.Language != "fra" {
		t.Errorf("the language is %+v", doc)
	}
}

// A part begins at 0, and has exactly the frames and the sound of the part.
func TestPart(t *testing.T) {
	position := func(text string) decode.Position {
		p, err := decode.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	whole := want("tiny-420.mp4", "x.nut")
	all := stills(t, whole)
	for _, c := range []struct {
		name     string
		choice   pipeline.Selection
		pictures []int
	}{
		{"by time", pipeline.Selection{From: position("0.4"), To: position("0.75"), HasTo: true}, []int{10, 11, 12, 13, 14, 15, 16, 17, 18}},
		{"by number", pipeline.Selection{From: position("#20"), Frames: 3}, []int{20, 21, 22}},
		{"from the start", pipeline.Selection{Frames: 4}, []int{0, 1, 2, 3}},
		{"each tenth", pipeline.Selection{Every: 10}, []int{0, 10, 20}},
		{"the last", pipeline.Selection{From: position("#29")}, []int{29}},
	} {
		o := want("tiny-420.mp4", outputFile(t, "x.mov"))
		o.Output.Encoder, o.Selection = "qtrle", c.choice
		rendered(t, o)
		got := rgb(t, o.Out)
		if len(got) != len(c.pictures) {
			t.Fatalf("%s: %d pictures", c.name, len(got))
		}
		for i, n := range c.pictures {
			equal(t, c.name, got[i:i+1], all[n:n+1])
		}
		source := times(t, o.Path, "v", "frame")
		first, last := source[c.pictures[0]], source[c.pictures[len(c.pictures)-1]]
		var wanted []*big.Rat
		for _, n := range c.pictures {
			wanted = append(wanted, source[n])
		}
		sameTimes(t, c.name, times(t, o.Out, "v", "frame"), after(wanted, first), 0)
		// The source's packets that begin in the part; the sound of a part from the start begins
		// where the source's does.
		end := new(big.Rat).Add(last, big.NewRat(1, 25))
		sound := slices.DeleteFunc(times(t, o.Path, "a", "packet"), func(at *big.Rat) bool {
			return !c.choice.Whole() && at.Cmp(first) < 0 || (c.choice.HasTo || c.choice.Frames > 0) && at.Cmp(end) >= 0
		})
		sameTimes(t, c.name+", sound", times(t, o.Out, "a", "packet"), after(sound, first), 0)
	}
}

func TestLineAscends(t *testing.T) {
	var l line
	for i, c := range [][3]int64{ // tick, duration, place
		{-5, 10, -5}, {10, 10, 10}, {15, 5, 15}, {15, 5, 20}, {20, 5, 25},
		{noPTS, 5, 30}, {1000, 1, 1005}, {3, 4, 1006}, {7, 4, 1010}, {100, 0, 1103}, {100, 0, 1104},
	} {
		if got := l.place(c[0], c[1]); got != c[2] {
			t.Errorf("step %d: %d, want %d", i, got, c[2])
		}
	}
}

// Packets in coding order get ascending DTS, none after its PTS.
func TestDecodeTimes(t *testing.T) {
	for _, c := range []struct {
		delay int
		pts   []int64 // in the packets' order
		dts   []int64
	}{
		{1, []int64{7}, []int64{2}},
		{2, []int64{0, 20, 10, 5, 15, 40, 30}, []int64{-10, -5, 0, 5, 10, 15, 20}},
		{0, []int64{0, 5, 10}, []int64{0, 5, 10}},
	} {
		var d decodeTimes
		for _, pts := range slices.Sorted(slices.Values(c.pts)) {
			d.sent(pts, 5)
		}
		for i, pts := range c.pts {
			if got := d.next(pts, c.delay); got != c.dts[i] {
				t.Errorf("delay %d, packet %d: %d, want %d", c.delay, i, got, c.dts[i])
			}
		}
	}
}

// Clips shorter than encoders' look-ahead.
func TestFewPictures(t *testing.T) {
	for _, encoder := range []string{"libx264", "libx265", "libvpx-vp9"} {
		for n := range int64(4) {
			o := want("tiny-420.mp4", outputFile(t, "x.mp4"))
			o.Output.Encoder, o.Selection.Frames = encoder, n+1
			rendered(t, o)
			sameTimes(t, encoder, times(t, o.Out, "v", "frame"), times(t, o.Path, "v", "frame")[:n+1], 0)
		}
	}
}

// Encoders that do not accept the source's time base keep the frames' times.
func TestEncodersThatCount(t *testing.T) {
	dir := t.TempDir()
	ticks := filepath.Join(dir, "ticks.mp4") // of 1/90000 s, a variable rate
	output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=63x47:rate=25:duration=1",
		"-vf", "settb=1/90000,setpts='N*3600+mod(N*N*7919,3000)'", "-fps_mode", "passthrough", "-enc_time_base", "1/90000",
		"-c:v", "libx264", "-pix_fmt", "yuv444p", "-video_track_timescale", "90000", ticks)
	for _, encoder := range []string{"mpeg4", "mpeg2video"} {
		for _, clip := range []string{ticks, sampleFolder + "tiny-420.mp4", sampleFolder + "tiny-odd-175x143.mp4"} {
			o := want("", outputFile(t, "x.mp4"))
			o.Path, o.Output.Encoder = clip, encoder
			report := rendered(t, o)
			if got := times(t, o.Out, "v", "frame"); int64(len(got)) != report.Frames {
				t.Errorf("%s of %s: %d pictures, %d encoded", encoder, clip, len(got), report.Frames)
			}
			sameTimes(t, encoder+" of "+clip, times(t, o.Out, "v", "frame"), times(t, o.Path, "v", "frame"), 0)
		}
	}
}
