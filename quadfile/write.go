package quadfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Writer writes one export. After an error, WriteFrame and Close return the same error. It does not
// close its io.Writer.
type Writer struct {
	output
	means   bool // quads have means
	encoder encoder
	next    Piece // the latest frame, with its whole lists
	done    int   // its quads of this pass that are in earlier pieces
	ended   bool  // it has no more pieces
	frames  int64 // begun
	quads   int64 // in these frames
	leftOut int64 // frames without a place in the file
	last    int64 // the last known index, or -1
	piece   Piece // WriteFrame's
	rest    Piece // quads that were gathered and do not fill a piece
	err     error
}

// bufferSize is how many bytes a Writer collects before it passes them on.
const bufferSize = 64 << 10

// encoder writes an export in a format. The function in the format's row makes it and writes the
// head. Its input has been checked.
type encoder interface {
	// plan is called for each frame in order, before its text is made. The piece is the whole frame
	// with its size and pixel format. The encoder must not retain it.
	plan(p *Piece) (plan, error)
	// append appends the text of a piece. It runs concurrently with all other methods and with
	// itself.
	append(b []byte, p *Piece) []byte
	// put writes a piece with the text from append, in the order of the pieces, on one goroutine at a
	// time.
	put(p *Piece) error
	// end writes what comes after the last frame.
	end() error
}

// output is the state that a Writer shares with its encoder, and default methods for encoders.
type output struct {
	header    Header
	format    Format
	summary   bool
	out       *bufio.Writer
	file      io.Writer // below out
	alongside io.Writer // for the table of frames, or nil
	keep      int       // the limit of [Writer.Keep]; 0 for none
}

func (*output) append(b []byte, _ *Piece) []byte { return b }

func (o *output) put(p *Piece) error {
	_, err := o.out.Write(p.text)
	return err
}

func (*output) end() error { return nil }

// NewWriter checks h and starts an export in the given format. w need not be buffered. The Writer
// retains h.
func NewWriter(w io.Writer, format Format, h Header) (*Writer, error) {
	if h.Fill != "" || h.SITI != "" {
		return nil, errors.New("quadfile: header: only summaries have a fill, or a domain of SI and TI")
	}
	if h.Coded {
		return nil, errors.New("quadfile: header: only summaries have fields about the codec")
	}
	return newWriter(w, format, false, h)
}

// NewSummary is NewWriter for a summary, which has the number of quads of each size instead of the
// quads. It needs a format with [Summaries].
func NewSummary(w io.Writer, format Format, h Header) (*Writer, error) {
	if err := errors.Join(h.checkFill(), h.checkInformation()); err != nil {
		return nil, fmt.Errorf("quadfile: header: %w", err)
	}
	if h.chooses() || len(h.Columns) != 0 {
		return nil, errors.New("quadfile: header: summaries have no chosen fields of quads")
	}
	return newWriter(w, format, true, h)
}

func newWriter(w io.Writer, format Format, summary bool, h Header) (*Writer, error) {
	if !format.known() || summary && !format.Has(Summaries) {
		return nil, errNoFormat
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("quadfile: header: %w", err)
	}
	h.QuadFields, h.Columns = slices.Clone(h.QuadFields), slices.Clone(h.Columns)
	if err := errors.Join(format.Takes(h.Analysis.contents()), format.TakesFields(&h)); err != nil {
		return nil, err
	}
	if h.Strength != 0 {
		if err := format.TakesStrength(h.Strength); err != nil {
			return nil, err
		}
	}
	wr := &Writer{output: output{header: h, format: format, summary: summary, out: bufio.NewWriterSize(w, bufferSize), file: w}, means: h.HasMeans(), last: -1}
	wr.ended = true
	var err error
	if wr.encoder, err = formats[format-1].encoder(&wr.output); err != nil {
		return nil, fmt.Errorf("quadfile: %w", err)
	}
	return wr, nil
}

// WriteFrame appends a frame. Known indices must ascend; formats with [Numbered] need them. The
// caller may change f and its lists after the call. It allocates nothing in the steady state.
func (w *Writer) WriteFrame(f *Frame) error {
	if w.err != nil {
		return w.err
	}
	p := &w.piece
	next := w.cut
	w.err = w.Begin(f)
	if w.next.plan.gather > 0 {
		next = w.gather
	}
	for w.err == nil && next(p) {
		p.Make()
		w.err = w.Put(p)
		*p = Piece{memory: p.memory}
	}
	return w.err
}

// check returns why f cannot be written, or the area of its quads.
func (w *Writer) check(f *Frame) (area int64, err error) {
	if w.header.Analysis.EachFrame {
		own := w.header.Analysis.Of(f)
		if err := own.Params.Check(); err != nil {
			return 0, err
		}
	}
	v := w.header.Analysis.Variant
	switch {
	case f.Index < -1 || f.Index >= 0 && f.Index <= w.last:
		return 0, errors.New("index does not ascend")
	case !sizeOK(f.Width, f.Height):
		return 0, fmt.Errorf("picture size %d×%d: sides are 1 to %d", f.Width, f.Height, MaxSide)
	case f.Corrected && !f.HasPTS:
		return 0, errors.New("a corrected time needs a pts")
	case (!f.HasPTS || f.Corrected) && (math.IsNaN(f.Time) || math.IsInf(f.Time, 0)):
		return 0, fmt.Errorf("time %v is not finite", f.Time)
	case f.Errors < 0:
		return 0, fmt.Errorf("error count %d is negative", f.Errors)
	case f.Threshold != 0 && !w.header.Analysis.EachFrame:
		return 0, fmt.Errorf("threshold %v, but the header has one threshold for all frames", f.Threshold)
	case !pictTypeOK(f.PictType):
		return 0, fmt.Errorf("unknown picture type %q", f.PictType)
	case w.means && len(f.Means) != len(f.Quads), !v.HasMeans() && len(f.Means) != 0, len(f.Means) != 0 && len(f.Means) != len(f.Quads):
		return 0, fmt.Errorf("%d means with %d quads of variant %s", len(f.Means), len(f.Quads), v.Header())
	case len(f.Colours) != len(f.Quads) && w.format.NeedsColours(&w.header.Analysis):
		return 0, fmt.Errorf("%d colours with %d quads", len(f.Colours), len(f.Quads))
	case f.Window != 0 && len(f.Times) != f.Window && w.format.NeedsColours(&w.header.Analysis):
		return 0, fmt.Errorf("%d times of a window of %d frames", len(f.Times), f.Window)
	case v.HasValues() && len(f.Values) != len(f.Quads), !v.HasValues() && len(f.Values) != 0:
		return 0, fmt.Errorf("%d values with %d quads of variant %s", len(f.Values), len(f.Quads), v.Header())
	}
	if err := errors.Join(w.checkClasses(f), w.header.Analysis.checkWindow(f)); err != nil {
		return 0, err
	}
	if f.Window != 0 {
		return f.volume()
	}
	area, err = coveredArea(f.Quads, f.Width, f.Height)
	if err == nil && v.HasValues() && area != int64(len(f.Quads)) {
		err = errors.New("a point is larger than a pixel")
	}
	return area, err
}

// checkClasses returns what is wrong with a frame's classes.
func (w *Writer) checkClasses(f *Frame) error {
	n := w.header.Analysis.Bounds.Classes()
	if n == 0 && len(f.Classes) != 0 || n > 0 && len(f.Classes) != len(f.Quads) {
		return fmt.Errorf("%d quads have a class, of %d, with %d classes", len(f.Classes), len(f.Quads), n)
	}
	if n > 0 && len(f.Quads) > 0 && (!slices.IsSorted(f.Classes) || int(f.Classes[len(f.Classes)-1]) >= n) {
		return fmt.Errorf("the quads' classes do not ascend from 0 to %d", n-1)
	}
	return nil
}

// LeftOut returns the number of frames left out so far, because the format has no place for them:
// for YUView and SVT-AV1, frames whose size is not the header's.
func (w *Writer) LeftOut() int64 { return w.leftOut }

// pictTypeOK reports whether c is one of the letters of ffprobe's pict_type.
func pictTypeOK(c byte) bool {
	switch c {
	case 0, '?', 'I', 'P', 'B', 'S', 'i', 'p', 'b':
		return true
	}
	return false
}

// Flush writes out what is buffered, for concurrent readers.
func (w *Writer) Flush() error {
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("quadfile: %w", err)
	}
	return nil
}

// Close ends the export and writes out the buffer. An export without Close is incomplete. Closing
// twice is harmless.
func (w *Writer) Close() error {
	if errors.Is(w.err, errClosed) {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	var err error
	if w.format.Has(OneFrame) && w.frames == 0 {
		err = fmt.Errorf("there is no frame, and %v holds one", w.format)
	} else if err = w.finish(); err == nil {
		err = w.encoder.end()
	}
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		w.err = fmt.Errorf("quadfile: %w", err)
		return w.err
	}
	w.err = errClosed
	return nil
}

// Cut is Close after WriteFrame has refused a frame: it ends the export with the frames before.
func (w *Writer) Cut() error {
	if !errors.Is(w.err, errClosed) {
		w.err = nil // an error of the output would recur
	}
	return w.Close()
}

// ErrNotSeekable means that the output cannot seek to its beginning, such as a pipe or a compressed
// file.
var ErrNotSeekable = errors.New("begins with the number of quads, which is known only at the end: write it to a file, not to a pipe, and without compression")

// errNoIndex means that a frame lacks the number that the format needs.
var errNoIndex = errors.New("a frame has no number, which the format needs")

var errNoFormat = errors.New("quadfile: not a format to write")

var errClosed = errors.New("quadfile: writer is closed")
