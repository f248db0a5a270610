// Package cloud shows the quads of the last frames as particles in space: x, y and time. Or it shows
// the cubes of these frames, each as one particle at its centre.
//
// Input is lists with the colours of their quads and a [View]; output is pixels of an image. All
// arithmetic is in integers, so that package glcloud covers the same pixels on the GPU. No goroutines.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids",
// sections 8 and 9.
package cloud

import (
	"image"
	"math"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Frames is the most frames in a cloud.
const Frames = 64

// Particles are squares that face the eye, half as wide as their quads appear, from LeastSide to
// MostSide pixels.
const (
	LeastSide = 2
	MostSide  = 64
)

// Fixed-point formats: lengths have SubBits fractional bits of a picture pixel, and the coefficients
// that produce them FractionBits more.
const (
	SubBits      = 2
	FractionBits = 11
)

// DepthBits is the most bits of a particle's distance, which float32 represents exactly.
const DepthBits = 20

// Near is the distance from the eye at which particles begin, in 1/2^SubBits pixels.
const Near = 4 << SubBits

// mostFocal and mostDistance keep all products in 32 bits: a picture's side has at most 14 bits, so a
// position has at most 17, and a length of the last fixed-point sum at most 30.
const (
	mostFocal    = 1 << 12
	mostDistance = 1 << 16
)

// Row is a linear form of a particle: A·(2x+size) + B·(2y+size) + Age·age + Offset, with FractionBits
// fractional bits in addition to SubBits. An age can be a multiple of half a frame.
type Row struct{ A, B, Age, Offset int32 }

// at takes twice the age. The contribution of a half is rounded down.
func (r *Row) at(x, y, ages int32) int32 {
	return (r.A*x + r.B*y + r.Age*(ages>>1) + r.Age*(ages&1)>>1 + r.Offset) >> FractionBits
}

// View is the position of the eye, in the GPU's format.
type View struct {
	X, Y, Ahead               Row   // to the right, downwards and away from the eye
	Focal                     int32 // target pixels per unit length at distance 1
	MiddleX, MiddleY          int32 // target pixel straight ahead
	TargetWidth, TargetHeight int32
}

// Particle is a square on the target.
type Particle struct {
	Left, Top, Side int
	// Ahead is the distance ahead of the eye in 1/2^SubBits pixels, below 2^DepthBits.
	Ahead int32
}

// Particle returns the particle of a quad in a frame of some age. ok is false if its middle is outside
// the target or behind the eye.
func (v *View) Particle(q quadpyramid.Quad, age int) (p Particle, ok bool) {
	return v.particle(q, int32(2*age))
}

// Cube does the same for a cube: quad q in q.Size() consecutive frames, the first of which has the
// given age. The particle is in the middle of these frames; frames that the cloud does not have yet
// have negative ages.
func (v *View) Cube(q quadpyramid.Quad, age int) (p Particle, ok bool) {
	return v.particle(q, cubeAges(q, age))
}

// cubeAges returns twice the age of a cube's middle from the age of its first frame.
func cubeAges(q quadpyramid.Quad, age int) int32 { return int32(2*age - (q.Size() - 1)) }

func (v *View) particle(q quadpyramid.Quad, ages int32) (p Particle, ok bool) {
	size := int32(q.Size())
	x, y := 2*int32(q.X())+size, 2*int32(q.Y())+size
	ahead := v.Ahead.at(x, y, ages)
	if ahead < Near {
		return p, false
	}
	px := v.MiddleX + floor(v.X.at(x, y, ages)*v.Focal, ahead)
	py := v.MiddleY + floor(v.Y.at(x, y, ages)*v.Focal, ahead)
	if px < 0 || py < 0 || px >= v.TargetWidth || py >= v.TargetHeight {
		return p, false
	}
	s := min(max(size*v.Focal<<SubBits/2/ahead, LeastSide), MostSide)
	return Particle{int(px - s/2), int(py - s/2), int(s), ahead}, true
}

// floor returns the largest integer not above a/b, for b > 0. Shaders may round the quotient of a
// negative number either way.
func floor(a, b int32) int32 {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// Orbit is the position of the eye around the middle of the cloud. The zero value is the initial
// position.
type Orbit struct {
	yaw, pitch float64 // radians, relative to the initial position
	zoom       float64 // natural logarithm of the distance's factor
	at         [2]float64
}

// The initial position, from which the newest frame is in front, and the limits of the eye's position.
const (
	firstYaw   = 0.62
	firstPitch = 0.30
	mostPitch  = 1.5
	mostZoom   = 1.6
)

// LeastNearness and MostNearness are the limits of how many times nearer than initially the eye of a
// video can be.
const (
	LeastNearness = 0.25
	MostNearness  = 4
)

// NewOrbit returns a position with yaw and pitch in degrees relative to the initial one, and nearness
// times as near. Each is clamped to its limits.
func NewOrbit(yaw, pitch, nearness float64) Orbit {
	var o Orbit
	o.Turn(yaw)
	o.raise(pitch * math.Pi / 180)
	o.Zoom(nearness)
	return o
}

// Turn rotates the cloud by an angle in degrees.
func (o *Orbit) Turn(degrees float64) {
	o.yaw = math.Remainder(o.yaw+math.Remainder(degrees, 360)*math.Pi/180, 2*math.Pi)
}

func (o *Orbit) raise(angle float64) {
	o.pitch = min(max(o.pitch+angle, -mostPitch-firstPitch), mostPitch-firstPitch)
}

// Grab starts a drag at a point of the target.
func (o *Orbit) Grab(x, y float64) { o.at = [2]float64{x, y} }

// Drag rotates the cloud as the mouse moves to (x, y): half a turn per width or height of the area.
func (o *Orbit) Drag(area image.Rectangle, x, y float64) {
	o.yaw += math.Pi * (x - o.at[0]) / float64(max(area.Dx(), 1))
	o.yaw = math.Remainder(o.yaw, 2*math.Pi)
	o.raise(math.Pi * (y - o.at[1]) / float64(max(area.Dy(), 1)))
	o.at = [2]float64{x, y}
}

// Zoom moves the eye nearer by a factor.
func (o *Orbit) Zoom(factor float64) {
	o.zoom = min(max(o.zoom-math.Log(factor), -mostZoom), mostZoom)
}

// Reset returns to the initial position and keeps a drag in progress.
func (o *Orbit) Reset() { *o = Orbit{at: o.at} }

// Nearness returns how many times nearer than initially the eye is.
func (o *Orbit) Nearness() float64 { return math.Exp(-o.zoom) }

// View returns the view of frames that v would show whole in an area of the target.
func (o *Orbit) View(v *overlay.View, area image.Rectangle) View {
	return o.camera(v, area).view(v, area)
}

// filled is the part of an area's width or height that the whole cloud takes from the initial position.
const filled = 0.9

// ViewOf is View for a cloud that has n frames as yet. From the initial position, it is whole and in the middle of the area.
func (o *Orbit) ViewOf(v *overlay.View, area image.Rectangle, n int) View {
	c := o.camera(v, area)
	low, high := new(Orbit).camera(v, area).extent(v, n)
	scale := filled * min(float64(area.Dx())/max(high[0]-low[0], 1), float64(area.Dy())/max(high[1]-low[1], 1))
	scale = min(scale, (mostFocal-1)/c.focal)
	c.focal *= scale
	view := c.view(v, area)
	view.MiddleX -= int32(math.Round(scale * (low[0] + high[0]) / 2))
	view.MiddleY -= int32(math.Round(scale * (low[1] + high[1]) / 2))
	return view
}

// extent returns the corners of a rectangle around the newest n frames, in target pixels from the one straight ahead.
func (c camera) extent(v *overlay.View, n int) (low, high [2]float64) {
	tw, th := v.TurnedSize()
	low, high = [2]float64{math.MaxFloat64, math.MaxFloat64}, [2]float64{-math.MaxFloat64, -math.MaxFloat64}
	for corner := range 8 {
		age := float64(corner >> 2 * (max(n, 1) - 1))
		p := [3]float64{(float64(corner&1) - 0.5) * float64(tw) * c.stretch[0], (float64(corner>>1&1) - 0.5) * float64(th) * c.stretch[1], (age - (Frames-1)/2.) * c.step}
		var at [3]float64
		for i, axis := range c.axes {
			at[i] = float64(axis[0]*p[0]) + float64(axis[1]*p[1]) + float64(axis[2]*p[2])
		}
		for i := range low {
			on := c.focal * at[i] / max(at[2]+c.distance, 1)
			low[i], high[i] = min(low[i], on), max(high[i], on)
		}
	}
	return low, high
}

// camera is a view in floating point. The middle of a frame is the origin; lengths are target pixels of
// the unscaled picture.
type camera struct {
	axes     [3][3]float64 // to the right, downwards, ahead
	stretch  [2]float64    // of the transformed picture's pixels
	step     float64       // distance from a frame to the one before
	distance float64
	focal    float64
}

func (o *Orbit) camera(v *overlay.View, area image.Rectangle) camera {
	var c camera
	least := float64(min(v.ScaleX, v.ScaleY))
	c.stretch = [2]float64{float64(v.ScaleX) / least, float64(v.ScaleY) / least}
	tw, th := v.TurnedSize()
	width, height := float64(tw)*c.stretch[0], float64(th)*c.stretch[1]
	// The cloud is about as deep as wide.
	c.step = max(width, height) / Frames
	c.focal = min(1.5*float64(max(area.Dy(), 1)), mostFocal-1)
	fills := max(width/float64(max(area.Dx(), 1)), height/float64(max(area.Dy(), 1)))
	c.distance = min((float64(1.7*fills*c.focal)+float64(0.5*c.step*Frames))*math.Exp(o.zoom), mostDistance-1)
	sinT, cosT := math.Sincos(firstYaw + o.yaw)
	sinR, cosR := math.Sincos(firstPitch + o.pitch)
	c.axes = [3][3]float64{
		{cosT, 0, sinT},
		{sinR * sinT, cosR, -sinR * cosT},
		{-cosR * sinT, sinR, cosR * cosT},
	}
	return c
}

// view rounds to fixed point.
func (c camera) view(v *overlay.View, area image.Rectangle) View {
	turn := v.Turn()
	tw, th := v.TurnedSize()
	row := func(axis [3]float64, more float64) Row {
		const unit = 1 << (SubBits + FractionBits)
		// x' = A·x + B·y + X is the transformed picture's; the coefficients are halved for doubled x
		// and y.
		ax, ay := axis[0]*c.stretch[0], axis[1]*c.stretch[1]
		at := func(f float64) int32 { return int32(math.Round(f * unit)) }
		return Row{
			A:      at((float64(ax*float64(turn.A)) + float64(ay*float64(turn.C))) / 2),
			B:      at((float64(ax*float64(turn.B)) + float64(ay*float64(turn.D))) / 2),
			Age:    at(axis[2] * c.step),
			Offset: at(float64(ax*(float64(turn.X)-float64(float64(tw)/2))) + float64(ay*(float64(turn.Y)-float64(float64(th)/2))) - float64(axis[2]*c.step*(Frames-1)/2) + more),
		}
	}
	return View{
		X: row(c.axes[0], 0), Y: row(c.axes[1], 0), Ahead: row(c.axes[2], c.distance),
		Focal: int32(c.focal), MiddleX: int32((area.Min.X + area.Max.X) / 2), MiddleY: int32((area.Min.Y + area.Max.Y) / 2),
		TargetWidth: int32(v.TargetWidth), TargetHeight: int32(v.TargetHeight),
	}
}
