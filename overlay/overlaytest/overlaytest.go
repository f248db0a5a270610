// Package overlaytest provides pictures and quads for tests that draw.
package overlaytest

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Seed is the seed of all random numbers in this package.
const Seed = 20070105

// Orientations are all eight orientations.
var Orientations = []overlay.Orientation{
	{}, {Rotate: 90}, {Rotate: 180}, {Rotate: 270},
	{Mirror: true}, {Rotate: 90, Mirror: true}, {Rotate: 180, Mirror: true}, {Rotate: 270, Mirror: true},
}

// Scene returns an RGB picture and its quads.
func Scene(t testing.TB, width, height int) (*image.RGBA, []quadpyramid.Quad) {
	t.Helper()
	p := yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(Seed)[5])
	rgb := image.NewRGBA(image.Rect(0, 0, width, height))
	yuv.NewConverter(p.Format, p.Colour, width, height).Paint(rgb, p)
	result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	return rgb, result.Quads
}
