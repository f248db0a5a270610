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
	wanted  session.Curves
	second  bool          // there is a second video
	linear  bool          // heights of sizes are
	thing   string        // word for one of the quads
	length  time.Duration // of the video
	period  period
	height  int
	full    scales
	axes    timeAxes
	state   string
	shown   session.Curves // curves that the video has and that are to be drawn
	drawn   bool           // the bitmap has all of this
	peak    peak
	kinds   kinds
	quiet   session.Curves // see [chart.quietOf]
	apart   session.Curves // see [chart.apartOf]
	paired  bool           // see [chart.pairs]
}

// interlaced reports whether the chart has interlaced frames.
func (d *chart) interlaced() bool {
	return slices.ContainsFunc(d.columns, func(c column) bool { return c.interlaced })
}

// look takes what is known and which curves are shown. It returns the curves to draw.
func (d *chart) look(status *timeline.Status, shown session.Curves) session.Curves {
	d.thing = cmp.Or(status.Thing, "quad")
	views := status.Sources()
	var version [timeline.SourceCount]uint64
	for i, view := range views {
		if view != nil {
			version[i] = view.Version
		}
	}
	if views != d.views || version != d.version || shown != d.wanted || status.HasSecond != d.second {
		d.views, d.version, d.wanted, d.second, d.drawn = views, version, shown, status.HasSecond, false
		d.full, d.kinds = scalesOf(views), kinds{}
		for i, view := range views {
			d.kinds[i] = kindsDiffer(view)
		}
		for c := range session.CurveCount {
			d.full[c].root = d.full[c].root && !d.linear
		}
		d.shown = 0
		for c := range session.CurveCount {
			d.shown.Switch(c, shown.Has(c) && d.has(c))
		}
		d.quiet = d.quietOf()
		d.apart = d.apartOf()
		d.compare()
	}
	return d.shown
}

// setLinear sets whether heights of sizes are linear.
func (d *chart) setLinear(on bool) {
	if on != d.linear {
		d.linear, d.views = on, [timeline.SourceCount]*survey.View{} // the next look finds other views
	}
}

// compare gives curves of one scale the range of all of them, but for those apart.
func (d *chart) compare() {
	for a := range session.CurveCount {
		for b := range a {
			if s, o := d.full[a], d.full[b]; oneScale(a, b) && !d.apart.Has(a) && !d.apart.Has(b) && d.shown.Has(a) && d.shown.Has(b) && s != (scale{}) && o != (scale{}) {
				s = s.joined(o)
				d.full[a], d.full[b] = s, s
			}
		}
	}
}

// refresh redraws the chart if its content has changed.
func (d *chart) refresh(inks *widgets.Inks, lanes []lane, a Axis, length time.Duration, scale float32) {
	width, height := int(a.Size.X), int(a.Size.Y)
	if d.drawn && inks == d.inks && width == len(d.columns) && height == d.height && length == d.length && a.period == d.period {
		return
	}
	d.drawn, d.inks, d.length, d.period, d.height = true, inks, length, a.period, height
	if len(d.columns) != width {
		d.columns = make([]column, width)
	}
	img := d.bitmap.Image
	if img == nil || img.Rect.Dx() != width || img.Rect.Dy() != height {
		img = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	v := d.views[timeline.OfVideo]
	var of [timeline.SourceCount][]column
	for i, view := range d.views {
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
		fill(of[i], view, a.period, tickWidth(scale))
	}
	d.paired = d.pairs(a.period, float64(width)/float64(scale))
	paint(img, inks, of, &d.full, lanes, d.kinds, d.paired, float64(scale))
	d.bitmap.Show(img)
	d.axes.divide(v, &d.full, lanes, a.period, float64(width)/float64(scale), float64(scale))
	d.state = analysed(v, length.Seconds())
	d.peak = peakOf(d.views[timeline.OfQuads])
}
