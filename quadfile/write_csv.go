package quadfile

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxRowText is the length of the longest rest of a row: quad, mean, line end.
const maxRowText = maxQuadText + maxMeanText + len("\r\n")

// csvEncoder writes one row for each quad, by RFC 4180: the columns of the frame, then those of the
// quad, or the chosen ones. A frame without quads has no row.
type csvEncoder struct {
	columns []cell // chosen ones; nil for all
}

func (e *csvEncoder) begin(b []byte, h *Header) []byte {
	e.columns = h.cells()
	names := h.Columns
	if len(names) == 0 {
		names = append(h.Analysis.FrameFields(), h.fields()...)
	}
	return append(append(b, strings.Join(names, ",")...), "\r\n"...)
}

// usualFacts is the length of the columns of most frames.
const usualFacts = 80

func (*csvEncoder) admit(*Header, *Frame) (plan, error) {
	return plan{passes: 1, longest: usualFacts + maxRowText}, nil
}

func (e *csvEncoder) append(b []byte, h *Header, p *part) []byte {
	f := &p.frame
	if e.columns != nil {
		return appendRows(b, f, e.columns)
	}
	if len(f.Quads) == 0 {
		return b
	}
	// The first row's columns of the frame are made, the others' copied from there.
	facts := appendFacts(b, h, f)[len(b):]
	row := len(facts) + maxRowText
	b = slices.Grow(b, len(f.Quads)*row)
	n := len(b)
	b = b[:cap(b)]
	for i, q := range f.Quads {
		t := b[n : n+row]
		at := copy(t, facts)
		t[at] = ','
		at++
		at += putNumber(t[at:], q.X())
		at += putNumber(t[at:], q.Y())
		if len(f.Starts) != 0 {
			at += putNumber(t[at:], int(f.Starts[i]))
		}
		at += putSize(t[at:], f, i)
		if len(f.Means) != 0 {
			for _, v := range f.Means[i].Vector() {
				at += putNumber(t[at:], int(v))
			}
		}
		at += putClass(t[at:], f, i)
		t[at-1], t[at] = '\r', '\n' // in place of the last comma
		n += at + 1
	}
	return b[:n]
}

func (*csvEncoder) end(io.Writer, int64) error { return nil }

// appendColumns appends the names of the frame's columns.
func appendColumns(b []byte, h *Header) []byte {
	return append(b, strings.Join(h.Analysis.FrameFields(), ",")...)
}

// appendFacts appends the columns of the frame.
func appendFacts(b []byte, h *Header, f *Frame) []byte {
	for i, fact := range facts {
		if fact.name == "threshold" && !h.Analysis.EachFrame || fact.name == "frames" && h.Analysis.Cube == 0 {
			continue
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = fact.append(b, f)
	}
	return b
}

func appendNext(b []byte, v int64) []byte {
	return strconv.AppendInt(append(b, ','), v, 10)
}

// appendField appends a text, in quotes if needed.
func appendField(b []byte, s string) []byte {
	if !strings.ContainsAny(s, "\",\r\n") {
		return append(b, s...)
	}
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}
