// Package analysis runs the stages on one picture, with a chosen engine: edge detection,
// QuadPyramid and QuadList, the common feature combiner, or a list of points.
//
// Input is a picture and the parameters; output is the quads and the time of each stage.
// [Reference] is the oracle and [CPU] the fast engine, each for one goroutine at a time. These and
// the engines on the GPU, in package glanalysis, give the same list, byte for byte.
package analysis

import (
	"time"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Times are the times of the stages; 0 if the engine has not measured a stage.
type Times struct {
	Upload, Edge, Pyramid, List time.Duration
}

// Result is one picture's quads, valid until the engine's next call.
type Result struct {
	Quads  []quadpyramid.Quad
	Means  []feature.Mean // for CommonFeature, one a quad; else empty
	Values []uint16       // for Points, one a quad: the pixel's luma or alpha; else empty
	// Classes has the class of each quad, in ascending order; empty without classes.
	Classes []uint8
	Times   Times
}

// Coverage returns the part of the picture that the quads cover, 0 to 1.
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
