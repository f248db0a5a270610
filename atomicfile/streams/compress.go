// Package streams has what bytes pass on their way to a file and from it: compression, and an end
// that a context sets.
//
// Input and output are readers and writers; each belongs to one goroutine at a time.
package streams

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compression names how bytes are compressed on their way to a file.
type Compression int

const (
	Plain Compression = iota // as they are
	Gzip                     // RFC 1952
	Zstd                     // RFC 8878
)

// compressions has a row for each.
var compressions = [...]struct{ name, title, ending string }{
	Plain: {"plain", "none", ""},
	Gzip:  {"gzip", "gzip", ".gz"},
	Zstd:  {"zstd", "zstd", ".zst"},
}

// Compressions returns all kinds of compression.
func Compressions() []Compression { return []Compression{Plain, Gzip, Zstd} }

func (c Compression) String() string {
	if c >= 0 && int(c) < len(compressions) {
		return compressions[c].name
	}
	return fmt.Sprintf("Compression(%d)", int(c))
}

// Title returns the player's name for the compression.
func (c Compression) Title() string { return compressions[c].title }

// Ending returns the ending of a compressed file's name, with its dot; nothing
// for Plain.
func (c Compression) Ending() string { return compressions[c].ending }

// CutCompression removes the ending .gz or .zst from a name, and returns the compression
// that it means. Case does not matter.
func CutCompression(name string) (string, Compression) {
	ending := filepath.Ext(name)
	for c, known := range compressions {
		if known.ending != "" && strings.EqualFold(ending, known.ending) {
			return strings.TrimSuffix(name, ending), Compression(c)
		}
	}
	return name, Plain
}

// gzipLevel is gzip's own default.
const gzipLevel = 6

// window is how far back a zstd stream reaches, in bytes. It holds for ours, and for
// others, too, to limit a reader's memory.
const window = 8 << 20

// Compress returns a writer whose bytes arrive compressed at w. They depend only on
// the input, not on how it is divided into writes, the time or the machine. Close ends
// the stream and leaves w open; a stream that is given up needs no Close.
func Compress(w io.Writer, c Compression) (io.WriteCloser, error) {
	switch c {
	case Plain:
		return nopCloser{w}, nil
	case Gzip:
		z, err := gzip.NewWriterLevel(w, gzipLevel)
		if err != nil {
			return nil, fmt.Errorf("streams: gzip: %w", err)
		}
		z.ModTime = time.Unix(0, 0) // which the format reads as "no time"; the zero Time is a date in 2042
		return z, nil
	case Zstd:
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	}
	return nil, fmt.Errorf("streams: unknown compression %v", c)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// Seek implements [io.Seeker]; not all outputs can.
func (n nopCloser) Seek(offset int64, whence int) (int64, error) {
	if s, ok := n.Writer.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, errors.ErrUnsupported
}

// The first bytes of a compressed stream (RFC 1952, RFC 8878).
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Compressed reports whether a stream with these first bytes, four of them if it has so many, is one that [Decompress]
// decompresses.
func Compressed(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, zstdMagic)
}

// Decompress returns a reader of the decompressed bytes, whichever compression was used;
// uncompressed bytes come through as they are. A stream that is cut short ends in
// [io.ErrUnexpectedEOF]. Close frees memory, and leaves r open.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(4) // an error here occurs again below
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		unzip, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("streams: gzip: %w", unexpected(err))
		}
		return decompressed{unzip, Gzip, func() {}}, nil
	case bytes.HasPrefix(head, zstdMagic):
		d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return nil, fmt.Errorf("streams: zstd: %w", unexpected(err))
		}
		return decompressed{d, Zstd, d.Close}, nil
	}
	return io.NopCloser(in), nil
}

// unexpected turns an end in the wrong place into an unexpected one.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// decompressed names the compression in errors.
type decompressed struct {
	io.Reader
	c     Compression
	close func()
}

func (d decompressed) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%v: %w", d.c, err)
	}
	return n, err
}

func (d decompressed) Close() error {
	d.close()
	return nil
}
