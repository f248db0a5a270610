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
var details = [DetailCount]struct{ name, title string }{{"auto", "Auto"}, {"full", "Full"}}

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
	if s.Detail == Full || s.box != (image.Point{}) {
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
	if s.hides(level) {
		return 0
	}
	return float32(inParts(s.Opacity*looks[s.Look].tone*(1-s.outlined(v, level)))) / 255
}

// Toned reports whether quads have a tone in a view.
func (s Style) Toned(v *View) bool {
	return s.Tone(v, max(s.Only-1, 0)) > 0 // of those drawn, the smallest have the strongest
}

// Subpixels is how many parts a target pixel has along an axis. The edges of quads lie
// on these parts, so the areas of neighbours add up to that of the pixel.
const Subpixels = 1 << subpixelBits

const subpixelBits = 4

// tone has the sums of the quads' premultiplied colours, times the areas that they cover,
// for each pixel of the target. A sum has 16 bits, red lowest, opacity highest. Quads of
// a list do not overlap, so it is at most 255·256.
type tone []uint64

// edges are the places of the picture's columns and rows on the target, in parts of its
// pixels. Those of the columns are across and those of the rows down, but if the picture
// lies on its side it is the other way round.
type edges struct {
	columns, rows []int32
	sideways      bool
	stride        int // pixels in a row of the target
}

// Whole returns of which coordinates in the picture the multiples are on whole pixels, 0 for
// none. These are the edges of cells beside the tone, which begin on whole pixels.
func (s Style) Whole(v *View) int {
	if !looks[s.Look].cells {
		return 0
	}
	return 1 << s.OutlinedFrom(v)
}

// find computes the edges of a view, of which only the target matters. Multiples of whole,
// if that is not 0, are on whole pixels, and the edges between two of them stay there. It
// keeps the memory.
func (e *edges) find(v *View, whole int) {
	t, fine := v.Turn(), *v
	fine.ScaleX, fine.ScaleY = v.ScaleX*Subpixels, v.ScaleY*Subpixels
	fine.OriginX, fine.OriginY = v.OriginX*Subpixels, v.OriginY*Subpixels
	e.sideways, e.stride = v.Orientation.sideways(), v.TargetWidth
	ends := [2]int{v.TargetWidth * Subpixels, v.TargetHeight * Subpixels}
	// places appends those of n coordinates, of which turned makes one of the turned picture.
	places := func(to []int32, n, axis int, turned func(i int) int) []int32 {
		at := func(v *View, i int) int {
			x, y := v.place(turned(i), turned(i))
			return [2]int{x, y}[axis]
		}
		for i := range n {
			place := at(&fine, i)
			if whole > 0 {
				before := i / whole * whole
				one, other := at(v, before)*Subpixels, at(v, before+whole)*Subpixels
				place = min(max(place, min(one, other)), max(one, other))
				if i == before {
					place = one
				}
			}
			to = append(to, int32(min(max(place, 0), ends[axis])))
		}
		return to
	}
	across, down := 0, 1
	if e.sideways {
		across, down = 1, 0
	}
	e.columns = places(e.columns[:0], v.Width+1, across, func(x int) int {
		if e.sideways {
			return t.C*x + t.Y
		}
		return t.A*x + t.X
	})
	e.rows = places(e.rows[:0], v.Height+1, down, func(y int) int {
		if e.sideways {
			return t.B*y + t.X
		}
		return t.D*y + t.Y
	})
}

// within returns the first of the picture's rows that are on the target's rows from one on
// up to another, and the one after the last; in a picture on its side, of its columns.
func (e *edges) within(from, to int) (first, end int) {
	down := e.rows
	if e.sideways {
		down = e.columns
	}
	first = len(down)
	for i := range len(down) - 1 {
		if max(down[i], down[i+1]) > int32(from*Subpixels) && min(down[i], down[i+1]) < int32(to*Subpixels) {
			first, end = min(first, i), i+1
		}
	}
	return first, end
}

// cover returns what of a quad is on the target, in parts of pixels.
func (e *edges) cover(q quadpyramid.Quad) (x0, y0, x1, y1 int32) {
	x, y, size := q.X(), q.Y(), q.Size()
	x0, x1, y0, y1 = e.columns[x], e.columns[x+size], e.rows[y], e.rows[y+size]
	if e.sideways {
		x0, x1, y0, y1 = y0, y1, x0, x1
	}
	return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
}

// add adds a quad in a premultiplied colour to the rows from one on up to another.
func (t tone) add(q quadpyramid.Quad, c uint64, e *edges, from, to int32) {
	x0, y0, x1, y1 := e.cover(q)
	y0, y1 = max(y0, from*Subpixels), min(y1, to*Subpixels)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	left, right := x0>>subpixelBits, (x1-1)>>subpixelBits
	for y := y0 >> subpixelBits; y<<subpixelBits < y1; y++ {
		high := c * uint64(min(y1, (y+1)<<subpixelBits)-max(y0, y<<subpixelBits))
		row := t[int(y)*e.stride+int(left):][:right-left+1]
		if left == right {
			row[0] += high * uint64(x1-x0)
			continue
		}
		last := len(row) - 1
		row[0] += high * uint64((left+1)<<subpixelBits-x0)
		for i := 1; i < last; i++ {
			row[i] += high * Subpixels
		}
		row[last] += high * uint64(x1-right<<subpixelBits)
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
