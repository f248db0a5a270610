package quadfile

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/quadpyramid"
)

// maxRow is longer than any row: POC, x, y, width, height, type and value.
const maxRow = 64

// yuviewEncoder writes a statistics file for YUView. Type 0 is a quad's level, or a hit's score in
// a box of the template's size; types 1 to 3 are the mean, or type 1 is the class. A cube is a quad
// in each of its frames. YUView expects one picture size, so frames of another size have no rows.
type yuviewEncoder struct{ *output }

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
	return yuviewEncoder{o}, nil
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

func (e yuviewEncoder) plan(p *Piece) (plan, error) {
	f, h := &p.frame, &e.header
	if last := f.Index + int64(f.depth()-1)*max(1, h.Analysis.Every); last < f.Index || last > math.MaxInt32 {
		return plan{}, fmt.Errorf("frame %d: YUView counts frames in 32 bits", f.Index)
	}
	if f.Width != h.Source.Width || f.Height != h.Source.Height {
		return plan{leftOut: int64(f.depth())}, nil
	}
	if f.Window != 0 {
		return plan{passes: f.Window, longest: maxRow}, nil // one per frame
	}
	if len(f.Means) != 0 {
		return plan{passes: 4, longest: maxRow}, nil // one per type
	}
	if len(f.Classes) != 0 {
		return plan{passes: 2, longest: maxRow}, nil
	}
	return plan{passes: 1, longest: maxRow}, nil
}

func (e yuviewEncoder) append(b []byte, p *Piece) []byte {
	if p.frame.Window != 0 {
		return e.appendCubes(b, p)
	}
	hit := &e.header.Analysis.Search.Template
	var place [32]byte
	index := append(strconv.AppendInt(place[:0], p.frame.Index, 10), ';')
	b = slices.Grow(b, len(p.frame.Quads)*maxRow)
	for i, q := range p.frame.Quads {
		value, width, height := q.Level(), q.Size(), q.Size()
		switch {
		case len(p.frame.Values) != 0:
			value, width, height = int(p.frame.Values[i]), hit.Width, hit.Height
		case p.pass > 0 && len(p.frame.Classes) != 0:
			value = int(p.frame.Classes[i])
		case p.pass > 0:
			value = int(p.frame.Means[i].Vector()[p.pass-1])
		}
		b = appendRow(append(b, index...), q, width, height, p.pass, value)
	}
	return b
}

// appendRow appends a row after the frame's number.
func appendRow(b []byte, q quadpyramid.Quad, width, height, kind, value int) []byte {
	b = append(appendSmall(b, q.X()), ';')
	b = append(appendSmall(b, q.Y()), ';')
	b = append(appendSmall(b, width), ';')
	b = append(appendSmall(b, height), ';')
	b = append(appendSmall(b, kind), ';')
	return append(appendSmall(b, value), '\n')
}

// appendCubes appends a row for each cube that is in frame p.pass of the window.
func (e yuviewEncoder) appendCubes(b []byte, p *Piece) []byte {
	poc := p.frame.Index + int64(p.pass)*max(1, e.header.Analysis.Every)
	for i, q := range p.frame.Quads {
		first := int(p.frame.Starts[i])
		if p.pass < first || p.pass >= first+q.Size() {
			continue
		}
		b = append(strconv.AppendInt(b, poc, 10), ';')
		b = appendRow(b, q, q.Size(), q.Size(), 0, q.Level())
	}
	return b
}
