package player

import (
	"image"
	"runtime"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Keys returns the keys that the player lists.
var Keys = listed

// HidePointer opens a window and moves the pointer, then hides it before the window handles the move. It
// returns the places of the pointer that the window reports.
func HidePointer(move func()) (places []image.Point, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w, err := openWindow(&Config{})
	if err != nil {
		return nil, err
	}
	defer w.close()
	hovered := false
	w.listen(func(e event) {
		if hovered = hovered || e.kind == entered; e.kind == pointed {
			places = append(places, image.Pt(int(e.x), int(e.y)))
		}
	})
	for !hovered {
		glfw.WaitEvents()
	}
	move()
	places = nil
	w.hidePointer(true)
	glfw.PollEvents()
	return places, nil
}
