// Package particles renders clouds of particles in software: small lit balls on a dark ground.
//
// Input is [Particle]s and a [Camera]; output is an image.RGBA. A [Painter] finds the nearest particle
// of each sample first, and lights only these. It is for one goroutine, and allocates only in its
// constructor and for a cloud larger than all before. Equal input gives equal pictures in each run on
// one kind of processor.
//
// Source of the shading by depth: Boucheny, "Interactive Scientific Visualization of Large Datasets"
// (2009): eye-dome lighting, which darkens what lies behind its neighbours.
package particles

import "math"

// Vec is a position or a direction: x to the right, y upwards, z away from the eye.
type Vec [3]float64

func (v Vec) Plus(w Vec) Vec           { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v Vec) Minus(w Vec) Vec          { return Vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }
func (v Vec) Times(by float64) Vec     { return Vec{v[0] * by, v[1] * by, v[2] * by} }
func (v Vec) Dot(w Vec) float64        { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }
func (v Vec) Length() float64          { return math.Sqrt(v.Dot(v)) }
func (v Vec) Mix(w Vec, t float64) Vec { return v.Times(1 - t).Plus(w.Times(t)) }

// Cross returns the vector product.
func (v Vec) Cross(w Vec) Vec {
	return Vec{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Unit returns v scaled to length 1, or v if it is 0.
func (v Vec) Unit() Vec {
	if l := v.Length(); l > 0 {
		return v.Times(1 / l)
	}
	return v
}

// Camera is an eye that looks at a point, with the y axis upright.
type Camera struct {
	Eye, At Vec
	Angle   float64 // vertical field of view, in radians
}

// Orbit returns a camera at a distance from a point, with a yaw about the y axis (turned) and a
// pitch (raised), in radians. At 0 it looks along z.
func Orbit(at Vec, distance, turned, raised, angle float64) Camera {
	sin, cos := math.Sincos(turned)
	up, flat := math.Sincos(raised)
	return Camera{at.Plus(Vec{-sin * flat, up, -cos * flat}.Times(distance)), at, angle}
}

// frame is the camera's axes.
type frame struct {
	eye, right, up, ahead Vec
	focal                 float64 // pixels per unit length at distance 1
	cx, cy                float64
}

func (c Camera) frame(width, height int) frame {
	ahead := c.At.Minus(c.Eye).Unit()
	right := Vec{0, 1, 0}.Cross(ahead).Unit()
	return frame{c.Eye, right, ahead.Cross(right), ahead, float64(height) / 2 / math.Tan(c.Angle/2), float64(width) / 2, float64(height) / 2}
}

// seen projects a point into the picture, in pixels, and returns its depth.
func (f *frame) seen(p Vec) (x, y, depth float64) {
	d := p.Minus(f.eye)
	depth = d.Dot(f.ahead)
	return f.cx + f.focal*d.Dot(f.right)/depth, f.cy - f.focal*d.Dot(f.up)/depth, depth
}
