package browserpage

import (
	"fmt"
	"image"
	"time"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/widgets"
)

// entryRow is the height of a line at scale 1.
const entryRow = 24

// notThere describes a recent video that no longer exists.
const notThere = "not there any more"

// noPoster is the poster of a video that no longer exists.
var noPoster = &survey.Poster{}

// shortcuts lists places and recent videos.
func (p *Page) shortcuts(r image.Rectangle, b *browser.State, recent []browser.Video, small bool) {
	s, w := p.Scale, &p.Widgets
	at, end := widgets.Corners(r)
	imgui.SetCursorScreenPos(at)
	imgui.BeginChild("places", end.Sub(at), 0, 0)
	draw := imgui.WindowDrawList()
	view := view()
	top := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	y := top.Y
	w.Places = p.places.folders[:0]
	for i := range b.Places {
		place := &b.Places[i]
		low, size := imgui.NewVec2(top.X, y), imgui.NewVec2(width, entryRow*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("place", low, size)
		imgui.PopID()
		w.Places = append(w.Places, widgets.Item().Intersect(view))
		p.AddTip(browser.Label(place.Path))
		here := place.Path == p.files.path
		p.bedOfLine(draw, low, size, here, over)
		p.DrawFolder(draw, top.X+14*s, y+entryRow*s/2, folderInk)
		draw.AddText(imgui.NewVec2(top.X+28*s, y+(entryRow*s-imgui.FontSize())/2-s), widgets.Packed(widgets.Bright), widgets.Fitted(place.Label, width-32*s))
		if clicked {
			p.Do(command.Command{ID: command.ShowFolder, Text: place.Path})
		}
		y += entryRow * s
	}
	p.places.folders = w.Places
	w.Played = p.places.played[:0]
	recent = recent[:min(len(recent), mostPosters)]
	if b.Settings {
		recent = nil
	}
	if len(recent) > 0 {
		draw.AddTextFont(p.Medium, widgets.SmallSize*s, imgui.NewVec2(top.X+6*s, y+10*s), widgets.Packed(widgets.Dim), "Played before")
		y += 30 * s
	}
	box := imgui.NewVec2(72*s, 41*s)
	if small {
		box = imgui.NewVec2(48*s, 27*s)
	}
	for i := range recent {
		e := &recent[i]
		low, size := imgui.NewVec2(top.X, y), imgui.NewVec2(width, box.Y+8*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("played", low, size)
		imgui.PopID()
		w.Played = append(w.Played, widgets.Item().Intersect(view))
		gone := e.Gone()
		if gone {
			p.AddTip(browser.Label(e.Path) + "\n" + notThere)
		} else {
			p.AddTip(browser.Label(e.Path))
		}
		p.bedOfLine(draw, low, size, false, over && !gone)
		made := e.Poster
		if gone {
			made = noPoster
		}
		p.poster(draw, i, made, low.Add(imgui.NewVec2(4*s, 4*s)), box, 3)
		p.nameOf(draw, e, imgui.NewVec2(low.X+box.X+11*s, y), imgui.NewVec2(width-box.X-15*s, size.Y))
		if clicked && !gone {
			p.Do(command.With(command.OpenRecent, float64(i)))
		}
		y += size.Y
	}
	p.places.played = w.Played
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, y-top.Y))
	imgui.EndChild()
}

// nameOf writes a video's name in two lines, or in one line above a remark.
func (p *Page) nameOf(draw *imgui.DrawList, e *browser.Video, at, size imgui.Vec2) {
	s := p.Scale
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	name := browser.Label(describe.Name(e.Path))
	ink, first, second := widgets.Bright, name, ""
	switch {
	case e.Gone():
		ink, first, second = widgets.Dim, widgets.Fitted(name, size.X), notThere
		if imgui.CalcTextSize(second).X > size.X {
			second = "gone"
		}
	case imgui.CalcTextSize(name).X > size.X:
		first, second = widgets.Broken(name, size.X)
		second = widgets.Fitted(second, size.X)
	}
	line := 1.2 * widgets.SmallSize * s
	y := at.Y + (size.Y-line)/2
	if second != "" {
		y = at.Y + size.Y/2 - line
	}
	draw.AddText(imgui.NewVec2(at.X, y), widgets.Packed(ink), first)
	if second != "" {
		draw.AddText(imgui.NewVec2(at.X, y+line), widgets.Packed(ink), second)
	}
}

// bedOfLine draws the background of a line.
func (p *Page) bedOfLine(draw *imgui.DrawList, low, size imgui.Vec2, on, over bool) {
	switch {
	case on:
		draw.AddRectFilledV(low, low.Add(size), widgets.Packed(widgets.Chosen), 4*p.Scale, 0)
	case over:
		draw.AddRectFilledV(low, low.Add(size), widgets.Packed(widgets.Hovered), 4*p.Scale, 0)
	}
}

// view returns the visible rectangle of the current window.
func view() image.Rectangle {
	low, size := imgui.WindowPos(), imgui.WindowSize()
	return image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y))
}

// columns are the right ends of the columns of the folder's list.
type fileColumns struct {
	left, name, size, date float32
	long                   bool // wide enough for the time of day
}

// folder lists the folder.
func (p *Page) folder(r image.Rectangle, b *browser.State) {
	s, f := p.Scale, &p.files
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(r)
	draw.AddRectFilledV(low, high, widgets.Packed(posterBed), 5*s, 0)
	c := fileColumns{left: low.X + 30*s, date: high.X - 20*s, long: float32(r.Dx()) > 520*s}
	c.size = c.date - 92*s
	if c.long {
		c.size = c.date - 134*s
	}
	c.name = c.size - 78*s
	head := low.Y + 6*s
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	draw.AddText(imgui.NewVec2(c.left, head), widgets.Packed(widgets.Dim), widgets.Fitted(f.summary, c.name-c.left))
	widgets.WriteRightAt(draw, c.size, head, widgets.Dim, "Size")
	widgets.WriteRightAt(draw, c.date, head, widgets.Dim, "Changed")
	imgui.PopFont()
	top := low.Y + 28*s
	draw.AddLine(imgui.NewVec2(low.X+8*s, top-2*s), imgui.NewVec2(high.X-8*s, top-2*s), widgets.Packed(widgets.Separator), s)
	p.Widgets.Rows, p.rowNames = p.places.rows[:0], p.rowNames[:0]
	if note := f.note(b); note != "" {
		p.WriteWrapped(draw, note, imgui.NewVec2(low.X+16*s, top+10*s), float32(r.Dx())-32*s)
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(low.X+4*s, top))
	imgui.BeginChild("folder", imgui.NewVec2(float32(r.Dx())-8*s, high.Y-top-4*s), 0, 0)
	p.fileRows(c)
	imgui.EndChild()
	p.places.rows = p.Widgets.Rows
}

// note says why the list is empty.
func (f *files) note(b *browser.State) string {
	l := b.Listing
	switch {
	case l == nil:
		return "Reading the folder …"
	case l.Err != nil:
		if len(l.Entries) > 0 {
			return ""
		}
		return browser.Explain(l.Err)
	case len(l.Entries) == 0 && l.Reading:
		return "Reading the folder …"
	case len(l.Entries) == 0 && b.Settings:
		return "No settings files and no folders here."
	case len(l.Entries) == 0:
		return "No videos and no folders here."
	case len(f.rows) == 0:
		return fmt.Sprintf("No name here contains “%s”.", f.filter)
	}
	return ""
}

// fileRows shows the lines in view and reserves the height of the others.
func (p *Page) fileRows(c fileColumns) {
	s, f := p.Scale, &p.files
	view := view()
	row := float32(int(entryRow * s))
	visible := float32(view.Dy())
	f.page = int(visible / row)
	at := f.at()
	switch {
	case f.reveal && at >= 0:
		top := imgui.CursorScreenPos().Y
		scrolled := float32(view.Min.Y) - top
		y := float32(at) * row
		if y < scrolled {
			imgui.SetScrollY(y)
		} else if y+row > scrolled+visible {
			imgui.SetScrollY(y + row - visible)
		}
	case f.top:
		imgui.SetScrollY(0)
	}
	if f.listing != nil {
		f.reveal, f.top = false, false
	}
	top := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	first := max(int((float32(view.Min.Y)-top.Y)/row), 0)
	end := min(first+f.page+2, len(f.rows))
	for i := first; i < end; i++ {
		e := &f.listing.Entries[f.rows[i]]
		p.fileLine(i, e, imgui.NewVec2(top.X, top.Y+float32(i)*row), imgui.NewVec2(width, row), i == at, c, view)
	}
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, max(float32(len(f.rows))*row, 1)))
}

// fileLine is a line of the list: a click selects the entry, a second click opens it.
func (p *Page) fileLine(i int, e *browser.Entry, low, size imgui.Vec2, on bool, c fileColumns, view image.Rectangle) {
	s, f := p.Scale, &p.files
	draw := imgui.WindowDrawList()
	imgui.PushID(int32(i))
	clicked, over := widgets.InvisibleButton("file", low, size)
	imgui.PopID()
	if place := widgets.Item().Intersect(view); !place.Empty() {
		p.Widgets.Rows, p.rowNames = append(p.Widgets.Rows, place), append(p.rowNames, e.Name)
	}
	p.bedOfLine(draw, low, size, on, over)
	text := low.Y + (size.Y-imgui.FontSize())/2 - s
	room := c.name - c.left
	if e.Folder {
		p.DrawFolder(draw, low.X+13*s, low.Y+size.Y/2, folderInk)
		room = c.date - c.left
	} else {
		p.DrawVideo(draw, low.X+13*s, low.Y+size.Y/2, widgets.Dim)
	}
	draw.AddText(imgui.NewVec2(c.left, text), widgets.Packed(widgets.Bright), widgets.Fitted(e.Label, room))
	if !e.Folder && e.Size >= 0 {
		ink := widgets.Dim
		if on {
			ink = widgets.Bright
		}
		imgui.PushFont(p.Regular, widgets.SmallSize*s)
		widgets.WriteRightAt(draw, c.size, text+s, ink, bytesText(e.Size))
		widgets.WriteRightAt(draw, c.date, text+s, ink, dateText(e.Modified, c.long))
		imgui.PopFont()
	}
	if !clicked {
		return
	}
	if on && p.presses.since <= doubleClick && p.presses.n > f.clicked+1 {
		f.clicked = p.presses.n
		p.enter(e)
	}
	f.chosen = e.Name
}

// foot describes the selected file and has the buttons that open it.
func (p *Page) foot(r image.Rectangle, b *browser.State, message string) {
	s, f, w := p.Scale, &p.files, &p.Widgets
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(r)
	box := imgui.NewVec2(float32(r.Dy())*16/9, float32(r.Dy()))
	e := f.entry()
	x := low.X
	if !b.Settings {
		w.BrowserPoster = image.Rect(int(low.X), int(low.Y), int(low.X+box.X), int(low.Y+box.Y))
		if e != nil && !e.Folder {
			p.poster(draw, selectedPoster, b.Poster, low, box, 4)
		} else {
			draw.AddRectFilledV(low, low.Add(box), widgets.Packed(posterBed), 4*s, 0)
		}
		x += box.X + 12*s
	}

	const height = 30
	y := high.Y - height*s
	end := high.X
	end -= 96 * s
	imgui.SetCursorScreenPos(imgui.NewVec2(end, y))
	imgui.BeginDisabled(e == nil)
	imgui.PushStyleColor(imgui.ColButton, widgets.Packed(widgets.Chosen))
	imgui.PushStyleColor(imgui.ColButtonHovered, widgets.Packed(widgets.Accent))
	if imgui.Button("Open", imgui.NewVec2(96*s, height*s)) {
		p.enter(e)
	}
	imgui.PopStyleColor(2)
	imgui.EndDisabled()
	w.BrowserOpen = widgets.Item()
	if videos := f.videos(); videos > 1 && !b.Settings && !f.listing.Reading {
		text := fmt.Sprintf("Play all %s videos", widgets.Grouped(int64(videos)))
		width := imgui.CalcTextSize(text).X + 24*s
		end -= width + 8*s
		imgui.SetCursorScreenPos(imgui.NewVec2(end, y))
		if imgui.Button(text, imgui.NewVec2(width, height*s)) {
			p.Do(command.Command{ID: command.OpenPath, Text: f.path})
		}
		w.PlayAll = widgets.Item()
		p.AddTip("Plays the videos of this folder one after another")
	}

	wide := high.X - x
	lines := f.about(e, b.Poster)
	if message != "" {
		lines[1] = message
	}
	at := imgui.NewVec2(x, low.Y)
	for i, text := range lines {
		font, size, ink := p.Regular, float32(widgets.SmallSize), widgets.Dim
		if i == 0 {
			font, size, ink = p.Medium, widgets.TextSize, widgets.Bright
		} else if i == 1 && message != "" {
			ink = widgets.LoopColour
		}
		if at.Y+size*s > y-2*s { // next to the buttons
			wide = end - x - 10*s
		}
		imgui.PushFont(font, size*s)
		if at.Y+size*s <= high.Y {
			draw.AddText(at, widgets.Packed(ink), widgets.Fitted(text, wide))
		}
		imgui.PopFont()
		at.Y += 1.35 * size * s
	}
}

// videos returns the number of videos in the folder.
func (f *files) videos() int {
	if f.listing == nil {
		return 0
	}
	return f.listing.Videos()
}

// about describes an entry in three lines.
func (f *files) about(e *browser.Entry, made *survey.Poster) (lines [3]string) {
	switch {
	case e == nil:
		lines[0] = "Nothing is selected"
		lines[1] = "A click selects, a double click opens."
		return lines
	case e.Folder:
		lines[0], lines[1] = e.Label, "A folder"
		return lines
	}
	lines[0] = e.Label
	if e.Size >= 0 {
		lines[2] = bytesText(e.Size) + "   " + dateText(e.Modified, true)
	}
	switch {
	case made == nil:
	case made.Err != nil:
		lines[1] = "No preview available."
	default:
		i := &made.Info
		lines[1] = fmt.Sprintf("%d×%d   %s", i.Width, i.Height, i.Codec)
		if i.Duration > 0 {
			lines[1] += "   " + transport.FormatTime(transport.Seconds(i.Duration))
		}
	}
	return lines
}

// bytesText returns a file's size with its unit.
func bytesText(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	v, i := float64(n)/unit, 0
	for ; v >= 999.5 && i < 4; i++ {
		v /= unit
	}
	places := 1
	if v >= 99.95 {
		places = 0
	}
	return fmt.Sprintf("%.*f %cB", places, v, "kMGTP"[i])
}

// dateText returns a time in the local time zone.
func dateText(t time.Time, long bool) string {
	if t.IsZero() {
		return ""
	}
	if long {
		return t.Local().Format("2006-01-02 15:04")
	}
	return t.Local().Format("2006-01-02")
}
