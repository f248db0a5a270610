package browserpage

import (
	"fmt"
	"image"
	"path/filepath"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// entryRow is the height of a line at scale 1.
const entryRow = 24

// bedOfLine draws the background of a line.
func (p *Page) bedOfLine(draw *imgui.DrawList, low, size imgui.Vec2, on, over bool) {
	switch {
	case on:
		draw.AddRectFilledV(low, low.Add(size), widgets.Packed(p.Chosen), 4*p.Scale, 0)
	case over:
		draw.AddRectFilledV(low, low.Add(size), widgets.Packed(p.Hovered), 4*p.Scale, 0)
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

func (p *Page) folder(r image.Rectangle, b *browser.State) {
	s, f := p.Scale, &p.files
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(r)
	draw.AddRectFilledV(low, high, widgets.Packed(p.Sunken), 5*s, 0)
	c := fileColumns{left: low.X + 30*s, date: high.X - 20*s, long: float32(r.Dx()) > 520*s}
	c.size = c.date - 92*s
	if c.long {
		c.size = c.date - 134*s
	}
	c.name = c.size - 78*s
	head := low.Y + 6*s
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	at := c.left + p.columnHead(nameColumn, c.left, head) + 14*s
	p.columnHead(sizeColumn, c.size, head)
	p.columnHead(changedColumn, c.date, head)
	draw.AddText(imgui.NewVec2(at, head), widgets.Packed(p.Dim), widgets.Fitted(f.summary, c.name-at))
	imgui.PopFont()
	top := low.Y + 28*s
	draw.AddLine(imgui.NewVec2(low.X+8*s, top-2*s), imgui.NewVec2(high.X-8*s, top-2*s), widgets.Packed(p.Separator), s)
	p.Widgets.Rows, p.rowNames, p.Widgets.Playing = p.places.rows[:0], p.rowNames[:0], image.Rectangle{}
	if p.noted = f.note(b); p.noted != "" {
		p.WriteWrapped(draw, p.noted, imgui.NewVec2(low.X+16*s, top+10*s), float32(r.Dx())-32*s)
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
	path := f.typed()
	_, name := filepath.Split(path)
	switch {
	case path != "" && len(f.rows) == 0 && (name != "" || !f.usable()):
		return f.aboutTyped()
	case l == nil:
		return "Reading the folder …"
	case l.Err != nil:
		if len(l.Entries) > 0 {
			return ""
		}
		return browser.Explain(l.Err)
	case len(l.Entries) == 0 && l.Reading:
		return "Reading the folder …"
	case len(l.Entries) == 0 && b.Kind == browser.Settings:
		return "No settings files and no folders here. Settings are files that end in .json."
	case len(l.Entries) == 0 && b.Kind == browser.Folder:
		return "This folder is empty."
	case len(l.Entries) == 0:
		return "No videos, pictures or folders here."
	case len(f.rows) == 0:
		return fmt.Sprintf("No name here contains “%s”.", f.filter.Text)
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

// fileLine is a line of the list: a click selects the entry, a second click opens it. Where a folder is chosen, files are grey.
func (p *Page) fileLine(i int, e *browser.Entry, low, size imgui.Vec2, on bool, c fileColumns, view image.Rectangle) {
	s, f := p.Scale, &p.files
	draw := imgui.WindowDrawList()
	imgui.PushID(int32(i))
	clicked, over := widgets.InvisibleButton("file", low, size)
	imgui.PopID()
	grey := i >= f.choosable()
	clicked, over = clicked && !grey, over && !grey
	if place := widgets.Item().Intersect(view); !place.Empty() {
		p.Widgets.Rows, p.rowNames = append(p.Widgets.Rows, place), append(p.rowNames, e.Name)
	}
	p.bedOfLine(draw, low, size, on, over)
	text := low.Y + (size.Y-imgui.FontSize())/2 - s
	room := c.name - c.left
	x, y := low.X+13*s, low.Y+size.Y/2
	ink, sign := p.Bright, p.Dim
	if grey {
		ink = p.Dim
	}
	if !e.Folder && !grey && f.playing != "" && filepath.Join(f.path, e.Name) == f.playing {
		if sign = p.Stronger; !on { // on the background of what is selected, text would have too little contrast
			ink = p.Stronger
		}
		p.Widgets.Playing = widgets.Item().Intersect(view)
	}
	switch {
	case e.Folder:
		p.DrawFolder(draw, x, y, folderInk)
		room = c.date - c.left
	case grey: // it can be of any kind
	case decode.ClaimsStill(e.Name):
		p.DrawPicture(draw, x, y, sign)
	default:
		p.DrawVideo(draw, x, y, sign)
	}
	draw.AddText(imgui.NewVec2(c.left, text), widgets.Packed(ink), widgets.Fitted(e.Label, room))
	if !e.Folder && e.Size >= 0 {
		ink := p.Dim
		if on {
			ink = p.Bright
		}
		imgui.PushFont(p.Regular, widgets.SmallSize*s)
		widgets.WriteRightAt(draw, c.size, text+s, ink, quantity.Bytes(float64(e.Size)))
		widgets.WriteRightAt(draw, c.date, text+s, ink, dateText(e.Modified, c.long))
		imgui.PopFont()
	}
	if !clicked {
		return
	}
	if on && p.presses.since <= doubleClick && p.presses.n > f.clicked+1 {
		f.clicked = p.presses.n
		p.enter(filepath.Join(f.path, e.Name), e.Folder)
	}
	f.chosen = e.Name
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
