// Package match finds where a picture looks like a template, a small picture.
//
// Input is a picture's luma and a [Search]: a template, and whether hits suppress worse hits near
// them. Output is a gray picture of scores, 0 where there is no hit. Engines make the list of hits
// from it, as they make lists of points from any picture. [Reference] is the oracle; [Finder] is
// the fast form, whose rows several goroutines can share; package glmatch is the form on the GPU.
// All give the same scores.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// section 7.1 and figure 4; the suppression is not in the paper.
package match

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ffkvadrat/yuv"
)

// MaxSide is the largest width and height of a template.
const MaxSide = 64

// Template is a small picture of luma. The zero value is no template. Templates are comparable.
type Template struct {
	Width, Height int  // 1 to MaxSide
	Depth         int  // bits of a sample, 8 to 16
	Full          bool // black and white are 0 and 2^Depth − 1; else limited range, see yuv.Limited
	// Samples are the samples row by row: a byte each if Depth is 8, else two, little-endian.
	Samples string
}

// NewTemplate copies a part of a picture's luma as a template. Samples are clamped to the largest
// one of the picture's depth.
func NewTemplate(p *yuv.Picture, x, y, width, height int) (Template, error) {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide {
		return Template{}, fmt.Errorf("match: a template of %d×%d pixels is not between 1×1 and %d×%d", width, height, MaxSide, MaxSide)
	}
	if x < 0 || y < 0 || x > p.Width-width || y > p.Height-height {
		return Template{}, fmt.Errorf("match: %d×%d pixels at (%d,%d) are not inside a picture of %d×%d", width, height, x, y, p.Width, p.Height)
	}
	t := Template{Width: width, Height: height, Depth: p.Format.Depth, Full: full(p)}
	samples := make([]byte, 0, width*height*t.sampleBytes())
	for j := range height {
		for i := range width {
			v := min(p.Sample(-1, x+i, y+j), p.Format.MaxValue())
			if t.sampleBytes() == 1 {
				samples = append(samples, byte(v))
			} else {
				samples = binary.LittleEndian.AppendUint16(samples, uint16(v))
			}
		}
	}
	t.Samples = string(samples)
	return t, nil
}

// full reports whether a picture's luma has the full range, as the luma of RGB has.
func full(p *yuv.Picture) bool {
	return p.Format.Model == yuv.RGB || p.Colour.Range == yuv.Full
}

// ParseTemplate reads what String writes.
func ParseTemplate(text string) (t Template, err error) {
	if text == "" {
		return t, nil
	}
	var span, samples string
	words := strings.Split(text, ",")
	if len(words) == 4 {
		_, err = fmt.Sscanf(words[0]+","+words[1], "%dx%d,%d", &t.Width, &t.Height, &t.Depth)
		span, samples = words[2], words[3]
	}
	if err != nil || len(words) != 4 {
		return Template{}, fmt.Errorf("match: %.40q is not a template", text)
	}
	return DecodeTemplate(t.Width, t.Height, t.Depth, span, samples)
}

// String returns the template as text, empty for no template: its size, depth, range, and samples
// in base64.
func (t Template) String() string {
	if t == (Template{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d,%d,%s,%s", t.Width, t.Height, t.Depth, t.Range(), t.Encoded())
}

// MarshalText returns String.
func (t Template) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText is ParseTemplate.
func (t *Template) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTemplate(string(text))
	return err
}

// DecodeTemplate returns the template of a size and depth, given its Range and Encoded.
func DecodeTemplate(width, height, depth int, span, encoded string) (Template, error) {
	samples, err := base64.StdEncoding.Strict().DecodeString(encoded)
	switch {
	case err != nil:
		return Template{}, fmt.Errorf("match: samples of a template: %w", err)
	case span != limited && span != whole:
		return Template{}, fmt.Errorf("match: %.40q is not a range", span)
	}
	t := Template{width, height, depth, span == whole, string(samples)}
	if t == (Template{}) {
		return t, errors.New("match: a template without samples")
	}
	if err := t.Check(); err != nil {
		return Template{}, err
	}
	return t, nil
}

// The names of ranges.
const (
	limited = "limited"
	whole   = "full"
)

// Range returns "full" or "limited".
func (t Template) Range() string {
	if t.Full {
		return whole
	}
	return limited
}

// Encoded returns the samples as text, in base64.
func (t Template) Encoded() string { return base64.StdEncoding.EncodeToString([]byte(t.Samples)) }

// Check returns an error if a template is invalid. No template is valid.
func (t Template) Check() error {
	switch {
	case t == Template{}:
		return nil
	case t.Width < 1 || t.Height < 1 || t.Width > MaxSide || t.Height > MaxSide:
		return fmt.Errorf("match: a template of %d×%d pixels is not between 1×1 and %d×%d", t.Width, t.Height, MaxSide, MaxSide)
	case t.Depth < 8 || t.Depth > 16:
		return fmt.Errorf("match: a template of %d bits per sample is not between 8 and 16", t.Depth)
	case len(t.Samples) != t.Width*t.Height*t.sampleBytes():
		return fmt.Errorf("match: a template of %d×%d pixels has %d bytes of samples, not %d", t.Width, t.Height, len(t.Samples), t.Width*t.Height*t.sampleBytes())
	}
	for i := range t.Width * t.Height {
		if t.at(i) >= 1<<t.Depth {
			return fmt.Errorf("match: sample %d of a template of %d bits is %d", i, t.Depth, t.at(i))
		}
	}
	return nil
}

func (t Template) sampleBytes() int { return yuv.Format{Depth: t.Depth}.SampleBytes() }

// at returns sample i.
func (t Template) at(i int) int {
	if t.sampleBytes() == 1 {
		return int(t.Samples[i])
	}
	return int(t.Samples[2*i]) | int(t.Samples[2*i+1])<<8
}

// At returns the sample in a column and a row.
func (t Template) At(x, y int) int { return t.at(y*t.Width + x) }

// Grey returns the sample in a column and a row in 8 bits and full range, for displays.
func (t Template) Grey(x, y int) uint8 { return uint8(min(t.converter(8, true)(t.At(x, y)), 255)) }

// Search is what to search for. The zero value searches for nothing.
type Search struct {
	Template Template
	// Suppress keeps only the best of hits that are less than half a template apart, horizontally
	// and vertically.
	Suppress bool
}

// Check returns an error if a search is invalid.
func (s Search) Check(threshold float64) error {
	if !(threshold >= 0 && threshold <= 1) {
		return fmt.Errorf("match: threshold %v is not between 0 and 1", threshold)
	}
	return s.Template.Check()
}

// Pattern is a search in the samples of one format, and in integers.
type Pattern struct {
	Width, Height int
	Samples       []uint16 // row by row
	Peak          uint32   // the largest possible sum of differences, between white and black
	Most          uint32   // the largest sum of a hit
	Suppress      bool
}

// Pattern returns the search for hits in pictures like p, with mean differences of at most
// threshold; 1 is the difference of white and black. Its samples use the memory of buf. A search
// for nothing gives a pattern without samples.
func (s Search) Pattern(p *yuv.Picture, threshold float64, buf []uint16) (Pattern, error) {
	if err := s.Check(threshold); err != nil {
		return Pattern{}, err
	}
	t := s.Template
	out := Pattern{Width: t.Width, Height: t.Height, Samples: buf[:0], Peak: s.Peak(p.Format), Most: s.Most(p.Format, threshold), Suppress: s.Suppress}
	convert := t.converter(p.Format.Depth, full(p))
	for i := range t.Width * t.Height {
		out.Samples = append(out.Samples, uint16(convert(t.at(i))))
	}
	return out, nil
}

// Peak returns the largest possible sum of differences in pictures of a format, between white and
// black.
func (s Search) Peak(f yuv.Format) uint32 {
	return uint32(s.Template.Width * s.Template.Height * f.MaxValue())
}

// Most returns the largest sum of differences of a hit: floor(threshold · Peak), in float64.
func (s Search) Most(f yuv.Format, threshold float64) uint32 {
	return uint32(threshold * float64(s.Peak(f)))
}

// converter returns the function that converts the template's samples to another depth and range:
// the same light, rounded, depth first.
func (t Template) converter(depth int, full bool) func(int) int {
	most := 1<<depth - 1
	black, span := 16<<(depth-8), 219<<(depth-8) // limited range
	return func(v int) int {
		if d := depth - t.Depth; d >= 0 && !t.Full {
			v <<= d
		} else if !t.Full {
			v = min((v+1<<(-d-1))>>-d, most)
		} else {
			v = (v*most + (1<<t.Depth-1)/2) / (1<<t.Depth - 1)
		}
		switch {
		case t.Full && !full:
			return black + (v*span+most/2)/most
		case full && !t.Full:
			return (max(0, min(v-black, span))*most + span/2) / span
		}
		return v
	}
}

// Score returns a sum's value in the picture of scores: 65535 for a sum of 0, less in proportion
// for larger ones, and at least 1.
func (p *Pattern) Score(sum uint32) uint16 {
	return uint16(65535 - min(uint64(sum)<<16/uint64(p.Peak), 65534))
}

// Places returns the number of columns and rows of places where the pattern is inside the picture.
func (p *Pattern) Places(in *yuv.Picture) (columns, rows int) {
	columns, rows = in.Width-p.Width+1, in.Height-p.Height+1
	if len(p.Samples) == 0 || columns <= 0 || rows <= 0 {
		return 0, 0
	}
	return columns, rows
}

// Offset is a place relative to another.
type Offset struct{ X, Y int }

// Near returns the places, relative to a hit, whose hits a suppressing search compares with it. The
// nearest come first, because they usually have the better hit.
func Near(width, height int) []Offset {
	var list []Offset
	right, down := (width-1)/2, (height-1)/2
	for y := -down; y <= down; y++ {
		for x := -right; x <= right; x++ {
			if x != 0 || y != 0 {
				list = append(list, Offset{x, y})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Offset) int { return cmp.Compare(a.X*a.X+a.Y*a.Y, b.X*b.X+b.Y*b.Y) })
	return list
}

// Scores returns a picture of scores without samples; its rows are multiples of 64 bytes.
func Scores(width, height int) yuv.Picture {
	luma := yuv.Plane{Stride: (2*width + 63) &^ 63, Step: 2, Width: width, Height: height}
	p := yuv.Picture{Width: width, Height: height, Format: yuv.Format{Name: "gray16le", Model: yuv.Gray, Depth: 16}}
	p.Planes[0], p.Luma = luma, luma
	return p
}

// newScores returns a picture of scores over buf, which it grows.
func newScores(width, height int, buf []byte) (yuv.Picture, []byte) {
	p := Scores(width, height)
	if n := p.Luma.Stride * height; len(buf) < n {
		buf = make([]byte, n)
	}
	p.Luma.Data = buf[:p.Luma.Stride*height]
	p.Planes[0] = p.Luma
	return p, buf
}
