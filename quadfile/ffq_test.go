package quadfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
)

// ffqSamples are exports of all kinds, longer than a group.
func ffqSamples(t testing.TB) (samples []string) {
	t.Helper()
	for _, c := range []struct {
		header Header
		frames []Frame
	}{
		{sample(), sampleFrames()}, {featureSample(), featureFrames()}, {classSample(), classFrames()},
		{pointSample(), pointFrames()}, {hitSample(), pointFrames()}, {sample(), nil}, {cubeSample(), cubeFrames()},
	} {
		var frames []Frame
		for i := 0; len(c.frames) > 0 && i < 2*ffqGroup+2; i++ {
			f := c.frames[i%len(c.frames)]
			f.Index = int64(i)
			frames = append(frames, f)
		}
		samples = append(samples, export(t, FFQ, c.header, frames...))
	}
	return samples
}

// readAll reads frames until the end or the first error.
func readAll(data string) (frames int, err error) {
	r, err := NewReader(strings.NewReader(data))
	if err != nil {
		return 0, err
	}
	for ; ; frames++ {
		if err := r.Next(new(Frame)); err == io.EOF {
			return frames, nil
		} else if err != nil {
			return frames, err
		}
	}
}

// records returns the offsets of an .ffq file's records, and the end of the last one.
func records(data string) (at []int) {
	for i := len(ffqSignature); i < len(data)-ffqTail; {
		at = append(at, i)
		n, size := binary.Uvarint([]byte(data[i+1:]))
		i += 1 + size + int(n) + 4
	}
	return append(at, len(data)-ffqTail)
}

// TestFFQCut: a truncated file gives its whole frames, then the error of a truncated file.
func TestFFQCut(t *testing.T) {
	race.Plain(t)
	for _, data := range ffqSamples(t) {
		at := records(data)
		whole := 0
		for n := range len(data) {
			for whole+2 < len(at)-1 && at[whole+2] <= n {
				whole++
			}
			frames, err := readAll(data[:n])
			if n < at[1] && n >= len(ffqSignature) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%d of %d bytes: %v", n, len(data), err)
			}
			if n >= at[1] && (frames != whole || !errors.Is(err, io.ErrUnexpectedEOF)) {
				t.Fatalf("%d of %d bytes: %d frames, want %d, and %v", n, len(data), frames, whole, err)
			}
		}
		if frames, err := readAll(data); frames != len(at)-3 || err != nil {
			t.Errorf("%d frames, want %d, and %v", frames, len(at)-3, err)
		}
		if _, err := readAll(data + "x"); err == nil {
			t.Error("a byte past the end is no error")
		}
	}
}

// TestFFQDamage: a flipped bit in any byte is detected, after the frames before it.
func TestFFQDamage(t *testing.T) {
	race.Plain(t)
	for _, data := range ffqSamples(t) {
		at := records(data)
		for i := range data {
			b := []byte(data)
			b[i] ^= 1 << (i % 8)
			frames, err := readAll(string(b))
			if err == nil {
				t.Fatalf("byte %d of %d has changed, and nobody has noticed", i, len(data))
			}
			before := 0
			for before+2 < len(at)-1 && at[before+2] <= i {
				before++
			}
			if frames != before {
				t.Fatalf("byte %d of %d has changed: %d frames, want %d (%v)", i, len(data), frames, before, err)
			}
		}
	}
}

// TestFFQKeyFrames: each group, and each frame of another size, begins with a frame that is decoded
// alone.
func TestFFQKeyFrames(t *testing.T) {
	var frames []Frame
	for i := range 3*ffqGroup + 1 {
		f := sampleFrames()[0]
		f.Index = int64(i)
		if i == 40 {
			f.Width, f.Height, f.Quads = 5, 3, nil
		}
		frames = append(frames, f)
	}
	data := export(t, FFQ, sample(), frames...)
	at := records(data)
	for i := range frames {
		key := i%ffqGroup == 0 || i == 40 || i == 41
		if got := data[at[i+1]] == ffqKeyFrame; got != key {
			t.Errorf("frame %d is a key frame: %v, want %v", i, got, key)
		}
	}
}

// TestFFQForgedSize: a frame that depends on one of another size is refused.
func TestFFQForgedSize(t *testing.T) {
	small, large := sampleFrames()[0], sampleFrames()[0]
	small.Width, small.Height, small.Quads = 9, 6, []quadpyramid.Quad{quad(0, 0, 0), quad(3, 1, 0)}
	large.Index = small.Index + 1
	data := []byte(export(t, FFQ, sample(), small, large))
	at := records(string(data))
	second := data[at[2] : at[3]-4]
	second[0] = ffqFrame
	binary.LittleEndian.PutUint32(data[at[3]-4:], crc32.Checksum(second, castagnoli))
	if frames, err := readAll(string(data)); frames != 1 || err == nil || !strings.Contains(err.Error(), "another size") {
		t.Errorf("%d frames, %v", frames, err)
	}
}

// TestFFQBomb: a short record that claims as many entries as the largest picture has pixels is
// refused before memory is allocated for them.
func TestFFQBomb(t *testing.T) {
	for name, h := range map[string]Header{"quads": sample(), "means": featureSample(), "classes": classSample(), "points": pointSample(), "cubes": cubeSample()} {
		for _, code := range []string{strings.Repeat("\xff", 8), strings.Repeat("\xff", 100), "\x80", strings.Repeat("\xfe", 60)} {
			f := Frame{Width: MaxSide, Height: MaxSide, PixFmt: "gray", Index: 0, HasPTS: true, Window: h.Analysis.Cube}
			h.Source.Width, h.Source.Height = MaxSide, MaxSide
			b := beginFFQ(&h)
			start := len(b)
			b = appendFFQFrame(beginRecord(b, ffqKeyFrame), &h, &f, MaxSide*MaxSide)
			b = endRecord(append(b, code...), start)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			frames, err := readAll(string(b))
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; frames != 0 || err == nil || took > 4<<20 {
				t.Errorf("%s of %d bytes: %d frames, %v, with %d bytes of memory", name, len(code), frames, err, took)
			}
		}
	}
}

// withIndex appends an index with these entries to the records of a header and frames.
func withIndex(b []byte, frames int, entries []byte) []byte {
	at := len(b)
	b = binary.AppendUvarint(beginRecord(b, ffqIndex), uint64(frames))
	b = endRecord(append(b, entries...), at)
	return append(binary.LittleEndian.AppendUint64(b, uint64(at)), ffqSignature...)
}

// TestFFQLyingIndex: an index that contradicts a frame's record is an error with the frame's
// number, after all frames.
func TestFFQLyingIndex(t *testing.T) {
	for _, data := range ffqSamples(t) {
		at := records(data)
		doc, err := Read(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		front := []byte(data[:at[len(at)-2]])
		// lying returns a file whose index is wrong about a frame.
		lying := func(wrong int, lie func(f *Frame, key *bool, length *int64)) string {
			var x ffqIndexText
			for i, f := range doc.Frames {
				key, length := data[at[i+1]] == ffqKeyFrame, int64(at[i+2]-at[i+1])
				if i == wrong {
					lie(&f, &key, &length)
				}
				x.add(&f, key, length)
			}
			return string(withIndex(bytes.Clone(front), len(doc.Frames), x.text))
		}
		if lying(-1, nil) != data {
			t.Fatal("the index is another one")
		}
		for i := range doc.Frames {
			for name, lie := range map[string]func(f *Frame, key *bool, length *int64){
				"key":    func(_ *Frame, key *bool, _ *int64) { *key = !*key },
				"length": func(_ *Frame, _ *bool, length *int64) { *length++ },
				"number": func(f *Frame, _ *bool, _ *int64) { f.Index++ },
				"pts":    func(f *Frame, _ *bool, _ *int64) { f.HasPTS, f.PTS = true, f.PTS+1 },
				"time":   func(f *Frame, _ *bool, _ *int64) { f.HasPTS, f.Time = false, f.Time+1 },
			} {
				frames, err := readAll(lying(i, lie))
				if frames != len(doc.Frames) || err == nil || !strings.HasSuffix(err.Error(), fmt.Sprintf("not have frame record %d", i)) {
					t.Fatalf("another %s of frame %d of %d: %d frames, %v", name, i, len(doc.Frames), frames, err)
				}
			}
		}
		var x ffqIndexText
		for i := range doc.Frames {
			x.add(&doc.Frames[i], data[at[i+1]] == ffqKeyFrame, int64(at[i+2]-at[i+1]))
		}
		for _, entries := range [][]byte{append(bytes.Clone(x.text), 0), x.text[:max(len(x.text), 1)-1]} {
			if _, err := readAll(string(withIndex(bytes.Clone(front), len(doc.Frames), entries))); (err == nil) != bytes.Equal(entries, x.text) {
				t.Errorf("an index of %d bytes, not %d: %v", len(entries), len(x.text), err)
			}
		}
	}
}

// TestFFQPictType: a reader accepts only the pict_type letters that a writer writes.
func TestFFQPictType(t *testing.T) {
	f := sampleFrames()[0]
	f.PictType = 'I'
	data := []byte(export(t, FFQ, sample(), f))
	at := records(string(data))
	record := data[at[1] : at[2]-4]
	place := ffqHead + bytes.IndexByte(record[ffqHead:], 'I')
	for c := range 256 {
		record[place] = byte(c)
		binary.LittleEndian.PutUint32(data[at[2]-4:], crc32.Checksum(record, castagnoli))
		_, err := readAll(string(data))
		if known := strings.ContainsRune("?IPBSipb", rune(c)); known != (err == nil) || !known && !strings.Contains(err.Error(), "unknown pict_type") {
			t.Errorf("pict_type %#x: %v", c, err)
		}
	}
}

// TestFFQKeepsNoLists: the caller may change its lists once WriteFrame has returned, also before
// the next frame.
func TestFFQKeepsNoLists(t *testing.T) {
	for _, data := range ffqSamples(t) {
		doc, err := Read(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := NewWriter(&out, FFQ, doc.Header)
		if err != nil {
			t.Fatal(err)
		}
		var f Frame
		for i := range doc.Frames {
			own := doc.Frames[i]
			own.copyLists(&f)
			if err := w.WriteFrame(&own); err != nil {
				t.Fatal(err)
			}
			clear(own.Quads)
			clear(own.Means)
			clear(own.Values)
			clear(own.Classes)
			last := w.encoder.(*ffqEncoder).last
			if last.frame.Quads != nil || last.details.Means != nil || last.details.Values != nil || last.details.Classes != nil {
				t.Fatalf("frame %d: its lists are kept", i)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if out.String() != data {
			t.Error("other bytes")
		}
	}
}

// TestCutWriter: after a Writer has refused a frame, Cut ends the export with the frames before it,
// whatever the fault.
func TestCutWriter(t *testing.T) {
	h := classSample()
	twice := classFrames()[0] // only the tree detects this
	twice.Quads, twice.Classes = []quadpyramid.Quad{quad(0, 0, 3), quad(0, 0, 2)}, []uint8{0, 1}
	outside := classFrames()[0]
	outside.Width, outside.Height = 1, 1
	descending := classFrames()[0]
	descending.Index = 0
	for _, format := range Formats() {
		if format.Takes(h.Analysis.contents()) != nil {
			continue
		}
		for name, wrong := range map[string]Frame{"twice": twice, "outside": outside, "descending": descending} {
			if name == "twice" && format != FFQ {
				continue
			}
			for n := range 3 {
				var want, got bytes.Buffer
				whole, err := NewWriter(backless{&want}, format, h)
				if err != nil {
					t.Fatal(err)
				}
				w, err := NewWriter(backless{&got}, format, h)
				if err != nil {
					t.Fatal(err)
				}
				for i := range n {
					f := classFrames()[0]
					f.Index = int64(i + 5)
					f.Colours = randomColours(len(f.Quads))
					if err := errors.Join(whole.WriteFrame(&f), w.WriteFrame(&f)); err != nil {
						t.Fatal(err)
					}
				}
				if name == "twice" || n == 0 {
					wrong.Index = int64(n + 5)
				}
				if name == "descending" && n == 0 {
					wrong.Index = -2
				}
				if err := w.WriteFrame(&wrong); err == nil {
					t.Fatalf("%v, %s: it is taken", format, name)
				}
				if err := errors.Join(whole.Close(), w.Cut(), w.Cut(), w.Close()); err != nil {
					t.Fatalf("%v, %s: %v", format, name, err)
				}
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%v, %s after %d frames: other bytes", format, name, n)
				}
			}
		}
	}
	full := errors.New("full")
	w, err := NewWriter(failing{full}, FFQ, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Cut(); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
}

// failing is an output whose writes fail.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzReadFFQ reads a header and a frame of any bytes with valid checksums: an error, or a frame
// that can be written and read again.
func FuzzReadFFQ(f *testing.F) {
	for _, data := range ffqSamples(f) {
		at := records(data)
		payload := func(i int) []byte {
			record := []byte(data[at[i]:at[i+1]])
			_, n := binary.Uvarint(record[1:])
			return record[1+n : len(record)-4]
		}
		last := len(at) - 3
		f.Add(payload(0), payload(min(1, last)), payload(last), byte(ffqFrame))
	}
	f.Fuzz(func(t *testing.T, header, first, second []byte, kind byte) {
		b := []byte(ffqSignature)
		add := func(kind byte, payload []byte) {
			start := len(b)
			b = binary.AppendUvarint(append(b, kind), uint64(len(payload)))
			b = append(b, payload...)
			b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
		}
		add(ffqHeader, header)
		if len(first) > 0 {
			add(ffqKeyFrame, first)
			add(kind, second)
		}
		var index []byte // one that fits the frames
		if r, err := NewReader(bytes.NewReader(b)); err == nil {
			for r.Next(new(Frame)) == nil {
			}
			index = r.from.(*ffqReader).index.text
		}
		b = withIndex(b, min(2*len(first), 2), index)
		doc, err := Read(bytes.NewReader(b))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "quadfile: ") {
				t.Fatalf("unclear: %v", err)
			}
			return
		}
		text := rewrite(t, NDJSON, doc)
		again, err := Read(strings.NewReader(rewrite(t, FFQ, doc)))
		if err != nil {
			t.Fatal(err)
		}
		if got := rewrite(t, NDJSON, again); got != text {
			t.Fatalf("written\n%s\nagain\n%s", text, got)
		}
	})
}
