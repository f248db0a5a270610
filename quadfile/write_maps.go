package quadfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
)

// mapEncoder writes a map for each picture. A frame is one part. A map holds until the next frame of
// the export, which may be several pictures later; pictures count from the first frame.
type mapEncoder struct {
	of      *mapForm
	makers  chan *mapMaker
	counter pictureCounter
	missing int64  // frames of another size, if the form has only one
	last    []byte // the text of the map that was written last
	holds   int64  // for so many pictures
	line    []byte
}

// mapForm is what differs between encoders.
type mapForm struct {
	form    regions.Form
	oneSize bool // all pictures have the header's
	// numbered maps are written where they begin and if they differ; others once for each
	// picture.
	numbered bool
	append   func(b []byte, g *regions.Grid) []byte
}

var (
	svtForm        = mapForm{form: regions.SVT, oneSize: true, numbered: true, append: appendSVTMap}
	kvazaarForm    = mapForm{form: regions.Kvazaar, append: appendKvazaarMap}
	kvazaarBinForm = mapForm{form: regions.Kvazaar, append: appendKvazaarBinary}
)

// mapMaker is what a goroutine needs to make maps.
type mapMaker struct {
	builder regions.Builder
	grid    regions.Grid
}

// mapSpare is how many makers are kept for use again.
const mapSpare = 64

func newMapEncoder(of *mapForm) encoder {
	return &mapEncoder{of: of, makers: make(chan *mapMaker, mapSpare)}
}

func (*mapEncoder) begin(b []byte, _ *Header) []byte { return b }

func (e *mapEncoder) admit(h *Header, f *Frame) (plan, error) {
	if f.Index < 0 {
		return plan{}, errNoIndex
	}
	p := plan{passes: 1, longest: 1, whole: true}
	p.picture, p.after = e.counter.next(f.Index)
	if e.of.oneSize && (f.Width != h.Source.Width || f.Height != h.Source.Height) {
		e.missing++
		return plan{}, nil
	}
	return p, nil
}

func (e *mapEncoder) append(b []byte, h *Header, p *part) []byte {
	m := take(e.makers)
	m.builder.BuildFor(e.of.form, &m.grid, p.frame.Quads, p.frame.Width, p.frame.Height, h.mapSettings())
	b = e.of.append(b, &m.grid)
	give(e.makers, m)
	return b
}

// write implements partWriter: it writes the map before once more for each picture that it still
// holds for, or nothing if this one is the same.
func (e *mapEncoder) write(w io.Writer, p *part, text []byte) error {
	if e.of.numbered {
		if bytes.Equal(text, e.last) {
			return nil
		}
		e.last = append(e.last[:0], text...)
		return e.writeSVTMap(w, p, text)
	}
	if err := e.repeat(w, p.plan.after-1); err != nil {
		return err
	}
	e.last, e.holds = append(e.last[:0], text...), p.plan.after
	_, err := w.Write(text)
	return err
}

// repeat writes the last map again, so many times.
func (e *mapEncoder) repeat(w io.Writer, times int64) error {
	for range times {
		if _, err := w.Write(e.last); err != nil {
			return err
		}
	}
	return nil
}

// leftOut implements leaver.
func (e *mapEncoder) leftOut() int64 { return e.missing }

// end has the last map hold as long as the one before: kvazaar begins again where the file ends.
func (e *mapEncoder) end(w io.Writer, _ int64) error {
	if e.of.numbered {
		return nil
	}
	return e.repeat(w, e.holds-1)
}

// pictureCounter counts the pictures of a video that begins with an export's first frame.
type pictureCounter struct {
	begun       bool
	first, last int64 // indices
}

// next returns the number of the picture of a frame, from 0, and how many pictures after the frame
// before it comes: 1 of the first frame.
func (c *pictureCounter) next(index int64) (picture, after int64) {
	after = index - c.last
	if !c.begun {
		c.begun, c.first, after = true, index, 1
	}
	c.last = index
	return index - c.first, after
}

// mapSettings returns what a map is made of, but for the size of its blocks.
func (h *Header) mapSettings() (s regions.Settings) {
	s.Strength = h.Strength
	if s.Strength == 0 {
		s.Strength = regions.DefaultStrength
	}
	s.Counting = h.Analysis.Counting()
	return s
}

// Counting returns which quads count in maps for encoders, of an analysis that is valid.
func (a *Analysis) Counting() (c regions.Counting) {
	v := a.variant()
	if c.Limits = quadpyramid.Pixels; !v.values {
		c.Limits, _ = quadpyramid.NewLimits(a.MinSize, a.MaxSize)
	}
	if v.searches {
		c.PlaceWidth, c.PlaceHeight = a.Search.Template.Width, a.Search.Template.Height
	}
	return c
}

// appendSVTMap appends the offsets of a line.
func appendSVTMap(b []byte, g *regions.Grid) []byte {
	for _, offset := range g.Offsets {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(offset), 10)
	}
	return append(b, '\n')
}

// writeSVTMap writes a line: the picture's number, and the offsets. SVT-AV1 reads ten bytes for each
// block at once, of which one is for a zero, and takes a line that fills them for one that is cut.
func (e *mapEncoder) writeSVTMap(w io.Writer, p *part, text []byte) error {
	e.line = strconv.AppendInt(e.line[:0], p.plan.picture, 10)
	e.line = append(e.line, text...)
	if most := 10*bytes.Count(text, []byte{' '}) - 2; len(e.line) > most {
		return fmt.Errorf("picture %d: its line is longer than the %d bytes that SVT-AV1 reads for pictures as small as these", p.plan.picture, most)
	}
	_, err := w.Write(e.line)
	return err
}

// appendKvazaarMap appends a map as text: its size, and its rows, a line each.
func appendKvazaarMap(b []byte, g *regions.Grid) []byte {
	b = strconv.AppendInt(b, int64(g.Columns), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(g.Rows), 10)
	for i, offset := range g.Offsets {
		b = append(b, "\n "[min(i%g.Columns, 1)])
		b = strconv.AppendInt(b, int64(offset), 10)
	}
	return append(b, '\n')
}

// appendKvazaarBinary appends the same as two numbers of 32 bits and one of 8 bits for each block.
func appendKvazaarBinary(b []byte, g *regions.Grid) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Columns))
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Rows))
	for _, offset := range g.Offsets {
		b = append(b, byte(int8(offset)))
	}
	return b
}
