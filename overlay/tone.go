package overlay

import (
	"fmt"
	"image"
	"image/color"
	"runtime"

	"ffkvadrat/quadpyramid"
)

// Detail is how quads are drawn that are small on the target.
type Detail uint8

const (
	// Auto draws quads below a few target pixels as a tone: their colour, spread over the
	// pixels that they cover. Their outlines would cover the picture.
	Auto        Detail = iota
	Full               // all quads have outlines
	DetailCount        // how many there are
)

// details has a row for each detail.
var details = [DetailCount]struct{ name, title string }{{"auto", "Tone"}, {"full", "Outlines"}}

// ParseDetail returns the detail with a name, as String writes it.
func ParseDetail(name string) (Detail, error) {
	for i, d := range details {
		if d.name == name {
			return Detail(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no detail is called %q", name)
}

func (d Detail) String() string {
	if d < DetailCount {
		return details[d].name
	}
	return fmt.Sprintf("Detail(%d)", uint8(d))
}

// Title returns the player's name for the detail.
func (d Detail) Title() string { return details[min(d, DetailCount-1)].title }

// A quad whose side is at most toneSide line widths is a tone; from outlineSide on it has
// an outline. Between the two both are drawn, one fading into the other, so nothing jumps
// while the view zooms.
const toneSide, outlineSide = 4, 8

// outlined returns how much of a level's outlines is drawn in a view: 0 for none, 1 for
// all.
func (s Style) outlined(v *View, level int) float32 {
	if s.Detail == Full {
		return 1
	}
	side := v.side(level) / float32(max(s.Width(), 1))
	if looks[s.Look].cells { // which have no outlines
		if side < toneSide {
			return 0
		}
		return 1
	}
	return min(max((side-toneSide)/(outlineSide-toneSide), 0), 1)
}

// OutlinedFrom returns the lowest level whose quads have outlines in a view.
func (s Style) OutlinedFrom(v *View) int {
	level := 0
	for level < Levels-1 && s.outlined(v, level) == 0 {
		level++
	}
	return level
}

// side returns the length of a quad's shorter side in target pixels.
func (v *View) side(level int) float32 { return float32(int(1)<<level) * min(v.ScaleX, v.ScaleY) }

// Tone returns the opacity of the tone of a level's quads in a view, in whole parts of
// 255; it is 0 for levels that only have outlines.
func (s Style) Tone(v *View, level int) float32 {
	return float32(inParts(s.Opacity*looks[s.Look].tone*(1-s.outlined(v, level)))) / 255
}

// Subpixels is how many parts a target pixel has along an axis. The edges of quads lie
// on these parts, so the areas of neighbours add up to that of the pixel.
const Subpixels = 16

// tone has the sums of the quads' premultiplied colours, times the areas that they cover,
// for each pixel of the target. A sum has 16 bits, red lowest, opacity highest. Quads of
// a list do not overlap, so it is at most 255·256.
type tone []uint64

// edges are the places of the picture's columns and rows on the target, in parts of its
// pixels: those of the columns are across and those of the rows down, but in a picture
// that lies on its side.
type edges struct {
	columns, rows []int32
	sideways      bool
	width, height int // of the target, in parts
}

// find computes the edges of a view. It keeps the memory.
func (e *edges) find(v *View) {
	t, fine := v.Turn(), *v
	fine.ScaleX, fine.ScaleY = v.ScaleX*Subpixels, v.ScaleY*Subpixels
	fine.OriginX, fine.OriginY = v.OriginX*Subpixels, v.OriginY*Subpixels
	e.sideways = v.Orientation.sideways()
	e.width, e.height = v.TargetWidth*Subpixels, v.TargetHeight*Subpixels
	e.columns, e.rows = e.columns[:0], e.rows[:0]
	for x := range v.Width + 1 {
		across, down := fine.place(t.A*x+t.X, t.C*x+t.Y)
		if e.sideways {
			across = down
		}
		e.columns = append(e.columns, int32(across))
	}
	for y := range v.Height + 1 {
		across, down := fine.place(t.B*y+t.X, t.D*y+t.Y)
		if e.sideways {
			down = across
		}
		e.rows = append(e.rows, int32(down))
	}
}

// cover returns what of a quad is on the rows of the target from one on up to another, in
// parts of pixels.
func (e *edges) cover(q quadpyramid.Quad, from, to int) (x0, y0, x1, y1 int) {
	x, y, size := q.X(), q.Y(), q.Size()
	x0, x1 = int(e.columns[x]), int(e.columns[x+size])
	y0, y1 = int(e.rows[y]), int(e.rows[y+size])
	if e.sideways {
		x0, x1, y0, y1 = y0, y1, x0, x1
	}
	return max(min(x0, x1), 0), max(min(y0, y1), from*Subpixels), min(max(x0, x1), e.width), min(max(y0, y1), to*Subpixels)
}

// add adds a quad in a premultiplied colour to the rows from one on up to another.
func (t tone) add(q quadpyramid.Quad, c uint64, e *edges, from, to int) {
	x0, y0, x1, y1 := e.cover(q, from, to)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	width := e.width / Subpixels
	for y := y0 / Subpixels; y*Subpixels < y1; y++ {
		row := t[y*width:][:width]
		high := c * uint64(min(y1, (y+1)*Subpixels)-max(y0, y*Subpixels))
		for x := x0 / Subpixels; x*Subpixels < x1; x++ {
			row[x] += high * uint64(min(x1, (x+1)*Subpixels)-max(x0, x*Subpixels))
		}
	}
}

// premultiplied packs a colour as a tone has it, with an opacity from 0 to 255.
func premultiplied(c color.RGBA, a uint32) uint64 {
	part := func(v byte) uint64 { return uint64((uint32(v)*a + 127) / 255) }
	return part(c.R) | part(c.G)<<16 | part(c.B)<<32 | uint64(a)<<48
}

// paint blends the rows from one on up to another with an image.
func (t tone) paint(dst *image.RGBA, v *View, from, to int) {
	const whole = 255 * Subpixels * Subpixels
	for y := from; y < to; y++ {
		row := dst.Pix[y*dst.Stride:][:4*v.TargetWidth]
		for x, sums := range t[y*v.TargetWidth:][:v.TargetWidth] {
			if sums == 0 {
				continue
			}
			clear := uint32(whole - sums>>48)
			for i := range 3 {
				p := &row[4*x+i]
				*p = byte((uint32(sums>>(16*i)&0xffff)*255 + uint32(*p)*clear + whole/2) / whole)
			}
		}
	}
}

// Toner computes on the CPU what package gloverlay draws of a list with small quads.
type Toner struct {
	brush    brush
	outlined []uint32
}

// Spread returns the tone of a view as shaders/overlay_tone.glsl has it, and the places in
// the list of the quads that have outlines, for a style that colours by size. Both are
// valid until the next call. It uses all cores.
func (t *Toner) Spread(list []quadpyramid.Quad, v *View, s Style) (sums []uint64, outlined []uint32) {
	t.brush.prepare(nil, v, s)
	inBands(runtime.GOMAXPROCS(0), v.TargetHeight, func(from, to int) { t.brush.spread(from, to, list, v, s) })
	from := s.OutlinedFrom(v)
	t.outlined = t.outlined[:0]
	for i, q := range list {
		if q.Level() >= from {
			t.outlined = append(t.outlined, uint32(i))
		}
	}
	return t.brush.tone, t.outlined
}
