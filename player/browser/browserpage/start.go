package browserpage

import (
	"image"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/rawform/rawfields"
	"ffkvadrat/player/widgets"
)

// sampleHints explain to a new user what is playing and how to open a video. The longest one that
// fits is shown.
var sampleHints = [...]string{
	"This is the sample. Drop a video here, or press Ctrl+O to open one.",
	"This is the sample. Drop a video here, or open one.",
	"This is the sample.",
}

// Sizes of the start page at scale 1: width of a video, also in a small window, gap between videos,
// height of the names and of the button's line, and margin.
const (
	startVideo  = 150
	startSmall  = 72
	startGap    = 10
	startNames  = 21
	startLine   = 30
	startMargin = 12
	mostStarted = 6
)

// Start is the start page, shown over the sample video.
type Start struct {
	*shelf
	page    *Page
	raw     *rawfields.Fields
	videos  int               // recent videos, with posters
	Closed  bool              // the user has closed it
	Widgets StartWidgets      // places in the last Build
	memory  []image.Rectangle // memory of the widgets
}

// NewStart returns the start page, which is hidden while the file browser is open. raw is the form for raw
// video that has no layout.
func NewStart(page *Page, raw *rawfields.Fields) Start {
	return Start{shelf: page.shelf, page: page, raw: raw}
}

// Build shows the start page at the centre of the picture's lower edge: a hint, a button that opens
// videos, and recent videos. It does not move with the mouse. visible is the part of the area picture that has the picture: the page
// is inside where it has room.
func (p *Start) Build(picture, visible image.Rectangle, shown bool, recent []browser.Video) {
	p.videos = 0
	if !shown || p.Closed || p.page.open {
		return
	}
	s := p.Scale
	const button, gap, side = 76, 6, startLine - 2 // the last one closes the page
	const buttons = button + gap + side
	room := float32(picture.Dx()) - 2*startMargin*s - 24*s
	imgui.PushFont(p.Regular, widgets.TextSize*s)
	text := ""
	for _, text = range sampleHints {
		if imgui.CalcTextSize(text).X+(buttons+14)*s <= room {
			break
		}
	}
	text = widgets.Fitted(text, room-(buttons+14)*s)
	wide := imgui.CalcTextSize(text).X + (buttons+14)*s
	imgui.PopFont()

	high, cell := startLine*s, imgui.Vec2{}
	recent = recent[:min(len(recent), mostStarted)]
	if len(recent) > 0 {
		cell.X = startVideo * s
		if room < 3*(startVideo+startGap)*s {
			cell.X = startSmall * s
		}
		cell.Y = float32(int(cell.X * 9 / 16))
		p.videos = min(len(recent), max(int((room+startGap*s)/(cell.X+startGap*s)), 1))
		wide = max(wide, float32(p.videos)*(cell.X+startGap*s)-startGap*s)
		high += cell.Y + (startNames+8)*s
	}
	bottom := float32(picture.Max.Y) - 12*s
	if float32(visible.Dy()) > 2*high { // else the page covers it
		bottom = min(bottom, float32(visible.Max.Y)-12*s)
	}
	if p.Floats {
		bottom = min(bottom, float32(p.Areas.Bar.Min.Y)-12*s)
		if !p.Areas.Timeline.Empty() {
			bottom = min(bottom, float32(p.Areas.Timeline.Min.Y)-12*s)
		}
	}
	size := imgui.NewVec2(wide+2*startMargin*s, high+2*8*s)
	low := imgui.NewVec2(float32(int(float32(picture.Min.X+picture.Max.X)/2-size.X/2)), float32(int(bottom-size.Y)))
	page := image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y))
	p.Widgets.Hint = page
	widgets.BeginWindow("start", page, imgui.WindowFlagsNoScrollWithMouse)
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, low.Add(size), widgets.Packed(p.Bed), 7*s, 0)
	at := low.Add(imgui.NewVec2(startMargin*s, 8*s))
	if p.videos > 0 {
		p.started(recent[:p.videos], imgui.NewVec2(low.X+(size.X-float32(p.videos)*(cell.X+startGap*s)+startGap*s)/2, at.Y+3*s), cell)
		at.Y += cell.Y + (startNames+8)*s
	}
	imgui.PushFont(p.Regular, widgets.TextSize*s)
	draw.AddText(imgui.NewVec2(at.X, at.Y+(startLine*s-imgui.FontSize())/2-s), widgets.Packed(p.Bright), text)
	imgui.PopFont()
	end := low.X + size.X - startMargin*s
	imgui.SetCursorScreenPos(imgui.NewVec2(end-buttons*s, at.Y+s))
	if p.MainButton("Open…", imgui.NewVec2(button*s, side*s)) {
		p.Do(command.Do(command.Browse))
	}
	p.Widgets.StartOpen = widgets.Item()
	p.AddCommandTip(command.Do(command.Browse))
	if p.Button("close", end-side*s, at.Y+s, side*s, p.DrawClose) {
		p.Closed = true
	}
	p.Widgets.StartClose = widgets.Item()
	imgui.End()
}

// OnHint reports whether the mouse is on the start page.
func (p *Start) OnHint() bool {
	at := imgui.CurrentIO().MousePos
	return image.Pt(int(at.X), int(at.Y)).In(p.Widgets.Hint)
}

// Shows reports whether the last Build showed the start page.
func (p *Start) Shows() bool { return !p.Widgets.Hint.Empty() }

// started shows recent videos, side by side.
func (p *Start) started(videos []browser.Video, at, cell imgui.Vec2) {
	s, w := p.Scale, &p.Widgets
	draw := imgui.WindowDrawList()
	w.Started = p.memory[:0]
	for i := range videos {
		e := &videos[i]
		size := imgui.NewVec2(cell.X, cell.Y+startNames*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("video", at, size)
		imgui.PopID()
		w.Started = append(w.Started, widgets.Item())
		gone := e.Gone()
		if gone {
			p.AddTip(browser.Label(e.Path) + "\n" + notThere)
		} else {
			p.AddTip(browser.Label(e.Path))
		}
		ink := p.Bright
		if gone {
			ink = p.Dim
			draw.AddRectFilledV(at, at.Add(cell), widgets.Packed(p.Sunken), 4*s, 0)
			draw.AddTextFontV(p.Regular, widgets.SmallSize*s, at.Add(imgui.NewVec2(8*s, 6*s)), widgets.Packed(p.Dim), notThere, cell.X-12*s, nil)
		} else {
			p.poster(draw, i, e.Poster, at, cell, 4)
		}
		if over && !gone {
			draw.AddRect(at, at.Add(cell), widgets.Packed(p.Stronger), 4*s, 0, 2*s)
		}
		imgui.PushFont(p.Regular, widgets.SmallSize*s)
		name := widgets.Fitted(browser.Label(describe.Name(e.Path)), cell.X-2*s)
		draw.AddText(imgui.NewVec2(at.X+s, at.Y+cell.Y+4*s), widgets.Packed(ink), name)
		imgui.PopFont()
		if clicked && !gone {
			p.Do(command.With(command.OpenRecent, float64(i)))
		}
		at.X += cell.X + startGap*s
	}
	p.memory = w.Started
}

// Shown returns the recent videos that the start page or the file browser shows with posters.
func (p *Start) Shown(recent []browser.Video) []browser.Video {
	n := p.videos
	if p.page.open {
		n = mostPosters
	}
	return recent[:min(n, len(recent))]
}

// StartWidgets are the widgets of the start page.
type StartWidgets struct {
	Hint       image.Rectangle // the whole page
	StartOpen  image.Rectangle
	StartClose image.Rectangle
	Refused    image.Rectangle   // the page about what cannot be played
	Leave      image.Rectangle   // quits from there
	OpenRaw    image.Rectangle   // opens raw video from there
	Preview    image.Rectangle   // of raw video, once it is made
	Started    []image.Rectangle // recent videos; valid until the next Build
}
