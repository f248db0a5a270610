package session

import (
	"fmt"
	"strconv"
)

// Cubing selects the length of the windows whose cubes replace the quads.
type Cubing uint8

// windows are the lengths in frames; 0 means quads.
var windows = [...]int{0, 8, 16, 32, 64}

// CubingCount is the number of lengths, including 0.
const CubingCount = Cubing(len(windows))

// Frames returns the length in frames, 0 for quads.
func (w Cubing) Frames() int { return windows[w] }

func (w Cubing) String() string { return strconv.Itoa(windows[w]) }

// Title is the window's name in the panel.
func (w Cubing) Title() string {
	if w == 0 {
		return "Off"
	}
	return fmt.Sprintf("%d frames", windows[w])
}

// ParseCubing returns the window with a length, as String writes it.
func ParseCubing(length string) (Cubing, error) {
	for i := range windows {
		if Cubing(i).String() == length {
			return Cubing(i), nil
		}
	}
	return 0, fmt.Errorf("session: cubes have windows of 8, 16, 32 or 64 frames, not of %q", length)
}
