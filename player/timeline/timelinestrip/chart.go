package timelinestrip

import (
	"cmp"
	"image"
	"slices"
	"time"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// chart caches the drawn timeline.
type chart struct {
	bitmap  *widgets.Bitmap
	inks    *widgets.Inks
	columns []column
	stored  []column        // of stored quads
	views   [2]*survey.View // the views drawn: of the video, and of its quads
	version [2]uint64
	thing   string // word for one of the quads
	length  time.Duration
	height  int
	full    scales
	axes    timeAxes
	state   string
	shown   session.Curves // curves drawn
	peak    peak
}

// interlaced reports whether the chart has interlaced frames.
func (d *chart) interlaced() bool {
	return slices.ContainsFunc(d.columns, func(c column) bool { return c.interlaced })
}

// refresh redraws the chart if its content has changed.
func (d *chart) refresh(inks *widgets.Inks, status *timeline.Status, shown session.Curves, axes []session.Curve, length time.Duration, width, height int, scale float32) {
	d.thing = cmp.Or(status.Thing, "quad")
	v, quads := status.View, status.OfQuads()
	views, version := [...]*survey.View{v, quads}, [...]uint64{v.Version, quads.Version}
	if inks == d.inks && width == len(d.columns) && height == d.height && views == d.views && version == d.version && length == d.length && shown == d.shown && slices.EqualFunc(d.axes.values, axes, valueAxis.isOf) {
		return
	}
	d.inks = inks
	d.views, d.version, d.length, d.height, d.shown = views, version, length, height, shown
	if len(d.columns) != width {
		d.columns = make([]column, width)
	}
	img := d.bitmap.Image
	if img == nil || img.Rect.Dx() != width || img.Rect.Dy() != height {
		img = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	d.full = scalesOf(v)
	ofQuads := d.columns
	if quads != v {
		for c, full := range scalesOf(quads) {
			if curves[c].quads {
				d.full[c] = full
			}
		}
		d.stored = slices.Grow(d.stored[:0], width)[:width]
		fill(d.stored, quads, &d.full, length.Seconds(), tickWidth(scale))
		ofQuads = d.stored
	}
	fill(d.columns, v, &d.full, length.Seconds(), tickWidth(scale))
	paint(img, inks, d.columns, ofQuads, &d.full, d.shown, float64(scale))
	d.bitmap.Show(img)
	d.axes.divide(v, &d.full, axes, length.Seconds(), float64(width)/float64(scale), float64(height)/float64(scale))
	d.state = analysed(v, length.Seconds())
	d.peak = peakOf(quads)
}
