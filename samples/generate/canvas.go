package main

import "math"

// colour is gamma-encoded R, G, B, each 0 to 1.
type colour struct{ r, g, b float32 }

// hex returns the colour 0xRRGGBB.
func hex(v uint32) colour {
	return colour{float32(v>>16) / 255, float32(v>>8&255) / 255, float32(v&255) / 255}
}

// over blends from c to d by a.
func (c colour) over(d colour, a float64) colour {
	t := float32(a)
	return colour{c.r + (d.r-c.r)*t, c.g + (d.g-c.g)*t, c.b + (d.b-c.b)*t}
}

func (c colour) times(f float64) colour {
	t := float32(f)
	return colour{c.r * t, c.g * t, c.b * t}
}

// canvas is an image of width × height pixels, row by row.
type canvas struct {
	width, height int
	pix           []colour
}

func newCanvas(width, height int) *canvas {
	return &canvas{width, height, make([]colour, width*height)}
}

// subsamples is the number of points per side over which a pixel is averaged.
const subsamples = 4

// fill sets the pixels of the rectangle to the mean of f over each pixel.
func (c *canvas) fill(x0, y0, x1, y1 int, f func(x, y float64) colour) {
	for y := max(y0, 0); y < min(y1, c.height); y++ {
		for x := max(x0, 0); x < min(x1, c.width); x++ {
			var sum colour
			for j := range subsamples {
				for i := range subsamples {
					p := f(float64(x)+(float64(i)+0.5)/subsamples, float64(y)+(float64(j)+0.5)/subsamples)
					sum.r += p.r
					sum.g += p.g
					sum.b += p.b
				}
			}
			c.pix[y*c.width+x] = sum.times(1.0 / (subsamples * subsamples))
		}
	}
}

// shape returns the coverage, 0 to 1, of the pixel with centre (x, y).
type shape func(x, y float64) float64

// paint blends the shape over the pixels of the rectangle.
func (c *canvas) paint(x0, y0, x1, y1 float64, s shape, ink func(x, y float64) colour) {
	for y := max(int(y0), 0); y < min(int(math.Ceil(y1)), c.height); y++ {
		for x := max(int(x0), 0); x < min(int(math.Ceil(x1)), c.width); x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			if a := s(px, py); a > 0 {
				p := &c.pix[y*c.width+x]
				*p = p.over(ink(px, py), a)
			}
		}
	}
}

func flat(c colour) func(x, y float64) colour {
	return func(x, y float64) colour { return c }
}

// coverage converts a signed distance in pixels, negative inside, to the covered fraction of a pixel.
func coverage(d float64) float64 { return math.Max(0, math.Min(1, 0.5-d)) }

// disc fills the circle of radius r about (cx, cy).
func (c *canvas) disc(cx, cy, r float64, ink func(x, y float64) colour) {
	c.paint(cx-r-1, cy-r-1, cx+r+1, cy+r+1, func(x, y float64) float64 {
		return coverage(math.Hypot(x-cx, y-cy) - r)
	}, ink)
}

// panel fills the rectangle with corners rounded by radius r.
func (c *canvas) panel(x0, y0, x1, y1, r float64, ink func(x, y float64) colour) {
	cx, cy := (x0+x1)/2, (y0+y1)/2
	hx, hy := (x1-x0)/2-r, (y1-y0)/2-r
	c.paint(x0-1, y0-1, x1+1, y1+1, func(x, y float64) float64 {
		dx, dy := math.Abs(x-cx)-hx, math.Abs(y-cy)-hy
		return coverage(math.Hypot(math.Max(dx, 0), math.Max(dy, 0)) + math.Min(math.Max(dx, dy), 0) - r)
	}, ink)
}

// line draws a straight stroke of the given width in pixels.
func (c *canvas) line(x0, y0, x1, y1, width float64, ink colour) {
	dx, dy := x1-x0, y1-y0
	n := dx*dx + dy*dy
	c.paint(math.Min(x0, x1)-width, math.Min(y0, y1)-width, math.Max(x0, x1)+width, math.Max(y0, y1)+width,
		func(x, y float64) float64 {
			t := math.Max(0, math.Min(1, ((x-x0)*dx+(y-y0)*dy)/n))
			d := math.Hypot(x-x0-t*dx, y-y0-t*dy)
			return coverage(d-width/2) * math.Min(width, 1)
		}, flat(ink))
}

// resample returns the canvas at another size: each new pixel is the mean of the area that it covers.
func (c *canvas) resample(width, height int) *canvas {
	if width == c.width && height == c.height {
		return c
	}
	wide := newCanvas(width, c.height)
	for y := range c.height {
		row := c.pix[y*c.width : (y+1)*c.width]
		for x := range width {
			wide.pix[y*width+x] = mean(len(row), width, x, func(i int) colour { return row[i] })
		}
	}
	out := newCanvas(width, height)
	for y := range height {
		for x := range width {
			out.pix[y*width+x] = mean(c.height, height, y, func(i int) colour { return wide.pix[i*width+x] })
		}
	}
	return out
}

// mean averages the n source pixels under pixel i of m.
func mean(n, m, i int, at func(int) colour) colour {
	a, b := float64(i*n)/float64(m), float64((i+1)*n)/float64(m)
	var sum colour
	for j := int(a); float64(j) < b && j < n; j++ {
		w := math.Min(b, float64(j+1)) - math.Max(a, float64(j))
		p := at(j).times(w / (b - a))
		sum.r += p.r
		sum.g += p.g
		sum.b += p.b
	}
	return sum
}
