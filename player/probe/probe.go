// Package probe describes a place in the current frame in words and numbers: values of cells, a
// pixel's samples, its quad, and the traversal to it.
//
// Input is a [scene.Place], the current frame, and a point of the window or a pixel; output is
// texts for the panel. All calls belong to the GL thread.
package probe

import (
	"image"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
)

// Probe describes places of a scene. A pinned pixel has priority over the pointer.
type Probe struct {
	Start           float64 // time of the video's first frame
	panel.Numbering         // of the current frame
	Time, Lasts     float64 // of it: seconds after the first one, and how long it is shown
	// Near returns the frame that is shown away frames after the current one of its video, if it is at hand, else nil. The
	// probe releases it.
	Near func(of *decode.Frame, away int64) *decode.Frame
	// Shown returns the time, in seconds after the first frame, of the playing video's frame that shows the second video's
	// frame away frames after its current one; ok is false if none does, or it is not known.
	Shown func(of *decode.Frame, away int64) (at float64, ok bool)

	Heads int // lines with samples at the beginning of those of the last Inspect: 2 if it had both videos'

	scene    *scene.Scene
	pinned   bool
	x, y     int // pinned pixel
	side     int // of the pinned pixel, or of the one under the pointer
	source   source
	largest  largest
	mean     mean
	basis    analysis.Basis
	glasses  [1 + panel.Patches]glass
	versions int                 // number of pictures in them so far
	pointed  []panel.Reference   // memory of vectors
	fills    []overlay.BlockFill // memory of those over numbers
}

// source is where a block of another frame is predicted from, around the pinned pixel.
type source struct {
	second bool    // it is in the second video, with which at shows it
	frame  int64   // index of the playing video's frame that it is in
	at     float64 // or the time of the one that shows it, in seconds after the first frame
	area   panel.Area
}

// largest is one of the codec's largest blocks, in which the pixel is pinned.
type largest struct {
	part image.Rectangle // of the picture; empty for none
	at   float64         // Time of its frame
}

// New returns a probe of a scene.
func New(s *scene.Scene) *Probe { return &Probe{scene: s} }
