package export

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"ffkvadrat/quadpyramid"
)

// ffqSamples are exports of all kinds, of more frames than a group has.
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

// readAll reads frames until the end, or until the first error.
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

// records are the places at which the records of an .ffq file begin, and the end of the last one.
func records(data string) (at []int) {
	for i := len(ffqSignature); i < len(data)-ffqTail; {
		at = append(at, i)
		n, size := binary.Uvarint([]byte(data[i+1:]))
		i += 1 + size + int(n) + 4
	}
	return append(at, len(data)-ffqTail)
}

// TestFFQCut: a cut file gives the frames that are whole, and then the error of a cut file.
func TestFFQCut(t *testing.T) {
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
			t.Error("a byte behind the end is no error")
		}
	}
}

// TestFFQDamage: any byte with one other bit is noticed, and the frames before it are read.
func TestFFQDamage(t *testing.T) {
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

// TestFFQKeyFrames: each group begins with a frame that needs none before it, and so does a
// frame of another size.
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

// TestFFQForgedSize: a frame that wants one of another size before it is refused.
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

// FuzzReadFFQ reads a header and a frame of any bytes, with the check sums that they need: an
// error, or what can be written and read again.
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
		at := len(b)
		add(ffqIndex, []byte{byte(min(2*len(first), 2))})
		b = binary.LittleEndian.AppendUint64(b, uint64(at))
		b = append(b, ffqSignature...)
		doc, err := Read(bytes.NewReader(b))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "export: ") {
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
