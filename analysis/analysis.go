// Package analysis runs the stages on one picture: edge detection, QuadPyramid
// and QuadList, on a chosen engine.
//
// Input is a picture and the parameters, output the quads and what each stage
// took. [CPU] may be used by one goroutine at a time; [GPU] belongs to its
// device's thread. Both give the same list, byte for byte.
package analysis

import (
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// DefaultThreshold suits modern, smooth video; see docs/algorithm.md.
const DefaultThreshold = 0.01

// Params are what a user chooses.
type Params struct {
	Threshold float64 // 0 to edge.MaxThreshold
}

// Times are what the stages took. Stages that an engine has not measured are 0.
type Times struct {
	Upload, Edge, Pyramid, List time.Duration
}

// Result is one picture's quads, valid until the engine's next call.
type Result struct {
	Quads []quadpyramid.Quad
	Times Times
}

// Coverage is the part of the picture that the quads cover, 0 to 1.
func (r Result) Coverage(p *yuv.Picture) float64 {
	covered := 0
	for _, q := range r.Quads {
		covered += q.Size() * q.Size()
	}
	return float64(covered) / float64(p.Width*p.Height)
}

// Engine turns pictures into quads.
type Engine interface {
	Analyze(p *yuv.Picture, params Params) (Result, error)
	Release()
}

// CPU is the reference engine on the CPU.
type CPU struct {
	mask edge.Mask
	edge edge.Reference
	list quadpyramid.Reference
	out  []quadpyramid.Quad
}

// NewCPU makes an engine; it allocates as pictures come.
func NewCPU() *CPU { return &CPU{} }

// Release does nothing; the garbage collector has the rest.
func (c *CPU) Release() {}

// Analyze fails only on a threshold off the scale.
func (c *CPU) Analyze(p *yuv.Picture, params Params) (Result, error) {
	level, err := edge.Level(params.Threshold, p.Format.Depth)
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	c.edge.Run(&c.mask, p, level)
	masked := time.Now()
	c.out = c.list.Build(c.out[:0], &c.mask)
	return Result{Quads: c.out, Times: Times{Edge: masked.Sub(start), List: time.Since(masked)}}, nil
}
