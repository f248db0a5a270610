package blocklist

import (
	"fmt"
	"io"
	"strconv"

	"ffkvadrat/decode"
)

// Name is the header's "format", and version its "version".
const (
	Name    = "ffkvadrat-blocks"
	version = 1
)

// lines writes NDJSON.
type lines struct {
	out  io.Writer
	head *header
	text []byte
}

func beginLines(w io.Writer, _ []io.Writer, h *header) (writer, error) {
	return &lines{out: w, head: h}, write(w, append(appendHeader(nil, h), '\n'))
}

// write writes text.
func write(w io.Writer, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// appendHeader appends the header's object, which tables have, too.
func appendHeader(b []byte, h *header) []byte {
	b = append(append(append(b, `{"format":"`...), Name...), `","version":`...)
	b = strconv.AppendInt(b, version, 10)
	b = h.source.AppendJSON(append(b, `,"source":`...))
	if h.options.Traced {
		b = append(b, `,"traced":1`...)
	}
	b = appendNames(append(b, `,"block_fields":`...), blockFields)
	if h.vectors {
		b = appendNames(append(b, `,"vector_fields":`...), vectorFields)
	}
	if h.options.Units {
		b = appendNames(append(b, `,"unit_fields":`...), unitFields)
	}
	return append(b, '}')
}

func appendNames[T any](b []byte, fields []field[T]) []byte {
	for i := range fields {
		b = append(b, separator(i, '['), '"')
		b = append(append(b, fields[i].Name...), '"')
	}
	return append(b, ']')
}

// separator returns the character before entry i of a list that begins with open.
func separator(i int, open byte) byte {
	if i == 0 {
		return open
	}
	return ','
}

func (l *lines) frame(f *frame) (placed bool, err error) {
	b := f.AppendJSON(append(l.text[:0], '{'), &l.head.source)
	if f.bytes > 0 {
		b = strconv.AppendInt(append(b, `,"bytes":`...), int64(f.bytes), 10)
	}
	if f.size.Of != decode.OfPacket {
		b = strconv.AppendInt(append(b, `,"coded_bytes":`...), int64(f.size.Bytes), 10)
	}
	if f.found {
		b = appendList(b, "block", blockFields, f.coded.Blocks)
		if l.head.vectors {
			b = appendList(b, "vector", vectorFields, f.coded.Vectors)
		}
		if l.head.options.Units {
			b = appendList(b, "unit", unitFields, f.coded.Units)
		}
	}
	l.text = append(b, "}\n"...)
	return true, write(l.out, l.text)
}

// appendList appends the members with the number and the list of blocks or vectors.
func appendList[T any](b []byte, name string, fields []field[T], list []T) []byte {
	b = append(append(append(b, `,"`...), name...), `_count":`...)
	b = strconv.AppendInt(b, int64(len(list)), 10)
	b = append(append(append(b, `,"`...), name...), `s":[`...)
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		for at := range fields {
			b = fields[at].appendJSON(append(b, separator(at, '[')), &list[i])
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

func (l *lines) end() error { return nil }
