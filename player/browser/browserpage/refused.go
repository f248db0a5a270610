package browserpage

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/widgets"
)

// Sizes of the page at scale 1: its width, its margin in a small window, the gap between its parts, and
// the buttons.
const (
	refusedWidth  = 520
	refusedMargin = 24
	refusedGap    = 14
	anotherWidth  = 150
	leaveWidth    = 96
	rawWidth      = 380 // of the form for raw video
	openWidth     = 96
	previewWidth  = 280 // of the preview next to that form, at least
	previewGap    = 32
)

// RefusedName is the page's name, as what has the keys.
const RefusedName = "refused"

// BuildRefused shows, over the whole target, what cannot be played and why, and buttons that open
// another video or quit. Recent videos are below, as on the start page. For raw video without a layout, form
// asks for it; else it is nil.
func (p *Start) BuildRefused(all image.Rectangle, r refusal.Refusal, form *rawform.Form, recent []browser.Video) {
	s := p.Scale
	p.videos = 0
	p.Widgets.Refused = all
	width := min(refusedWidth*s, float32(all.Dx())-2*refusedMargin*s)
	recent = recent[:min(len(recent), 3)] // in one row
	cell := imgui.NewVec2(float32(int((width-2*startGap*s)/3)), 0)
	cell.Y = float32(int(cell.X * 9 / 16))

	parts := []paragraph{p.wrapped(p.Medium, widgets.TitleSize+3, p.Bright, r.Title, width), p.wrapped(p.Regular, widgets.TextSize, p.Bright, r.Why, width)}
	if r.Advice != "" {
		parts = append(parts, p.wrapped(p.Regular, widgets.TextSize, p.Bright, r.Advice, width))
	}
	if r.Detail != "" && form == nil {
		parts = append(parts, p.wrapped(p.Regular, widgets.SmallSize, p.Dim, r.Detail, width))
	}
	const gap, rest = refusedGap, 2 * refusedGap
	high := float32(startLine+rest-gap) * s
	for i := range parts {
		high += parts[i].high + gap*s
	}
	formed, guesses := float32(0), 0
	if form != nil {
		formed = p.raw.Height()
		for guesses = len(form.Likely); guesses > 0 && high+formed+p.raw.GuessesHeight(guesses)+gap*s > float32(all.Dy())-refusedMargin*s; {
			guesses--
		}
		if guesses == 1 { // the form says it, too
			guesses = 0
		}
		formed += p.raw.GuessesHeight(guesses)
		high += formed + gap*s
	}
	if shelf := cell.Y + (rest+22+startNames)*s; len(recent) > 0 && high+shelf < float32(all.Dy())-2*refusedMargin*s {
		high += shelf
		p.videos = len(recent)
	}
	widgets.BeginWindow(RefusedName, all, imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	p.DrawBed(all)
	left := (float32(all.Dx()) - width) / 2
	if form != nil {
		left = p.preview(all, width, form)
	}
	at := imgui.NewVec2(float32(int(left)), float32(int(max((float32(all.Dy())-high)/2, refusedMargin*s/2))))
	draw := imgui.WindowDrawList()
	for i := range parts {
		parts[i].write(draw, at)
		at.Y += parts[i].high + gap*s
	}
	if form != nil {
		p.askRaw(at, imgui.NewVec2(min(width, rawWidth*s), formed), form, guesses)
		at.Y += formed + gap*s
	}
	at.Y += (rest - gap) * s
	p.refusedButtons(at, width, r.Ends, form != nil)
	if at.Y += (startLine + rest) * s; p.videos > 0 {
		draw.AddTextFont(p.Medium, widgets.SmallSize*s, at, widgets.Packed(p.Dim), "Played before")
		at.Y += 22 * s
		p.started(recent, at, cell)
	}
}

// refusedButtons shows the buttons, and what works without them if there is room; at the program's end
// only the button that quits. raw adds one that opens raw video, which is then the main one.
func (p *Start) refusedButtons(at imgui.Vec2, width float32, ends, raw bool) {
	s, w := p.Scale, &p.Widgets
	high := float32(startLine * s)
	imgui.SetCursorScreenPos(at)
	p.FocusHere(RefusedName, 0)
	if ends {
		p.refusedQuit(high)
		return
	}
	another := p.MainButton
	if raw {
		p.BeginUnused(p.raw.Unready)
		if p.MainButton("Open", imgui.NewVec2(openWidth*s, high)) {
			p.Do(command.Do(command.OpenRaw))
		}
		w.OpenRaw = widgets.Item()
		p.AddTip("Opens it with this layout. The tab Video has the form, too.")
		p.EndUnused()
		at.X, width = at.X+(openWidth+8)*s, width-(openWidth+8)*s
		imgui.SetCursorScreenPos(at)
		another = imgui.Button
	}
	if another("Open another…", imgui.NewVec2(anotherWidth*s, high)) {
		p.Do(command.Do(command.Browse))
	}
	w.StartOpen = widgets.Item()
	p.AddCommandTip(command.Do(command.Browse))
	imgui.SetCursorScreenPos(at.Add(imgui.NewVec2((anotherWidth+8)*s, 0)))
	p.refusedQuit(high)
	const text = "or drop a video here"
	x := (anotherWidth + leaveWidth + 24) * s
	if x+p.TextWidth(widgets.SmallSize*s, text) <= width {
		imgui.WindowDrawList().AddTextFont(p.Regular, widgets.SmallSize*s, at.Add(imgui.NewVec2(x, (high-widgets.SmallSize*s)/2-s)), widgets.Packed(p.Dim), text)
	}
}

// askRaw shows the form for raw video, below n guesses.
func (p *Start) askRaw(at, size imgui.Vec2, form *rawform.Form, n int) {
	imgui.SetCursorScreenPos(at)
	if imgui.BeginChild("raw", size, imgui.ChildFlagsNavFlattened, imgui.WindowFlagsNoBackground|imgui.WindowFlagsNoScrollbar) {
		if form.Unreadable() != "" { // the button cannot have the keys
			p.FocusHere(RefusedName, 0)
		}
		p.raw.Guesses(form, n)
		p.raw.Build(form)
	}
	imgui.EndChild()
}

// preview shows what the layout of raw video makes of the file, to the right of the form and as large as the
// target allows. It returns where the form, of some width, begins; in a narrow target it is alone.
func (p *Start) preview(all image.Rectangle, width float32, form *rawform.Form) (left float32) {
	s := p.Scale
	room := imgui.NewVec2(float32(all.Dx())-width-(2*refusedMargin+previewGap)*s, float32(all.Dy())-2*refusedMargin*s)
	if room.X < previewWidth*s {
		return (float32(all.Dx()) - width) / 2
	}
	size := widgets.FitInto(image.Pt(16, 9), room)
	left = float32(int((float32(all.Dx()) - width - previewGap*s - size.X) / 2))
	low := imgui.NewVec2(left+width+previewGap*s, float32(int((float32(all.Dy())-size.Y)/2)))
	high := low.Add(size)
	draw := imgui.WindowDrawList()
	if form.Unreadable() == "" {
		if p.poster(draw, rawPoster, form.Preview, low, size, 4); form.Preview != nil && form.Preview.Image != nil {
			p.Widgets.Preview = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
		}
		return left
	}
	draw.AddRectFilledV(low, high, widgets.Packed(p.Sunken), 4*s, 0)
	p.WriteCentred(draw, widgets.SmallSize*s, (low.X+high.X)/2, (low.Y+high.Y)/2, widgets.Packed(p.Dim), "No frame to show")
	return left
}

// refusedQuit shows the button that quits.
func (p *Start) refusedQuit(high float32) {
	if imgui.Button("Quit", imgui.NewVec2(leaveWidth*p.Scale, high)) {
		p.Do(command.Do(command.Quit))
	}
	p.Widgets.Leave = widgets.Item()
	p.AddCommandTip(command.Do(command.Quit))
}

// paragraph is a text with line breaks.
type paragraph struct {
	font        *imgui.Font
	size        float32
	ink         color.NRGBA
	text        string
	width, high float32
}

// wrapped measures a text at a font size for scale 1.
func (p *Start) wrapped(font *imgui.Font, size float32, ink color.NRGBA, text string, width float32) paragraph {
	t := paragraph{font: font, size: size * p.Scale, ink: ink, text: text, width: width}
	imgui.PushFont(font, t.size)
	t.high = imgui.CalcTextSizeV(text, false, width).Y
	imgui.PopFont()
	return t
}

func (t *paragraph) write(draw *imgui.DrawList, at imgui.Vec2) {
	draw.AddTextFontV(t.font, t.size, at, widgets.Packed(t.ink), t.text, t.width, nil)
}
