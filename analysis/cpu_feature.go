package analysis

import (
	"errors"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// analyzeFeature is Analyze for CommonFeature.
func (c *CPU) analyzeFeature(*yuv.Picture, Params, quadpyramid.Limits) (Result, error) {
	return Result{}, errors.New("analysis: the fast engine on the CPU has no common feature combiner")
}
