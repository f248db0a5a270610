package timelinestrip

import (
	"image"
	"math"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of the handle of an end of the export, which is below the chart, and the distances at
// which a dragged end snaps.
const (
	endWidth  = 11
	endHeight = timesHeight
	endSnaps  = 4
	timeGap   = 3 // next to the time of an end
	timePad   = 4 // in it, left and right of its text
	timeApart = 9 // the least distance of a tick's label from it

	secondsApart = 20 // the least distance of whole seconds to which it snaps, within
	wholeSnaps   = 3
)

// Handles are those of the ends of the export.
type Handles struct {
	Moved bool    // one was dragged in the last Build
	Last  bool    // it was that of the last frame
	To    float64 // where to, in seconds

	held   [2]bool   // pressed in the last Build
	last   int       // pressed last; it gets the keys
	times  [2]string // of the ends, as shown
	offset float32   // distance of the press from the end
	begun  float64   // where the end was then
}

var endTips = [2]string{"The export's first frame", "The export's last frame, included"}

const dragTip = "Drag it; then ← → move it by a frame, with Shift by 10"

// FocusName is the strip's, as what has the keys.
const FocusName = "timeline"

// handles are widgets below the chart that drag the ends of the export, to frames as far as these are
// known. The one that was pressed last has the keys, which move it. The player shows the frame. It returns the
// frame of the handle under the mouse, or nil.
func (l *Strip) handles(a Axis, c *Content, shown session.Curves) (on *spot) {
	l.Moved = false
	if len(c.Export) < 2 || l.line.Duration <= 0 {
		l.held = [2]bool{}
		return nil
	}
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos
	l.kit.FocusHere(FocusName, l.last)
	for i := range c.Export {
		if !a.has(c.Export[i]) {
			l.held[i] = false
			continue
		}
		x, low := l.endAt(a, c.Export, i)
		imgui.SetCursorScreenPos(low)
		imgui.InvisibleButton(endTips[i], imgui.NewVec2(endWidth*s, endHeight*s))
		l.Widgets.ExportEnds[i] = widgets.Item()
		active := imgui.IsItemActive()
		if imgui.IsItemActivated() {
			l.offset, l.begun = mouse.X-x, c.Export[i]
		}
		if (active || l.held[i]) && imgui.CurrentIO().MouseDelta.X != 0 { // as for the strip's edge
			l.move(c, i, l.frameAt(a, c, mouse.X-l.offset))
		}
		if n := l.kit.Moved(); n != 0 {
			l.move(c, i, l.stepped(c, c.Export[i], n))
		}
		if l.held[i] && !active {
			l.last = i
			l.kit.Focus(FocusName)
		}
		if active || imgui.IsItemHovered() {
			t := transport.Seconds(c.Export[i])
			on, l.line.OnHandle = &spot{at: t, lines: append(describe(c.Timeline, t, shown), endTips[i], dragTip)}, true
		}
		l.held[i] = active
	}
	l.placeTimes(a, c.Export)
	return on
}

// placeTimes places the times of the ends, which hide the ticks below them, in a line with their handles: outwards, or else between them; not
// without room.
func (l *Strip) placeTimes(a Axis, ends []float64) {
	type room struct{ low, high float32 }
	s := l.kit.Scale
	gap, handles := timeGap*s, &l.Widgets.ExportEnds
	left, right := l.line.margins()
	between := room{float32(handles[0].Max.X) + gap, float32(handles[1].Min.X) - gap}
	outer := [...]room{
		{a.At.X - left + gap, float32(handles[0].Min.X) - gap},
		{float32(handles[1].Max.X) + gap, a.At.X + a.Size.X + right - gap},
	}
	if handles[0].Empty() { // it is not in the shown part
		between.low = outer[0].low
	}
	if handles[1].Empty() {
		between.high = outer[1].high
	}
	for i := range ends {
		if handles[i].Empty() {
			continue
		}
		l.times[i] = transport.FormatTime(transport.Seconds(ends[i]))
		width := l.kit.TextWidth(widgets.SmallSize*s, l.times[i]) + 2*timePad*s
		in, rightmost := outer[i], i == 0
		if width > in.high-in.low {
			in, rightmost = between, i == 1
			between.low += width + 2*gap // for the other one
		}
		low := in.low
		if rightmost {
			low = in.high - width
		}
		if low >= in.low && low+width <= in.high {
			l.Widgets.EndTimes[i] = image.Rect(int(low), int(a.At.Y+a.Size.Y), int(math.Ceil(float64(low+width))), int(a.At.Y+a.Size.Y+endHeight*s))
		}
	}
}

// move moves an end to a time, at most to the other end.
func (l *Strip) move(c *Content, i int, to float64) {
	if i == 0 {
		to = min(to, c.Export[1])
	} else {
		to = max(to, c.Export[0])
	}
	l.Moved, l.Last, l.To = true, i == 1, to
	l.kit.Do(command.With(command.SeekTo, to))
	c.Export[i] = to
}

// stepped returns the time of the frame that is n frames after a time.
func (l *Strip) stepped(c *Content, t float64, n int) float64 {
	v := c.Timeline.View
	if i := int(v.Frame(t)); i >= 0 {
		return v.Times[min(max(i+n, 0), len(v.Times)-1)]
	}
	apart := 0.04 // seconds, if nothing is known
	if b := c.Timeline.At(transport.Seconds(t))[timeline.OfVideo]; b != nil && b.Frames > 0 {
		apart = (b.Until - b.Start) / float64(b.Frames)
	}
	return l.nearest(c, min(max(t+float64(n)*apart, 0), l.line.Duration.Seconds()))
}

// frameAt returns the time of the frame nearest to a position, or to what that snaps to: the ticks with a
// label, marks, and whole seconds. It does not snap back to where the drag has begun, so that the frames next to that can be
// reached.
func (l *Strip) frameAt(a Axis, c *Content, x float32) float64 {
	second, to := a.Second(), a.Time(x)
	near, reach := to, endSnaps*float64(l.kit.Scale)/second
	try := func(t float64) {
		if apart := math.Abs(t - to); apart < reach && math.Abs(t-l.begun) > 1e-3 {
			near, reach = t, apart
		}
	}
	for _, m := range l.chart.axes.times {
		try(m.time)
	}
	for i := range c.Marks {
		try(c.Marks[i].Time)
	}
	if whole := math.Round(to); near == to && second > secondsApart*float64(l.kit.Scale) && math.Abs(whole-to)*second <= float64(wholeSnaps*l.kit.Scale) {
		try(whole)
	}
	return l.nearest(c, near)
}

// nearest returns the time of the frame that is nearest to a time, or that time if no frame is known there.
func (l *Strip) nearest(c *Content, near float64) float64 {
	v := c.Timeline.View
	if n := v.Frame(near); n >= 0 {
		if next := int(n) + 1; next < len(v.Times) && v.Times[next]-near < near-v.Times[n] {
			return v.Times[next]
		}
		return v.Times[n]
	}
	if b := c.Timeline.At(transport.Seconds(near))[timeline.OfVideo]; b != nil && b.Frames == 1 {
		return b.Start
	}
	return math.Round(1e3*near) / 1e3
}

// endAt returns the place of an end of the export, and the upper left corner of its handle: in the middle
// below it, as far as the two handles do not overlap.
func (l *Strip) endAt(a Axis, ends []float64, i int) (x float32, low imgui.Vec2) {
	wide := endWidth * l.kit.Scale
	x = a.Near(ends[i])
	between := (x + a.X(ends[1-i])) / 2
	if low = imgui.NewVec2(x-wide/2, a.At.Y+a.Size.Y); i == 0 {
		low.X = min(low.X, between-wide)
	} else {
		low.X = max(low.X, between)
	}
	return x, low
}

// exported fades what is not exported, and draws the handles of its ends with their times.
func (l *Strip) exported(draw *imgui.DrawList, a Axis, ends []float64) {
	if len(ends) < 2 || l.line.Duration <= 0 {
		return
	}
	s, bottom := l.kit.Scale, a.At.Y+a.Size.Y
	for i := range ends {
		x, low := l.endAt(a, ends, i)
		from, to := a.At.X, x
		if i == 1 {
			from, to = x, a.At.X+a.Size.X
		}
		draw.AddRectFilled(imgui.NewVec2(from, a.At.Y), imgui.NewVec2(to, bottom), widgets.Faded(l.kit.Ground, 0.6))
		if !a.has(ends[i]) {
			continue
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.75*s, a.At.Y), imgui.NewVec2(x+0.75*s, bottom), widgets.Packed(l.kit.Accent))
		draw.AddRectFilledV(low, low.Add(imgui.NewVec2(endWidth*s, endHeight*s)), widgets.Packed(l.kit.Accent), 2*s, 0)
		for _, apart := range [...]float32{-1.5, 1.5} {
			x := low.X + (endWidth/2+apart)*s
			draw.AddRectFilled(imgui.NewVec2(x-s/2, bottom+4*s), imgui.NewVec2(x+s/2, bottom+(endHeight-4)*s), widgets.Packed(l.kit.Ground))
		}
		if r := l.Widgets.EndTimes[i]; !r.Empty() {
			draw.AddRectFilledV(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)), imgui.NewVec2(float32(r.Max.X), float32(r.Max.Y)), widgets.Packed(l.kit.Raised), 3*s, 0)
			draw.AddTextFont(l.kit.Regular, widgets.SmallSize*s, imgui.NewVec2(float32(r.Min.X)+timePad*s, bottom+2*s), widgets.Packed(l.kit.Stronger), l.times[i])
		}
	}
}

// nearEnd reports whether a handle or its time is at what is between two positions below the chart, or next to it.
func (l *Strip) nearEnd(from, to float32) bool {
	gap := timeApart * l.kit.Scale
	for _, both := range [...][2]image.Rectangle{l.Widgets.ExportEnds, l.Widgets.EndTimes} {
		for _, r := range both {
			if !r.Empty() && from < float32(r.Max.X)+gap && to > float32(r.Min.X)-gap {
				return true
			}
		}
	}
	return false
}
