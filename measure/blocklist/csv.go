package blocklist

import (
	"io"
	"math"
	"strconv"

	"ffkvadrat/quadfile/columns"
)

// csv writes RFC 4180's rows, those of blocks first in the list of files, then those of vectors and of units.
type csv struct {
	files []io.Writer
	text  []byte
}

func beginCSV(w io.Writer, companions []io.Writer, _ *header) (writer, error) {
	c := &csv{files: append([]io.Writer{w}, companions...)}
	for i, file := range c.files {
		b := c.text[:0]
		for _, column := range frameColumns {
			b = append(append(b, column.Name...), ',')
		}
		switch i {
		case 0:
			b = appendColumns(b, blockFields)
		case 1:
			b = appendColumns(b, vectorFields)
		case 2:
			b = appendColumns(b, unitFields)
		}
		c.text = b
		if err := write(file, b); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func appendColumns[T any](b []byte, fields []field[T]) []byte {
	for i := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, fields[i].Name...)
	}
	return append(b, "\r\n"...)
}

func (c *csv) frame(f *frame) (placed bool, err error) {
	for i, file := range c.files {
		// The frame's columns begin the text; each row copies them.
		b := append(strconv.AppendInt(c.text[:0], f.Index, 10), ',')
		if f.HasPTS {
			b = strconv.AppendInt(b, f.PTS, 10)
		}
		b = append(b, ',')
		if !math.IsNaN(f.Time) && !math.IsInf(f.Time, 0) {
			b = strconv.AppendFloat(b, f.Time, 'f', 6, 64)
		}
		b = append(b, ',')
		facts := len(b)
		switch i {
		case 0:
			b = appendRows(b, facts, blockFields, f.coded.Blocks)
		case 1:
			b = appendRows(b, facts, vectorFields, f.coded.Vectors)
		case 2:
			b = appendRows(b, facts, unitFields, f.coded.Units)
		}
		c.text = b
		if err := write(file, b[facts:]); err != nil {
			return false, err
		}
	}
	return true, nil
}

// appendRows appends a row for each entry of a list, with the frame's columns, which are the first bytes of b.
func appendRows[T any](b []byte, facts int, fields []field[T], list []T) []byte {
	for i := range list {
		b = append(b, b[:facts]...)
		for at := range fields {
			if at > 0 {
				b = append(b, ',')
			}
			b = fields[at].appendCSV(b, &list[i])
		}
		b = append(b, "\r\n"...)
	}
	return b
}

// appendCSV appends the field; nothing if it is not known.
func (f *field[T]) appendCSV(b []byte, v *T) []byte {
	if f.Kind == columns.Text {
		word, _ := f.word(v)
		return append(b, word...)
	}
	if _, known := f.of(v); !known {
		return b
	}
	return f.appendJSON(b, v)
}

func (c *csv) end() error { return nil }
