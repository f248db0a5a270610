// Package streams compresses files and decompresses them, and ends reading when a context ends.
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

// Compression is the compression of a file.
type Compression int

const (
	Plain Compression = iota // uncompressed
	Gzip                     // RFC 1952
	Zstd                     // RFC 8878
)

// compressions has a row for each compression.
var compressions = [...]struct{ name, title, extension string }{
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

// Extension returns the extension of a compressed file, with its dot; empty for Plain.
func (c Compression) Extension() string { return compressions[c].extension }

// CutCompression removes the extension .gz or .zst, in any case, from a name, and returns its
// compression.
func CutCompression(name string) (string, Compression) {
	extension := filepath.Ext(name)
	for c, known := range compressions {
		if known.extension != "" && strings.EqualFold(extension, known.extension) {
			return strings.TrimSuffix(name, extension), Compression(c)
		}
	}
	return name, Plain
}

// gzipLevel is gzip's default level.
const gzipLevel = 6

// window is the window of a zstd stream in bytes. It is set for our streams, and is the limit for
// others, which bounds a reader's memory.
const window = 8 << 20

// Compress returns a writer that compresses its bytes into w. The output depends only on the input, not
// on its division into writes, the time or the machine. Close ends the stream and leaves w open; an
// abandoned stream needs no Close.
func Compress(w io.Writer, c Compression) (io.WriteCloser, error) {
	switch c {
	case Plain:
		return nopCloser{w}, nil
	case Gzip:
		z, err := gzip.NewWriterLevel(w, gzipLevel)
		if err != nil {
			return nil, fmt.Errorf("streams: gzip: %w", err)
		}
		z.ModTime = time.Unix(0, 0) // means no time in gzip; the zero Time would be a date in 2042
		return z, nil
	case Zstd:
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	}
	return nil, fmt.Errorf("streams: unknown compression %v", c)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// Seek implements [io.Seeker], if the output supports it.
func (n nopCloser) Seek(offset int64, whence int) (int64, error) {
	if s, ok := n.Writer.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, errors.ErrUnsupported
}

// The first bytes of compressed streams (RFC 1952, RFC 8878).
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Compressed reports whether [Decompress] decompresses a stream with these first bytes: four, or fewer
// in a shorter stream.
func Compressed(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, zstdMagic)
}

// Decompress returns a reader of the decompressed bytes of either compression; uncompressed bytes pass
// unchanged. A truncated stream ends in [io.ErrUnexpectedEOF]. Close frees memory and leaves r open.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(4) // an error recurs below
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

// unexpected converts io.EOF to io.ErrUnexpectedEOF.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// decompressed adds the name of the compression to errors.
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
