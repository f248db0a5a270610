package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/quadfile"
)

// storedExport is an export being read.
type storedExport struct {
	*quadfile.Reader
	file *os.File
	text io.Closer
}

// openStored opens an export; - is standard input. ctx ends its reads.
func openStored(ctx context.Context, name string) (*storedExport, error) {
	if name == "-" && inputIsClosed() {
		return nil, errNoInput
	}
	s := &storedExport{file: os.Stdin}
	if name != "-" {
		var err error
		if s.file, err = await(ctx, func() (*os.File, error) { return os.Open(name) }); err != nil {
			return nil, err
		}
	}
	stored := &beginning{Reader: interruptible(ctx, s.file)}
	text, err := streams.Decompress(stored)
	if err != nil {
		s.file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.text = text
	begin := &beginning{Reader: streams.Until(ctx, text)}
	if s.Reader, err = quadfile.NewReader(begin); err != nil {
		s.close()
		if len(stored.head) == 0 && errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("%s is %s: it is empty", name, noExport)
		}
		return nil, storedError(name, begin.head, err)
	}
	return s, nil
}

// beginning records the first bytes that are read.
type beginning struct {
	io.Reader
	head []byte
}

const mostHead = 1 << 16 // bytes; enough for FFmpeg to recognise a container

func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.head = append(b.head, p[:min(n, mostHead-len(b.head))]...)
	return n, err
}

const noExport = "not an export in JSON, NDJSON or .ffq"

// storedError returns the error about a file that is not a readable export, with what it seems to
// be. err is the reader's, head are the text's first bytes.
func storedError(name string, head []byte, err error) error {
	var failed *fs.PathError
	is := ""
	switch {
	case errors.Is(err, syscall.EISDIR):
		is = "it is a folder"
	case errors.As(err, &failed), errors.Is(err, context.Canceled), errors.Is(err, quadfile.ErrFields):
		return &wording.Named{Name: name, Err: err}
	case len(head) > 0 && !quadfile.Begins(head):
		is = kindOf(head)
	case len(head) > 0 && errors.Is(err, io.ErrUnexpectedEOF):
		is = "it ends within its header"
	default:
		return fmt.Errorf("%s is %s (%w)", name, noExport, err)
	}
	return fmt.Errorf("%s is %s: %s", name, noExport, is)
}

// signatures are the first bytes of some kinds of files.
var signatures = []struct{ begin, is string }{
	{"PAR1", "it is a table in Parquet"},
	{"ARROW1", "it is a table in Arrow"},
	{"\xff\xff\xff\xff", "it is a stream of Arrow"},
	{"PK\x03\x04", "it is a ZIP archive, such as .npz"},
}

// kindOf returns the kind of a file that begins with head and is not an export.
func kindOf(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.begin)) {
			return s.is
		}
	}
	if isText(head) {
		return "it is text"
	}
	if c, ok := decode.Recognise(head); ok && c.LeftOut == "" {
		return fmt.Sprintf("it is a video, a picture or sound (%s)", cmp.Or(c.LongName, c.Name))
	}
	return "its contents are unknown"
}

// isText reports whether bytes are the beginning of UTF-8 text.
func isText(head []byte) bool {
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		if r == utf8.RuneError && n == 1 && utf8.FullRune(head) || r < ' ' && !strings.ContainsRune("\t\n\f\r", r) {
			return false
		}
		head = head[n:]
	}
	return true
}

func (s *storedExport) close() {
	s.text.Close()
	s.file.Close()
}

// brokenExport returns the error with status "partly" about a truncated or damaged export. out has
// the frames before the damage.
func brokenExport(name string, broken error, frames int64, out string) error {
	return &wording.Named{Name: name, Err: fmt.Errorf("%w after %s: %w; what was before is in %s", errPartly, number(frames, "frame"), broken, out)}
}
