package export

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// bufferSize is the length of the pieces that a Writer hands on, in bytes. A
// list of any length passes through one buffer of this size.
const bufferSize = 64 << 10

// Writer writes one export. After an error every further call gives the same
// error. It does not close the io.Writer beneath it.
type Writer struct {
	w      io.Writer
	format Format
	header Header
	buf    []byte
	frames int64
	last   int64 // index of the last frame
	err    error
}

// NewWriter checks h and starts an export of it in the given format. w need
// not be buffered. The Writer keeps h and does not look at its QuadFields
// again.
func NewWriter(w io.Writer, format Format, h Header) (*Writer, error) {
	if format != JSON && format != NDJSON {
		return nil, fmt.Errorf("export: %v cannot be written", format)
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("export: header: %w", err)
	}
	wr := &Writer{w: w, format: format, header: h, buf: make([]byte, 0, bufferSize)}
	if format == JSON {
		wr.buf = append(wr.buf, `{"header":`...)
	}
	wr.buf = appendHeader(wr.buf, &h)
	if format == JSON {
		wr.buf = append(wr.buf, ",\n\"frames\":["...)
	}
	wr.buf = append(wr.buf, '\n')
	return wr, nil
}

// WriteFrame appends one frame. Frames come in ascending order of their index.
// f and its quads stay the caller's and are not kept. In the steady state
// nothing is allocated.
func (w *Writer) WriteFrame(f *Frame) error {
	if w.err == nil {
		w.err = w.writeFrame(f)
	}
	return w.err
}

func (w *Writer) writeFrame(f *Frame) error {
	src := &w.header.Source
	width, height := src.Width, src.Height
	if f.Width != 0 || f.Height != 0 {
		width, height = f.Width, f.Height
	}
	if err := w.checkFrame(f, width, height); err != nil {
		return fmt.Errorf("export: frame %d: %w", f.Index, err)
	}
	area, err := coveredArea(f.Quads, width, height)
	if err != nil {
		return fmt.Errorf("export: frame %d: %w", f.Index, err)
	}

	b := w.buf
	if w.format == JSON && w.frames > 0 {
		b = append(b, ",\n"...)
	}
	b = append(b, `{"frame_index":`...)
	b = strconv.AppendInt(b, f.Index, 10)
	if f.HasPTS {
		b = append(b, `,"pts":`...)
		b = strconv.AppendInt(b, f.PTS, 10)
		b = append(b, `,"pts_time":"`...)
		b = appendSeconds(b, seconds(f.PTS, src.TimeBase))
		b = append(b, '"')
	} else {
		b = append(b, `,"pts_time":"`...)
		b = appendSeconds(b, f.Time)
		b = append(b, `","pts_synthetic":1`...)
	}
	b = append(b, `,"key_frame":`...)
	if f.KeyFrame {
		b = append(b, '1')
	} else {
		b = append(b, '0')
	}
	if f.PictType != 0 && f.PictType != '?' {
		b = append(b, `,"pict_type":"`...)
		b = append(b, f.PictType, '"')
	}
	if width != src.Width || height != src.Height {
		b = append(b, `,"width":`...)
		b = strconv.AppendInt(b, int64(width), 10)
		b = append(b, `,"height":`...)
		b = strconv.AppendInt(b, int64(height), 10)
	}
	if f.PixFmt != "" && f.PixFmt != src.PixFmt {
		b = append(b, `,"pix_fmt":`...)
		b = appendString(b, f.PixFmt)
	}
	if f.Corrupt {
		b = append(b, `,"corrupt":1`...)
	}
	if f.Errors > 0 {
		b = append(b, `,"errors":`...)
		b = strconv.AppendInt(b, int64(f.Errors), 10)
	}
	b = append(b, `,"quad_count":`...)
	b = strconv.AppendInt(b, int64(len(f.Quads)), 10)
	b = append(b, `,"coverage":`...)
	b = appendMillionths(b, coverageMillionths(area, width, height))
	b = append(b, `,"quads":`...)
	w.buf = b
	if err := w.writeQuads(f.Quads, f.Means); err != nil {
		return err
	}
	w.buf = append(w.buf, ']', '}')
	if w.format == NDJSON {
		w.buf = append(w.buf, '\n')
	}
	w.frames++
	w.last = f.Index
	return nil
}

func (w *Writer) checkFrame(f *Frame, width, height int) error {
	switch {
	case f.Index < 0 || w.frames > 0 && f.Index <= w.last:
		return errors.New("index does not ascend")
	case !sizeOK(width, height):
		return fmt.Errorf("picture size %d×%d: sides are 1 to %d", width, height, MaxSide)
	case !f.HasPTS && (math.IsNaN(f.Time) || math.IsInf(f.Time, 0)):
		return fmt.Errorf("time %v is not finite", f.Time)
	case f.Errors < 0:
		return fmt.Errorf("error count %d is negative", f.Errors)
	case !pictTypeOK(f.PictType):
		return fmt.Errorf("unknown picture type %q", f.PictType)
	case w.header.Analysis.Variant == VariantFeature && len(f.Means) != len(f.Quads),
		w.header.Analysis.Variant != VariantFeature && len(f.Means) != 0:
		return fmt.Errorf("%d means with %d quads of variant %s", len(f.Means), len(f.Quads), w.header.Analysis.Variant)
	}
	return nil
}

// pictTypeOK tells whether c is one of the letters of ffprobe's pict_type.
func pictTypeOK(c byte) bool {
	switch c {
	case 0, '?', 'I', 'P', 'B', 'S', 'i', 'p', 'b':
		return true
	}
	return false
}

// writeQuads appends the list without its closing bracket, handing on what
// fills the buffer.
func (w *Writer) writeQuads(quads []quadpyramid.Quad, means []feature.Mean) error {
	if len(quads) == 0 {
		w.buf = append(w.buf, '[')
		return nil
	}
	longest := maxQuadText
	if len(means) != 0 {
		longest += maxMeanText
	}
	separator := byte('[')
	for len(quads) > 0 {
		n := min(len(quads), (cap(w.buf)-len(w.buf))/longest)
		if n < min(len(quads), bufferSize/longest/2) {
			if err := w.flush(); err != nil {
				return err
			}
			continue
		}
		start := len(w.buf)
		w.buf = appendQuads(w.buf, quads[:n], means[:min(n, len(means))])
		w.buf[start] = separator
		separator = ','
		quads, means = quads[n:], means[min(n, len(means)):]
	}
	return nil
}

func (w *Writer) flush() error {
	_, err := w.w.Write(w.buf)
	w.buf = w.buf[:0]
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// Close ends the export and hands on what is buffered: an export without Close
// is not complete. Closing twice is harmless.
func (w *Writer) Close() error {
	if errors.Is(w.err, errClosed) {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	if w.format == JSON {
		if w.frames > 0 {
			w.buf = append(w.buf, '\n')
		}
		w.buf = append(w.buf, "]}\n"...)
	}
	if w.err = w.flush(); w.err != nil {
		return w.err
	}
	w.err = errClosed
	return nil
}

var errClosed = errors.New("export: writer is closed")

func appendHeader(b []byte, h *Header) []byte {
	s, a := &h.Source, &h.Analysis
	b = append(b, `{"format":"`+Name+`","version":`...)
	b = strconv.AppendInt(b, Version, 10)
	b = append(b, `,"source":{`...)
	if s.Path != "" {
		b = append(b, `"path":`...)
		b = appendString(b, s.Path)
		b = append(b, ',')
	}
	b = append(b, `"stream_index":`...)
	b = strconv.AppendInt(b, int64(s.StreamIndex), 10)
	if s.CodecName != "" {
		b = append(b, `,"codec_name":`...)
		b = appendString(b, s.CodecName)
	}
	b = append(b, `,"width":`...)
	b = strconv.AppendInt(b, int64(s.Width), 10)
	b = append(b, `,"height":`...)
	b = strconv.AppendInt(b, int64(s.Height), 10)
	if s.PixFmt != "" {
		b = append(b, `,"pix_fmt":`...)
		b = appendString(b, s.PixFmt)
	}
	b = append(b, `,"time_base":`...)
	b = appendRational(b, s.TimeBase)
	if s.AvgFrameRate.known() {
		b = append(b, `,"avg_frame_rate":`...)
		b = appendRational(b, s.AvgFrameRate)
	}
	b = append(b, `},"analysis":{"variant":`...)
	b = appendString(b, a.Variant)
	b = append(b, `,"threshold":`...)
	b = strconv.AppendFloat(b, math.Abs(a.Threshold), 'f', -1, 64) // Abs: a negative zero too prints as 0
	if a.Variant == VariantFeature {
		b = append(b, `,"features":`...)
		b = appendString(b, a.Features)
	} else {
		b = append(b, `,"operator":`...)
		b = appendString(b, a.Operator)
		b = append(b, `,"planes":`...)
		b = appendString(b, a.Planes)
	}
	if a.Low != 0 {
		b = append(b, `,"low":`...)
		b = strconv.AppendFloat(b, a.Low, 'f', -1, 64)
	}
	if a.Invert {
		b = append(b, `,"invert":1`...)
	}
	if a.MinSize != 0 {
		b = append(b, `,"min_size":`...)
		b = strconv.AppendInt(b, int64(a.MinSize), 10)
	}
	if a.MaxSize != 0 {
		b = append(b, `,"max_size":`...)
		b = strconv.AppendInt(b, int64(a.MaxSize), 10)
	}
	b = append(b, `},"quad_fields":[`...)
	for i, field := range a.quadFields() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, field)
	}
	return append(b, "]}"...)
}
