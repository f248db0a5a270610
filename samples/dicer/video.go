package main

import (
	"image"
	"math"

	"ffkvadrat/samples/particles"
	"ffkvadrat/samples/voxels"
)

// The video: the slices appear one after the other while the camera orbits the cloud.
const (
	frames     = 240
	frameRate  = 30
	firstSlice = 10 // frame
	lastSlice  = 130
	angle      = 0.55
	distance   = 2.95
)

// look is a warm light from the top left and a cold one from the right.
var look = particles.Look{
	Key: particles.Vec{-0.55, 0.65, 0.52}.Unit(), Fill: particles.Vec{0.8, 0.1, 0.35}.Unit(),
	KeyColour: particles.Vec{1.75, 1.38, 1.00}, FillColour: particles.Vec{0.10, 0.17, 0.34}, Ambient: particles.Vec{0.03, 0.04, 0.07},
	Rim:    particles.Vec{0.05, 0.12, 0.22},
	Ground: particles.Vec{0.012, 0.017, 0.030}, Edge: particles.Vec{0.002, 0.003, 0.006},
	Near: distance - 0.9, Far: distance + 1.1, Haze: particles.Vec{0.010, 0.020, 0.050}, HazeMost: 0.85,
	Dome: 3.2, Bloom: 0.035,
}

// video draws the cloud of a list of points.
type video struct {
	painter *particles.Painter
	points  []voxels.Point
	radius  float64
	front   float64 // ends of the cloud along the slices
	back    float64
	cloud   []particles.Particle
}

func newVideo(width, height int, points []voxels.Point, side int) *video {
	f := &video{painter: particles.NewPainter(width, height, look), points: points, radius: 1.4 / float64(side), front: 1, back: -1}
	for _, p := range points {
		f.front, f.back = min(f.front, p.At[2]), max(f.back, p.At[2])
	}
	return f
}

// draw draws a frame.
func (f *video) draw(dst *image.RGBA, frame int) error {
	t := float64(frame) / frames
	f.cloud = f.cloud[:0]
	// The current slice glows, moving from front to back.
	cut := f.front + (f.back-f.front)*float64(frame-firstSlice)/(lastSlice-firstSlice)
	for _, p := range f.points {
		behind := cut - p.At[2]
		if behind < 0 {
			continue
		}
		at := particles.Vec(p.At)
		glow := math.Exp(-45 * behind)
		f.cloud = append(f.cloud, particles.Particle{
			At: at, Normal: particles.Vec(p.Normal), Radius: f.radius * (1 + 0.6*glow),
			Colour: tint(p.At[1], p.At[2]).Mix(particles.Vec{0.15, 0.9, 2.0}, glow), Glow: glow,
		})
	}
	f.painter.Paint(dst, camera(t), f.cloud)
	return nil
}

// camera orbits once about the y axis, rising and falling.
func camera(t float64) particles.Camera {
	return particles.Orbit(particles.Vec{0, -0.04, 0}, distance, 2*math.Pi*(t-0.04), 0.36+0.14*math.Sin(2*math.Pi*t), angle)
}

// tint returns the colour of glazed clay: by height from copper to teal.
func tint(y, z float64) particles.Vec {
	t := math.Max(0, math.Min(1, (y+0.62)/1.2))
	low, middle, high := particles.Vec{0.42, 0.06, 0.03}, particles.Vec{0.78, 0.27, 0.05}, particles.Vec{0.04, 0.40, 0.40}
	t = t * t * (3 - 2*t)
	if t < 0.5 {
		return low.Mix(middle, 2*t)
	}
	return middle.Mix(high, 2*t-1)
}
