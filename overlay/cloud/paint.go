package cloud

import (
	"image"
	"image/color"
	"math"
	"slices"

	"ffkvadrat/quadpyramid"
)

// Picture is the quads of a frame with their colours.
type Picture struct {
	Quads   []quadpyramid.Quad
	Colours []color.RGBA // one per quad
	// Cubed says that the quads are cross-sections of cubes in the frame, which is frame Within of its
	// window.
	Cubed  bool
	Within int
}

// Begun appends the quads that are cross-sections of cubes beginning in frame within of their window: a
// continuing cloud already has the other cubes.
func Begun(dst, quads []quadpyramid.Quad, within int) []quadpyramid.Quad {
	for _, q := range quads {
		if since(q, within) == 0 {
			dst = append(dst, q)
		}
	}
	return dst
}

// since returns how many frames before frame within of a window the cube of quad q began: cubes begin
// at multiples of their size.
func since(q quadpyramid.Quad, within int) int { return within & (q.Size() - 1) }

// Colours appends the colour of each quad in a picture: that of the pixel at its centre, the lower
// right of the four there.
func Colours(dst []color.RGBA, rgb *image.RGBA, quads []quadpyramid.Quad) []color.RGBA {
	for _, q := range quads {
		dst = append(dst, rgb.RGBAAt(q.X()+q.Size()/2, q.Y()+q.Size()/2))
	}
	return dst
}

// Surround is the colour around the cloud, a dark gray on which black particles are seen.
var Surround = color.RGBA{58, 60, 66, 255}

// Faded returns the colour of a particle in a frame of some age: it fades into the surround, to a
// quarter of itself at the oldest. Ages outside the cloud count as its nearest age.
func Faded(c color.RGBA, age int) color.RGBA {
	part := uint32(255 - min(max(age, 0), Frames-1)*192/Frames)
	mix := func(c, ground uint8) uint8 { return uint8((uint32(c)*part + uint32(ground)*(255-part) + 127) / 255) }
	return color.RGBA{mix(c.R, Surround.R), mix(c.G, Surround.G), mix(c.B, Surround.B), 255}
}

// Painter draws clouds. Its memory grows with the targets.
type Painter struct{ ahead []int32 }

// Paint draws a cloud into an image of the target's size, from (0, 0). pictures has the newest frame
// first, and at most Frames of them. Nearer particles hide farther ones; at equal distance that of the
// newer frame wins, and within a frame the later one in the list.
func (p *Painter) Paint(dst *image.RGBA, pictures []Picture, v *View) {
	n := dst.Rect.Dx() * dst.Rect.Dy()
	p.ahead = slices.Grow(p.ahead[:0], n)[:n]
	for i := range p.ahead {
		p.ahead[i] = math.MaxInt32
	}
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride:][:4*dst.Rect.Dx()]
		for x := 0; x < len(row); x += 4 {
			row[x], row[x+1], row[x+2], row[x+3] = Surround.R, Surround.G, Surround.B, 255
		}
	}
	for age := range pictures {
		picture := &pictures[age]
		for i := len(picture.Quads) - 1; i >= 0; i-- {
			q, ages := picture.Quads[i], int32(2*age)
			if picture.Cubed {
				ages = cubeAges(q, age+since(q, picture.Within))
			}
			if at, ok := v.particle(q, ages); ok {
				p.splat(dst, at, Faded(picture.Colours[i], int(ages>>1)))
			}
		}
	}
}

func (p *Painter) splat(dst *image.RGBA, at Particle, c color.RGBA) {
	square := image.Rect(at.Left, at.Top, at.Left+at.Side, at.Top+at.Side).Intersect(dst.Rect)
	for y := square.Min.Y; y < square.Max.Y; y++ {
		ahead := p.ahead[y*dst.Rect.Dx():][square.Min.X:square.Max.X]
		row := dst.Pix[y*dst.Stride:][4*square.Min.X : 4*square.Max.X]
		for x, nearest := range ahead {
			if at.Ahead < nearest {
				ahead[x] = at.Ahead
				copy(row[4*x:4*x+4], []uint8{c.R, c.G, c.B, 255})
			}
		}
	}
}
