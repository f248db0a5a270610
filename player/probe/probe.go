// Package probe describes a place in the current frame, in words and
// numbers: the values of cells, a pixel's samples, its quad, and the path from
// the top of the pyramid to it.
//
// Input is a [scene.Place], the current frame, and a point of the window
// or a pixel; output is texts for the panel. It belongs to the scene's thread.
package probe

import (
	"ffkvadrat/analysis"
	"ffkvadrat/player/scene"
)

// Probe describes a scene. One pixel may be pinned; the probe then describes
// that one.
type Probe struct {
	Start float64 // time of the video's first picture

	scene  *scene.Scene
	pinned bool
	x, y   int // the pinned pixel
	mean   mean
	basis  analysis.Basis
}

// New makes a probe of a scene.
func New(s *scene.Scene) *Probe { return &Probe{scene: s} }
