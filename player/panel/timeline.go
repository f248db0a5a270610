package panel

import (
	"cmp"
	"image"
	"slices"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Timeline is what the strip between picture and bar shows about the video.
type Timeline struct {
	Shown bool
	// View is what is known so far; a new pointer means a new video.
	View *survey.View
	// Kept is what is known of stored quads while they are shown, else nil. Curves of quads then
	// use it where it has values.
	Kept *survey.View
	// Thing is the word for one of the counted quads; empty means "quad".
	Thing string
	// Thumbnail is for the last time that PointedAt returned, or nil.
	Thumbnail *survey.Thumbnail
}

// Sizes in pixels at scale 1: minimum and maximum height of the strip, the row of words, the row of
// times, the markers at the bottom of the chart, and the margins next to chart and seek line,
// without and with an axis.
const (
	leastTimeline = 64
	mostTimeline  = 112
	wordsHeight   = 18
	timesHeight   = 13
	tickHeight    = 5
	plainMargin   = 16
	axisMargin    = 42
	twoAxes       = 420 // minimum width of a strip with a second axis on the right
)

// timelineHeight returns the strip's height at scale 1 for the height of a target. It grows with
// the window.
func timelineHeight(target float32) float32 {
	return min(max(leastTimeline+(target-540)/8, leastTimeline), mostTimeline)
}

// strip caches the drawn timeline.
type strip struct {
	bitmap  *widgets.Bitmap
	columns []column
	kept    []column        // of stored quads
	views   [2]*survey.View // the views drawn: of the video, and of its quads
	version [2]uint64
	thing   string // word for one of the quads
	length  time.Duration
	height  int
	full    scales
	axes    timeAxes
	state   string
	shown   session.Curves // curves drawn
	most    string         // top of the scale of bytes
}

// timelineStrip is the timeline.
type timelineStrip struct {
	*widgets.Kit
	*seeker
	facts  *Facts
	texts  *texts
	menu   *contextMenu
	strip  strip
	w      timelineWidgets
	memory []image.Rectangle // memory of the widgets
}

// build shows the strip.
func (l *timelineStrip) build(r image.Rectangle, status *Status, settings *session.Settings) {
	s := l.Scale
	left, width := l.axis(r)
	at := imgui.NewVec2(left, float32(r.Min.Y+int(wordsHeight*s)))
	size := imgui.NewVec2(width, float32(max(r.Dy()-int(wordsHeight*s)-int(timesHeight*s), 1)))
	widgets.BeginWindow("timeline", r, imgui.WindowFlagsNoScrollWithMouse)
	if l.Floats {
		widgets.DrawBed(r)
	}
	flag := l.flagUnder(at, size, status)
	part := l.scrub("timeline", at, size, status, flag)
	l.w.Timeline = widgets.Item()
	l.strip.refresh(&status.Timeline, settings.Curves, l.facts.Duration, int(size.X), int(size.Y), s)
	draw := imgui.WindowDrawList()
	draw.AddImage(l.strip.bitmap.Ref, at, at.Add(size))
	l.drawAxes(draw, at, size)
	l.cuts(draw, at, size, status.Timeline.View)
	l.stretch(draw, at, size, status)
	x := at.X + part*size.X
	draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, at.Y+size.Y), widgets.Packed(widgets.Bright))
	l.flags(draw, at, size, status, flag)
	shown := status.Timeline.values(status.Time)
	if shown[session.BytesCurve] = l.texts.bytes; !status.Cubed || status.Timeline.Kept != nil { // else the curves count quads
		shown[session.QuadsCurve], shown[session.CoverageCurve] = l.texts.quads, l.texts.coverage
	}
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		l.pointed(at, size, status, flag)
		shown = status.Timeline.values(l.hover.at)
	}
	l.words(draw, imgui.NewVec2(float32(r.Min.X)+plainMargin*s, float32(r.Min.Y)+3*s), float32(r.Dx())-2*plainMargin*s, shown, settings)
	l.curveMenu(r, settings)
	imgui.End()
}

// cuts marks cuts at the top of the chart, unless they are too dense. If the curve of static area
// is shown, they are drawn over the full height.
func (l *timelineStrip) cuts(draw *imgui.DrawList, at, size imgui.Vec2, v *survey.View) {
	s := l.Scale
	if float32(len(v.Cuts))*cutsApart*s > size.X || l.facts.Duration <= 0 {
		return
	}
	for _, t := range v.Cuts {
		x := l.along(at, size, time.Duration(t*float64(time.Second)))
		if l.strip.shown.Has(session.StillCurve) {
			draw.AddRectFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+0.5*s, at.Y+size.Y), widgets.Faded(widgets.Bright, wallOpacity))
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+0.5*s, at.Y+cutHeight*s), widgets.Packed(widgets.Bright))
	}
}

// cutsApart is the least mean distance of cuts that are marked, and cutHeight the height of their
// markers, at scale 1.
const cutsApart, cutHeight = 3, 7

// wallOpacity leaves curves visible through full-height cuts.
const wallOpacity = 0.6

// stretch marks the loop.
func (l *timelineStrip) stretch(draw *imgui.DrawList, at, size imgui.Vec2, status *Status) {
	s := l.Scale
	for _, t := range status.Loop {
		x := l.along(at, size, transport.Seconds(t))
		draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, at.Y+size.Y), widgets.Packed(widgets.LoopColour))
	}
	if len(status.Loop) == 2 {
		low, high := l.along(at, size, transport.Seconds(status.Loop[0])), l.along(at, size, transport.Seconds(status.Loop[1]))
		draw.AddRectFilled(imgui.NewVec2(low, at.Y), imgui.NewVec2(high, at.Y+size.Y), widgets.Faded(widgets.LoopColour, 0.15))
	}
}

// thing returns the word for one of the shown quads.
func (o *Timeline) thing() string { return cmp.Or(o.Thing, "quad") }

// ofQuads returns the view with the curves of quads.
func (t *Timeline) ofQuads() *survey.View {
	if t.Kept != nil {
		return t.Kept
	}
	return t.View
}

// refresh redraws the chart if its content has changed.
func (t *strip) refresh(o *Timeline, shown session.Curves, length time.Duration, width, height int, scale float32) {
	t.thing = o.thing()
	v, quads := o.View, o.ofQuads()
	views, version := [...]*survey.View{v, quads}, [...]uint64{v.Version, quads.Version}
	if width == len(t.columns) && height == t.height && views == t.views && version == t.version && length == t.length && shown == t.shown {
		return
	}
	t.views, t.version, t.length, t.height, t.shown = views, version, length, height, shown
	if len(t.columns) != width {
		t.columns = make([]column, width)
	}
	img := t.bitmap.Image
	if img == nil || img.Rect.Dx() != width || img.Rect.Dy() != height {
		img = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	t.full = scalesOf(v)
	ofQuads := t.columns
	if quads != v {
		for c, full := range scalesOf(quads) {
			if curves[c].quads {
				t.full[c] = full
			}
		}
		t.kept = slices.Grow(t.kept[:0], width)[:width]
		fill(t.kept, quads, &t.full, length.Seconds())
		ofQuads = t.kept
	}
	fill(t.columns, v, &t.full, length.Seconds())
	paint(img, t.columns, ofQuads, &t.full, t.shown, float64(scale))
	t.bitmap.Show(img)
	t.axes.divide(v, &t.full, t.shown, length.Seconds(), float64(width)/float64(scale), float64(height)/float64(scale))
	if t.most = ""; t.full[session.BytesCurve].to > 0 {
		t.most = "of at most " + widgets.Bytes(t.full[session.BytesCurve].to)
	}
	t.state = analysed(v, length.Seconds())
}

// timelineWidgets are the widgets of the timeline.
type timelineWidgets struct {
	Timeline, Words image.Rectangle
	Curves          [session.CurveCount]image.Rectangle // names in the legend
	CurveBoxes      [session.CurveCount]image.Rectangle // switches in the context menu
	Flags           []image.Rectangle                   // of marks; valid until the next Build
}
