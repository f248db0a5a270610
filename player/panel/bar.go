package panel

import (
	"fmt"
	"image"
	"math"
	"strings"
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// bar builds the strip below the picture: the video's time, and buttons. Over the
// picture it has buttons of what is in the panel otherwise.
func (p *Panel) bar(r image.Rectangle, status *Status, settings *session.Settings) {
	s := p.scale
	begin("bar", r, imgui.WindowFlagsNoScrollWithMouse)
	if p.floats {
		p.bed(r)
	}
	top := float32(r.Min.Y)
	start, length := p.axis(r)
	p.seek(imgui.NewVec2(start, top+8*s), imgui.NewVec2(length, 18*s), status, settings)

	left, width := float32(r.Min.X)+plainMargin*s, max(float32(r.Dx())-2*plainMargin*s, 1)
	y := top + 32*s
	side := signSide * s
	if p.button("back", left, y, side, p.drawBack) {
		p.do(command.With(command.Step, -1))
	}
	p.Widgets.Back = item()
	p.tipFor(command.With(command.Step, -1))
	play := p.drawPause
	if status.Paused {
		play = p.drawPlay
	}
	if p.button("play", left+side+6*s, y, side, play) {
		p.do(command.Do(command.TogglePause))
	}
	p.Widgets.Play = item()
	p.tipFor(command.Do(command.TogglePause))
	if p.button("on", left+2*(side+6*s), y, side, p.drawOn) {
		p.do(command.With(command.Step, 1))
	}
	p.Widgets.On = item()
	p.tipFor(command.With(command.Step, 1))

	at, end := left+3*(side+signGap*s), left+width
	if p.floats {
		at = p.sounding(at, y, status, settings)
		end = p.switches(end, y, status)
	}
	end = p.ways(at, end, y, settings)
	p.where(imgui.NewVec2(at+10*s, y+(side-imgui.FontSize())/2-s), end, status)
	imgui.End()
}

// where writes the video's time from at, and the frame right-aligned at end;
// between them it writes how the video plays. If there is not enough room, it
// leaves out the video's length and shortens the frame.
func (p *Panel) where(at imgui.Vec2, end float32, status *Status) {
	s := p.scale
	write := func(colour uint32, text string) image.Rectangle {
		size := imgui.CalcTextSize(text)
		imgui.WindowDrawList().AddText(at, colour, text)
		return image.Rect(int(at.X), int(at.Y), int(math.Ceil(float64(at.X+size.X))), int(at.Y+size.Y))
	}
	gap := 12 * s
	start := at.X
	p.Widgets.Position = write(packed(bright), p.texts.position)
	at.X += p.steady(p.texts.position)
	frame := p.texts.frame
	if status.Ended {
		frame = "end,  " + frame
	}
	if room := end - gap - at.X; imgui.CalcTextSize(frame).X > room {
		frame = p.fitted(strings.TrimPrefix(frame, "frame "), room)
	}
	wide := imgui.CalcTextSize(frame).X
	if length := "/  " + p.texts.length; p.texts.length != "" && at.X+p.steady(length)+gap+wide <= end {
		p.Widgets.Length = write(packed(dim), length)
		at.X += p.steady(length)
	}
	how := manner(status)
	switch {
	case !p.facts.Live:
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
			write(packed(stronger), p.fitted(how, room))
		}
	}
	at.X = max(end-wide, start)
	p.Widgets.Frame = write(packed(bright), frame)
}

// steady returns the width of a clock's text with any digits, plus a gap.
func (p *Panel) steady(text string) float32 {
	return float32(len(text))*imgui.CalcTextSize("0").X + 2*p.scale
}

// seek is the line that shows the position in the video.
func (p *Panel) seek(at, size imgui.Vec2, status *Status, settings *session.Settings) {
	s := p.scale
	part := p.scrub("seek", at, size, status, -1)
	p.Widgets.Seek = item()
	draw := imgui.WindowDrawList()
	middle := at.Y + size.Y/2
	thick := 2 * s
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		thick = 3 * s
	}
	end := at.X + size.X
	draw.AddRectFilledV(imgui.NewVec2(at.X, middle-thick), imgui.NewVec2(end, middle+thick), packed(hovered), thick, 0)
	if p.facts.Duration <= 0 {
		return
	}
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		p.pointed(at, size, status, -1)
	}
	x := at.X + part*size.X
	draw.AddRectFilledV(imgui.NewVec2(at.X, middle-thick), imgui.NewVec2(x, middle+thick), packed(accent), thick, 0)
	p.marks(at, size, status)
	draw.AddCircleFilled(imgui.NewVec2(x, middle), 7*s, packed(stronger), 24)
}

// manner says how the video plays, if not as usual.
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
		how = append(how, "file loops")
	}
	return strings.Join(how, "   ")
}

// along returns the place of a time on the seek line.
func (p *Panel) along(at, size imgui.Vec2, t time.Duration) float32 {
	part := t.Seconds() / p.facts.Duration.Seconds()
	return at.X + float32(min(max(part, 0), 1))*size.X
}

// marks shows the beginning and the end of a loop.
func (p *Panel) marks(at, size imgui.Vec2, status *Status) {
	s := p.scale
	draw := imgui.WindowDrawList()
	middle := at.Y + size.Y/2
	if len(status.Loop) == 2 {
		low := imgui.NewVec2(p.along(at, size, status.Loop[0]), middle-5*s)
		high := imgui.NewVec2(p.along(at, size, status.Loop[1]), middle+5*s)
		draw.AddRectFilled(low, high, faded(loopColour, 0.35))
	}
	for i, t := range status.Loop {
		x, inwards := p.along(at, size, t), float32(5)
		if i == 1 {
			inwards = -inwards
		}
		draw.AddRectFilled(imgui.NewVec2(x-s, at.Y), imgui.NewVec2(x+s, at.Y+size.Y), packed(loopColour))
		draw.AddTriangleFilled(imgui.NewVec2(x, at.Y), imgui.NewVec2(x+inwards*s, at.Y), imgui.NewVec2(x, at.Y+5*s), packed(loopColour))
	}
}

// button is a square with a sign; sign draws it around the square's middle.
func (p *Panel) button(name string, x, y, side float32, sign func(draw *imgui.DrawList, x, y float32)) bool {
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(side, side))
	ground := raised
	switch {
	case imgui.IsItemActive():
		ground = pressed
	case imgui.IsItemHovered():
		ground = hovered
	}
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), packed(ground), 5*p.scale, 0)
	sign(draw, x+side/2, y+side/2)
	return clicked
}

func (p *Panel) drawPlay(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-4*s, y-6.5*s), imgui.NewVec2(x+7*s, y), imgui.NewVec2(x-4*s, y+6.5*s), packed(bright))
}

func (p *Panel) drawPause(draw *imgui.DrawList, x, y float32) {
	p.upright(draw, x-4*p.scale, y, 4*p.scale, 12*p.scale)
	p.upright(draw, x+4*p.scale, y, 4*p.scale, 12*p.scale)
}

func (p *Panel) drawBack(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x+5*s, y-5*s), imgui.NewVec2(x+5*s, y+5*s), imgui.NewVec2(x-3*s, y), packed(bright))
	p.upright(draw, x-5*s, y, 2*s, 10*s)
}

func (p *Panel) drawOn(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-5*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-5*s, y+5*s), packed(bright))
	p.upright(draw, x+5*s, y, 2*s, 10*s)
}

// upright draws an upright bar around a point.
func (p *Panel) upright(draw *imgui.DrawList, x, y, width, height float32) {
	low := imgui.NewVec2(x-width/2, y-height/2)
	draw.AddRectFilled(low, low.Add(imgui.NewVec2(width, height)), packed(bright))
}
