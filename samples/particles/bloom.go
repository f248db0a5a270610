package particles

import (
	"image"
	"math"
)

// bloom is the light that a cloud emits, and the halo around it. Its buffers have three values per
// pixel, which are 0 outside of the rectangle reach.
type bloom struct {
	width, height int
	light, halo   []float32
	reach         image.Rectangle
	rows          []float32 // result of a box filter along rows
	sums          []float64 // of columns
	zeros         []float32 // a row
}

func newBloom(width, height int) bloom {
	n := 3 * width * height
	return bloom{width: width, height: height, light: make([]float32, n), halo: make([]float32, n), rows: make([]float32, n), sums: make([]float64, 3*width), zeros: make([]float32, 3*width)}
}

// row returns row y of a buffer within reach.
func (b *bloom) row(pixels []float32, y int) []float32 {
	return pixels[3*(y*b.width+b.reach.Min.X):][:3*b.reach.Dx()]
}

func (b *bloom) clear() {
	for y := b.reach.Min.Y; y < b.reach.Max.Y; y++ {
		clear(b.row(b.light, y))
		clear(b.row(b.halo, y))
	}
	b.reach = image.Rectangle{}
}

// leastGlow is the least glow that counts. Less is lost when it is added to other light.
const leastGlow = 1e-18

// add adds the light of a particle at a place in the picture.
func (b *bloom) add(x, y, r float64, c *Particle) {
	px, py := int(math.Floor(x)), int(math.Floor(y))
	if c.Glow < leastGlow || px < 0 || py < 0 || px >= b.width || py >= b.height {
		return
	}
	b.reach = b.reach.Union(image.Rect(px, py, px+1, py+1))
	for k, v := range c.Colour {
		b.light[3*(py*b.width+px)+k] += float32(v * c.Glow * math.Pi * r * r)
	}
}

// passes is the number of box filters that approximate a Gaussian.
const passes = 3

// blur computes the halo: the light, blurred by box filters, and again by wider ones.
func (b *bloom) blur(radius int) {
	if b.reach.Empty() {
		return
	}
	wide := 4 * radius
	b.reach = b.reach.Inset(-passes * wide).Intersect(image.Rect(0, 0, b.width, b.height))
	for y := b.reach.Min.Y; y < b.reach.Max.Y; y++ {
		copy(b.row(b.halo, y), b.row(b.light, y))
	}
	for range passes {
		b.box(b.halo, radius)
		b.box(b.light, wide)
	}
	for y := b.reach.Min.Y; y < b.reach.Max.Y; y++ {
		halo := b.row(b.halo, y)
		for i, v := range b.row(b.light, y) {
			halo[i] += 2 * v
		}
	}
}

// at returns the halo of a pixel.
func (b *bloom) at(n int) *[3]float32 { return (*[3]float32)(b.halo[3*n:]) }

// box replaces each pixel by the mean of the square of side 2·radius + 1 around it.
func (b *bloom) box(pixels []float32, radius int) {
	sums, scale := b.sums[:3*b.reach.Dx()], 1/float32(2*radius+1)
	clear(sums)
	for y := b.reach.Min.Y - radius; y < b.reach.Max.Y; y++ {
		come, gone := b.zeros, b.zeros // rows that enter and leave the square
		if y+radius < b.reach.Max.Y {
			come = b.row(b.rows, y+radius)
			boxRow(come, b.row(pixels, y+radius), radius)
		}
		if y-radius-1 >= b.reach.Min.Y {
			gone = b.row(b.rows, y-radius-1)
		}
		come, gone = come[:len(sums)], gone[:len(sums)]
		if y < b.reach.Min.Y {
			for i, v := range come {
				sums[i] += float64(v)
			}
			continue
		}
		out := b.row(pixels, y)[:len(sums)]
		for i := range sums {
			sum := sums[i] + float64(come[i]) - float64(gone[i])
			sums[i] = sum
			out[i] = float32(sum) * scale
		}
	}
}

// boxRow writes the means of 2·radius + 1 pixels around each pixel of a row.
func boxRow(dst, src []float32, radius int) {
	scale := 1 / float32(2*radius+1)
	var red, green, blue float64
	for at := 0; at < min(3*radius, len(src)); at += 3 {
		red, green, blue = red+float64(src[at]), green+float64(src[at+1]), blue+float64(src[at+2])
	}
	for at := 0; at < len(src); at += 3 {
		if come := at + 3*radius; come < len(src) {
			red, green, blue = red+float64(src[come]), green+float64(src[come+1]), blue+float64(src[come+2])
		}
		if gone := at - 3*radius - 3; gone >= 0 {
			red, green, blue = red-float64(src[gone]), green-float64(src[gone+1]), blue-float64(src[gone+2])
		}
		dst[at], dst[at+1], dst[at+2] = float32(red)*scale, float32(green)*scale, float32(blue)*scale
	}
}
