// Package probe describes a place in the current frame in words and numbers: values of cells, a
// pixel's samples, its quad, and the traversal to it.
//
// Input is a [scene.Place], the current frame, and a point of the window or a pixel; output is
// texts for the panel. All calls belong to the GL thread.
package probe

import (
	"ffkvadrat/analysis"
	"ffkvadrat/player/scene"
)

// Probe describes places of a scene. A pinned pixel has priority over the pointer.
type Probe struct {
	Start float64 // time of the video's first frame

	scene  *scene.Scene
	pinned bool
	x, y   int // pinned pixel
	side   int // of the pinned pixel, or of the one under the pointer
	mean   mean
	basis  analysis.Basis
	glass  glass
}

// New returns a probe of a scene.
func New(s *scene.Scene) *Probe { return &Probe{scene: s} }
