package decode

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/pairs"
)

// waysToRuin are kinds of damage.
var waysToRuin = []struct {
	name string
	do   func(data []byte, from, to int) []byte
}{
	{"zeros", func(data []byte, from, to int) []byte { clear(data[from:to]); return data }},
	{"noise", func(data []byte, from, to int) []byte {
		rnd := rand.New(rand.NewPCG(uint64(from), uint64(to)))
		for i := from; i < to; i++ {
			data[i] = byte(rnd.Uint32())
		}
		return data
	}},
	{"removed", func(data []byte, from, to int) []byte { return slices.Delete(data, from, to) }},
}

// ruinSizes and ruinPlaces are the size and position of the damaged part.
var (
	ruinSizes  = []float64{1. / 3, 1. / 10, 1. / 30}
	ruinPlaces = []float64{.35, .8}
)

// unseen are the kinds of files in which some damage is undetectable: the rest is a valid file, as far
// as FFmpeg shows. Which damage that is depends on the packets' positions, so on the FFmpeg version
// that wrote the file. Only FFmpeg 5.1 checks whether each entry is still needed.
var unseen = map[string]string{
	"a.mjpeg":     "zeros are valid codes of a JPEG, so what lies between two pictures belongs to the first",
	"cinepak.mov": "a packet of zeros is a picture without change",
	"amv.amv":     "nothing says how many chunks there are",
	"a.264":       "zeros may stand between units, and no picture refers to the missing ones",
	"a.dnxhd":     "whole pictures are removed",
	"dv.dv":       "whole pictures are removed",
}

// uncut are the kinds without an end marker.
var uncut = map[string]string{
	"a.hevc": "the last picture decodes from what there is of it",
	"a.vc2":  "the last picture decodes from what there is of it",
	// One of the cuts of some small frames is in such a header.
	"h264.flv": "a cut in the header of a tag leaves whole tags",
	"flv1.flv": "a cut in the header of a tag leaves whole tags",
}

// uncutInPipes are the kinds whose first and last bytes do not show a cut.
var uncutInPipes = map[string]string{
	"h264.flv": "each tag names its size",
	"flv1.flv": "each tag names its size",
	"h264.nut": "each packet names its size",
	"raw.nut":  "each packet names its size",
}

// TestDamageIsNoticed damages a file of each kind in 18 ways, and truncates it before and during
// reading, and in a pipe: if frames are missing, there is a fault. The whole file has none.
func TestDamageIsNoticed(t *testing.T) {
	ruins := map[int][][]int{} // by kind: way, size and position
	for c := range pairs.Cases(len(kinds), len(waysToRuin), len(ruinSizes), len(ruinPlaces)) {
		ruins[c[0]] = append(ruins[c[0]], c[1:])
	}
	for i, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			path := k.make(t)
			whole, faults, err := decodeAll(t, path)
			if err != nil || whole < 8 || faults.Any() {
				t.Fatalf("whole: %d frames, %+v, %v", whole, faults, err)
			}
			ruin(t, k, path, whole, ruins[i])
			cutAlongPipe(t, k, path, whole)
			cut(t, k, path, whole, either([]int64{90, 71, 50, 33}, []int64{90, 71, 50, 33}[i%4:][:1]))
		})
	}
}

// silent reports whether frames are missing without a fault.
func silent(n, whole int, faults Faults, err error) bool {
	return err == nil && n < whole && !faults.Any()
}

func ruin(t *testing.T, k kind, path string, whole int, how [][]int) {
	passed := 0
	for _, c := range how {
		way, size, from := waysToRuin[c[0]], ruinSizes[c[1]], ruinPlaces[c[2]]
		n, faults, err := decodeAll(t, ruined(t, path, way.do, from, size))
		if !silent(n, whole, faults, err) {
			continue
		}
		passed++
		if unseen[k.name] == "" {
			t.Errorf("%s, 1/%.0f at %.0f %%: %d of %d frames and no fault", way.name, 1/size, 100*from, n, whole)
		}
	}
	if unseen[k.name] != "" && passed == 0 && !testing.Short() && libavcodec(t) == 59 {
		t.Error("all damage is noticed")
	}
}

// cut truncates a file at odd positions. A cut after a packet of a transport stream, or of another
// container without an end, leaves a whole file. At last it truncates the file while it is open.
func cut(t *testing.T, k kind, path string, whole int, parts []int64) {
	size := length(t, path)
	passed := 0
	for _, part := range parts {
		n, faults, err := decodeAll(t, cutFile(t, path, size*part/100|1))
		if !silent(n, whole, faults, err) {
			continue
		}
		passed++
		if uncut[k.name] == "" {
			t.Errorf("cut at %d %%: %d of %d frames and no fault", part, n, whole)
		}
	}
	if uncut[k.name] != "" && passed == 0 && !testing.Short() && libavcodec(t) == 59 {
		t.Error("all cuts are noticed")
	}
	v := open(t, path)
	if err := os.Truncate(path, size/2); err != nil {
		t.Fatal(err)
	}
	n := 0
	for f := next(t, v); f != nil; f = next(t, v) {
		n++
		f.Release()
	}
	if silent(n, whole, v.Faults(), nil) {
		t.Errorf("cut while it is read: %d of %d frames and no fault", n, whole)
	}
}

// cutAlongPipe reads a whole file and a half from pipes, for containers that support them.
func cutAlongPipe(t *testing.T, k kind, path string, whole int) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n, faults, err := decodePipe(t, data)
	if err != nil {
		return // such as a container with its header at the end
	}
	if faults.Any() {
		t.Errorf("whole, from a pipe: %d frames, %+v", n, faults)
	}
	n, faults, err = decodePipe(t, data[:len(data)/2|1])
	if silent(n, whole, faults, err) && uncut[k.name]+uncutInPipes[k.name] == "" {
		t.Errorf("cut on its way through a pipe: %d of %d frames and no fault", n, whole)
	}
}

// TestLongGIFInPipes: GIFs that exceed the first and last bytes kept of a pipe: with many frames, and
// with a large one.
func TestLongGIFInPipes(t *testing.T) {
	refused := libavcodec(t) < 61 // goes back to a GIF's start, farther than its buffer allows
	for _, source := range []string{"testsrc2=size=352x288:rate=25:duration=2", "color=size=640x480:rate=25:duration=0.04,format=gray,noise=alls=100"} {
		data, err := os.ReadFile(clips.Make(t, "a.gif", "-f", "lavfi", "-i", source))
		if err != nil || len(data) < 200e3 {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
		if refused {
			if n, _, err := decodePipe(t, data); err == nil {
				t.Errorf("%s: %d frames, and no error", source, n)
			}
			continue
		}
		for _, padding := range [][]byte{nil, make([]byte, 100)} {
			if n, faults, err := decodePipe(t, slices.Concat(data, padding)); err != nil || faults.Any() {
				t.Errorf("%s, and %d bytes: %d frames, %+v, %v", source, len(padding), n, faults, err)
			}
		}
		for _, part := range []int{90, 71, 50, 33} {
			if n, faults, err := decodePipe(t, data[:len(data)*part/100]); err == nil && !faults.Any() {
				t.Errorf("%s, cut at %d %%: %d frames and no fault", source, part, n)
			}
		}
	}
}

func decodePipe(t *testing.T, data []byte) (frames int, faults Faults, err error) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer w.Close()
		w.Write(data) // fails after the reader has stopped
	}()
	frames, faults, err = decodeAll(t, fmt.Sprintf("/dev/fd/%d", r.Fd()))
	r.Close()
	<-done
	return frames, faults, err
}

func length(t *testing.T, path string) int64 {
	t.Helper()
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		t.Fatal(err)
	}
	return st.Size
}

// TestSeeksFindNoDamage seeks in a whole file of each kind more than a second ahead, to a frame that
// decoding on does not reach, and reads to the end: there is no fault.
func TestSeeksFindNoDamage(t *testing.T) {
	for i, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			path := k.make(t)
			ats := []float64{1.1, 1.3, 1.7, 1.96}
			for _, at := range either(ats, ats[i%len(ats):][:1]) {
				v := open(t, path)
				if err := v.SeekTime(at); err != nil {
					t.Fatal(err)
				}
				for f := next(t, v); f != nil; f = next(t, v) {
					f.Release()
				}
				if v.Faults().Any() {
					t.Errorf("from %v s on: %+v", at, v.Faults())
				}
			}
		})
	}
}

// TestDamageBehindSeeks damages containers that show damage only in their index or in the decoder's
// log, seeks more than a second ahead, and reads only the part after the seek.
func TestDamageBehindSeeks(t *testing.T) {
	for _, name := range []string{"huffyuv.avi", "mjpeg.avi", "raw.avi", "vp9.webm", "ffv1.mkv", "h264.flv"} {
		t.Run(name, func(t *testing.T) {
			k := kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })]
			v := open(t, ruined(t, k.make(t), waysToRuin[0].do, .7, .1))
			if err := v.SeekTime(1.1); err != nil {
				t.Fatal(err)
			}
			for f := next(t, v); f != nil; f = next(t, v) {
				f.Release()
			}
			if !v.Faults().Any() {
				t.Error("no fault")
			}
		})
	}
}

// TestOddWholeFiles: files that are whole although data follows their structure, or their writer could
// not seek back, have no fault, also in a pipe.
func TestOddWholeFiles(t *testing.T) {
	find := func(name string) kind {
		return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })]
	}
	tag := append([]byte("TAG"), make([]byte, 125)...)
	empty := append([]byte("OggS\x00\x00"), make([]byte, 21)...) // a page
	for _, c := range []struct {
		kind, what string
		change     func(data []byte) []byte
	}{
		{"h264.mp4", "a tag behind", func(b []byte) []byte { return append(b, tag...) }},
		{"h264.mov", "text behind", func(b []byte) []byte { return append(b, "this is no box, but somebody wrote it"...) }},
		{"frag.mp4", "zeros behind", func(b []byte) []byte { return append(b, make([]byte, 5000)...) }},
		{"theora.ogv", "zeros behind", func(b []byte) []byte { return append(b, make([]byte, 100)...) }},
		{"theora.ogv", "a tag behind", func(b []byte) []byte { return append(b, tag...) }},
		{"mpeg2.ts", "zeros behind", func(b []byte) []byte { return append(b, make([]byte, 100)...) }},
		{"mpeg2.mxf", "zeros behind", func(b []byte) []byte { return append(b, make([]byte, 100)...) }},
		{"h264.flv", "bytes behind", func(b []byte) []byte { return append(b, 1, 2, 3) }},
		{"h264.flv", "no last size", func(b []byte) []byte { return b[:len(b)-4] }},
		{"mpeg4.avi", "its own size", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
			return b
		}},
		{"h264.mkv", "an encrypted block", func(b []byte) []byte {
			from, _ := soundBlock(b)
			b[from] = 0xaf
			return b
		}},
		{"h264.mkv", "a block's priority", func(b []byte) []byte {
			// A group of the priority, and of a block that is shorter to make space for it.
			from, to := soundBlock(b)
			body := from + 1 + sizeBytes(b[from+1:])
			copy(b[body+6:to], bytes.Clone(b[body:to]))
			b[from] = 0xa0
			copy(b[body:], []byte{0xfa, 0x81, 1, 0xa1, 0x40 | byte((to-body-6)>>8), byte(to - body - 6)})
			return b
		}},
		{"a.gif", "bytes behind", func(b []byte) []byte { return append(b, 1, 2, 3) }},
		{"wmv2.wmv", "a broadcast", nil},
		{"flv1.swf", "no way back", nil},
	} {
		t.Run(c.kind+", "+c.what, func(t *testing.T) {
			k := find(c.kind)
			path := k.make(t)
			want, _, _ := decodeAll(t, path)
			var data []byte
			if c.change == nil {
				how := map[string]string{".wmv": "-c copy -f asf", ".swf": k.args + " -c:a " + k.sound + " -f swf"}[filepath.Ext(k.name)]
				data = clips.Raw(t, append([]string{"-i", path}, strings.Fields(how)...)...)
			} else {
				var err error
				if data, err = os.ReadFile(path); err != nil {
					t.Fatal(err)
				}
				data = c.change(data)
			}
			n, faults, err := decodeAll(t, writeFile(t, k.name, data))
			if err != nil || n != want || faults.Any() {
				t.Errorf("%d of %d frames, %+v, %v", n, want, faults, err)
			}
			if n, faults, err := decodePipe(t, data); err == nil && (n != want || faults.Any()) {
				t.Errorf("in a pipe: %d of %d frames, %+v", n, want, faults)
			}
		})
	}
	data, err := os.ReadFile(find("theora.ogv").make(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := decodePipe(t, append(empty, data...)); err != nil {
		t.Error(err)
	}
}

// TestOneWalk reads sound to the end of a file with a truncated packet: the container is walked for its
// frames if it has video, else for the sound.
func TestOneWalk(t *testing.T) {
	for _, pictures := range []bool{true, false} {
		args := []string{"-f", "lavfi", "-i", "sine=duration=1"}
		if pictures {
			args = append(args, "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25:duration=1", "-c:v", "mpeg2video")
		}
		data, err := os.ReadFile(clips.Make(t, "a.ts", append(args, "-c:a", "mp2")...))
		if err != nil {
			t.Fatal(err)
		}
		s := openSoundFor(t, writeFile(t, "a.ts", append(data, 0x47, 0x1f, 0xff)), 48000)
		readAll(t, s)
		if s.Faults().Any() == pictures {
			t.Errorf("with pictures: %v, %+v", pictures, s.Faults())
		}
	}
}

// TestShortParameterSet adds another picture parameter set after a stream's, which lacks its last two
// bits: FFmpeg 5.1 discards it, later versions invent the bits.
func TestShortParameterSet(t *testing.T) {
	k := kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == "a.hevc" })]
	data, err := os.ReadFile(k.make(t))
	if err != nil {
		t.Fatal(err)
	}
	start := []byte{0, 0, 1}
	from := bytes.Index(data, append(start, 34<<1))
	to := from + 3 + bytes.Index(data[from+3:], start)
	set := bytes.TrimRight(data[from:to], "\x00")
	// It ends with a set bit, after two flags that are not set.
	last := set[len(set)-1]
	end := last & -last
	if end > 0x20 || last&(end<<1|end<<2) != 0 {
		t.Fatalf("the set is %x", set)
	}
	short := slices.Clone(set)
	short[len(short)-1] = last&^end | end<<2
	if _, faults, err := decodeAll(t, writeFile(t, k.name, slices.Insert(data, to, short...))); err == nil && !faults.Any() {
		t.Error("no fault")
	}
}

// soundBlock returns the range of a SimpleBlock of the second track, in the middle of a Matroska file.
func soundBlock(b []byte) (from, to int) {
	for at := 0; ; {
		id := bits.LeadingZeros8(b[at]) + 1
		size, n := ebmlSize(b[at+id:])
		body := at + id + int(n)
		switch binary.BigEndian.Uint32(b[at:]) {
		case 0x18538067, 0x1f43b675: // a segment, a cluster
			at = body
			continue
		}
		if b[at] == 0xa3 && b[body] == 0x82 && at > len(b)/2 {
			return at, body + int(size)
		}
		at = body + int(size)
	}
}

func sizeBytes(b []byte) int {
	_, n := ebmlSize(b)
	return int(n)
}
