package timelinestrip

import (
	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of the handle of an end of the export, which is below the chart and next to what is
// exported.
const (
	endWidth  = 11
	endHeight = timesHeight
)

// Handles are those of the ends of the export.
type Handles struct {
	Moved bool    // one was dragged in the last Build
	Last  bool    // it was that of the last frame
	To    float64 // where to, in seconds

	held   [2]bool // dragged in the last Build
	offset float32 // distance of the press from the end
}

var endTips = [2]string{"The export's first frame: drag it", "The export's last frame: drag it"}

// handles are widgets below the chart that drag the ends of the export, to frames as far as these are
// known. The player shows the frame. It returns the frame of the handle under the mouse, or nil.
func (l *Strip) handles(at, size imgui.Vec2, c *Content) (on *spot) {
	l.Moved = false
	if len(c.Export) < 2 || l.line.Duration <= 0 {
		l.held = [2]bool{}
		return nil
	}
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos
	order := [...]int{0, 1}
	if 2*c.Export[1] < l.line.Duration.Seconds() { // where handles overlap, the first one gets the mouse
		order = [...]int{1, 0}
	}
	for _, i := range order {
		x, low := l.endAt(at, size, i, c.Export[i])
		imgui.SetCursorScreenPos(low)
		imgui.InvisibleButton(endTips[i], imgui.NewVec2(endWidth*s, endHeight*s))
		l.Widgets.ExportEnds[i] = widgets.Item()
		active := imgui.IsItemActive()
		if imgui.IsItemActivated() {
			l.offset = mouse.X - x
		}
		if (active || l.held[i]) && imgui.CurrentIO().MouseDelta.X != 0 { // as for the strip's edge
			part := min(max((mouse.X-l.offset-at.X)/size.X, 0), 1)
			to := float64(part) * l.line.Duration.Seconds()
			if n := c.Timeline.View.Frame(to); n >= 0 {
				to = c.Timeline.View.Times[n]
			} else if b, _ := c.Timeline.At(transport.Seconds(to)); b != nil && b.Frames == 1 {
				to = b.Start
			}
			if i == 0 {
				to = min(to, c.Export[1])
			} else {
				to = max(to, c.Export[0])
			}
			l.Moved, l.Last, l.To = true, i == 1, to
			l.kit.Do(command.With(command.SeekTo, to))
			c.Export[i] = to
		}
		if active || imgui.IsItemHovered() {
			t := transport.Seconds(c.Export[i])
			on, l.line.OnHandle = &spot{at: t, lines: append(describe(c.Timeline, t), endTips[i])}, true
		}
		l.held[i] = active
	}
	return on
}

// endAt returns the place of an end of the export, and the upper left corner of its handle.
func (l *Strip) endAt(at, size imgui.Vec2, i int, t float64) (x float32, low imgui.Vec2) {
	s := l.kit.Scale
	x = l.line.Along(at, size, transport.Seconds(t))
	if low = imgui.NewVec2(x, at.Y+size.Y); i == 0 {
		low.X -= endWidth * s
	}
	return x, low
}

// exported fades what is not exported, and draws the handles of its ends.
func (l *Strip) exported(draw *imgui.DrawList, at, size imgui.Vec2, ends []float64) {
	if len(ends) < 2 || l.line.Duration <= 0 {
		return
	}
	s, bottom := l.kit.Scale, at.Y+size.Y
	for i, t := range ends {
		x, low := l.endAt(at, size, i, t)
		from, to := at.X, x
		if i == 1 {
			from, to = x, at.X+size.X
		}
		draw.AddRectFilled(imgui.NewVec2(from, at.Y), imgui.NewVec2(to, bottom), widgets.Faded(l.kit.Ground, 0.6))
		draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, bottom), widgets.Packed(l.kit.Accent))
		draw.AddRectFilledV(low, low.Add(imgui.NewVec2(endWidth*s, endHeight*s)), widgets.Packed(l.kit.Accent), 2*s, 0)
		for _, apart := range [...]float32{-1.5, 1.5} {
			x := low.X + (endWidth/2+apart)*s
			draw.AddRectFilled(imgui.NewVec2(x-s/2, bottom+4*s), imgui.NewVec2(x+s/2, bottom+(endHeight-4)*s), widgets.Packed(l.kit.Ground))
		}
	}
}

// onEnd reports whether a handle covers what is between two positions below the chart.
func (l *Strip) onEnd(from, to float32) bool {
	for _, r := range l.Widgets.ExportEnds {
		if !r.Empty() && from < float32(r.Max.X) && to > float32(r.Min.X) {
			return true
		}
	}
	return false
}
