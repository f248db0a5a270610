package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"

	"ffkvadrat/edge"
	"ffkvadrat/overlay/png"
	"ffkvadrat/quadpyramid"
)

// The icon is the sign for playing as a quadtree: a triangle on a ground of iconCells × iconCells
// pixels, both split into quads. docs/pictures/logo.svg is the same drawing.
const iconCells = 16

// iconSizes are the sides of the PNG files, in pixels.
var iconSizes = []int{48, 64, 128, 256, 512}

// The colours of quads by level, those of the player's theme.
var (
	triangleColours = []color.RGBA{{150, 208, 255, 255}, {110, 188, 255, 255}, {64, 160, 240, 255}}
	groundColours   = []color.RGBA{{78, 87, 108, 255}, {66, 73, 90, 255}, {54, 59, 72, 255}}
	gapColour       = color.RGBA{22, 24, 29, 255}
)

// tile is a square with round corners. All lengths are in cells.
type tile struct {
	x, y, side, radius float64
	colour             color.RGBA
}

// icon is the drawing: an outline, and the quads inside it.
type icon struct {
	outline tile
	quads   []tile
	at      [iconCells][iconCells]int // the quad that covers the cell, by row and column
}

func newIcon() *icon {
	c := &icon{outline: tile{0, 0, iconCells, 2.5, gapColour}}
	add := func(mask *edge.Mask, colours []color.RGBA) {
		const gap = 0.07
		for _, q := range new(quadpyramid.Reference).Build(nil, mask, quadpyramid.Unlimited) {
			side := float64(q.Size()) - 2*gap
			t := tile{float64(q.X()) + gap, float64(q.Y()) + gap, side, min(0.2*side, 0.3), colours[q.Level()]}
			for i := range q.Size() * q.Size() {
				c.at[q.Y()+i/q.Size()][q.X()+i%q.Size()] = len(c.quads)
			}
			c.quads = append(c.quads, t)
		}
	}
	triangle, ground := new(edge.Mask), new(edge.Mask)
	triangle.Resize(iconCells, iconCells)
	ground.Resize(iconCells, iconCells)
	for y := range iconCells {
		const left, top = 4, 2
		rows := min(y, iconCells-1-y) - top // from the nearer corner of the triangle
		for x := range iconCells {
			if i := y*iconCells + x; rows >= 0 && x >= left && x < left+(7*rows+7)/4 {
				triangle.Leaf[i] = 1
			} else {
				ground.Leaf[i] = 1
			}
		}
	}
	add(ground, groundColours)
	add(triangle, triangleColours)
	return c
}

// svg writes the icon as vectors.
func (c *icon) svg() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", iconCells, iconCells)
	fmt.Fprintf(&b, "<clipPath id=\"outline\"><rect width=\"%g\" height=\"%[1]g\" rx=\"%[2]g\"/></clipPath>\n<g clip-path=\"url(#outline)\">\n",
		c.outline.side, c.outline.radius)
	for _, t := range append([]tile{c.outline}, c.quads...) {
		fmt.Fprintf(&b, "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4[3]g\" rx=\"%.2[4]g\" fill=\"#%02[5]x%02[6]x%02[7]x\"/>\n",
			t.x, t.y, t.side, t.radius, t.colour.R, t.colour.G, t.colour.B)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// png writes the icon with size × size pixels.
func (c *icon) png(size int) ([]byte, error) {
	const samples = 8 // per side of a pixel
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	step := float64(iconCells) / float64(size*samples)
	for i := range size * size {
		x, y := i%size, i/size
		var sum [4]int
		for s := range samples * samples {
			p := c.colour((float64(x*samples+s%samples)+0.5)*step, (float64(y*samples+s/samples)+0.5)*step)
			for k, v := range [4]uint8{p.R, p.G, p.B, p.A} {
				sum[k] += int(v)
			}
		}
		for k, v := range sum {
			img.Pix[4*i+k] = uint8((v + samples*samples/2) / (samples * samples))
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// colour returns the icon's colour at a point.
func (c *icon) colour(x, y float64) color.RGBA {
	if !c.outline.holds(x, y) {
		return color.RGBA{}
	}
	if t := c.quads[c.at[int(y)][int(x)]]; t.holds(x, y) {
		return t.colour
	}
	return c.outline.colour
}

// holds reports whether a point is in the tile.
func (t tile) holds(x, y float64) bool {
	x, y = x-t.x, y-t.y
	if x < 0 || y < 0 || x > t.side || y > t.side {
		return false
	}
	// The offset from the centre of the corner's circle.
	dx := max(t.radius-x, x-(t.side-t.radius), 0)
	dy := max(t.radius-y, y-(t.side-t.radius), 0)
	return dx*dx+dy*dy <= t.radius*t.radius
}
