// Package probe says what is at a place of the picture on the screen, in words and numbers:
// the values of cells, a pixel's samples, its quad, and the way from the top of the pyramid
// to it.
//
// Input are a [scene.Place], the frame on the screen and a point of the window or a pixel;
// output are texts for the panel. It belongs to the scene's thread.
package probe

import (
	"time"

	"ffkvadrat/player/scene"
)

// Probe answers about a scene. One pixel may be pinned, so that it answers about that.
type Probe struct {
	scene  *scene.Scene
	pinned bool
	x, y   int       // the pinned pixel
	found  time.Time // when the descent's quads were found last
	mean   mean
}

// New makes a probe of a scene.
func New(s *scene.Scene) *Probe { return &Probe{scene: s} }
