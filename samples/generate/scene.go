package main

import (
	"fmt"
	"math"

	"ffkvadrat/samples/noise"
)

// The scene is drawn at this size and resampled for other sizes. All
// positions in this file are its pixels; times are seconds.
const (
	sceneWidth  = 1280
	sceneHeight = 720
	frameRate   = 25
)

// The flashing sign on top: its top left corner and its size.
const (
	signX, signY          = 392, 28
	signWidth, signHeight = 496, 60
	flashFrames           = 2
)

// The screen of temporal noise.
const (
	screenX, screenY          = 88, 262
	screenWidth, screenHeight = 112, 80
)

// scene draws frames: a background drawn once, and moving objects.
type scene struct {
	background *canvas
	canvas     *canvas // the frame being drawn
}

func newScene() *scene {
	s := &scene{background: newCanvas(sceneWidth, sceneHeight), canvas: newCanvas(sceneWidth, sceneHeight)}
	drawStreet(s.background)
	return s
}

// frame draws frame n. The canvas belongs to the scene and is overwritten by the next call.
func (s *scene) frame(n int) *canvas {
	c := s.canvas
	copy(c.pix, s.background.pix)
	t := float64(n) / frameRate
	drawNoise(c, n)
	drawDisc(c, t)
	drawSign(c, n)
	if b := brightness(t); b < 1 {
		for i := range c.pix {
			c.pix[i] = c.pix[i].times(b)
		}
	}
	return c
}

// brightness returns the fade to black and back between 8.1 s and 8.9 s.
func brightness(t float64) float64 {
	return noise.Smooth((math.Abs(t-8.5) - 0.04) / 0.36)
}

// discAt returns the centre of the disc.
func discAt(t float64) (x, y float64) {
	return 640 - 500*math.Cos(2*math.Pi*t/8), 540 - 62*math.Abs(math.Sin(2*math.Pi*t/3.2))
}

const discRadius = 76

func drawDisc(c *canvas, t float64) {
	x, y := discAt(t)
	const floor = 640.0
	height := (floor - y - discRadius) / 90 // 0 on the ground, 1 at the top
	rx, ry := discRadius*(1.0-0.1*height), 20.0
	c.paint(x-rx*1.5, floor-ry*1.5, x+rx*1.5, floor+ry*1.5, func(px, py float64) float64 {
		d := math.Hypot((px-x)/rx, (py-floor)/ry)
		return (0.62 - 0.25*height) * noise.Smooth((1.3-d)/0.6)
	}, flat(hex(0x14161c)))

	red, light, dark := hex(0xd6242b), hex(0xee5a4c), hex(0xa8141f)
	c.disc(x, y, discRadius, func(px, py float64) colour {
		d := math.Hypot(px-x+22, py-y+26) / discRadius
		return light.over(red, noise.Smooth(d/0.7)).over(dark, noise.Smooth((d-0.7)/0.7))
	})
}

func drawNoise(c *canvas, n int) {
	r := noise.Random(n + 1)
	for y := 0; y < screenHeight; y += 2 {
		for x := 0; x < screenWidth; x += 2 {
			v := 0.12 + 0.7*r.Unit()
			c.block(screenX+x, screenY+y, 2, 2, colour{float32(v * 0.94), float32(v), float32(v * 1.02)})
		}
	}
}

// drawSign draws the sign with the frame's number and time; it flashes white.
func drawSign(c *canvas, n int) {
	box, ink := hex(0x161b24), hex(0xffb347)
	if n%frameRate < flashFrames {
		box, ink = hex(0xffffff), hex(0x202020)
	}
	c.panel(signX, signY, signX+signWidth, signY+signHeight, 10, flat(box))
	ms := n * 1000 / frameRate
	c.text(signX+24, signY+16, 4, fmt.Sprintf("%04d", n), ink)
	c.text(signX+260, signY+16, 4, fmt.Sprintf("%02d:%02d.%02d", ms/60000, ms/1000%60, ms%1000/10), ink)
}
