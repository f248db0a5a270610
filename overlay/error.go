package overlay

import (
	"math"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/elementary"
)

// The scale of errors goes from no error to a root mean squared error (RMSE) of mostError 255ths of the
// largest sample. Its steps follow log2(1 + the mean squared error): errors just visible and strong
// ones are far apart.
const mostError = 64

// ErrorSteps is the number of steps of the scale: Style.Classes for [ByError].
const ErrorSteps = ScaleSteps

// ErrorStep returns the step of a sum of squared errors of luma over pixels whose largest sample is
// most.
func ErrorStep(sse uint64, pixels, most int) uint8 {
	unit := float64(most) / 255
	return uint8(math.Round((ErrorSteps - 1) * errorPart(float64(sse)/float64(pixels)/(unit*unit))))
}

// errorPart returns the part of the scale, 0 to 1, of a mean squared error.
func errorPart(mse float64) float64 {
	return min(elementary.Log2(1+mse)/elementary.Log2(1+mostError*mostError), 1)
}

// Errors finds the steps of quads. It reuses its memory. One goroutine at a time may use it; the zero
// value is ready.
type Errors struct{ areas distortion.Areas }

// Append appends the step of each quad to steps: the error of q, a picture of the size and format of p,
// under it. The samples of both must be in memory.
func (e *Errors) Append(steps []uint8, p, q *yuv.Picture, quads []quadpyramid.Quad) []uint8 {
	most := e.areas.Of(p, q).Most
	for _, quad := range quads {
		a := e.areas.Square(0, quad.X(), quad.Y(), quad.Size())
		steps = append(steps, ErrorStep(a.SSE, a.Pixels, most))
	}
	return steps
}

// Tick is a mark at a scale of colours.
type Tick struct {
	Part float64 // of the scale, 0 to 1
	Name string
}

var meanTicks = []Tick{{0, "0"}, {64. / 255, "64"}, {128. / 255, "128"}, {192. / 255, "192"}, {1, "255"}}

// errorTicks are RMSEs.
var errorTicks = []Tick{{0, "0"}, {errorPart(1), "1"}, {errorPart(4 * 4), "4"}, {errorPart(16 * 16), "16"}, {1, "RMSE 64"}}
