package quadfile

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/atomicfile/decimal"
)

// maxRow is longer than any row, POC, x, y, width, height, type and value, and the bytes that are stored
// past its end.
const maxRow = 96

// yuviewEncoder writes a statistics file for YUView. Type 0 is a quad's level, or a hit's score in
// a box of the template's size; types 1 to 3 are the mean, or type 1 is the class. A cube is a quad
// in each of its frames. YUView expects one picture size, so frames of another size have no rows.
type yuviewEncoder struct {
	*output
	sizes [4][levels.Count]block // text between y and the value, for each type
}

func newYUView(o *output) (encoder, error) {
	h, s := &o.header, &o.header.Source
	t := s.AppendYUView(nil)
	name, most := YUViewLevel, max(1, bits.Len(uint(min(s.Width, s.Height)))-1)
	if h.Analysis.Cube != 0 {
		most = min(most, bits.Len(uint(h.Analysis.Cube))-1)
	}
	if h.Analysis.Variant.Searches() {
		name, most = "Score", math.MaxUint16
	}
	t = append(t, "%;type;0;"+name+";range\n%;defaultRange;0;"...)
	t = strconv.AppendInt(t, int64(most), 10)
	t = append(t, ";jet\n%;gridColor;255;255;255\n"...)
	if h.Analysis.Variant.HasMeans() {
		for i, field := range h.Analysis.QuadFields()[3:] {
			t = fmt.Appendf(t, "%%;type;%d;%s;range\n", i+1, field)
			t = append(t, "%;range;0;16383;0;255;0;255;0;255;255;255\n%;gridColor;255;255;255\n"...)
		}
	}
	if n := h.Analysis.Bounds.Classes(); n > 0 {
		t = fmt.Appendf(t, "%%;type;1;Class;range\n%%;defaultRange;0;%d;jet\n%%;gridColor;255;255;255\n", n-1)
	}
	o.out.Write(t)
	e := &yuviewEncoder{output: o}
	for kind := range e.sizes {
		for level := range e.sizes[kind] {
			width, height := 1<<level, 1<<level
			if h.hasValues() {
				width, height = h.Analysis.Search.Template.Width, h.Analysis.Search.Template.Height
			}
			e.sizes[kind][level] = newBlock(fmt.Appendf(nil, "%d;%d;%d;", width, height, kind))
		}
	}
	return e, nil
}

// AppendYUView appends the first lines of a statistics file for YUView: the syntax, and the video with the
// size of its pictures.
func (s *Source) AppendYUView(b []byte) []byte {
	b = append(b, "%;syntax-version;v1.22\n%;seq-specs;"...)
	b = append(b, yuviewName(s.Path)...)
	b = append(b, ";0;"...)
	b = strconv.AppendInt(b, int64(s.Width), 10)
	b = append(b, ';')
	b = strconv.AppendInt(b, int64(s.Height), 10)
	b = append(b, ';')
	return append(decimal.Append(b, s.frameRate()), '\n')
}

// frameRate returns frames per second, 25 if unknown.
func (s *Source) frameRate() float64 {
	if !s.AvgFrameRate.known() {
		return 25
	}
	return float64(s.AvgFrameRate.Num) / float64(s.AvgFrameRate.Den)
}

// YUViewLevel is the name of type 0, if it is the level of quads.
const YUViewLevel = "QuadLevel"

// yuviewName returns a name without characters that separate fields and lines.
func yuviewName(path string) string {
	return strings.Map(func(r rune) rune {
		if r == ';' || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, path)
}

// usualEntry is the length of most lines in bytes.
const usualEntry = 20

func (e *yuviewEncoder) plan(p *Piece) (plan, error) {
	f, h := &p.frame, &e.header
	if last := f.Index + int64(f.depth()-1)*max(1, h.Analysis.Every); last < f.Index || last > math.MaxInt32 {
		return plan{}, fmt.Errorf("frame %d: YUView counts frames in 32 bits", f.Index)
	}
	if f.Width != h.Source.Width || f.Height != h.Source.Height {
		return plan{leftOut: int64(f.depth())}, nil
	}
	if f.Window != 0 {
		return plan{passes: f.Window, each: usualEntry}, nil // one per frame
	}
	if len(f.Means) != 0 {
		return plan{passes: 4, each: usualEntry}, nil // one per type
	}
	if len(f.Classes) != 0 {
		return plan{passes: 2, each: usualEntry}, nil
	}
	return plan{passes: 1, each: usualEntry}, nil
}

func (e *yuviewEncoder) append(b []byte, p *Piece) []byte {
	cubes := p.frame.Window != 0
	number, sizes := p.frame.Index, &e.sizes[0]
	if cubes {
		number += int64(p.pass) * max(1, e.header.Analysis.Every)
	} else {
		sizes = &e.sizes[p.pass]
	}
	var room [32]byte
	poc := newBlock(append(strconv.AppendInt(room[:0], number, 10), ';'))
	b = slices.Grow(b, len(p.frame.Quads)*maxRow)
	n := len(b)
	b = b[:cap(b)]
	for i, q := range p.frame.Quads {
		value := uint16(q.Level())
		switch {
		case cubes:
			if first := int(p.frame.Starts[i]); p.pass < first || p.pass >= first+q.Size() {
				continue
			}
		case len(p.frame.Values) != 0:
			value = p.frame.Values[i]
		case p.pass > 0 && len(p.frame.Classes) != 0:
			value = uint16(p.frame.Classes[i])
		case p.pass > 0:
			value = p.frame.Means[i].Vector()[p.pass-1]
		}
		t := b[n : n+maxRow]
		at := poc.put(t)
		at += putNumber(t[at:], q.X())
		t[at-1] = ';' // in place of the comma
		at += putNumber(t[at:], q.Y())
		t[at-1] = ';'
		at += sizes[q.Level()].put(t[at:])
		at += putValue(t[at:], value)
		t[at-1] = '\n'
		n += at
	}
	return b[:n]
}
