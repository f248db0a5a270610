package main

import "math"

// drawChart draws a test chart of 290 × 270 pixels with its top left corner at (x, y): a star, gratings
// down to one pixel, a zone plate and small type.
func drawChart(c *canvas, x, y int) {
	paper, ink := hex(0xf4f1ea), hex(0x17191d)
	fx, fy := float64(x), float64(y)
	c.panel(fx-7, fy-7, fx+297, fy+277, 5, flat(hex(0x3a3f49)))
	c.panel(fx, fy, fx+290, fy+270, 2, flat(paper))
	c.text(x+12, y+10, 3, "FFKVADRAT", ink)
	c.text(x+188, y+10, 1, "QUADTREE TEST", ink)
	c.text(x+188, y+22, 1, "1280X720 25P", ink)

	const spokes = 36
	star(c, fx+76, fy+104, 62, func(dx, dy float64) bool {
		return math.Mod((math.Atan2(dy, dx)+math.Pi)*spokes/(2*math.Pi), 1) < 0.5
	}, paper, ink)
	// The phase of a zone plate grows as r²: its finest ring is 2 pixels wide.
	const plate = 62
	c.fill(x+150, y+42, x+274, y+166, func(px, py float64) colour {
		r := math.Hypot(px-fx-212, py-fy-104)
		if r > plate {
			return paper
		}
		return ink.over(paper, 0.5+0.5*math.Cos(math.Pi*r*r/(4*plate)))
	})

	for i, pitch := range []int{1, 2, 3, 4, 6} {
		grating(c, x+12+44*i, y+178, 36, 30, pitch, true, ink)
		grating(c, x+12+44*i, y+214, 36, 30, pitch, false, ink)
	}
	for i, tone := range []uint32{0xc23b33, 0xe0a72e, 0x3f8f4f, 0x2f6fb0, 0x7b4a9c, 0x8a8a8a} {
		c.block(x+234, y+178+11*i, 44, 11, hex(tone))
	}
	c.text(x+12, y+254, 1, "QUADTREE IN MOTION FOLLOWS EDGE AND TEXTURE", ink)
}

// star fills a circle with ink at the points whose offset from the centre is inside, else with paper.
func star(c *canvas, cx, cy, r float64, inside func(dx, dy float64) bool, paper, ink colour) {
	c.fill(int(cx-r)-1, int(cy-r)-1, int(cx+r)+2, int(cy+r)+2, func(x, y float64) colour {
		if math.Hypot(x-cx, y-cy) < r && inside(x-cx, y-cy) {
			return ink
		}
		return paper
	})
}

// grating draws bars of the given width in pixels with equal gaps.
func grating(c *canvas, x, y, width, height, bar int, upright bool, ink colour) {
	if upright {
		for i := 0; i < width; i += 2 * bar {
			c.block(x+i, y, min(bar, width-i), height, ink)
		}
		return
	}
	for j := 0; j < height; j += 2 * bar {
		c.block(x, y+j, width, min(bar, height-j), ink)
	}
}
