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

// offeredZooms are the sizes that the bar offers.
var offeredZooms = [...]float64{0.5, 1, 2, 4, 8, 16}

// text is the present zoom.
func (z *Zoom) text() string {
	if z.Now > 0 {
		return zoomed(z.Now)
	}
	return "Fit"
}

// zoom is a button with the zoom; it opens a list: the whole picture, sizes, and those at which pixels have numbers.
func (cb *controlBar) zoom(x, y float32, _ string, n *barNow) {
	if cb.lists("zooms", n.status.Zoom.text(), "The picture's size in the window: opens a list. The key fits all of it.", command.With(command.ZoomTo, 0), zoomWidth, x, y, &cb.w.BarZoom) {
		cb.zooms(n)
		imgui.EndPopup()
	}
}

// zooms shows the lines of that list.
func (cb *controlBar) zooms(n *barNow) {
	z, lines, line := &n.status.Zoom, cb.w.BarZooms[:], 0
	choice := func(text string, on bool, zoom float64) {
		if cb.Choice(text, on, &lines[line]) {
			cb.Do(command.With(command.ZoomTo, zoom))
		}
		line++
	}
	choice("Fit the picture", z.Fits, 0)
	for _, v := range offeredZooms {
		choice(zoomed(v), v == z.Now, v)
	}
	choice(zoomed(z.Luma)+": luma in pixels", z.Luma == z.Now, z.Luma)
	choice(zoomed(z.Values)+": all values in pixels", z.Values == z.Now, z.Values)
}

// zoomed formats a zoom.
func zoomed(zoom float64) string { return fmt.Sprintf("%.0f %%", 100*zoom) }
