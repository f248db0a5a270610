package compare

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/measure/cells"
	"ffkvadrat/measure/edges"
	"ffkvadrat/quadfile/columns"
	"ffkvadrat/yuv/distortion"
)

// cellKeys are the columns of rows by quad that name the frame and the encode.
var cellKeys = [...]columns.Column{
	{Name: "frame_index", Kind: columns.Int64, Optional: true, Coding: columns.Near},
	{Name: "pts", Kind: columns.Int64, Optional: true, Coding: columns.Near},
	{Name: "pts_time", Kind: columns.Double},
	{Name: "encode", Kind: columns.Text, Coding: columns.Common},
}

// cellPlace are the columns that name the cell.
var cellPlace = [...]columns.Column{
	{Name: "x", Kind: columns.Int32, Coding: columns.Near},
	{Name: "y", Kind: columns.Int32, Coding: columns.Near},
	{Name: "size", Kind: columns.Int32, Coding: columns.Common},
	{Name: "quad", Kind: columns.Bool},
}

// cellMeasures has a row for each measure of a plane in a cell. Its column has the plane's name at its
// end, and is unknown where the plane has no sample.
var cellMeasures = [...]struct {
	name string
	kind columns.Kind
	of   func(a *distortion.Area) value
}{
	{"sse_", columns.Int64, func(a *distortion.Area) value { return value{known: true, whole: int64(a.SSE)} }},
	{"psnr_", columns.Double, func(a *distortion.Area) value { return value{known: true, number: a.PSNR()} }},
	{"ssim_", columns.Double, func(a *distortion.Area) value { return value{known: a.HasSSIM, number: a.SSIM} }},
	{"diff_", columns.Double, func(a *distortion.Area) value { return value{known: true, number: float64(a.Mean()) / 1e6} }},
}

// value is a cell's value in a column, in whole or, for doubles, in number.
type value struct {
	known  bool
	whole  int64
	number float64
}

// cellColumns returns all columns of rows by quad.
func cellColumns(names []string) []columns.Column {
	list := append(cellKeys[:len(cellKeys):len(cellKeys)], cellPlace[:]...)
	for _, m := range cellMeasures {
		for _, name := range names {
			list = append(list, columns.Column{Name: m.name + name, Kind: m.kind, Optional: true})
		}
	}
	return list
}

// cellForms has a row for each form: how rows by quad are written.
var cellForms = [FormCount]struct {
	header func(b []byte, h *header) []byte
	add    func(c *cellRows, it *item, r *row) // adds the row of the values to the item
}{
	CSV:     {cellHeader, (*cellRows).addCSV},
	NDJSON:  {func(b []byte, h *header) []byte { return jsonHeaderOf(b, h, "ffkvadrat-compare-quads") }, (*cellRows).addJSON},
	Parquet: {nil, (*cellRows).addColumns},
}

// cellHeader appends the names of the columns.
func cellHeader(b []byte, h *header) []byte {
	for i, c := range cellColumns(h.names) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, c.Name...)
	}
	return append(b, "\r\n"...)
}

// cellRows makes a worker's rows by quad.
type cellRows struct {
	header *header
	form   Form
	list   []columns.Column
	start  []byte // what the rows of a frame and an encode begin with
	areas  [3]distortion.Area
	values []value
}

func newCellRows(h *header, form Form) *cellRows {
	list := cellColumns(h.names)
	return &cellRows{header: h, form: form, list: list, values: make([]value, len(list)-len(cellKeys))}
}

// add adds the rows of a frame and an encode, which the meter has compared, to an item.
func (c *cellRows) add(it *item, r *row, m *edges.Meter) {
	c.start = c.start[:0]
	planes := min(r.measures.Count, len(c.header.names)) // a picture may have others than the first one
	for _, cell := range m.Cells() {
		for i := range planes {
			c.areas[i] = m.Area(i, cell)
		}
		c.set(cell, c.areas[:planes])
		cellForms[c.form].add(c, it, r)
	}
}

// set sets the values of a cell.
func (c *cellRows) set(cell cells.Cell, areas []distortion.Area) {
	v := c.values
	v[0].whole, v[1].whole, v[2].whole, v[3].whole = int64(cell.X()), int64(cell.Y()), int64(cell.Size()), 0
	if cell.Listed {
		v[3].whole = 1
	}
	for i := range cellPlace {
		v[i].known = true
	}
	at := len(cellPlace)
	for _, m := range cellMeasures {
		for i := range c.header.names {
			v[at] = value{}
			if i < len(areas) && areas[i].Pixels > 0 {
				v[at] = m.of(&areas[i])
			}
			at++
		}
	}
}

func (c *cellRows) addCSV(it *item, r *row) {
	if len(c.start) == 0 {
		c.start = csvText(append(csvPlace(c.start, &r.place, true), ','), c.header.encodes[r.encode].Path)
	}
	b := append(it.text, c.start...)
	for i, v := range c.values {
		b = append(b, ',')
		switch {
		case !v.known:
		case c.list[len(cellKeys)+i].Kind != columns.Double:
			b = strconv.AppendInt(b, v.whole, 10)
		case math.IsInf(v.number, 1):
			b = append(b, "inf"...)
		default:
			b = strconv.AppendFloat(b, v.number, 'f', 6, 64)
		}
	}
	it.text = append(b, "\r\n"...)
}

func (c *cellRows) addJSON(it *item, r *row) {
	if len(c.start) == 0 {
		c.start = append(jsonPlace(append(c.start, '{'), &r.place, ""), `,"encode":`...)
		c.start = strconv.AppendInt(c.start, int64(r.encode), 10)
	}
	b := append(it.text, c.start...)
	for i, v := range c.values {
		if !v.known {
			continue
		}
		of := &c.list[len(cellKeys)+i]
		b = append(append(append(b, `,"`...), of.Name...), `":`...)
		switch {
		case of.Kind != columns.Double:
			b = strconv.AppendInt(b, v.whole, 10)
		case math.IsInf(v.number, 1):
			b = append(b, "null"...)
		default:
			b = strconv.AppendFloat(b, v.number, 'f', 6, 64)
		}
	}
	it.text = append(b, "}\n"...)
}

func (c *cellRows) addColumns(it *item, r *row) {
	b := &it.batch
	b.Rows++
	add := func(i int, v value) {
		to, of := &b.Columns[i], &c.list[i]
		if of.Optional {
			to.Unknown = append(to.Unknown, !v.known)
		}
		switch of.Kind {
		case columns.Double:
			to.Doubles = append(to.Doubles, v.number)
		case columns.Int32:
			to.Narrow = append(to.Narrow, int32(v.whole))
		default:
			to.Ints = append(to.Ints, v.whole)
		}
	}
	add(0, value{known: r.place.Index >= 0, whole: r.place.Index})
	add(1, value{known: r.place.HasPTS, whole: r.place.PTS})
	add(2, value{known: true, number: r.place.Time})
	b.Columns[3].Texts = append(b.Columns[3].Texts, c.header.encodes[r.encode].Path)
	for i, v := range c.values {
		add(len(cellKeys)+i, v)
	}
}

// cellSink writes rows by quad.
type cellSink struct {
	w     io.Writer
	table columns.Writer // nil for texts
}

// newCellSink writes the header.
func newCellSink(w io.Writer, form Form, h *header) (*cellSink, error) {
	s := &cellSink{w: w}
	if table := forms[form].table; table != nil {
		s.table = table(w, cellColumns(h.names), strings.TrimSpace(string(cellForms[NDJSON].header(nil, h))))
		return s, nil
	}
	if _, err := w.Write(cellForms[form].header(nil, h)); err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	return s, nil
}

// write writes an item's rows.
func (s *cellSink) write(it *item) error {
	if s.table == nil {
		if _, err := s.w.Write(it.text); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		return nil
	}
	if it.batch.Rows == 0 {
		return nil
	}
	return s.table.Write(&it.batch)
}

// close completes the file. A nil sink is ignored.
func (s *cellSink) close() error {
	if s == nil || s.table == nil {
		return nil
	}
	return s.table.Close()
}
