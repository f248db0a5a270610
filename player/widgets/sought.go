package widgets

import (
	"ffkvadrat/imgui"
)

// sought is a setting whose row is marked, until the next input.
type sought struct {
	name   string // empty for none
	builds int    // number of Builds since it is sought
	marked bool   // in this Build
	missed bool   // in the last Builds
}

// settles is the number of Builds until a row that was unfolded has its place.
const settles = 3

// LookFor marks the row of a setting and scrolls to it. An empty name ends that.
func (w *sought) LookFor(name string) { *w = sought{name: name} }

// LooksFor reports whether a setting is sought. Widgets then show its row, if they hide it.
func (w *sought) LooksFor(name string) bool {
	return name != "" && w.name == name && w.builds <= settles
}

// Missed returns the setting that is sought and has no row at the moment, or "", once.
func (w *sought) Missed() string {
	if !w.missed {
		return ""
	}
	name := w.name
	w.LookFor("")
	return name
}

// Settling reports whether another Build is needed to show the row that is sought.
func (w *sought) Settling() bool { return w.LooksFor(w.name) }

func (w *sought) begin() {
	if w.name == "" {
		return
	}
	w.missed = w.builds > settles && !w.marked
	w.marked = false
	w.builds++
}

// markRow marks the line that begins at the cursor, if it is the sought setting's.
func (k *Kit) markRow(r Setting) {
	if k.sought.name == "" || k.sought.name != r.Name || k.sought.marked {
		return
	}
	low := imgui.CursorScreenPos()
	k.mark(low, low.Add(imgui.NewVec2(imgui.ContentRegionAvail().X, imgui.FrameHeight())))
}

// markItem marks the last widget, if it is the sought setting's and has no row.
func (k *Kit) markItem(r Setting) {
	if k.sought.name == "" || k.sought.name != r.Name || k.sought.marked {
		return
	}
	k.mark(imgui.ItemRectMin(), imgui.ItemRectMax())
}

func (k *Kit) mark(low, high imgui.Vec2) {
	s := k.Scale
	k.sought.marked = true
	low, high = low.Sub(imgui.NewVec2(7*s, 2*s)), high.Add(imgui.NewVec2(6*s, 2*s))
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, high, Faded(k.Accent, 0.22), 5*s, 0)
	draw.AddRect(low, high, Packed(k.Accent), 5*s, 0, 1.5*s)
	if k.sought.builds <= settles {
		imgui.SetScrollHereY(0.4)
	}
}
