package quadfile

import (
	"fmt"
)

// A Piece is the text of a part of a frame. A Writer's user who wants the text made by
// several goroutines goes through these calls instead of [Writer.WriteFrame]:
//
//	Writer.Begin, Writer.Next   in the order of the frames, on one goroutine at a time
//	Piece.Make                  on any goroutine, beside all other calls
//	Writer.Put                  in the order of Next, on one goroutine at a time
//
// A Piece can be used again after Put, and allocates nothing in the steady state. It takes
// a few hundred kilobytes, however many quads a frame has, except in formats that code a frame
// as a whole; there [Piece.Quads] says how many quads it has, and [Writer.Keep] limits what is kept.
type Piece struct {
	encoder encoder
	part    part
	copies  Frame // has the lists of part's frame
	text    []byte
}

// part is what a piece says.
type part struct {
	frame       Frame // its lists are the part's alone
	count       int   // of the frame's quads
	area        int64 // of all of them
	sizes       sizes // of all of them, if the text does not have the quads
	pass        int   // how often the format has gone through them before, from 0
	opens       bool  // the frame's first part
	closes      bool  // the frame's last part
	framesAhead int64 // in the file
	quadsAhead  int64 // in the file, if there is one pass
	plan        plan
	fault       error // why append could not make the text
}

// plan says how a format goes through a frame.
type plan struct {
	passes int // through the list of quads; 0 leaves the frame out
	// longest is about the length of the longest text of a quad in bytes, 0 if the text
	// has no quads.
	longest int
	whole   bool  // the frame is one part
	leftOut int64 // frames that have no place in the file, if there are no passes
	own     own   // what the encoder needs for the frame's text, or nil
}

// own is what an encoder keeps of a frame between its plan and its text.
type own interface {
	// use gets the frame with the lists that stay until the text is made.
	use(f *Frame)
}

// pieceSize is about the room that the text of a piece needs, in bytes.
const pieceSize = 256 << 10

// division is a frame on its way into pieces.
type division struct {
	next  part // the lists of its frame are those of the whole frame
	at    int  // quads of this pass that are done
	ended bool
}

// Make makes the text.
func (p *Piece) Make() { p.text = p.encoder.append(p.text[:0], &p.part) }

// Begin checks a frame and makes it the one that Next divides. f has to stay as it is
// until Next returns false. Frames come in the order of [Writer.WriteFrame]. After an
// error the Writer must not be used again.
func (w *Writer) Begin(f *Frame) error {
	d := &w.division
	d.next = part{frame: *f, count: len(f.Quads), opens: true, framesAhead: w.frames, quadsAhead: w.quads}
	d.at = 0
	err := w.admit(&d.next)
	d.ended = err != nil || d.next.plan.passes == 0
	if err == nil {
		w.frames++
		w.quads += int64(len(f.Quads))
		w.leftOut += d.next.plan.leftOut
	}
	return err
}

// admit completes and checks a frame, and asks the format for its plan.
func (w *Writer) admit(p *part) (err error) {
	f, src := &p.frame, &w.header.Source
	if f.Width == 0 && f.Height == 0 {
		f.Width, f.Height = src.Width, src.Height
	}
	if f.PixFmt == "" {
		f.PixFmt = src.PixFmt
	}
	if p.area, err = w.check(f); err != nil {
		return fmt.Errorf("quadfile: frame %d: %w", f.Index, err)
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
	if p.plan.longest == 0 {
		p.sizes = countSizes(f.Quads)
	}
	w.last = max(w.last, f.Index)
	return nil
}

// Next fills p with the next piece of the frame. After the last one it returns false, and
// w has forgotten the frame.
func (w *Writer) Next(p *Piece) bool {
	if !w.next(p) {
		return false
	}
	p.part.frame.copyLists(&p.copies)
	p.part.lend()
	return true
}

// next is Next, with lists that are parts of the frame's.
func (w *Writer) next(p *Piece) bool {
	d := &w.division
	if d.ended {
		d.next.frame.cutLists(0, 0)
		return false
	}
	p.encoder, p.part = w.encoder, d.next
	f := &p.part.frame
	end := d.at
	switch {
	case d.next.plan.whole:
		end = len(f.Quads)
	case d.next.plan.longest > 0:
		end = min(len(f.Quads), d.at+max(1, pieceSize/d.next.plan.longest))
	}
	p.part.quadsAhead += int64(d.at)
	f.cutLists(d.at, end)
	d.at, d.next.opens = end, false
	if d.next.plan.longest == 0 || end == d.next.count {
		d.at = 0
		d.next.pass++
		d.ended = d.next.pass == d.next.plan.passes
	}
	p.part.closes = d.ended
	p.part.lend()
	return true
}

// lend gives the encoder the frame.
func (p *part) lend() {
	if p.plan.own != nil {
		p.plan.own.use(&p.frame)
	}
}

// Quads is how many quads the piece has.
func (p *Piece) Quads() int { return len(p.part.frame.Quads) }

// Keep says after how many quads memory is kept for the next use: a piece with more of them
// forgets it, and so does what the Writer has for such a frame. It comes before the first frame.
func (w *Writer) Keep(quads int) { w.keep = quads }

// Put writes a piece whose text has been made.
func (w *Writer) Put(p *Piece) error {
	if p.part.fault != nil {
		return fmt.Errorf("quadfile: frame %d: %w", p.part.frame.Index, p.part.fault)
	}
	if err := w.encoder.put(&p.part, p.text); err != nil {
		return fmt.Errorf("quadfile: %w", err)
	}
	if w.keep != 0 && p.Quads() > w.keep {
		*p = Piece{}
	}
	return nil
}
