package timelinestrip

import (
	"image"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/marks/markstab"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// peak is the first of the analysed frames with the most quads.
type peak struct {
	time  float64
	quads int
	known bool // another analysed frame has fewer quads
	final bool // all frames are analysed
}

func peakOf(v *survey.View) (p peak) {
	p.time, p.quads, p.known = v.Most()
	p.known, p.final = p.known && v.Varies(), v.Counted()
	return p
}

// Extreme is the most remarkable value of a curve.
type Extreme struct {
	Time   float64 // of its frame, in seconds, or where a frame of several begins that have it
	Value  string  // in words
	Varies bool    // another frame has another value
	Whole  bool    // the values of all frames are known
}

// ExtremeOf returns the most remarkable of the known values of a curve: of the first frame that has it; ok is false without any.
func ExtremeOf(c session.Curve, status *timeline.Status) (e Extreme, ok bool) {
	v := status.Sources()[curves[c].of]
	if v == nil {
		return e, false
	}
	best := 0.
	for i := range v.Bins {
		p := curves[c].reads(&v.Bins[i])
		if p.N == 0 {
			continue
		}
		t, value := peakOfBin(&v.Bins[i], c)
		e.Varies = e.Varies || p.Low != p.High || ok && value != best
		if !ok || value != best && value < best == c.Dips() {
			e.Time, best, ok = t, value, true
		}
	}
	e.Value, e.Whole = curves[c].words(best), v.Whole
	return e, ok
}

// at reports whether the peak is the frame with a time.
func (p peak) at(t time.Duration) bool {
	return p.known && (transport.Seconds(p.time)-t).Abs() < time.Millisecond
}

// Sizes at scale 1 of the mark of the peak, whose tip is on the chart's top, where the curve has its peak: half its width, and
// its height.
const peakSize, peakHeight = 6, 7

// pressPeak is the button that the mark of the peak is, above the first lane, if that has the curve of quads. It reports whether
// the mouse is on it.
func (l *Strip) pressPeak(a Axis) bool {
	if p := l.chart.peak; !p.known || len(l.lanes) == 0 || !l.lanes[0].curves.Has(session.QuadsCurve) || !a.has(p.time) {
		return false
	}
	x, s := a.X(l.chart.peak.time), l.kit.Scale
	imgui.SetCursorScreenPos(imgui.NewVec2(x-peakSize*s, a.At.Y-peakHeight*s))
	imgui.InvisibleButton("peak", imgui.NewVec2(2*peakSize*s, peakHeight*s))
	if l.Widgets.Peak = widgets.Item(); imgui.IsItemActivated() {
		l.kit.Do(command.Do(command.Peak))
	}
	return imgui.IsItemHovered()
}

// spotUnder returns what is under the mouse: a mark's flag, or else the mark of the peak, or a peak of a curve; nil for
// none.
func (l *Strip) spotUnder(a Axis, status *timeline.Status, shown session.Curves, flag *marks.Mark) *spot {
	if flag != nil {
		return &spot{at: transport.Seconds(flag.Time), lines: markstab.Describe(flag, status.Frames), do: command.With(command.ToMark, flag.Time)}
	}
	p, v, mouse := l.chart.peak, status.OfQuads(), imgui.CurrentIO().MousePos
	if !image.Pt(int(mouse.X), int(mouse.Y)).In(l.Widgets.Peak) {
		return l.snapped(a, status, shown)
	}
	text, time := "most "+l.chart.thing+"s", transport.FormatTime(transport.Seconds(p.time))
	if !v.Counted() {
		text += " so far"
	}
	if n := status.View.Frame(p.time); n >= 0 {
		text += ": " + quantity.Frame(n, status.Frames) + ", "
	} else {
		text += ": "
	}
	text += quantity.Grouped(int64(p.quads))
	return &spot{at: transport.Seconds(p.time), lines: []string{text, time, clickGoes}, do: command.Do(command.Peak)}
}

// drawPeak draws the mark of the peak, dim until it is final; on is the spot under the mouse.
func (l *Strip) drawPeak(draw *imgui.DrawList, a Axis, on *spot) {
	if l.Widgets.Peak.Empty() {
		return
	}
	s, ink := l.kit.Scale, l.kit.Stronger
	if !l.chart.peak.final {
		ink = l.kit.Dim
	}
	if on != nil && on.do == command.Do(command.Peak) {
		ink = l.kit.Accent
	}
	x := a.X(l.chart.peak.time)
	draw.AddTriangleFilled(imgui.NewVec2(x-peakSize*s, a.At.Y-peakHeight*s), imgui.NewVec2(x+peakSize*s, a.At.Y-peakHeight*s), imgui.NewVec2(x, a.At.Y), widgets.Packed(ink))
}
