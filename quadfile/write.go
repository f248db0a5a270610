package quadfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Writer writes one export. After an error every further call of WriteFrame and Close
// returns the same error. It does not close its io.Writer.
type Writer struct {
	output
	means    bool // quads come with theirs
	encoder  encoder
	division division // of the latest frame
	frames   int64    // that have begun
	quads    int64    // in these
	leftOut  int64    // frames without a place in the file
	last     int64    // the last known index, or -1
	piece    Piece    // WriteFrame's
	err      error
}

// bufferSize is how many bytes a Writer collects before it passes them on.
const bufferSize = 64 << 10

// encoder writes an export in a format. The function in the format's row makes it, and writes what comes before
// the first frame. Its input has been checked.
type encoder interface {
	// plan is called for each frame, in order and ahead of its text. The part is the whole frame, with its
	// size and pixel format. Nothing of it is kept.
	plan(p *part) (plan, error)
	// append appends the text of a part. It runs at the same time as all other methods, and for several parts
	// at once.
	append(b []byte, p *part) []byte
	// put writes a part, whose text append has made: in the order of the parts, on one goroutine at a time.
	put(p *part, text []byte) error
	// end writes what comes after the last frame.
	end() error
}

// output is what a Writer shares with its encoder, and the methods that most encoders have.
type output struct {
	header    Header
	format    Format
	summary   bool
	out       *bufio.Writer
	file      io.Writer // under out
	alongside io.Writer // gets the table of frames, or nil
	keep      int       // quads for which memory is kept; 0 for any number
}

func (*output) append(b []byte, _ *part) []byte { return b }

func (o *output) put(_ *part, text []byte) error {
	_, err := o.out.Write(text)
	return err
}

func (*output) end() error { return nil }

// NewWriter checks h and starts an export of it in the given format. w need not be
// buffered. The Writer keeps h.
func NewWriter(w io.Writer, format Format, h Header) (*Writer, error) {
	if h.Fill != "" || h.SITI != "" {
		return nil, errors.New("quadfile: header: only summaries have a fill, or a domain of SI and TI")
	}
	if h.Coded {
		return nil, errors.New("quadfile: header: only summaries have fields about the codec")
	}
	return newWriter(w, format, false, h)
}

// NewSummary does the same as NewWriter for a summary: it counts the sizes of each frame's
// quads and leaves out the quads. It works only for formats with [Summaries].
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
	wr.division.ended = true
	var err error
	if wr.encoder, err = formats[format-1].encoder(&wr.output); err != nil {
		return nil, fmt.Errorf("quadfile: %w", err)
	}
	return wr, nil
}

// WriteFrame appends one frame. Frames come in ascending order of their index, if it is
// known; for formats with [Numbered] it has to be. f and its lists stay the caller's, who may change them
// after the call. In the steady state nothing is allocated.
func (w *Writer) WriteFrame(f *Frame) error {
	if w.err != nil {
		return w.err
	}
	p := &w.piece
	for w.err = w.Begin(f); w.err == nil && w.next(p); {
		p.Make()
		w.err = w.Put(p)
		p.part = part{}
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

// LeftOut returns the number of frames so far that are not in the file because its
// format has no place for them: in those of YUView and SVT-AV1, those of another size than
// the header's.
func (w *Writer) LeftOut() int64 { return w.leftOut }

// pictTypeOK reports whether c is one of the letters of ffprobe's pict_type.
func pictTypeOK(c byte) bool {
	switch c {
	case 0, '?', 'I', 'P', 'B', 'S', 'i', 'p', 'b':
		return true
	}
	return false
}

// Flush passes on what is written so far, for somebody who reads it meanwhile.
func (w *Writer) Flush() error {
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("quadfile: %w", err)
	}
	return nil
}

// Close ends the export and passes on the buffered rest: an export without Close
// is not complete. Closing twice is harmless.
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
	} else {
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

// Cut is Close after WriteFrame has refused a frame: the export ends with the frames before it.
func (w *Writer) Cut() error {
	if !errors.Is(w.err, errClosed) {
		w.err = nil // that of an output occurs again
	}
	return w.Close()
}

// ErrNotSeekable means an output that cannot go back to its beginning, as a pipe and a compressed file.
var ErrNotSeekable = errors.New("begins with the number of quads, which is known only at the end: write it to a file, not to a pipe, and without compression")

// errNoIndex is the error of formats that need numbers.
var errNoIndex = errors.New("a frame has no number, which the format needs")

var errNoFormat = errors.New("quadfile: not a format to write")

var errClosed = errors.New("quadfile: writer is closed")
