package panel

import (
	"fmt"
	"image"
	"math"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
)

// controlBar is the strip of buttons below or over the picture.
type controlBar struct {
	*widgets.Kit
	line  *timelinestrip.SeekLine
	facts *Facts
	texts *texts
	w     barWidgets
}

// build shows the position in the video, and the parts that have room; for a still picture, only what does
// not concern playback.
func (cb *controlBar) build(r image.Rectangle, status *Status, settings *session.Settings) {
	s := cb.Scale
	widgets.BeginWindow("bar", r, imgui.WindowFlagsNoScrollWithMouse)
	cb.FocusHere("bar", 0)
	cb.DrawBed(r)
	top := float32(r.Min.Y)
	y := top + 32*s
	if cb.facts.Still {
		y = top + (barHeight-widgets.SignSide)/2*s
	} else {
		start, length := cb.line.Axis(r)
		cb.seek(imgui.NewVec2(start, top+8*s), imgui.NewVec2(length, 18*s), status, settings.Curves)
	}

	left, right := float32(r.Min.X)+timelinestrip.Margin*s, float32(r.Max.X)-timelinestrip.Margin*s
	now := barNow{status: status, settings: settings}
	at, end := cb.parts(left, right, y, &now)
	if !cb.facts.Still {
		cb.where(imgui.NewVec2(at+groupsApart*s, y+(widgets.SignSide*s-imgui.FontSize())/2-s), end-12*s, status)
	}
	imgui.End()
}

// where writes the position from at, the frame right-aligned at end, and how the video plays
// between them. Without enough room, it omits the video's length and words of the frame.
func (cb *controlBar) where(at imgui.Vec2, end float32, status *Status) {
	s := cb.Scale
	write := func(colour uint32, text string) image.Rectangle {
		size := imgui.CalcTextSize(text)
		imgui.WindowDrawList().AddText(at, colour, text)
		return image.Rect(int(at.X), int(at.Y), int(math.Ceil(float64(at.X+size.X))), int(at.Y+size.Y))
	}
	gap := 12 * s
	start := at.X
	cb.w.Position = write(widgets.Packed(cb.Bright), cb.texts.position)
	at.X += cb.steady(cb.texts.position)
	frame := longest(cb.texts.frame, status.Ended, end-gap-at.X)
	wide := imgui.CalcTextSize(frame).X
	if length := "/  " + cb.texts.length; cb.texts.length != "" && at.X+cb.steady(length)+gap+wide <= end {
		cb.w.Length = write(widgets.Packed(cb.Dim), length)
		at.X += cb.steady(length)
	}
	how := manner(status)
	switch {
	case !cb.facts.Live:
	case status.Gone:
		how = "gone: Space reopens it"
	case status.Paused:
		how = "live, paused"
	default:
		how = "live"
	}
	if how != "" {
		at.X += gap
		if room := end - wide - gap - at.X; room > 0 {
			write(widgets.Packed(cb.Stronger), widgets.Fitted(how, room))
		}
	}
	at.X = max(end-wide, start)
	cb.w.Frame = write(widgets.Packed(cb.Bright), frame)
}

// longest returns the longest text about a frame that fits: whether playback has ended, the frame's
// number and the number of frames, or less.
func longest(frame string, ended bool, room float32) string {
	numbers := strings.TrimPrefix(frame, "frame ")
	number, _, _ := strings.Cut(numbers, " of ")
	texts := [...]string{frame, numbers, number}
	if ended {
		texts = [...]string{"end,  " + frame, "end,  " + numbers, numbers}
	}
	for _, text := range texts {
		if imgui.CalcTextSize(text).X <= room {
			return text
		}
	}
	return widgets.Fitted(number, room)
}

// steady returns a width that fits a clock's text with any digits, plus a gap.
func (cb *controlBar) steady(text string) float32 {
	return float32(len(text))*imgui.CalcTextSize("0").X + 2*cb.Scale
}

// seek is the line that shows the position in the video.
func (cb *controlBar) seek(at, size imgui.Vec2, status *Status, curves session.Curves) {
	part := cb.line.Scrub("seek", at, size, status.Time, nil)
	cb.w.Seek = widgets.Item()
	known := cb.facts.Duration > 0
	if known && (imgui.IsItemHovered() || imgui.IsItemActive()) {
		cb.line.Point(at, size, &status.Timeline, curves, nil)
	}
	middle := at.Y + size.Y/2
	cb.DrawTrack(at.X, at.X+size.X, middle, part)
	if known {
		cb.marks(at, size, status)
		cb.DrawKnob(at.X+part*size.X, middle)
	}
}

// manner says how the video plays, or "" for normal playback.
func manner(status *Status) string {
	var how []string
	if status.Speed != 0 && status.Speed != 1 {
		how = append(how, fmt.Sprintf("%.4g×", status.Speed))
	}
	switch len(status.Loop) {
	case 1:
		how = append(how, "loop from A")
	case 2:
		how = append(how, "loop A–B")
	}
	if status.LoopFile {
		how = append(how, "loops")
	}
	return strings.Join(how, "   ")
}

// marks shows the ends of the loop.
func (cb *controlBar) marks(at, size imgui.Vec2, status *Status) {
	s := cb.Scale
	draw := imgui.WindowDrawList()
	middle := at.Y + size.Y/2
	if len(status.Loop) == 2 {
		low := imgui.NewVec2(cb.line.Along(at, size, transport.Seconds(status.Loop[0])), middle-5*s)
		high := imgui.NewVec2(cb.line.Along(at, size, transport.Seconds(status.Loop[1])), middle+5*s)
		draw.AddRectFilled(low, high, widgets.Faded(cb.LoopColour, 0.35))
	}
	for i, t := range status.Loop {
		x, inwards := cb.line.Along(at, size, transport.Seconds(t)), float32(5)
		if i == 1 {
			inwards = -inwards
		}
		draw.AddRectFilled(imgui.NewVec2(x-s, at.Y), imgui.NewVec2(x+s, at.Y+size.Y), widgets.Packed(cb.LoopColour))
		draw.AddTriangleFilled(imgui.NewVec2(x, at.Y), imgui.NewVec2(x+inwards*s, at.Y), imgui.NewVec2(x, at.Y+5*s), widgets.Packed(cb.LoopColour))
	}
}

// barWidgets are the widgets of the bar; empty without room.
type barWidgets struct {
	Seek, Play              image.Rectangle
	Back, On                image.Rectangle // a frame
	BarMute, BarVolume      image.Rectangle
	BarSpeed                image.Rectangle
	BarSpeeds               widgets.Lines
	BarLoop, BarWipe        image.Rectangle
	BarTimeline             image.Rectangle
	BarPyramid, BarExplain  image.Rectangle
	BarPanel, BarFullscreen image.Rectangle
	BarHelp, BarMenu        image.Rectangle
	Position, Length, Frame image.Rectangle // texts
}
