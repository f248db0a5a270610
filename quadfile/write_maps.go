package quadfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
)

// mapEncoder writes a map for each picture. A frame is one piece. A map holds until the next frame
// of the export, which may be several pictures later. Pictures count from the first frame.
type mapEncoder struct {
	*output
	of     *mapForm
	makers chan *mapMaker
	first  int64  // index of the first frame
	before int64  // index of the frame before
	last   []byte // the text of the map before
	holds  int64  // its duration in pictures; 0 if there is no map
	line   []byte
}

// mapForm has the differences between encoders.
type mapForm struct {
	form    regions.Form
	oneSize bool // all pictures must have the header's size
	// numbered maps are written when they change, with their picture's number; others once for each
	// picture.
	numbered bool
	append   func(b []byte, g *regions.Grid) []byte
}

var (
	svtForm        = mapForm{form: regions.SVT, oneSize: true, numbered: true, append: appendSVTMap}
	kvazaarForm    = mapForm{form: regions.Kvazaar, append: appendKvazaarMap}
	kvazaarBinForm = mapForm{form: regions.Kvazaar, append: appendKvazaarBinary}
)

// mapMaker is a goroutine's state for making maps.
type mapMaker struct {
	builder regions.Builder
	grid    regions.Grid
}

// mapSpare limits the makers that are retained for reuse.
const mapSpare = 64

// encoder makes the encoder of maps of a form.
func (form *mapForm) encoder(o *output) (encoder, error) {
	return &mapEncoder{output: o, of: form, makers: make(chan *mapMaker, mapSpare)}, nil
}

func (e *mapEncoder) plan(p *Piece) (plan, error) {
	f, source := &p.frame, &e.header.Source
	if p.framesAhead == 0 {
		e.first = f.Index
	}
	if e.of.oneSize && (f.Width != source.Width || f.Height != source.Height) {
		return plan{leftOut: 1}, nil
	}
	return plan{passes: 1, each: 1, whole: true}, nil
}

func (e *mapEncoder) append(b []byte, p *Piece) []byte {
	m := take(e.makers)
	m.builder.BuildFor(e.of.form, &m.grid, p.frame.Quads, p.frame.Width, p.frame.Height, e.header.mapSettings())
	b = e.of.append(b, &m.grid)
	give(e.makers, m)
	return b
}

// put repeats the map before for each picture that it still covers. A numbered map is left out if
// it equals the one before.
func (e *mapEncoder) put(p *Piece) error {
	if e.of.numbered {
		if bytes.Equal(p.text, e.last) {
			return nil
		}
		e.last = append(e.last[:0], p.text...)
		return e.writeSVTMap(p.frame.Index-e.first, p.text)
	}
	after := int64(1) // pictures after the map before
	if e.holds > 0 {
		after = p.frame.Index - e.before
	}
	if err := e.repeat(after - 1); err != nil {
		return err
	}
	e.last, e.holds, e.before = append(e.last[:0], p.text...), after, p.frame.Index
	_, err := e.out.Write(p.text)
	return err
}

// repeat writes the last map again, n times.
func (e *mapEncoder) repeat(n int64) error {
	for range n {
		if _, err := e.out.Write(e.last); err != nil {
			return err
		}
	}
	return nil
}

// end lets the last map hold as long as the one before: kvazaar starts again at the end of the
// file.
func (e *mapEncoder) end() error {
	if e.of.numbered {
		return nil
	}
	return e.repeat(e.holds - 1)
}

// mapSettings returns the settings of the maps, without the block size.
func (h *Header) mapSettings() (s regions.Settings) {
	s.Strength = h.Strength
	if s.Strength == 0 {
		s.Strength = regions.DefaultStrength
	}
	s.Counting = h.Analysis.Counting()
	return s
}

// Counting returns which quads count in the maps of a valid analysis.
func (a *Analysis) Counting() (c regions.Counting) {
	v := a.Variant
	if c.Limits = quadpyramid.Pixels; !v.HasValues() {
		c.Limits, _ = quadpyramid.NewLimits(a.MinSize, a.MaxSize)
	}
	if v.Searches() {
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

// writeSVTMap writes a line: the picture's number from the first frame, and the offsets. SVT-AV1
// reads lines into ten bytes per block, one of them for the terminating zero, and takes a line that
// fills them for a truncated one.
func (e *mapEncoder) writeSVTMap(picture int64, text []byte) error {
	e.line = strconv.AppendInt(e.line[:0], picture, 10)
	e.line = append(e.line, text...)
	if most := 10*bytes.Count(text, []byte{' '}) - 2; len(e.line) > most {
		return fmt.Errorf("picture %d: its line is longer than the %d bytes that SVT-AV1 reads for pictures as small as these", picture, most)
	}
	_, err := e.out.Write(e.line)
	return err
}

// appendKvazaarMap appends a map as text: its size, then a line for each row.
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

// appendKvazaarBinary appends a map as bytes: width and height with 32 bits each, and 8 bits for
// each block.
func appendKvazaarBinary(b []byte, g *regions.Grid) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Columns))
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Rows))
	for _, offset := range g.Offsets {
		b = append(b, byte(int8(offset)))
	}
	return b
}
