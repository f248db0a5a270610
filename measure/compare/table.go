package compare

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ffkvadrat/quadfile/columns"
)

// table converts the rows of CSV that are written to it to a columnar table: each column of the CSV
// is a column, and an empty cell is unknown.
type table struct {
	list  []columns.Column
	out   columns.Writer
	batch columns.Batch
	rest  []byte // the start of an incomplete row
	cells []string
}

func newTable(w io.Writer, form columns.Form, h *header) *table {
	t := &table{}
	for name := range strings.SplitSeq(strings.TrimSpace(string(csvHeader(nil, h))), ",") {
		t.list = append(t.list, column(name, h))
	}
	t.out = form(w, t.list, strings.TrimSpace(string(jsonHeader(nil, h))))
	return t
}

// column returns the column for a name in the CSV.
func column(name string, h *header) columns.Column {
	c := columns.Column{Name: name, Kind: columns.Int64, Optional: true, Coding: columns.Near}
	kind, _, _ := strings.Cut(name, "_")
	switch {
	case name == "encode", name == "match":
		c.Kind, c.Optional, c.Coding = columns.Text, false, columns.Common
	case name == "pts_time":
		c.Kind, c.Optional, c.Coding = columns.Double, h.align.Steps(), columns.Loose
	case name == "encode_pts_time", kind == "psnr", kind == "ssim", kind == "iou", kind == "vmaf":
		c.Kind, c.Coding = columns.Double, columns.Loose
	}
	return c
}

// Write takes rows, or parts of them.
func (t *table) Write(p []byte) (int, error) {
	t.rest = append(t.rest, p...)
	done := 0
	t.batch.Clear(len(t.list))
	for {
		n := t.row(t.rest[done:])
		if n == 0 {
			break
		}
		done += n
		if err := t.add(); err != nil {
			return 0, err
		}
	}
	t.rest = append(t.rest[:0], t.rest[done:]...)
	if t.batch.Rows > 0 {
		if err := t.out.Write(&t.batch); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// row reads a row into cells, and returns its length; 0 if it is incomplete.
func (t *table) row(text []byte) (length int) {
	t.cells = t.cells[:0]
	for at := 0; ; at++ {
		var cell []byte
		for part := 0; at < len(text) && text[at] == '"'; part++ { // two adjacent quotes are one
			if part > 0 {
				cell = append(cell, '"')
			}
			n := bytes.IndexByte(text[at+1:], '"')
			if n < 0 {
				return 0
			}
			cell = append(cell, text[at+1:][:n]...)
			at += n + 2
		}
		n := bytes.IndexAny(text[at:], ",\r")
		if n < 0 || text[at+n] == '\r' && at+n+1 == len(text) {
			return 0
		}
		t.cells = append(t.cells, string(append(cell, text[at:][:n]...)))
		if at += n; text[at] == '\r' {
			return at + len("\r\n")
		}
	}
}

// add appends the row in cells.
func (t *table) add() error {
	if len(t.cells) != len(t.list) {
		return fmt.Errorf("compare: %d cells in %d columns", len(t.cells), len(t.list))
	}
	t.batch.Rows++
	for i, text := range t.cells {
		v, c := &t.batch.Columns[i], &t.list[i]
		unknown := text == "" && c.Optional
		if c.Optional {
			v.Unknown = append(v.Unknown, unknown)
		}
		if unknown {
			text = "0"
		}
		var err error
		switch c.Kind {
		case columns.Text:
			v.Texts = append(v.Texts, strings.ToValidUTF8(text, "\ufffd"))
		case columns.Double:
			var n float64
			n, err = strconv.ParseFloat(text, 64)
			v.Doubles = append(v.Doubles, n)
		default:
			var n int64
			n, err = strconv.ParseInt(text, 10, 64)
			v.Ints = append(v.Ints, n)
		}
		if err != nil {
			return fmt.Errorf("compare: column %s: %w", c.Name, err)
		}
	}
	return nil
}

// close completes the file.
func (t *table) close() error {
	if t == nil {
		return nil
	}
	return t.out.Close()
}
