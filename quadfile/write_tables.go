package quadfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/arrow"
	"ffkvadrat/quadfile/columns/parquet"
)

// tableEncoder writes a columnar table of quads or of frames, with the columns of [quadTable] or
// [frameTable]. Pieces of quads are encoded by append, rows of frames by put.
type tableEncoder struct {
	*output
	form     columns.Form
	frames   bool // a row per frame
	gathers  int  // quads of a piece; 0: each frame is a batch, even without quads, with its JSON fields as metadata
	list     []column
	table    columns.Writer
	batches  chan *columns.Batch // for reuse
	row      columns.Batch       // of a frame
	ofFrames *tableEncoder       // the table of frames next to one of quads, or nil
}

func newParquet(o *output) (encoder, error) {
	return newTable(&tableEncoder{output: o, form: parquet.New, gathers: parquet.PageRows}), nil
}

func newArrow(o *output) (encoder, error) {
	return newTable(&tableEncoder{output: o, form: arrow.New}), nil
}

// batchSpare limits the batches that are retained for reuse.
const batchSpare = 64

// chosenTable returns the named columns, of all and of the quads' frames, in the order of names.
func chosenTable(all []column, h *Header, names []string) (list []column) {
	all = append(all, tableOf(frameTable(false), h)...)
	for _, name := range names {
		list = append(list, all[slices.IndexFunc(all, func(c column) bool { return c.Name == name })])
	}
	return list
}

// newTable sets an encoder's columns, and starts its table.
func newTable(e *tableEncoder) *tableEncoder {
	h := &e.header
	e.frames = e.frames || e.summary
	switch e.list = tableOf(quadTable(), h); {
	case e.frames:
		e.list = tableOf(frameTable(e.summary), h)
	case len(h.Columns) != 0:
		e.list = chosenTable(e.list, h, h.Columns)
	case h.chooses():
		e.list = chosenTable(e.list, h, append([]string{"frame_index", "pts", "pts_time"}, h.QuadFields...))
	}
	list := make([]columns.Column, len(e.list))
	for i := range list {
		list[i] = e.list[i].Column
	}
	e.table = e.form(e.out, list, string(appendHeader(nil, h, e.summary)))
	e.batches = make(chan *columns.Batch, batchSpare)
	return e
}

func (e *tableEncoder) plan(p *Piece) (plan, error) {
	if ofFrames := e.companion(); ofFrames != nil {
		if err := ofFrames.put(p); err != nil {
			return plan{}, fmt.Errorf("the table of frames: %w", err)
		}
	}
	switch {
	case e.frames:
		return plan{passes: 1}, nil
	case e.gathers > 0:
		return plan{passes: 1, each: 1, gather: e.gathers}, nil
	}
	return plan{passes: 1, each: 1, whole: true}, nil
}

// gather adds the frame's values for n quads to the batch of a piece.
func (e *tableEncoder) gather(to, frame *Piece, n int) {
	b := &to.batch
	if to.Quads() == 0 {
		to.lists.emptyLists()
		b.Clear(len(e.list))
	}
	b.Rows, b.Runs = b.Rows+n, append(b.Runs, n)
	for i := range e.list {
		if c := &e.list[i]; c.ofFrame() {
			c.add(&b.Columns[i], &e.header, frame)
		}
	}
}

// append encodes a piece of quads into its part.
func (e *tableEncoder) append(text []byte, p *Piece) []byte {
	if e.frames {
		return text
	}
	if p.part == nil {
		p.part = e.table.Part()
	}
	if e.gathers == 0 {
		b := &p.batch
		b.Clear(len(e.list))
		b.Rows = p.Quads()
		for i := range e.list {
			if c := &e.list[i]; c.ofFrame() {
				c.add(&b.Columns[i], &e.header, p)
			}
		}
		e.fill(b, &p.frame)
		text = append(appendFrame(text, &e.header, p), '}')
		b.Note = string(text)
		p.fault = p.part.Encode(b)
		return text
	}
	// The quads' values are only needed here, so goroutines share batches.
	b := take(e.batches)
	b.Clear(len(e.list))
	b.Rows, b.Runs = p.batch.Rows, append(b.Runs, p.batch.Runs...)
	for i := range e.list {
		if e.list[i].ofFrame() {
			b.Columns[i], p.batch.Columns[i] = p.batch.Columns[i], b.Columns[i]
		}
	}
	e.fill(b, &p.frame)
	p.fault = p.part.Encode(b)
	give(e.batches, b)
	return text
}

// fill sets the columns of quads' values. Those of levels share a list.
func (e *tableEncoder) fill(b *columns.Batch, f *Frame) {
	n := len(f.Quads)
	var places []byte
	for i := range e.list {
		c, v := &e.list[i], &b.Columns[i]
		switch {
		case c.ofFrame():
		case c.Among == nil:
			v.Narrow = slices.Grow(v.Narrow[:0], n)[:n]
			c.each(v.Narrow, f)
		case places == nil:
			places = slices.Grow(v.Places[:0], n)[:n]
			for k, q := range f.Quads {
				places[k] = byte(q.Level())
			}
			v.Places = places
		default:
			v.Places = places
		}
	}
}

func (e *tableEncoder) put(p *Piece) error {
	if !e.frames {
		return e.table.Put(p.part)
	}
	b := &e.row
	b.Clear(len(e.list))
	b.Rows = 1
	for i := range e.list {
		e.list[i].add(&b.Columns[i], &e.header, p)
	}
	if e.gathers == 0 {
		p.text = append(appendFrame(p.text[:0], &e.header, p), '}')
		b.Note = string(p.text)
	}
	return e.table.Write(b)
}

// end completes both tables.
func (e *tableEncoder) end() error {
	ofFrames := e.companion()
	if ofFrames != nil {
		if err := columns.Pair(string(appendHeader(nil, &e.header, false)), e.table, ofFrames.table); err != nil {
			return err
		}
	}
	err := e.table.Close()
	if err == nil {
		err = e.out.Flush()
	}
	if err != nil || ofFrames == nil {
		return err
	}
	if err = ofFrames.end(); err != nil {
		return fmt.Errorf("the table of frames: %w", err)
	}
	return nil
}

// SetFrameTable makes the Writer also write the table of frames, with those without quads, to another
// output. The format needs [Format.Frames]. Call it before the first frame. The table is complete
// after Close, which does not close out.
func (w *Writer) SetFrameTable(out io.Writer) error {
	if w.format.Frames() == "" {
		return fmt.Errorf("quadfile: %v has no table of frames: %w", w.format, errors.ErrUnsupported)
	}
	w.alongside = out
	return nil
}

// companion returns the encoder of the table of frames next to that of quads, or nil.
func (e *tableEncoder) companion() *tableEncoder {
	if e.ofFrames == nil && e.alongside != nil {
		o := output{header: e.header, format: e.format, out: bufio.NewWriterSize(e.alongside, bufferSize)}
		e.ofFrames = newTable(&tableEncoder{output: &o, form: e.form, frames: true, gathers: e.gathers})
	}
	return e.ofFrames
}
