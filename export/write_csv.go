package export

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvColumns are the columns of the frame; those of the quad follow.
const csvColumns = "frame_index,pts,pts_time,key_frame,pict_type,width,height,pix_fmt,corrupt,errors"

// maxRowText is the length of the longest rest of a row: quad, mean, line end.
const maxRowText = maxQuadText + maxMeanText + len("\r\n")

// csvEncoder writes one row for each quad, by RFC 4180. A frame without quads has
// no row.
type csvEncoder struct{}

func (csvEncoder) begin(b []byte, h *Header) []byte {
	b = appendColumns(b, h)
	for _, field := range h.Analysis.quadFields() {
		b = append(b, ',')
		b = append(b, field...)
	}
	return append(b, "\r\n"...)
}

// usualFacts is the length of the columns of most frames.
const usualFacts = 80

func (csvEncoder) admit(*Header, *Frame) (plan, error) {
	return plan{passes: 1, longest: usualFacts + maxRowText}, nil
}

func (csvEncoder) append(b []byte, h *Header, p *part) []byte {
	f := &p.frame
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

func (csvEncoder) end(io.Writer, int64) error { return nil }

// appendColumns appends the names of the frame's columns.
func appendColumns(b []byte, h *Header) []byte {
	b = append(b, csvColumns...)
	if h.Analysis.EachFrame {
		b = append(b, ",threshold"...)
	}
	if h.Analysis.Cube != 0 {
		b = append(b, ",frames"...)
	}
	return b
}

// appendFacts appends the columns of the frame. Unknown values are empty.
func appendFacts(b []byte, h *Header, f *Frame) []byte {
	if f.Index >= 0 {
		b = strconv.AppendInt(b, f.Index, 10)
	}
	b = append(b, ',')
	if f.HasPTS {
		b = strconv.AppendInt(b, f.PTS, 10)
	}
	b = append(b, ',')
	b = appendSeconds(b, f.Time)
	b = append(b, ',')
	b = appendBool(b, f.KeyFrame)
	b = append(b, ',')
	if f.PictType != 0 && f.PictType != '?' {
		b = append(b, f.PictType)
	}
	b = appendNext(b, int64(f.Width))
	b = appendNext(b, int64(f.Height))
	b = append(b, ',')
	b = appendField(b, f.PixFmt)
	b = append(b, ',')
	b = appendBool(b, f.Corrupt)
	b = appendNext(b, int64(f.Errors))
	if h.Analysis.EachFrame {
		b = append(b, ',')
		b = appendThreshold(b, f.Threshold)
	}
	if h.Analysis.Cube != 0 {
		b = appendNext(b, int64(f.Window))
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
