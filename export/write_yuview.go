package export

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
)

// maxRow is longer than any row: POC, x, y, width, height, type and value.
const maxRow = 64

// yuviewEncoder writes a statistics file for YUView: the level of each quad as
// type 0, and its mean, if it has one, as types 1 to 3. YUView expects all pictures to have
// one size; frames of another size have no rows.
type yuviewEncoder struct {
	leftOut int64 // frames of another size
}

func (e *yuviewEncoder) begin(b *buffer, h *Header) {
	s := &h.Source
	t := append(b.text, "%;syntax-version;v1.22\n%;seq-specs;"...)
	t = append(t, yuviewName(s.Path)...)
	t = append(t, ";0;"...)
	t = strconv.AppendInt(t, int64(s.Width), 10)
	t = append(t, ';')
	t = strconv.AppendInt(t, int64(s.Height), 10)
	t = append(t, ';')
	t = strconv.AppendFloat(t, s.frameRate(), 'f', -1, 64)
	t = append(t, "\n%;type;0;"+yuviewLevel+";range\n%;defaultRange;0;"...)
	t = strconv.AppendInt(t, int64(max(1, bits.Len(uint(min(s.Width, s.Height)))-1)), 10)
	t = append(t, ";jet\n%;gridColor;255;255;255\n"...)
	if h.Analysis.Variant == VariantFeature {
		for i, field := range h.Analysis.quadFields()[3:] {
			t = fmt.Appendf(t, "%%;type;%d;%s;range\n", i+1, field)
			t = append(t, "%;range;0;16383;0;255;0;255;0;255;255;255\n%;gridColor;255;255;255\n"...)
		}
	}
	b.text = t
}

// frameRate returns frames a second, 25 if it is not known.
func (s *Source) frameRate() float64 {
	if !s.AvgFrameRate.known() {
		return 25
	}
	return float64(s.AvgFrameRate.Num) / float64(s.AvgFrameRate.Den)
}

// yuviewLevel is the name of type 0.
const yuviewLevel = "QuadLevel"

// yuviewName returns a name without characters that separate fields and lines.
func yuviewName(path string) string {
	return strings.Map(func(r rune) rune {
		if r == ';' || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, path)
}

func (e *yuviewEncoder) writeFrame(b *buffer, h *Header, f *Frame, _ int64) error {
	if f.Index < 0 {
		return errNoIndex
	}
	if f.Index > math.MaxInt32 {
		return fmt.Errorf("frame %d: YUView counts frames in 32 bits", f.Index)
	}
	if f.Width != h.Source.Width || f.Height != h.Source.Height {
		e.leftOut++
		return nil
	}
	if err := writeRows(b, f, 0, func(i int) int { return f.Quads[i].Level() }); err != nil || len(f.Means) == 0 {
		return err
	}
	for c := range 3 {
		if err := writeRows(b, f, c+1, func(i int) int { return int(f.Means[i].Vector()[c]) }); err != nil {
			return err
		}
	}
	return nil
}

// writeRows writes one type's value of each quad.
func writeRows(b *buffer, f *Frame, kind int, value func(i int) int) error {
	for i, q := range f.Quads {
		if err := b.room(maxRow); err != nil {
			return err
		}
		t := strconv.AppendInt(b.text, f.Index, 10)
		for _, v := range [...]int{q.X(), q.Y(), q.Size(), q.Size(), kind, value(i)} {
			t = append(t, ';')
			t = strconv.AppendInt(t, int64(v), 10)
		}
		b.text = append(t, '\n')
	}
	return nil
}

func (e *yuviewEncoder) end(*buffer, *Header) error { return nil }
