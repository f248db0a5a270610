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
)

// tableEncoder writes a table by columns: of quads, or of frames. Its columns are
// those of [quadTable] or [frameTable].
type tableEncoder struct {
	form    columns.Form
	frames  bool // a row a frame
	summary bool
	whole   bool // each frame is a batch, also one without quads, with what JSON says of it as the note
	note    []byte
	header  *Header
	list    []column
	out     columns.Writer // from the first row on
	batch   columns.Batch
}

// chosenTable returns the columns of these, and of the quads' frames, that have the names, in their order.
func chosenTable(all []column, h *Header, names []string) (list []column) {
	all = append(all, tableOf(frameTable(false), h)...)
	for _, name := range names {
		list = append(list, all[slices.IndexFunc(all, func(c column) bool { return c.Name == name })])
	}
	return list
}

// maxTableRow stands for the text of a quad, as long as it would be: it says how many quads go at a time.
const maxTableRow = 16

func (e *tableEncoder) begin(b []byte, h *Header) []byte {
	e.header = h
	switch e.list = tableOf(quadTable(), h); {
	case e.frames:
		e.list = tableOf(frameTable(e.summary), h)
	case len(h.Columns) != 0:
		e.list = chosenTable(e.list, h, h.Columns)
	case h.chooses():
		e.list = chosenTable(e.list, h, append([]string{"frame_index", "pts", "pts_time"}, h.QuadFields...))
	}
	return b
}

func (e *tableEncoder) admit(*Header, *Frame) (plan, error) {
	if e.frames {
		return plan{passes: 1}, nil
	}
	return plan{passes: 1, longest: maxTableRow, whole: e.whole}, nil
}

func (*tableEncoder) append(b []byte, _ *Header, _ *part) []byte { return b }

// write implements partWriter.
func (e *tableEncoder) write(w io.Writer, p *part, _ []byte) error {
	e.batch.Clear(len(e.list))
	e.batch.Rows = len(p.frame.Quads)
	if e.frames {
		e.batch.Rows = 1
	}
	if e.batch.Rows == 0 && !e.whole {
		return nil
	}
	e.start(w)
	for i := range e.list {
		e.list[i].add(&e.batch.Columns[i], e.header, p)
	}
	if e.whole {
		e.note = append(appendFrame(e.note[:0], e.header, p), '}')
		e.batch.Note = string(e.note)
	}
	return e.out.Write(&e.batch)
}

// start begins the file before the first rows.
func (e *tableEncoder) start(w io.Writer) {
	if e.out != nil {
		return
	}
	list := make([]columns.Column, len(e.list))
	for i := range list {
		list[i] = e.list[i].Column
	}
	e.out = e.form(w, list, string(appendHeader(nil, e.header, e.summary)))
}

func (e *tableEncoder) end(w io.Writer, _ int64) error {
	e.start(w)
	return e.out.Close()
}

// beside writes the table of frames that is beside one of quads.
type beside struct {
	encoder tableEncoder
	out     *bufio.Writer
}

// Beside makes the Writer write the table of frames, too, which has those without quads as well, to a
// file of its own. It is for formats whose [Format.Frames] is not "", before the first frame. The file is
// complete after Close, and is not closed.
func (w *Writer) Beside(out io.Writer) error {
	if w.format.Frames() == "" {
		return fmt.Errorf("quadfile: %v has no table of frames: %w", w.format, errors.ErrUnsupported)
	}
	w.beside = &beside{out: bufio.NewWriterSize(out, bufferSize)}
	w.beside.encoder.form, w.beside.encoder.frames = w.encoder.(*tableEncoder).form, true
	w.beside.encoder.begin(nil, &w.header)
	return nil
}

// put writes a frame.
func (b *beside) put(p *part) error {
	if b == nil {
		return nil
	}
	if err := b.encoder.write(b.out, p, nil); err != nil {
		return fmt.Errorf("quadfile: the table of frames: %w", err)
	}
	return nil
}

// pair has both tables say that they are of one export: the same text under [columns.PairKey], made of the header
// and the rows of both.
func (w *Writer) pair() error {
	if w.beside == nil {
		return nil
	}
	quads, frames := w.encoder.(*tableEncoder), &w.beside.encoder
	quads.start(w.out)
	frames.start(w.beside.out)
	both := [...]columns.Sealer{quads.out.(columns.Sealer), frames.out.(columns.Sealer)}
	all := sha256.New()
	all.Write(appendHeader(nil, &w.header, false))
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

// close completes the table.
func (b *beside) close() error {
	if b == nil {
		return nil
	}
	err := b.encoder.end(b.out, 0)
	if err == nil {
		err = b.out.Flush()
	}
	if err != nil {
		return fmt.Errorf("the table of frames: %w", err)
	}
	return nil
}
