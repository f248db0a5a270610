package panel

import (
	"image"
	"time"
)

// lingers is how long the place of a box over the picture takes clicks after the box is gone: a click that was meant for a button must
// not play the video, whose frame would be lost.
const lingers = time.Second

// covers are the boxes that take clicks over the picture, by their places in the last Build; empty without one.
type covers [6]image.Rectangle

// left is where a box was that has gone or moved, and until when that place takes clicks.
type left struct {
	image.Rectangle
	until time.Time
}

// covering has the last places of the boxes, by box.
type covering [len(covers{})]left

// covers returns the boxes of the last Build.
func (p *Panel) covers() covers {
	w := &p.Widgets
	return covers{w.Fold, w.Hint, w.Quit, w.Toast, w.ExportRow, w.Place}
}

// note notes which of the boxes before a Build it does not have in the same place.
func (c *covering) note(before, after covers, now time.Time) {
	for i, r := range before {
		if r != after[i] && !r.Empty() {
			c[i] = left{r, now.Add(lingers)}
		}
	}
}

// Covers reports whether a click on a point of the target is none on the picture: a widget is there, or was there a moment ago.
func (p *Panel) Covers(x, y float64) bool {
	at := image.Pt(int(x), int(y))
	for i := range p.covering {
		if gone := &p.covering[i]; at.In(gone.Rectangle) && p.Now().Before(gone.until) {
			return true
		}
	}
	return p.Over(x, y)
}

// Over reports whether a point of the target belongs to a widget over the picture. While a list or a menu is open, all points do, as a
// click outside closes it.
func (p *Panel) Over(x, y float64) bool {
	at := image.Pt(int(x), int(y))
	for _, r := range p.covers() {
		if at.In(r) {
			return true
		}
	}
	return p.overlaid() || at.In(p.Widgets.LegendHead) || p.Floats && (at.In(p.Areas.Bar) || at.In(p.Areas.Timeline))
}

// overlaid reports whether a list, a menu or a page is open over the rest.
func (p *Panel) overlaid() bool {
	return p.Menu.anyOpen || p.Files.IsOpen() || p.Palette.IsOpen() || p.Lesson.IsOpen() || !p.Widgets.Refused.Empty()
}
