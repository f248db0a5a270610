package main

import (
	"image"
	"math"

	"ffkvadrat/samples/particles"
	"ffkvadrat/samples/voxels"
)

// The video: the heart beats and then bursts.
const (
	frames    = 210
	frameRate = 30
	burst     = 84 // frame
	beat      = 28 // frames
	angle     = 0.62
	distance  = 3.9
)

// Parameters of the burst; lengths are in units of the volume, which spans −1 to 1, times are seconds.
const (
	speed   = 2.6 // maximum speed away from the surface
	drag    = 1.9 // rate at which the speed decays
	gravity = 0.55
	swirl   = 0.5 // about the y axis
	cooling = 0.9
)

// look is a rosy light from the top left and a violet one from the right.
var look = particles.Look{
	Key: particles.Vec{-0.5, 0.7, 0.5}.Unit(), Fill: particles.Vec{0.85, -0.1, 0.3}.Unit(),
	KeyColour: particles.Vec{1.7, 1.35, 1.25}, FillColour: particles.Vec{0.16, 0.10, 0.36}, Ambient: particles.Vec{0.04, 0.02, 0.05},
	Rim:    particles.Vec{0.28, 0.05, 0.16},
	Ground: particles.Vec{0.026, 0.006, 0.016}, Edge: particles.Vec{0.004, 0.001, 0.004},
	Near: distance - 1, Far: distance + 2.2, Haze: particles.Vec{0.03, 0.006, 0.03}, HazeMost: 0.9,
	Dome: 3, Bloom: 0.03,
}

// video draws the cloud of a list of points.
type video struct {
	painter *particles.Painter
	points  []voxels.Point
	radius  float64
	cloud   []particles.Particle
}

func newVideo(width, height int, points []voxels.Point, side int) *video {
	return &video{painter: particles.NewPainter(width, height, look), points: points, radius: 1.3 / float64(side)}
}

// draw draws a frame.
func (f *video) draw(dst *image.RGBA, frame int) error {
	f.cloud = f.cloud[:0]
	t := float64(frame-burst) / frameRate // seconds since the burst
	size := pulse(frame)
	for i := range f.points {
		p := &f.points[i]
		if t < 0 {
			f.cloud = append(f.cloud, particles.Particle{
				At: particles.Vec(p.At).Times(size), Normal: particles.Vec(p.Normal), Radius: f.radius * size, Colour: blood(p.At[1]),
			})
			continue
		}
		at, heat := flight(p, i, t)
		// A particle loses its surface normal and becomes a ball, which glows while it is hot.
		f.cloud = append(f.cloud, particles.Particle{
			At: at, Normal: particles.Vec(p.Normal).Times(math.Exp(-2 * t)), Radius: f.radius * (0.42 + 0.58*math.Exp(-2.2*t)) * (1 - 0.5*chance(i, 3)),
			Colour: blood(p.At[1]).Mix(ember(heat), heat), Glow: heat,
		})
	}
	f.painter.Paint(dst, camera(frame), f.cloud)
	return nil
}

// flight returns the position of a point some seconds after the burst, and its heat, 0 to 1. It starts
// with a velocity along its normal; drag and gravity act in closed form, so that no frame depends on
// another.
func flight(p *voxels.Point, i int, t float64) (at particles.Vec, heat float64) {
	start, normal := particles.Vec(p.At), particles.Vec(p.Normal)
	own := 0.25 + 0.75*chance(i, 1)*chance(i, 2)
	velocity := normal.Times(speed * own).Plus(particles.Vec{-start[2], 0.25, start[0]}.Times(swirl))
	reach := (1 - math.Exp(-drag*t)) / drag
	fall := gravity * (t - reach) / drag
	at = start.Times(pulse(burst)).Plus(velocity.Times(reach)).Minus(particles.Vec{0, fall, 0})
	heat = math.Exp(-cooling*t*(0.6+0.8*chance(i, 4))) * (1 - math.Exp(-14*t)) * (0.35 + 0.65*own)
	return at, heat
}

// chance returns a pseudo-random number from 0 to 1 for a point, the same in each run.
func chance(i, kind int) float64 {
	h := uint64(i)*0x9e3779b97f4a7c15 + uint64(kind)*0xbf58476d1ce4e5b9
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return float64((h^h>>31)>>11) / (1 << 53)
}

// pulse returns the size of the heart in a frame: two strokes per beat, and it swells before the burst.
func pulse(frame int) float64 {
	t := math.Mod(float64(frame), beat) / beat
	stroke := func(at, height float64) float64 { return height * math.Exp(-90*(t-at)*(t-at)) }
	swell := math.Max(0, float64(frame-burst+10)) / 10
	return 0.94 + stroke(0.3, 0.07) + stroke(0.55, 0.045) + 0.08*swell*swell
}

func camera(frame int) particles.Camera {
	t := float64(frame) / frames
	back := math.Max(0, float64(frame-burst)/(frames-burst))
	return particles.Orbit(particles.Vec{0, 0.08 - 0.12*back, 0}, distance+0.5*back*(2-back), -0.55+1.5*t, 0.10+0.10*t, angle)
}

// blood returns the heart's colour at a height: crimson, and lighter at the top.
func blood(y float64) particles.Vec {
	t := math.Max(0, math.Min(1, (y+0.8)/1.6))
	return particles.Vec{0.36, 0.006, 0.035}.Mix(particles.Vec{0.82, 0.035, 0.085}, t)
}

// ember returns the colour of heat: from red to yellow to white.
func ember(heat float64) particles.Vec {
	return particles.Vec{1.6 * math.Min(1, 2*heat+0.2), 1.1 * heat * heat, 0.45 * heat * heat * heat}
}
