package quadfile

import (
	"fmt"

	"ffkvadrat/quadfile/columns"
)

// A Piece is the text of a part of a frame. To make text on several goroutines, use these calls
// instead of [Writer.WriteFrame]:
//
//	Writer.Begin, Writer.Next   in the order of the frames, on one goroutine at a time
//	Piece.Make                  on any goroutine, concurrently with all other calls
//	Writer.Put                  in the order of Next, on one goroutine at a time
//
// A Piece can be reused after Put and allocates nothing in the steady state. It takes at most about a
// megabyte however long the list is, except in formats that code a frame as a whole; there
// [Writer.Keep] limits the memory that is retained.
type Piece struct {
	frame       Frame // its lists are only the piece's
	count       int   // all quads of the frame
	area        int64 // of all quads
	sizes       sizes // of all quads, for a summary
	pass        int   // number of the pass through the list, from 0
	opens       bool  // the frame's first piece
	closes      bool  // the frame's last piece
	framesAhead int64 // earlier in the file
	quadsAhead  int64 // earlier in the file, if there is one pass
	plan        plan
	encoder     encoder
	fault       error // why append could not make the text
	memory
}

// memory is what a piece retains when it is used again.
type memory struct {
	text  []byte
	lists Frame         // of frame's lists
	batch columns.Batch // of a table
	part  columns.Part  // the same, encoded
}

// plan is how a format traverses a frame.
type plan struct {
	passes int // through the quads; 0 leaves the frame out
	// each is the length of most quads in bytes, or an upper bound; 0 if the text has no quads.
	each    int
	whole   bool  // the frame is a single piece
	gather  int   // if not 0, a piece has this number of quads, of as many frames as that takes
	leftOut int64 // frames without a place in the file, if passes is 0
	own     own   // the encoder's state for the frame, or nil
}

// own is the encoder's state of a frame between plan and append.
type own interface {
	// use passes the frame, whose lists stay valid until the text is made.
	use(f *Frame)
}

// pieceSize is the approximate size of a piece's text in bytes.
const pieceSize = 256 << 10

// Make makes the text.
func (p *Piece) Make() { p.text = p.encoder.append(p.text[:0], p) }

// Begin checks a frame for Next to divide. f must not change until Next returns false. Frames come
// in the order of [Writer.WriteFrame]. After an error the Writer must not be used.
func (w *Writer) Begin(f *Frame) error {
	w.next = Piece{frame: *f, count: len(f.Quads), opens: true, framesAhead: w.frames, quadsAhead: w.quads, encoder: w.encoder}
	w.done = 0
	err := w.admit(&w.next)
	w.ended = err != nil || w.next.plan.passes == 0
	if err == nil {
		w.frames++
		w.quads += int64(len(f.Quads))
		w.leftOut += w.next.plan.leftOut
	}
	return err
}

// admit completes and checks a frame, and asks the encoder for its plan.
func (w *Writer) admit(p *Piece) (err error) {
	f, src := &p.frame, &w.header.Source
	if f.Width == 0 && f.Height == 0 {
		f.Width, f.Height = src.Width, src.Height
	}
	if f.PixFmt == "" {
		f.PixFmt = src.PixFmt
	}
	if p.area, err = w.check(f); err != nil {
		return fmt.Errorf("quadfile: frame index %d: %w", f.Index, err)
	}
	if f.HasPTS && !f.Corrected {
		f.Time = seconds(f.PTS, src.TimeBase)
	}
	switch {
	case w.format.Has(OneFrame) && w.frames > 0:
		return fmt.Errorf("quadfile: %v holds one frame, and there are more: choose one, as with --frames 1", w.format)
	case w.format.Has(Numbered) && f.Index < 0:
		return fmt.Errorf("quadfile: %w", errNoIndex)
	}
	if p.plan, err = w.encoder.plan(p); err != nil {
		return fmt.Errorf("quadfile: %w", err)
	}
	if p.plan.each == 0 {
		p.sizes = countSizes(f.Quads)
	}
	w.last = max(w.last, f.Index)
	return nil
}

// Next sets p to the next piece of the frame. It returns false after the last piece, when w no
// longer refers to the frame. In formats that gather, the rest of the frame is then in w, which writes
// the last piece itself.
func (w *Writer) Next(p *Piece) bool {
	if w.next.plan.gather > 0 {
		return w.gather(p)
	}
	if !w.cut(p) {
		return false
	}
	p.frame.copyLists(&p.lists)
	p.lend()
	return true
}

// cut is Next, with lists that are parts of the frame's.
func (w *Writer) cut(p *Piece) bool {
	whole := &w.next
	if w.ended {
		whole.frame.cutLists(0, 0)
		return false
	}
	memory := p.memory
	*p = *whole
	p.memory = memory
	end := w.done
	switch {
	case whole.plan.whole:
		end = whole.count
	case whole.plan.each > 0:
		end = min(whole.count, w.done+max(1, pieceSize/whole.plan.each))
	}
	p.quadsAhead += int64(w.done)
	p.frame.cutLists(w.done, end)
	w.done, whole.opens = end, false
	if whole.plan.each == 0 || end == whole.count {
		w.done = 0
		whole.pass++
		w.ended = whole.pass == whole.plan.passes
	}
	p.closes = w.ended
	p.lend()
	return true
}

// gatherer is an encoder of pieces of several frames.
type gatherer interface {
	// gather adds what is common to n quads of a frame to a piece, and empties the piece before its
	// first quads.
	gather(to *Piece, frame *Piece, n int)
}

// gather adds quads of the frame to those of earlier frames. If that fills a piece, p becomes it.
func (w *Writer) gather(p *Piece) bool {
	whole, to := &w.next, &w.rest
	for !w.ended {
		n := min(whole.count-w.done, whole.plan.gather-to.Quads())
		if n > 0 {
			if to.Quads() == 0 {
				to.frame, to.encoder, to.fault = Frame{Index: whole.frame.Index}, w.encoder, nil
			}
			w.encoder.(gatherer).gather(to, whole, n)
			part := whole.frame
			part.cutLists(w.done, w.done+n)
			to.lists.appendLists(&part)
			to.frame.lendLists(&to.lists)
			w.done += n
		}
		w.ended = w.done == whole.count
		if to.Quads() == whole.plan.gather {
			*p, *to = *to, *p
			to.frame.cutLists(0, 0)
			return true
		}
	}
	whole.frame.cutLists(0, 0)
	return false
}

// lend passes the frame to the encoder's state.
func (p *Piece) lend() {
	if p.plan.own != nil {
		p.plan.own.use(&p.frame)
	}
}

// Quads returns the number of quads in the piece.
func (p *Piece) Quads() int { return len(p.frame.Quads) }

// Keep limits retained memory: pieces, and the Writer's state, of frames with more quads release
// theirs after use. It must come before the first frame.
func (w *Writer) Keep(quads int) { w.keep = quads }

// Put writes a piece whose text has been made.
func (w *Writer) Put(p *Piece) error {
	if p.fault != nil {
		return fmt.Errorf("quadfile: frame index %d: %w", p.frame.Index, p.fault)
	}
	if err := w.encoder.put(p); err != nil {
		return fmt.Errorf("quadfile: %w", err)
	}
	if w.keep != 0 && p.Quads() > w.keep {
		*p = Piece{}
	}
	return nil
}

// finish writes the quads that were gathered and do not fill a piece.
func (w *Writer) finish() error {
	if w.rest.Quads() == 0 {
		return nil
	}
	w.rest.Make()
	err := w.Put(&w.rest)
	w.rest = Piece{}
	return err
}
