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
	columns []column                           // of the video
	others  [timeline.SourceCount][]column     // memory of those of other sources
	views   [timeline.SourceCount]*survey.View // the views drawn
	version [timeline.SourceCount]uint64
	second  bool   // there is a second video
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
	v, views := status.View, status.Sources()
	var version [timeline.SourceCount]uint64
	for i, view := range views {
		if view != nil {
			version[i] = view.Version
		}
	}
	d.second = status.HasSecond
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
	d.full = scalesOf(views)
	if a, b := session.BytesCurve, session.SecondBytesCurve; d.draws(a) && d.draws(b) { // they are compared
		most := max(d.full[a].to, d.full[b].to)
		d.full[a], d.full[b] = finite(0, most), finite(0, most)
	}
	var of [timeline.SourceCount][]column
	for i, view := range views {
		switch {
		case i == int(timeline.OfVideo):
			of[i] = d.columns
		case view == v:
			of[i] = d.columns
			continue
		default:
			d.others[i] = slices.Grow(d.others[i][:0], width)[:width]
			of[i] = d.others[i]
		}
		fill(of[i], view, &d.full, length.Seconds(), tickWidth(scale))
	}
	paint(img, inks, of, &d.full, d.shown, float64(scale))
	d.bitmap.Show(img)
	d.axes.divide(v, &d.full, axes, length.Seconds(), float64(width)/float64(scale), float64(height)/float64(scale))
	d.state = analysed(v, length.Seconds())
	d.peak = peakOf(views[timeline.OfQuads])
}
