package overlay

import (
	"fmt"
	"image"
	"image/color"
	"runtime"
	"slices"

	"ffkvadrat/quadpyramid"
)

// Detail is how quads that are small on the target are drawn.
type Detail uint8

const (
	// Auto draws quads below a few target pixels as a tone: their colour spread over the pixels that
	// they cover. Outlines would hide the picture.
	Auto        Detail = iota
	Full               // all quads have outlines
	Fade               // as Auto, but outlines fade and the tone is fainter, so that the picture stays visible under dense quads
	DetailCount        // number of details
)

// details has a row for each detail.
var details = [DetailCount]struct {
	name, title string
	// A quad whose side is at most from line widths has no outline but a tone. The outline has its whole
	// opacity from full on, and the tone is gone from bare on. In between they fade, so that zooming is smooth.
	from, full, bare float32
	tone             float32 // opacity of small quads' tone relative to the look's
}{
	Auto: {name: "auto", title: "Tint", from: 4, full: 8, bare: 8, tone: 1},
	Full: {name: "full", title: "Full"},
	Fade: {name: "fade", title: "Fade", from: 3, full: 20, bare: 10, tone: 0.3},
}

// ParseDetail returns the detail with a name from String.
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

// parts returns the opacities of a level's outlines and of its tone in a view, relative to the look's.
func (s Style) parts(v *View, level int) (outline, tone float32) {
	if s.Detail == Full || s.box != (image.Point{}) {
		return 1, 0
	}
	d := &details[s.detail()]
	side := v.side(level)/float32(max(s.Width(), 1)) - d.from
	if looks[s.Look].cells { // cells have no outlines
		if side < 0 {
			return 0, d.tone
		}
		return 1, 0
	}
	return min(max(side/(d.full-d.from), 0), 1), d.tone * (1 - min(max(side/(d.bare-d.from), 0), 1))
}

// detail returns the detail that applies: Fade is for outlines alone.
func (s Style) detail() Detail {
	if s.Detail == Fade && looks[s.Look].inside > 0 {
		return Auto
	}
	return s.Detail
}

// Keeping returns the style for lists whose smallest quads are what is sought, if they are: Fade would
// make them faint.
func (s Style) Keeping(small bool) Style {
	if small && s.Detail == Fade {
		s.Detail = Auto
	}
	return s
}

// OutlinedFrom returns the lowest level with outlines in a view.
func (s Style) OutlinedFrom(v *View) int {
	level := 0
	for ; level < Levels-1; level++ {
		if outline, _ := s.parts(v, level); outline > 0 {
			break
		}
	}
	return level
}

// DrawnFrom returns the lowest level that is drawn in a view with outlines or as a whole tone. Of smaller quads
// a faint tone says only that they are there.
func (s Style) DrawnFrom(v *View) int {
	if details[s.detail()].tone == 1 && s.Tone(v, 0) > 0 {
		return 0
	}
	return s.OutlinedFrom(v)
}

// side returns the length of a quad's shorter side in target pixels.
func (v *View) side(level int) float32 { return float32(int(1)<<level) * min(v.ScaleX, v.ScaleY) }

// Tone returns the opacity of the tone of a level's quads in a view, in 255ths; 0 for levels with
// outlines only.
func (s Style) Tone(v *View, level int) float32 {
	if s.hides(level) {
		return 0
	}
	_, tone := s.parts(v, level)
	return float32(inParts(s.Opacity*looks[s.Look].tone*tone)) / 255
}

// Tones reports whether any quads have a tone in some view.
func (s Style) Tones() bool { return details[s.detail()].tone > 0 && s.box == (image.Point{}) }

// Toned reports whether any quads have a tone in a view.
func (s Style) Toned(v *View) bool {
	return s.Tone(v, max(s.Only-1, 0)) > 0 // of the levels drawn, the smallest has the strongest tone
}

// Subpixels is the number of subpixels of a target pixel along an axis. Quad edges lie on subpixels, so
// that the areas of neighbours add up to the pixel's.
const Subpixels = 1 << subpixelBits

const subpixelBits = 4

// tone holds, for each target pixel, the sums of the quads' premultiplied colours weighted by the
// covered areas. A sum has 16 bits, red lowest, opacity highest. The quads of a list do not overlap, so
// a sum is at most toneOne.
type tone []uint64

// toneOne is the sum of an opaque pixel.
const toneOne = 255 * Subpixels * Subpixels

// sized returns a tone of a view's target, in the same memory if that is enough; its contents are lost.
func sized(t tone, v *View) tone {
	n := v.TargetWidth * v.TargetHeight
	return slices.Grow(t[:0], n)[:n]
}

// edges are the target positions of the picture's columns and rows, in subpixels. across has those of
// the columns and down those of the rows, or the reverse if the picture is rotated sideways.
type edges struct {
	columns, rows []int32
	sideways      bool
	stride        int // pixels per target row
}

// Whole returns the step of picture coordinates that lie on whole target pixels, 0 for none. These are
// the edges of cells next to the tone, which start on whole pixels.
func (s Style) Whole(v *View) int {
	if !looks[s.Look].cells {
		return 0
	}
	return 1 << s.OutlinedFrom(v)
}

// find computes the edges of a view that are on the target. Multiples of whole, if that is not 0, lie
// on whole pixels, and edges between two of them stay there. It reuses its memory.
func (e *edges) find(v *View, whole int) {
	t, fine := v.Turn(), *v
	fine.ScaleX, fine.ScaleY = v.ScaleX*Subpixels, v.ScaleY*Subpixels
	fine.OriginX, fine.OriginY = v.OriginX*Subpixels, v.OriginY*Subpixels
	e.sideways, e.stride = v.Orientation.sideways(), v.TargetWidth
	ends := [2]int{v.TargetWidth * Subpixels, v.TargetHeight * Subpixels}
	// places appends the positions of n coordinates; turned maps a coordinate to the transformed
	// picture.
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

// within returns the range of picture rows on target rows from to to−1, end exclusive; of columns in a
// picture rotated sideways.
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

// cover returns the part of a quad on the target, in subpixels.
func (e *edges) cover(q quadpyramid.Quad) (x0, y0, x1, y1 int32) {
	x, y, size := q.X(), q.Y(), q.Size()
	x0, x1, y0, y1 = e.columns[x], e.columns[x+size], e.rows[y], e.rows[y+size]
	if e.sideways {
		x0, x1, y0, y1 = y0, y1, x0, x1
	}
	return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
}

// add adds a quad in a premultiplied colour to rows from to to−1.
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

// premultiplied packs a colour with an opacity from 0 to 255 in the format of a tone.
func premultiplied(c color.RGBA, a uint32) uint64 {
	part := func(v byte) uint64 { return uint64((uint32(v)*a + 127) / 255) }
	return part(c.R) | part(c.G)<<16 | part(c.B)<<32 | uint64(a)<<48
}

// paint blends rows from to to−1 into an image.
func (t tone) paint(dst *image.RGBA, v *View, from, to int) {
	for y := from; y < to; y++ {
		row := dst.Pix[y*dst.Stride:][:4*v.TargetWidth]
		for x, sums := range t[y*v.TargetWidth:][:v.TargetWidth] {
			if sums == 0 {
				continue
			}
			clear := uint32(toneOne - sums>>48)
			for i := range 3 {
				p := &row[4*x+i]
				*p = byte((uint32(sums>>(16*i)&0xffff)*255 + uint32(*p)*clear + toneOne/2) / toneOne)
			}
		}
	}
}

// Toner computes on the CPU what package gloverlay draws for a list with small quads.
type Toner struct {
	brush    brush
	outlined []uint32
}

// Spread returns the tone of a view in the format of shaders/overlay_tone.glsl, and the indices of the
// quads with outlines. rgb is the picture, for a style that shows its means. Both are valid until the next
// call. It uses all cores.
func (t *Toner) Spread(list []quadpyramid.Quad, rgb *image.RGBA, v *View, s Style) (sums []uint64, outlined []uint32) {
	t.brush.prepare(rgb, v, s)
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
