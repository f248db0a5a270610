package streams

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"ffkvadrat/tests/platform"
)

func compressed(t testing.TB, c Compression, pieces ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := Compress(&b, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pieces {
		if _, err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decompress(r io.Reader) ([]byte, error) {
	d, err := Decompress(r)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return io.ReadAll(d)
}

// longText resembles a list of quads: some megabytes of numbers, half of them repeated.
func longText() []byte {
	rnd := rand.New(rand.NewPCG(9, 1))
	var text []byte
	for len(text) < 4<<20 {
		text = fmt.Appendf(text, "[%d,%d,%d],", rnd.IntN(1280), rnd.IntN(720), 1<<rnd.IntN(8))
	}
	return text
}

// TestGivenUp: a stream abandoned before its end leaves no goroutine and writes nothing more.
func TestGivenUp(t *testing.T) {
	text := longText()
	for _, c := range Compressions() {
		synctest.Test(t, func(t *testing.T) { // fails if a goroutine remains
			var out bytes.Buffer
			w, err := Compress(&out, c)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(text[:len(text)/2]); err != nil {
				t.Fatal(err)
			}
			n := out.Len()
			if synctest.Wait(); n == 0 || out.Len() != n {
				t.Errorf("%v: %d bytes, then %d", c, n, out.Len())
			}
		})
	}
}

func TestCutCompression(t *testing.T) {
	for name, want := range map[string]struct {
		stem string
		c    Compression
	}{
		"a.json.gz": {"a.json", Gzip}, "a.NDJSON.ZST": {"a.NDJSON", Zstd}, "a.json": {"a.json", Plain},
		".gz": {"", Gzip}, "gz": {"gz", Plain}, "a.gz/b.json": {"a.gz/b.json", Plain}, "a.gz.gz": {"a.gz", Gzip},
	} {
		if stem, c := CutCompression(name); stem != want.stem || c != want.c {
			t.Errorf("%q is %q and %v", name, stem, c)
		}
	}
}

// TestCompressIsTheSameEachTime: the output depends neither on the run nor on the pieces of input, and
// decompresses to the input.
func TestCompressIsTheSameEachTime(t *testing.T) {
	text := longText()
	var pieces [][]byte
	rnd := rand.New(rand.NewPCG(10, 1))
	for rest := text; len(rest) > 0; {
		n := min(len(rest), 1+rnd.IntN(100_000))
		pieces, rest = append(pieces, rest[:n]), rest[n:]
	}
	for _, c := range []Compression{Plain, Gzip, Zstd} {
		whole := compressed(t, c, text)
		if !bytes.Equal(whole, compressed(t, c, text)) || !bytes.Equal(whole, compressed(t, c, pieces...)) {
			t.Errorf("%v: other bytes the second time, or in pieces", c)
		}
		if c != Plain && len(whole) > len(text)/2 {
			t.Errorf("%v: %d bytes become %d", c, len(text), len(whole))
		}
		got, err := decompress(iotest.HalfReader(bytes.NewReader(whole)))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%v: %d bytes come back, %v", c, len(got), err)
		}
	}
}

// TestCompressForOthers decompresses with the standard library and the zstd command.
func TestCompressForOthers(t *testing.T) {
	text := longText()
	zipped := compressed(t, Gzip, text)
	r, err := stdgzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text) || !r.ModTime.IsZero() || r.Name != "" {
		t.Errorf("gzip: %d bytes, %v, header %+v", len(got), err, r.Header)
	}
	if zipped[4]|zipped[5]|zipped[6]|zipped[7] != 0 {
		t.Error("gzip: the header has a time")
	}
	cmd := exec.Command("zstd", "-dc")
	cmd.Stdin = bytes.NewReader(compressed(t, Zstd, text))
	got, err := cmd.Output()
	platform.Missing(t, err)
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("zstd: %d bytes, %v", len(got), err)
	}
}

// TestCompressedTruncated: a truncated compressed export is never taken for a whole one, even if its
// text could be whole.
func TestCompressedTruncated(t *testing.T) {
	text := longText()[:3000]
	for _, c := range []Compression{Gzip, Zstd} {
		whole := compressed(t, c, text)
		for n := 4; n < len(whole); n++ {
			if _, err := decompress(bytes.NewReader(whole[:n])); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), c.String()) {
				t.Errorf("%v, %d of %d bytes: %v", c, n, len(whole), err)
			}
		}
		broken := bytes.Clone(whole)
		broken[len(broken)-6] ^= 1
		if _, err := decompress(bytes.NewReader(broken)); err == nil || !strings.Contains(err.Error(), c.String()) {
			t.Errorf("%v, a bit changed: %v", c, err)
		}
	}
}

func TestCompressErrors(t *testing.T) {
	if _, err := Compress(io.Discard, 7); err == nil {
		t.Error("compression 7 is known")
	}
	text := longText()
	for _, c := range []Compression{Plain, Gzip, Zstd} {
		w, err := Compress(&limited{100}, c)
		if err != nil {
			t.Fatal(err)
		}
		_, writeErr := w.Write(text)
		if err := errors.Join(writeErr, w.Close()); !errors.Is(err, errFull) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// TestWindow: a window above 8 MiB is refused before memory is allocated.
func TestWindow(t *testing.T) {
	// A frame header with a window of 16 MiB, and a block of one byte.
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3, 9, 0, 0, ' '}
	if _, err := decompress(bytes.NewReader(frame)); err == nil || !strings.Contains(err.Error(), "window size exceeded") {
		t.Errorf("a window of 16 MiB: %v", err)
	}
	frame[5] = 13 << 3
	if got, err := decompress(bytes.NewReader(frame)); err != nil || string(got) != " " {
		t.Errorf("a window of 8 MiB: %q, %v", got, err)
	}
}

// limited is a full disk.
type limited struct{ room int }

var errFull = errors.New("full")

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.room)
	l.room -= n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}
