package panel

import (
	"fmt"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// Zoom is the size of the picture.
type Zoom struct {
	Now          float64 // window pixels per sample; 0 without a picture
	Fits         bool    // all of the picture is visible
	Luma, Values float64 // from which pixels have their luma, and all their values, written in them
}

// zooms are the sizes that the bar offers.
var zooms = [...]float64{0.5, 1, 2, 4, 8, 16}

// zoom is a button with the zoom; it opens a list: the whole picture, sizes, and those at which pixels have numbers.
func (cb *controlBar) zoom(x, y float32, _ string, n *barNow) {
	z, w := &n.status.Zoom, &cb.w
	text := "Fit"
	if z.Now > 0 {
		text = zoomed(z.Now)
	}
	if !cb.lists("zooms", text, "The picture's size in the window: opens a list. The key fits all of it.", command.With(command.ZoomTo, 0), zoomWidth, x, y, &w.BarZoom) {
		return
	}
	lines, line := w.BarZooms[:], 0
	choice := func(text string, on bool, zoom float64) {
		if cb.Choice(text, on, &lines[line]) {
			cb.Do(command.With(command.ZoomTo, zoom))
		}
		line++
	}
	choice("Fit the picture", z.Fits, 0)
	for _, v := range zooms {
		choice(zoomed(v), v == z.Now, v)
	}
	choice(zoomed(z.Luma)+": luma in pixels", z.Luma == z.Now, z.Luma)
	choice(zoomed(z.Values)+": all values in pixels", z.Values == z.Now, z.Values)
	imgui.EndPopup()
}

// zoomed formats a zoom.
func zoomed(zoom float64) string { return fmt.Sprintf("%.0f %%", 100*zoom) }
