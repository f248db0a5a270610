package trace

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// longestLine is the largest length of a line in bytes, including its end.
const longestLine = 1 << 16

var errLongLine = fmt.Errorf("it has more than %d bytes", longestLine)

// lines reads the lines of a part of a file, with their positions.
type lines struct {
	in      *bufio.Reader
	start   int64 // of the line
	offset  int64 // past the line
	line    int64 // line number, from 1 on
	unended bool  // the last line, without a line end
}

// reset begins with the lines of e.
func (l *lines) reset(in io.ReaderAt, e extent) {
	part := io.NewSectionReader(in, e.offset, e.length)
	if l.in == nil {
		l.in = bufio.NewReaderSize(part, longestLine)
	} else {
		l.in.Reset(part)
	}
	l.start, l.offset, l.line, l.unended = e.offset, e.offset, e.line-1, false
}

// next returns the next line, trimmed of spaces and its end, valid until the next call; after the
// last one, io.EOF.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	if err == io.EOF && len(line) == 0 {
		return nil, io.EOF
	}
	l.start = l.offset
	l.offset += int64(len(line))
	l.line++
	switch {
	case err == bufio.ErrBufferFull:
		return nil, errLongLine
	case err == io.EOF:
		l.unended = true
	case err != nil:
		return nil, err
	}
	return bytes.TrimSpace(line), nil
}
