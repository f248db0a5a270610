package panel

import (
	"cmp"
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
	shown barRow // in the last Build
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
		start, length := cb.line.Extent(r)
		cb.seek(cb.line.Whole(imgui.NewVec2(start, top+8*s), imgui.NewVec2(length, 18*s)), status, *settings.ShownCurves())
	}

	left, right := float32(r.Min.X)+timelinestrip.Margin*s, float32(r.Max.X)-timelinestrip.Margin*s
	now := barNow{status: status, settings: settings}
	at, end := cb.parts(left, right, y, &now)
	if !cb.facts.Still {
		cb.where(imgui.NewVec2(at+groupsApart*s, y+(widgets.SignSide*s-imgui.FontSize())/2-s), end-(partGap+groupsApart)*s, status)
	}
	imgui.End()
}

// where writes the position from at, the frame right-aligned at end, and how the video plays
// between them.
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
	length, frame := cb.texts.fit(end-gap-at.X, cb.steady)
	if length != "" {
		cb.w.Length = write(widgets.Packed(cb.Dim), length)
		at.X += cb.steady(length)
	}
	at.X += gap
	if ended := "end,  " + frame; status.Ended && imgui.CalcTextSize(ended).X <= end-at.X {
		frame = ended
	}
	wide := imgui.CalcTextSize(frame).X
	if how := cb.manner(status); how.long != "" {
		for _, text := range [...]string{how.long, how.short} {
			if at.X+imgui.CalcTextSize(text).X > end-wide-gap {
				continue
			}
			cb.w.Manner = write(widgets.Packed(cb.Stronger), text)
			imgui.SetCursorScreenPos(at)
			imgui.Dummy(imgui.CalcTextSize(text))
			cb.AddTip(how.tip)
			break
		}
	}
	at.X = max(end-wide, start)
	cb.w.Frame = write(widgets.Packed(cb.Bright), frame)
}

// fit returns the texts of the video's length, empty for none, and of the frame that fit a width, whatever the frame: before
// the length leaves, it loses its fraction, and the frame its words. steady returns the width of a clock.
func (t *texts) fit(room float32, steady func(string) float32) (length, frame string) {
	numbers := strings.TrimPrefix(t.frame, "frame ")
	number, count, _ := strings.Cut(numbers, " of ")
	more := max(imgui.CalcTextSize(count).X-imgui.CalcTextSize(strings.TrimPrefix(number, "≈ ")).X, 0) // that the last frame's number is wider
	for _, try := range [...]struct{ length, frame string }{
		{t.length, t.frame}, {t.seconds, t.frame}, {t.seconds, numbers}, {t.seconds, "frame " + number}, {t.seconds, number}, {"", t.frame}, {"", numbers},
	} {
		need := imgui.CalcTextSize(try.frame).X + more
		if try.length != "" {
			try.length = " / " + try.length
			need += steady(try.length)
		}
		if need <= room {
			return try.length, try.frame
		}
	}
	return "", widgets.Fitted(number, room)
}

// steady returns the width of a clock's text. It is that of any digits, which are all equally wide.
func (cb *controlBar) steady(text string) float32 { return imgui.CalcTextSize(text).X }

// seek is the line that shows the position in the video.
func (cb *controlBar) seek(a timelinestrip.Axis, status *Status, curves session.Curves) {
	x := a.Near(cb.line.Scrub("seek", a, status.Time, nil))
	cb.w.Seek = widgets.Item()
	known := cb.facts.Duration > 0
	if known && (imgui.IsItemHovered() || imgui.IsItemActive()) {
		cb.line.Point(a, &status.Timeline, curves, nil)
	}
	middle := a.At.Y + a.Size.Y/2
	cb.DrawTrack(a.At.X, a.At.X+a.Size.X, middle, (x-a.At.X)/a.Size.X)
	if known {
		cb.marks(a, status)
		cb.DrawKnob(x, middle)
	}
}

// manner is how a video plays, in two lengths and for a tooltip; empty for normal playback.
type manner struct{ long, short, tip string }

// add adds a fact. Its tooltip is long, unless tip is not empty.
func (m *manner) add(long, short, tip string) {
	if m.long != "" {
		m.long, m.short, m.tip = m.long+"   ", m.short+"   ", m.tip+"\n"
	}
	m.long, m.short, m.tip = m.long+long, m.short+short, m.tip+cmp.Or(tip, long)
}

// manner says how the video plays.
func (cb *controlBar) manner(status *Status) (how manner) {
	if cb.facts.Live {
		switch {
		case status.Gone:
			how.add("gone: Space reopens it", "gone", "")
		case status.Paused:
			how.add("live, paused", "paused", "")
		default:
			how.add("live", "live", "")
		}
		return how
	}
	if status.Speed != 0 && status.Speed != 1 {
		text := fmt.Sprintf("%.4g×", status.Speed)
		how.add(text, text, text+" the usual speed")
	}
	switch len(status.Loop) {
	case 1:
		how.add("loop: start set", "loop …", loopText(status.Loop))
	case 2:
		how.add("loops a part", "loop", loopText(status.Loop))
	}
	if status.LoopFile {
		how.add("loops", "loops", "the whole video is played again and again")
	}
	return how
}

// loopText says where a loop begins and ends, as far as it is set; "" for none.
func loopText(loop []float64) string {
	var at [2]string
	for i, t := range loop {
		at[i] = transport.FormatTime(transport.Seconds(t))
	}
	switch len(loop) {
	case 0:
		return ""
	case 1:
		return "Loop from " + at[0]
	}
	return "Loop " + at[0] + "–" + at[1]
}

// loopTip says what a click on the loop's button does.
func loopTip(loop []float64) string {
	return [...]string{
		"Loop: plays a part again and again. A click sets its start, the next one its end.",
		loopText(loop) + ". A click sets its end.",
		loopText(loop) + ". A click clears it.",
	}[len(loop)]
}

// marks shows the ends of the loop.
func (cb *controlBar) marks(a timelinestrip.Axis, status *Status) {
	s := cb.Scale
	draw := imgui.WindowDrawList()
	middle := a.At.Y + a.Size.Y/2
	if len(status.Loop) == 2 {
		low := imgui.NewVec2(a.Near(status.Loop[0]), middle-5*s)
		high := imgui.NewVec2(a.Near(status.Loop[1]), middle+5*s)
		draw.AddRectFilled(low, high, widgets.Faded(cb.LoopColour, 0.35))
	}
	for i, t := range status.Loop {
		x, inwards := a.Near(t), float32(5)
		if i == 1 {
			inwards = -inwards
		}
		draw.AddRectFilled(imgui.NewVec2(x-s, a.At.Y), imgui.NewVec2(x+s, a.At.Y+a.Size.Y), widgets.Packed(cb.LoopColour))
		draw.AddTriangleFilled(imgui.NewVec2(x, a.At.Y), imgui.NewVec2(x+inwards*s, a.At.Y), imgui.NewVec2(x, a.At.Y+5*s), widgets.Packed(cb.LoopColour))
	}
}

// barWidgets are the widgets of the bar; empty without room.
type barWidgets struct {
	Seek, Play              image.Rectangle
	Back, On                image.Rectangle // a frame
	BarMute, BarVolume      image.Rectangle
	BarSpeed                image.Rectangle
	BarSpeeds               widgets.Lines
	BarZoom                 image.Rectangle
	BarZooms                widgets.Lines
	BarLoop, BarWipe        image.Rectangle
	BarTimeline             image.Rectangle
	BarPyramid, BarExplain  image.Rectangle
	BarPanel, BarFullscreen image.Rectangle
	BarHelp, BarMenu        image.Rectangle
	Position, Length, Frame image.Rectangle // texts
	Manner                  image.Rectangle // text about the speed and loops
}
