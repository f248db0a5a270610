package quadfile

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/quadpyramid"
)

// maxRowText is the length of the longest rest of a row: quad, mean, line end.
const maxRowText = maxQuadText + maxMeanText + len("\r\n")

// csvEncoder writes a row for each quad by RFC 4180: the columns of the frame, then those of the
// quad, or the chosen ones. A frame without quads has no row.
type csvEncoder struct {
	*output
	columns []cell // nil for all
}

func newCSV(o *output) (encoder, error) {
	if o.summary {
		return newCSVSummary(o), nil
	}
	h := &o.header
	names := h.Columns
	if len(names) == 0 {
		names = append(h.FrameFields(), h.fields()...)
	}
	o.out.WriteString(strings.Join(names, ",") + "\r\n")
	return &csvEncoder{o, h.cells()}, nil
}

// usualRow is the length of most rows in bytes.
const usualRow = 52

func (*csvEncoder) plan(*Piece) (plan, error) {
	return plan{passes: 1, each: usualRow}, nil
}

func (e *csvEncoder) append(b []byte, p *Piece) []byte {
	f := &p.frame
	if e.columns != nil {
		return appendRows(b, f, e.columns)
	}
	if len(f.Quads) == 0 {
		return b
	}
	// The frame's columns are formatted once and copied, most of them as a block.
	facts := append(appendFacts(b, &e.header, f), ',')[len(b):]
	size := min(len(facts), blockSize)
	start, rest := newBlock(facts[:size]), facts[size:]
	row := blockSize + len(rest) + maxRowText
	if len(rest) > 0 {
		rest = slices.Clone(rest)
	}
	b = slices.Grow(b, len(f.Quads)*row)
	n := len(b)
	b = b[:cap(b)]
	if len(f.Starts)+len(f.Values)+len(f.Means)+len(f.Classes) == 0 {
		return b[:putPlainRows(b, n, f.Quads, &start, rest)]
	}
	for i, q := range f.Quads {
		t := b[n : n+row]
		at := start.put(t)
		at += copy(t[at:], rest)
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

// putPlainRows writes rows that have only x, y and size after the frame's columns from b[n] on, and returns
// where they end.
func putPlainRows(b []byte, n int, quads []quadpyramid.Quad, start *block, rest []byte) int {
	table, ends := numbers, &lineEnds
	for _, q := range quads {
		n += start.put(b[n:])
		if len(rest) > 0 {
			n += copy(b[n:], rest)
		}
		t := (*[maxRowText]byte)(b[n:])
		text := table[q.X()]
		binary.LittleEndian.PutUint64(t[:], text)
		i := text >> 56 // at most 6
		text = table[q.Y()]
		binary.LittleEndian.PutUint64(t[i&15:], text)
		i += text >> 56 // at most 12
		text = ends[q.Level()]
		binary.LittleEndian.PutUint64(t[i&15:], text)
		n += int(i + text>>56)
	}
	return n
}

// csvSummaryEncoder writes a row for each frame, with a column for each size.
type csvSummaryEncoder struct{ *output }

func newCSVSummary(o *output) encoder {
	h := &o.header
	names := append(h.FrameFields(), "quad_count", "coverage", "area_entropy")
	for level := range levels.Count {
		names = append(names, "count_"+strconv.Itoa(1<<level))
	}
	names = append(names, lumaNames[:]...)
	if h.Fill != "" {
		names = append(names, distortionNames[:]...)
	}
	if h.SITI != "" {
		names = append(names, informationNames[:]...)
	}
	if h.Coded {
		for i := range codedFields {
			names = append(names, codedFields[i].name)
		}
	}
	o.out.WriteString(strings.Join(names, ",") + "\r\n")
	return csvSummaryEncoder{o}
}

func (csvSummaryEncoder) plan(*Piece) (plan, error) { return plan{passes: 1}, nil }

func (e csvSummaryEncoder) append(b []byte, p *Piece) []byte {
	f, h := &p.frame, &e.header
	b = appendFacts(b, h, f)
	b = appendNext(b, int64(p.count))
	b = append(b, ',')
	b = append(appendMillionths(b, f.millionths(p.area)), ',')
	b = strconv.AppendFloat(b, p.entropy(h), 'f', 6, 64)
	for _, n := range p.sizes {
		b = appendNext(b, n)
	}
	if f.HasLuma {
		b = appendMillionths(append(b, ','), f.meanMillionths())
		for _, v := range f.Luma.Percentiles {
			b = appendNext(b, int64(v))
		}
	} else {
		b = append(b, ",,,,"...)
	}
	if h.Fill != "" {
		b = append(b, ',')
		if f.Distortion.SSE == 0 {
			b = append(b, "inf"...)
		} else {
			b = strconv.AppendFloat(b, f.Distortion.PSNR(), 'f', 6, 64)
		}
		b = append(b, ',')
		if f.Distortion.HasSSIM {
			b = strconv.AppendFloat(b, f.Distortion.SSIM, 'f', 6, 64)
		}
	}
	if h.SITI != "" {
		if b = append(b, ','); f.Information.HasSI {
			b = strconv.AppendFloat(b, f.Information.SI, 'f', 6, 64)
		}
		if b = append(b, ','); f.Information.HasTI {
			b = strconv.AppendFloat(b, f.Information.TI, 'f', 6, 64)
		}
	}
	if h.Coded {
		for i := range codedFields {
			b = codedFields[i].append(append(b, ','), p)
		}
	}
	return append(b, "\r\n"...)
}

// appendFacts appends the columns of the frame.
func appendFacts(b []byte, h *Header, f *Frame) []byte {
	for i, fact := range facts {
		if fact.has != nil && !fact.has(h) {
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
