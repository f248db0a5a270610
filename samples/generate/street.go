package main

import (
	"math"

	"ffkvadrat/samples/noise"
)

// Rows of the street's parts.
const (
	horizon   = 396 // vanishing row of the ground
	farPaving = 436 // start of the far pavement
	kerb      = 470 // start of the roadway
	nearKerb  = 668 // start of the near pavement
)

// drawStreet draws everything that does not move.
func drawStreet(c *canvas) {
	c.fill(0, 0, sceneWidth, farPaving, sky)
	drawClouds(c)
	drawSkyline(c)
	c.fill(0, farPaving, sceneWidth, sceneHeight, ground)
	drawLeftHouse(c)
	drawRightHouse(c)
	drawChart(c, 958, 122)
	drawLamp(c)
}

func sky(x, y float64) colour {
	t := y / farPaving
	return hex(0x2f5d94).over(hex(0xf6c79a), noise.Smooth(t*1.05)).over(hex(0xfbe3c2), noise.Smooth((t-0.6)/0.6)*0.7)
}

func drawClouds(c *canvas) {
	ink := func(x, y float64) colour { return sky(x, y).over(hex(0xfff4e6), 0.55) }
	for _, p := range [][4]float64{{372, 176, 560, 200}, {410, 158, 500, 184}, {690, 128, 880, 150}, {738, 110, 826, 140}} {
		c.panel(p[0], p[1], p[2], p[3], (p[3]-p[1])/2, ink)
	}
}

// drawSkyline draws two rows of far houses, flat, some windows lit.
func drawSkyline(c *canvas) {
	r := noise.Random(7)
	for row, tone := range []colour{hex(0xc49a9a), hex(0x7a6a86)} {
		for x := 316.0; x < 940; {
			w := 34 + 40*r.Unit()
			top := 300 + 50*float64(row) + 46*r.Unit()
			c.panel(math.Round(x), math.Round(top), math.Round(x+w), farPaving+2, 0, flat(tone))
			for y := top + 8; row == 1 && y < farPaving-14; y += 12 {
				for i := x + 6; i < x+w-8; i += 10 {
					if r.Unit() < 0.35 {
						c.block(int(i), int(y), 4, 6, hex(0xffd98a))
					}
				}
			}
			x += w
		}
	}
}

// ground returns the colour of a point below the far houses.
func ground(x, y float64) colour {
	// One unit of depth is the distance of the picture's bottom edge.
	z := (sceneHeight - horizon) / (y - horizon)
	wx := (x - sceneWidth/2) * z / 560
	switch {
	case y < kerb-7:
		return slabs(wx, z, 0.5, 0.45, 0.035, hex(0xb9aea2))
	case y < kerb:
		return hex(0xd9d2c6).over(hex(0x6d675f), noise.Smooth((y-kerb+5)/4))
	case y < nearKerb:
		return asphalt(x, y, wx, z)
	case y < nearKerb+8:
		return hex(0x4d4a48).over(hex(0xded7cb), noise.Smooth((y-nearKerb)/2))
	}
	return slabs(wx, z, 0.26, 0.09, 0.006, hex(0xb5a797))
}

// slabs returns the colour of paving in stretcher bond: width and depth of a slab and the width of a
// joint are in ground units.
func slabs(x, z, width, depth, joint float64, tone colour) colour {
	row := math.Floor(z / depth)
	x += math.Mod(row, 2) * width / 2
	column := math.Floor(x / width)
	u, v := x-column*width, z-row*depth
	if u < joint || v < joint {
		return tone.times(0.62)
	}
	shade := 0.9 + 0.16*noise.Lattice(int(column), int(row)) + 0.10*(noise.Value(x*90, z*90)-0.5)
	return tone.times(shade)
}

// asphalt returns the colour of the roadway: grain that fades with distance, patches, a dashed centre
// line.
func asphalt(x, y, wx, z float64) colour {
	near := 1 / z
	grain := 0.22*near*(noise.Value(wx*190, z*150)-0.5) + 0.16*near*(noise.Value(wx*85+9, z*70)-0.5)
	patch := 0.12 * (noise.Value(wx*1.6+3, z*2.2) - 0.5)
	c := hex(0x5c6068).times(1 + grain + patch)
	if z > 2.1 && z < 2.26 && math.Mod(wx+20, 0.9) < 0.5 {
		worn := noise.Value(wx*60, z*60)
		return c.over(hex(0xe9e4d6), 0.75+0.2*worn)
	}
	return c
}

func drawLeftHouse(c *canvas) {
	wall := func(x, y float64) colour { return hex(0x2e6f73).over(hex(0x5fa39a), noise.Smooth(x/300)) }
	c.panel(-10, 96, 318, farPaving+4, 0, wall)
	c.panel(-10, 84, 328, 98, 0, flat(hex(0xe8dcc6)))
	c.panel(-10, 418, 318, farPaving+4, 0, flat(hex(0x24474b)))
	for _, x := range []float64{34, 132, 230} {
		c.panel(x-5, 125, x+59, 215, 0, flat(hex(0xe8dcc6)))
		c.panel(x, 130, x+54, 210, 0, func(px, py float64) colour {
			return hex(0x1d3340).over(hex(0x7fa8b8), noise.Smooth((py-px+x-90)/110))
		})
		c.panel(x+26, 130, x+28, 210, 0, flat(hex(0xe8dcc6)))
	}
	c.panel(screenX-10, screenY-10, screenX+screenWidth+10, screenY+screenHeight+10, 6, flat(hex(0x101418)))
	c.panel(232, 300, 290, 419, 0, flat(hex(0xe8dcc6)))
	c.panel(238, 306, 284, 419, 0, flat(hex(0x8e3b2f)))
	c.disc(277, 366, 3, flat(hex(0xf2d27a)))
}

func drawRightHouse(c *canvas) {
	wall := func(x, y float64) colour { return hex(0xeadfca).over(hex(0xcdb798), noise.Smooth((x-930)/350)) }
	c.panel(926, 62, 1300, farPaving+4, 0, wall)
	c.panel(916, 50, 1300, 64, 0, flat(hex(0x8a4b3a)))
	c.panel(926, 412, 1300, farPaving+4, 0, flat(hex(0x9a8468)))
}

// drawLamp draws a street lamp and the wires that hang from it.
func drawLamp(c *canvas) {
	iron := hex(0x20262e)
	for i := range 3 {
		y := 232 + 9*float64(i)
		const pieces = 40
		at := func(k int) (float64, float64) {
			t := float64(k) / pieces
			return 318 + 608*t, y + 4*(26+6*float64(i))*t*(1-t)
		}
		for k := range pieces {
			x0, y0 := at(k)
			x1, y1 := at(k + 1)
			c.line(x0, y0, x1, y1, 1.3, iron)
		}
	}
	c.line(862, 452, 862, 190, 6, iron)
	c.line(862, 192, 826, 184, 4, iron)
	c.panel(800, 180, 832, 190, 4, flat(hex(0xfff1c4)))
	c.panel(853, 436, 871, 456, 3, flat(iron))
}
