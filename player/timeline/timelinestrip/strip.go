// Package timelinestrip is the timeline between picture and bar: the curves of the whole video with
// axes, a legend, and the flags of marks. It also has the [SeekLine], which the bar shares.
//
// Its input is a [Content], the user's settings, and mouse and keys; its output are drawings,
// changed settings, and commands, through a [widgets.Kit].
package timelinestrip

import (
	"cmp"
	"image"
	"sort"
	"time"

	"ffkvadrat/decode/wording"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// Content is what the strip shows.
type Content struct {
	Timeline *timeline.Status
	Marks    marks.List
	Loop     []float64     // where it begins and ends, in seconds, as far as marked
	Export   []float64     // where the export begins and ends, in seconds; empty if that is not shown
	Time     time.Duration // of the frame on the screen
	Paused   bool
	// Texts about that frame for the legend. Without Quads, those about quads are the curves'.
	Quads, Coverage, Bytes string
	NoBlocks               string // why the codec's blocks are unknown; else empty
	MenuOpen               bool   // a list or a menu was open in the last Build
}

// Sizes in pixels at scale 1: minimum and maximum automatic height of the strip with two lanes, as far as the picture keeps its
// part of the window; the least height then; the row of words, the row of
// times, the markers at the bottom of the chart, and the margins next to chart and seek line,
// without and with an axis. The picture above a strip that the user makes higher keeps a minimum height.
const (
	leastHeight   = 96 // two lanes
	mostHeight    = 400
	lowHeight     = 73
	wordsHeight   = 28
	wordsAt       = 7 // where the words begin, below the grip
	timesHeight   = 14
	tickHeight    = 10
	Margin        = 16
	axisMargin    = 42
	pictureHeight = 130
	laneHeight    = 40 // for each lane from the third on
)

// picturePart is the picture's part of the window's height beside an automatic height.
const picturePart = 0.58

// Height returns the strip's height at scale 1 in a target, above the bar, which begins at a height.
// zoomed says whether there is an overview too. wanted is the user's setting; with 0, the strip grows with the target, and with the number of lanes, as far as the
// picture keeps its part.
func Height(target, bar float32, wanted, lanes int, zoomed bool) float32 {
	if zoomed {
		const more = overviewHeight + overviewGap
		return min(Height(target, bar, wanted, lanes, false)+more, max(bar-pictureHeight, session.LeastTimelineHeight+more))
	}
	if wanted > 0 {
		return max(min(float32(wanted), bar-pictureHeight), session.LeastTimelineHeight)
	}
	suits := min(max(lowHeight+(target-400)/6, leastHeight), mostHeight)
	return max(min(suits+laneHeight*float32(max(lanes-2, 0)), bar-picturePart*target), lowHeight)
}

// Strip is the timeline.
type Strip struct {
	Widgets Widgets // places in the last Build

	kit    *widgets.Kit
	line   *SeekLine
	chart  chart
	memory []image.Rectangle // memory of the widgets: flags
	ticked []image.Rectangle // and times
	lanes  []lane

	skip, before, after int        // lanes that are not shown: before the first one as wanted, and as there are; after the last one
	menuAt, signsAt     imgui.Vec2 // lower left corners of the menus
	grip
	zoom
	Handles
}

// New returns a strip that draws its curves into a bitmap.
func New(kit *widgets.Kit, line *SeekLine, bitmap *widgets.Bitmap) Strip {
	return Strip{kit: kit, line: line, chart: chart{bitmap: bitmap}}
}

// Build shows the strip.
func (l *Strip) Build(r image.Rectangle, c *Content, settings *session.Settings) {
	s := l.kit.Scale
	wanted := *settings.ShownCurves()
	has := wanted
	if !c.Timeline.HasSecond {
		has = has.Alone()
	}
	if c.NoBlocks != "" {
		has = has.Uncoded()
	}
	l.chart.setLinear(settings.LinearSizes)
	l.pan()
	_, width := l.line.Extent(r)
	l.turn(c, l.line.Duration.Seconds(), width/s)
	top := int(wordsHeight * s)
	if l.Zoomed() {
		top += int((overviewHeight + overviewGap) * s)
	}
	plot := float32(max(r.Dy()-top-int(timesHeight*s), 1))
	shownCurves := l.chart.look(c.Timeline, has)
	l.lanes, l.before, l.after = lanesOf(l.lanes, shownCurves, l.chart.apart, int(plot)-int(tickHeight*s), s, l.skip)
	l.line.sides[0], l.line.sides[1] = rooms(l.lanes)
	left, width := l.line.Extent(r) // lanes have other axes now
	a := l.line.Whole(imgui.NewVec2(left, float32(r.Min.Y+top)), imgui.NewVec2(width, plot))
	if l.Zoomed() {
		a.period = l.shown
	}
	l.axis = a
	widgets.BeginWindow("timeline", r, imgui.WindowFlagsNoScrollWithMouse)
	l.kit.DrawBed(r)
	if l.line.Duration <= 0 {
		l.waits(r, c.Timeline)
		l.edge(r, settings)
		imgui.End()
		return
	}
	end := l.handles(a, c, wanted)
	flag := l.flagUnder(a, c.Marks)
	onPeak := l.pressPeak(a)
	on := l.spotUnder(a, c.Timeline, wanted, flag)
	l.line.pans = l.Zoomed() && l.kit.Held.Shift
	now := l.line.Scrub("timeline", a, c.Time, on)
	l.line.pans = false
	l.Widgets.Timeline = widgets.Item()
	l.beginPan()
	if l.Zoomed() && imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(0) && on == nil {
		l.ShowWhole()
		l.line.spotted, l.line.frees = true, false // the press has done that
	}
	l.chart.refresh(l.kit.Inks, l.lanes, a, l.line.Duration, s)
	l.line.kinds = l.chart.kinds != kinds{}
	draw := imgui.WindowDrawList()
	draw.AddImage(l.chart.bitmap.Ref, a.At, a.At.Add(a.Size))
	l.letters(draw, a)
	l.drawAxes(draw, a)
	l.cuts(draw, a, c.Timeline.View)
	x := a.X(now)
	l.outside(draw, a, c.Timeline.Second, x)
	l.exported(draw, a, c.Export)
	l.stretch(draw, a, c)
	if a.has(now) {
		draw.AddRectFilled(imgui.NewVec2(x-2.25*s, a.At.Y), imgui.NewVec2(x+2.25*s, a.At.Y+a.Size.Y), widgets.Faded(l.kit.Ground, 0.8)) // apart from curves of any colour
		draw.AddRectFilled(imgui.NewVec2(x-0.75*s, a.At.Y), imgui.NewVec2(x+0.75*s, a.At.Y+a.Size.Y), widgets.Packed(l.kit.Bright))
	}
	l.flags(draw, a, c, flag)
	l.drawPeak(draw, a, on)
	shown := valuesAt(c.Timeline, c.Time)
	if shown[session.BytesCurve] = c.Bytes; c.Quads != "" {
		shown[session.QuadsCurve], shown[session.CoverageCurve] = c.Quads, c.Coverage
	}
	elsewhere := ""
	l.snaps = false
	if end != nil || onPeak || imgui.IsItemHovered() || imgui.IsItemActive() {
		on = cmp.Or(end, on)
		if l.line.Point(a, c.Timeline, wanted, on); on != nil {
			l.snaps, l.middle = true, middleOf(c.Timeline.View, on.at.Seconds(), l.frame)
		}
		shown, elsewhere = valuesAt(c.Timeline, l.line.at), "at "+transport.FormatTime(timeOf(c.Timeline, l.line.at))
	}
	l.words(draw, imgui.NewVec2(float32(r.Min.X)+Margin*s, float32(r.Min.Y)+wordsAt*s), float32(r.Dx())-2*Margin*s, shown, elsewhere, c.Paused && l.chart.peak.at(c.Time), settings)
	if l.Zoomed() {
		l.overview(imgui.NewVec2(left, float32(r.Min.Y)+(wordsHeight-overviewRise)*s), width)
	}
	l.curveMenu(r, c, settings)
	l.signMenu(settings.Variant.Thing())
	l.edge(r, settings)
	imgui.End()
}

// waiting says what is known of a video while its length is not.
func waiting(status *timeline.Status) string {
	v := status.View
	if v.Err != nil {
		return "Length not known: " + wording.Line(v.Err)
	}
	text, n := "Counting the frames", len(v.Times)
	if n > 0 {
		text += ": " + quantity.Grouped(int64(n)) + ", " + transport.FormatTime(transport.Seconds(v.Times[n-1]))
	}
	if n > 0 && status.Estimate > 0 {
		text += " of " + status.About()
	}
	return text
}

// waits shows that there is no axis yet, as the video's length is not known.
func (l *Strip) waits(r image.Rectangle, status *timeline.Status) {
	text := widgets.Fitted(waiting(status), float32(r.Dx())-2*Margin*l.kit.Scale)
	room := imgui.NewVec2(float32(r.Dx()), float32(r.Dy())).Sub(imgui.CalcTextSize(text))
	imgui.WindowDrawList().AddText(imgui.NewVec2(float32(r.Min.X)+room.X/2, float32(r.Min.Y)+room.Y/2), widgets.Packed(l.kit.Dim), text)
}

// cuts marks cuts at the top of the chart, unless they are too dense. They divide the lane with the
// curve of static area, which ends at them.
func (l *Strip) cuts(draw *imgui.DrawList, a Axis, v *survey.View) {
	s := l.kit.Scale
	shown := v.Cuts[sort.SearchFloat64s(v.Cuts, a.from):sort.SearchFloat64s(v.Cuts, a.until)]
	if float32(len(shown))*cutsApart*s > a.Size.X {
		return
	}
	var still lane // without height if it is not shown
	for _, in := range l.lanes {
		if in.curves.Has(session.StillCurve) {
			still = in
		}
	}
	for _, t := range shown {
		x := a.X(t)
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, a.At.Y+float32(still.top)), imgui.NewVec2(x+0.5*s, a.At.Y+float32(still.bottom)), widgets.Faded(l.kit.Bright, wallOpacity))
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, a.At.Y), imgui.NewVec2(x+0.5*s, a.At.Y+cutHeight*s), widgets.Packed(l.kit.Bright))
	}
}

// cutsApart is the least mean distance of cuts that are marked, and cutHeight the height of their
// markers, at scale 1.
const cutsApart, cutHeight = 3, 7

// wallOpacity leaves the curve visible through cuts.
const wallOpacity = 0.6

// stretch marks the loop: by a thin line at the top of the chart while that shows the ends of the export.
func (l *Strip) stretch(draw *imgui.DrawList, a Axis, c *Content) {
	s, ranged := l.kit.Scale, len(c.Export) == 2
	bottom := a.At.Y + a.Size.Y
	if ranged {
		bottom = a.At.Y + thinLoop*s
	}
	var xs [2]float32
	for i, t := range c.Loop {
		if xs[i] = a.Near(t); !a.has(t) {
			continue
		}
		draw.AddRectFilled(imgui.NewVec2(xs[i]-0.75*s, a.At.Y), imgui.NewVec2(xs[i]+0.75*s, bottom), widgets.Packed(l.kit.LoopColour))
	}
	if len(c.Loop) == 2 {
		ink := widgets.Faded(l.kit.LoopColour, 0.15)
		if ranged {
			ink = widgets.Packed(l.kit.LoopColour)
		}
		draw.AddRectFilled(imgui.NewVec2(xs[0], a.At.Y), imgui.NewVec2(xs[1], bottom), ink)
	}
}

// thinLoop is the thickness at scale 1 of that line.
const thinLoop = 2

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Timeline, Words     image.Rectangle
	Overview, ShownPart image.Rectangle                     // the whole video, and the part that is shown, while zoomed
	TimelineGrip        image.Rectangle                     // upper edge, for dragging
	Curves              [session.CurveCount]image.Rectangle // names of the shown ones in the legend
	LegendTime          image.Rectangle                     // text of the time under the mouse that the legend's values are of
	MoreCurves          image.Rectangle                     // button with all of them
	MoreLanes           image.Rectangle                     // text that shows those curves that have no room
	Signs               image.Rectangle                     // button with what the signs mean
	CurveBoxes          [session.CurveCount]image.Rectangle // switches in the context menu
	LinearSizes         image.Rectangle                     // switch for the heights of sizes there
	Flags               []image.Rectangle                   // of marks; valid until the next Build
	Peak                image.Rectangle                     // mark of the frame with the most quads
	SavePeak            image.Rectangle                     // button that saves that frame, while it is on the screen
	ExportEnds          [2]image.Rectangle                  // handles of the export's first and last frame
	EndTimes            [2]image.Rectangle                  // their times, as far as there is room
	Times               []image.Rectangle                   // labels of the ticks of times; valid until the next Build
	SecondEnds          [2]image.Rectangle                  // words where the second video begins and ends, if it does within the video
}
