package timelinestrip

import (
	"image"
	"math"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/widgets"
)

// Of a zoomed timeline: the factor per notch of the wheel, and the part of what is shown that a notch moves it by; the
// distance of the playing position from an edge that it has left, as a part of what is shown; and the time in seconds beyond which
// a change of the position is a seek.
const (
	wheelStep  = 1.25
	wheelMove  = 0.1
	followEdge = 0.05
	seekApart  = 1
)

// Sizes at scale 1: the greatest width of a mean frame, the height of the overview and what the strip is higher than that; how far it is above the chart's place
// without it, so that the mark of the peak has room below it; and the least width of the shown part in it.
const (
	widestFrame    = 24
	overviewHeight = 7
	overviewGap    = 8
	overviewRise   = 3
	leastPart      = 10
)

// usualFrame is the length of a frame in seconds if nobody knows it.
const usualFrame = 0.04

// overviewTip is the overview's tooltip.
const overviewTip = "The whole video, and the part that the timeline shows: click or drag to move that. A double click on the timeline shows all."

// zoom is the part of the video that the timeline shows.
type zoom struct {
	axis    Axis         // of the last Build
	shown   period       // empty for the whole video
	video   *survey.View // that it is of
	length  float64      // of the video, in seconds
	least   float64      // of what may be shown, in seconds
	frame   float64      // the length of a mean frame, in seconds
	now     float64      // the position in the last Build
	pans    [3]bool      // a button drags the timeline
	grabbed float64      // the time that it drags, or that the overview's press had before the middle of what is shown
	slides  bool         // the overview was pressed in the last Build
	snaps   bool         // the bubble describes a frame near to the mouse, whose middle is the next time
	middle  float64
}

// Zoomed reports whether the timeline shows a part of the video only.
func (z *zoom) Zoomed() bool { return z.shown.length() > 0 }

// whole shows the whole video.
func (z *zoom) whole() { z.shown, z.pans = period{}, [3]bool{} }

// by zooms by a factor and moves a time to a part of the width, as far as possible.
func (z *zoom) by(factor, time, part float64) {
	if z.length <= 0 {
		return
	}
	length := max(z.axis.length()/factor, z.least)
	if length >= z.length*(1-1e-9) {
		z.whole()
		return
	}
	from := time - part*length
	z.show(period{from, from + length})
}

// show shows a period, moved into the video.
func (z *zoom) show(p period) {
	last := z.length - p.length()
	from := max(min(p.from, last), 0)
	if z.shown = (period{from, from + p.length()}); from == last {
		z.shown.until = z.length // exactly
	}
	z.axis.period = z.shown
}

// slide moves what is shown by seconds.
func (z *zoom) slide(by float64) {
	if z.Zoomed() {
		z.show(period{z.shown.from + by, z.shown.until + by})
	}
}

// Zoom zooms by a factor around the playing position, or around the middle if that is not shown.
func (z *zoom) Zoom(factor float64) {
	around := z.now
	if p := z.axis.period; !p.has(around) {
		around = (p.from + p.until) / 2
	}
	z.by(factor, around, z.axis.part(around))
}

// ShowWhole shows the whole video.
func (z *zoom) ShowWhole() {
	z.whole()
	z.axis.period = period{until: z.length}
}

// turn takes what is known of the video, and moves what is shown so that it follows the position when that leaves it.
// While playback is paused, any change of the position is the user's.
func (z *zoom) turn(c *Content, length float64, width float32) {
	if v := c.Timeline.View; v != z.video {
		z.whole()
		z.video, z.now = v, c.Time.Seconds()
	}
	z.length = length
	z.frame = usualFrame
	switch times := c.Timeline.View.Times; {
	case c.Timeline.Frames > 0:
		z.frame = length / float64(c.Timeline.Frames)
	case len(times) > 1:
		z.frame = (times[len(times)-1] - times[0]) / float64(len(times)-1)
	}
	z.least = min(z.frame*float64(width)/widestFrame, length)
	before, now := z.now, c.Time.Seconds()
	z.now = now
	if !z.Zoomed() {
		return
	}
	if z.shown.until > length || z.shown.length() < z.least { // less of it, or more room
		z.by(1, z.shown.from, 0)
	}
	if p := z.shown; now != before && !p.has(now) && (c.Paused || p.has(before) || math.Abs(now-before) > seekApart) {
		part := 0.5
		switch l := p.length(); {
		case now > p.until && now < p.until+l:
			part = followEdge
		case now < p.from && now > p.from-l:
			part = 1 - followEdge
		}
		from := now - part*p.length()
		z.show(period{from, from + p.length()})
	}
}

// middleOf returns a time in the middle of the frame that begins at a time; of frames that are not known one by one, at most half a mean
// frame later.
func middleOf(v *survey.View, start, frame float64) float64 {
	if i := v.At(start); i >= 0 && (v.Bins[i].Frames == 1 || v.Bins[i].Until < start+frame) {
		return (start + v.Bins[i].Until) / 2
	}
	return start + frame/2
}

// Wheel takes notches of the wheel over the strip, at a column: with Ctrl they zoom around the pointer, to which the frame goes that the bubble describes; with Shift, or sideways, they move
// what is shown; else they scroll the lanes that do not fit.
func (l *Strip) Wheel(x float32, sideways, notches float64) {
	switch held := l.kit.Held; {
	case held.Control:
		factor, time := math.Pow(wheelStep, notches), l.axis.Time(x)
		part := l.axis.part(time)
		if right := l.axis.At.X + l.axis.Size.X; l.snaps {
			time = l.middle
		} else if x >= right-2 { // at the last pixel, the end stays
			time, part = l.axis.until, 1
		}
		l.by(factor, time, part)
	case held.Shift && l.Zoomed():
		l.slide(-wheelMove * notches * l.shown.length())
	case l.Zoomed() && math.Abs(sideways) > math.Abs(notches):
		l.slide(-wheelMove * sideways * l.shown.length())
	case notches > 0:
		l.scroll(-1)
	case notches < 0:
		l.scroll(1)
	}
}

// pan moves what is shown with the mouse while a button drags it.
func (l *Strip) pan() {
	for button, on := range l.pans {
		if !on {
			continue
		}
		if l.pans[button] = imgui.IsMouseDown(int32(button)); l.Zoomed() {
			from := l.grabbed - float64(imgui.CurrentIO().MousePos.X-l.axis.At.X)/l.axis.Second()
			l.show(period{from, from + l.shown.length()})
			l.line.OnHandle = true
		}
	}
}

// beginPan begins that with a press on the chart, which is the last widget: of the left button with Shift, or of the middle one.
func (l *Strip) beginPan() {
	if !l.Zoomed() || !imgui.IsItemHovered() && !imgui.IsItemActive() {
		return
	}
	for button, may := range [3]bool{0: l.kit.Held.Shift, 2: true} {
		if may && imgui.IsMouseClicked(int32(button)) {
			l.pans[button], l.grabbed = true, l.axis.Time(imgui.CurrentIO().MousePos.X)
		}
	}
}

// overview is a thin strip with the whole video, above the chart, while that shows a part. A click or a drag in it moves that.
func (l *Strip) overview(at imgui.Vec2, width float32) {
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos.X
	all := l.line.Whole(at, imgui.NewVec2(width, overviewHeight*s))
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButtonV("overview", all.Size, 0)
	l.Widgets.Overview = widgets.Item()
	l.kit.AddTip(overviewTip)
	middle := (l.shown.from + l.shown.until) / 2
	active := imgui.IsItemActive()
	if imgui.IsItemActivated() {
		if l.grabbed = all.Time(mouse) - middle; !l.shown.has(all.Time(mouse)) {
			l.grabbed = 0
		}
	}
	if active || l.slides && imgui.CurrentIO().MouseDelta.X != 0 {
		l.slide(all.Time(mouse) - l.grabbed - middle)
	}
	ink := l.kit.Border
	if l.slides = active; active || imgui.IsItemHovered() {
		ink, l.line.OnHandle = l.kit.Accent, true
	}
	low, high := all.X(l.shown.from), all.X(l.shown.until)
	if lacks := leastPart*s - (high - low); lacks > 0 {
		low = min(max(low-lacks/2, at.X), at.X+width-leastPart*s)
		high = low + leastPart*s
	}
	draw, bottom := imgui.WindowDrawList(), at.Y+all.Size.Y
	draw.AddRectFilledV(at, imgui.NewVec2(at.X+width, bottom), widgets.Packed(l.kit.Raised), 2*s, 0)
	draw.AddRectFilledV(imgui.NewVec2(low, at.Y), imgui.NewVec2(high, bottom), widgets.Packed(ink), 2*s, 0)
	x := all.X(l.now)
	draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, bottom), widgets.Packed(l.kit.Bright))
	l.Widgets.ShownPart = image.Rect(int(low), int(at.Y), int(high), int(bottom))
}
