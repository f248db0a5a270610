package quadfile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/arrow"
	"ffkvadrat/quadfile/columns/parquet"
)

// tableEncoder writes a columnar table of quads or of frames, with the columns of [quadTable] or
// [frameTable].
type tableEncoder struct {
	*output
	form     columns.Form
	frames   bool // a row per frame
	whole    bool // each frame is a batch, even without quads, with its JSON fields as metadata
	note     []byte
	list     []column
	table    columns.Writer // set at the first row
	batch    columns.Batch
	ofFrames *tableEncoder // the table of frames next to one of quads, or nil
}

func newParquet(o *output) (encoder, error) {
	return newTable(&tableEncoder{output: o, form: parquet.New}), nil
}

func newArrow(o *output) (encoder, error) {
	return newTable(&tableEncoder{output: o, form: arrow.New, whole: true}), nil
}

// chosenTable returns the named columns, of all and of the quads' frames, in the order of names.
func chosenTable(all []column, h *Header, names []string) (list []column) {
	all = append(all, tableOf(frameTable(false), h)...)
	for _, name := range names {
		list = append(list, all[slices.IndexFunc(all, func(c column) bool { return c.Name == name })])
	}
	return list
}

// maxTableRow is the assumed size of a row in bytes, which limits the quads of a piece.
const maxTableRow = 16

// newTable sets an encoder's columns.
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
	return e
}

func (e *tableEncoder) plan(p *Piece) (plan, error) {
	if ofFrames := e.companion(); ofFrames != nil {
		if err := ofFrames.put(p); err != nil {
			return plan{}, fmt.Errorf("the table of frames: %w", err)
		}
	}
	if e.frames {
		return plan{passes: 1}, nil
	}
	return plan{passes: 1, longest: maxTableRow, whole: e.whole}, nil
}

func (e *tableEncoder) put(p *Piece) error {
	e.batch.Clear(len(e.list))
	e.batch.Rows = len(p.frame.Quads)
	if e.frames {
		e.batch.Rows = 1
	}
	if e.batch.Rows == 0 && !e.whole {
		return nil
	}
	e.start()
	for i := range e.list {
		e.list[i].add(&e.batch.Columns[i], &e.header, p)
	}
	if e.whole {
		e.note = append(appendFrame(e.note[:0], &e.header, p), '}')
		e.batch.Note = string(e.note)
	}
	return e.table.Write(&e.batch)
}

// start writes the head before the first rows.
func (e *tableEncoder) start() {
	if e.table != nil {
		return
	}
	list := make([]columns.Column, len(e.list))
	for i := range list {
		list[i] = e.list[i].Column
	}
	e.table = e.form(e.out, list, string(appendHeader(nil, &e.header, e.summary)))
}

// end completes both tables.
func (e *tableEncoder) end() error {
	e.start()
	ofFrames := e.companion()
	if ofFrames != nil {
		ofFrames.start()
		if err := e.pair(ofFrames); err != nil {
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
		e.ofFrames = newTable(&tableEncoder{output: &o, form: e.form, frames: true})
	}
	return e.ofFrames
}

// pair marks both tables as one export: the same text under [columns.PairKey], a hash of the header
// and the rows of both.
func (e *tableEncoder) pair(ofFrames *tableEncoder) error {
	both := [...]columns.Sealer{e.table.(columns.Sealer), ofFrames.table.(columns.Sealer)}
	all := sha256.New()
	all.Write(appendHeader(nil, &e.header, false))
	for _, table := range both {
		sum, err := table.Sum()
		if err != nil {
			return err
		}
		all.Write(sum)
	}
	text := hex.EncodeToString(all.Sum(nil)[:16])
	for _, table := range both {
		table.Set(columns.PairKey, text)
	}
	return nil
}
