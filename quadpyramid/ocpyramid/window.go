package ocpyramid

import (
	"fmt"

	"ffkvadrat/edge"
)

const (
	// MaxFrames is the largest number of frames of a window.
	MaxFrames = 1 << MaxLevel
	// MaxLevel is the largest level of a cube.
	MaxLevel = 6
)

// Window is the masks of consecutive frames, all of one size. Frames between the last one and the
// window's end are inactive, as cells outside the picture are. It reuses the masks' memory, and
// allocates only when pictures grow.
type Window struct {
	frames int
	masks  []edge.BitMask
	n      int
}

// NewWindow returns a window of n frames, a power of two up to [MaxFrames].
func NewWindow(frames int) (*Window, error) {
	if frames < 1 || frames > MaxFrames || frames&(frames-1) != 0 {
		return nil, fmt.Errorf("ocpyramid: a window of %d frames is not a power of two from 1 to %d", frames, MaxFrames)
	}
	return &Window{frames: frames, masks: make([]edge.BitMask, frames)}, nil
}

// Frames returns the window's capacity in frames.
func (w *Window) Frames() int { return w.frames }

// Len returns the number of frames in the window.
func (w *Window) Len() int { return w.n }

// Next adds a frame and returns its mask, which the caller fills. The mask must have the size of
// the others. The window must not be full.
func (w *Window) Next() *edge.BitMask {
	w.n++
	return &w.masks[w.n-1]
}

// Mask returns the mask of frame i, 0 ≤ i < Len.
func (w *Window) Mask(i int) *edge.BitMask { return &w.masks[:w.n][i] }

// Size returns the size of the frames in pixels; the window must not be empty.
func (w *Window) Size() (width, height int) { return w.masks[0].Width, w.masks[0].Height }

// Fits reports whether the next frame may have this size.
func (w *Window) Fits(width, height int) bool {
	return w.n == 0 || w.n < w.frames && w.masks[0].Width == width && w.masks[0].Height == height
}

// Clear removes all frames.
func (w *Window) Clear() { w.n = 0 }

// topLevel returns the smallest level at which one cell covers the picture and the window.
func (w *Window) topLevel() int {
	width, height := w.Size()
	level := 0
	for 1<<level < max(width, height, w.frames) {
		level++
	}
	return level
}
