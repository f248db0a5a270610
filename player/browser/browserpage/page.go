// Package browserpage draws the player's file browser, which covers the whole target, and the start
// page over the sample video. Both show recent videos with their posters.
//
// Input are a [browser.State], recent videos, mouse and keys; output are drawings and commands,
// through a [widgets.Kit].
package browserpage

import (
	"image"
	"image/color"
	"path/filepath"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/widgets"
)

// folderInk is the colour of folders.
var folderInk = color.NRGBA{126, 152, 186, 255}

// Page is the file browser.
type Page struct {
	*shelf
	files
	presses  presses
	rowNames []string // names of Widgets.Rows
	noted    string   // why the list is empty
	use      string   // title of the main button
	Widgets  Widgets  // places in the last Build
	// places is memory of the widgets.
	places struct{ rows, played, crumbs, folders []image.Rectangle }
}

// doubleClick is the longest time between the clicks of a double click.
const doubleClick = 400 * time.Millisecond

// presses counts the presses of the mouse's left button.
type presses struct {
	n     int
	at    time.Time     // time of the last press
	since time.Duration // time between the last two presses
}

// New returns a closed file browser. newBitmap makes the bitmaps of posters.
func New(kit *widgets.Kit, newBitmap func(name string) *widgets.Bitmap) Page {
	return Page{shelf: &shelf{Kit: kit, newBitmap: newBitmap}}
}

// Open opens the file browser.
func (p *Page) Open() { p.files = files{open: true, rows: p.files.rows[:0], sorting: p.files.sorting} }

// Close closes the file browser.
func (p *Page) Close() { p.files.open = false }

// IsOpen reports whether the file browser is open.
func (p *Page) IsOpen() bool { return p.files.open }

// PressMouse counts a press of the left button. A Build can take longer than a double click.
func (p *Page) PressMouse(now time.Time) {
	p.presses = presses{p.presses.n + 1, now, now.Sub(p.presses.at)}
}

// Selected returns the path of the selected file, or "" if nothing or a folder is selected.
func (p *Page) Selected() string {
	f := &p.files
	if e := f.entry(); f.open && e != nil && !e.Folder {
		return filepath.Join(f.path, e.Name)
	}
	return ""
}

// Build shows the file browser above everything else, if it is open. playing is the path of the video that plays, empty for none. A
// reply to what the page asked for replaces what is known of the selected file.
func (p *Page) Build(b *browser.State, recent []browser.Video, playing string, reply browser.Reply) {
	f := &p.files
	if !f.open {
		return
	}
	if f.playing = playing; playing != "" && !filepath.IsAbs(playing) {
		f.playing, _ = filepath.Abs(playing)
	}
	f.follow(b)
	if f.waits {
		p.accept()
	}
	p.ask(b)
	s := p.Scale
	all := image.Rect(0, 0, p.Width, p.Height)
	page := p.page()
	imgui.SetNextWindowPos(imgui.NewVec2(0, 0))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(p.Width), float32(p.Height)))
	// Other windows stay behind; this one comes to the front.
	imgui.Begin("files", widgets.WindowFlags&^imgui.WindowFlagsNoBringToFrontOnFocus|imgui.WindowFlagsNoScrollWithMouse)
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(all)
	draw.AddRectFilled(low, high, widgets.Packed(p.Scrim))
	low, high = widgets.Corners(page)
	draw.AddRectFilledV(low, high, widgets.Packed(p.Ground), 8*s, 0)
	draw.AddRect(low, high, widgets.Packed(p.Pressed), 8*s, 0, s)
	p.Widgets.Browser = page

	small := p.smallPage(page)
	pad, foot, left := int(14*s), int(100*s), int(214*s)
	if small {
		pad, foot, left = int(10*s), int(66*s), int(150*s)
	}
	in := page.Inset(pad)
	head := image.Rect(in.Min.X, in.Min.Y, in.Max.X, in.Min.Y+int(30*s))
	path := image.Rect(in.Min.X, head.Max.Y+int(8*s), in.Max.X, head.Max.Y+int(34*s))
	body := image.Rect(in.Min.X, path.Max.Y+int(8*s), in.Max.X, in.Max.Y-foot-int(8*s))
	p.head(head, b)
	p.crumbLine(path)
	p.shortcuts(image.Rect(body.Min.X, body.Min.Y, body.Min.X+left, body.Max.Y), b, recent, small)
	p.folder(image.Rect(body.Min.X+left+int(12*s), body.Min.Y, body.Max.X, body.Max.Y), b)
	p.foot(image.Rect(in.Min.X, body.Max.Y+int(8*s), in.Max.X, in.Max.Y), b, reply)
	imgui.End()
}

// page returns the browser's rectangle: centred, and no wider than is easy to read.
func (p *Page) page() image.Rectangle {
	s := p.Scale
	inset := 32 * s
	if p.narrow() {
		inset = 8 * s
	}
	width := min(float32(p.Width)-2*inset, 1120*s)
	height := min(float32(p.Height)-2*inset, 800*s)
	x, y := int((float32(p.Width)-width)/2), int((float32(p.Height)-height)/2)
	return image.Rect(x, y, x+int(width), y+int(height))
}

// narrow reports whether the target is too small for all parts of the browser.
func (p *Page) narrow() bool {
	return float32(p.Width) < 900*p.Scale || float32(p.Height) < 560*p.Scale
}

func (p *Page) smallPage(page image.Rectangle) bool {
	return float32(page.Dx()) < 800*p.Scale || float32(page.Dy()) < 480*p.Scale
}

// head shows the title, the filter, and the buttons that close the browser.
func (p *Page) head(r image.Rectangle, b *browser.State) {
	s, w := p.Scale, &p.Widgets
	draw := imgui.WindowDrawList()
	y, side := float32(r.Min.Y), widgets.SignSide*s
	x := float32(r.Max.X) - side
	if p.Button("close", x, y, side, p.DrawClose) {
		p.Do(command.Do(command.CloseFiles))
	}
	w.BrowserClose = widgets.Item()
	p.AddCommandTip(command.Do(command.CloseFiles))
	x -= 8 * s
	if b.Desktop {
		const text = "Desktop's dialog"
		width := imgui.CalcTextSize(text).X + 20*s
		x -= width
		imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
		if imgui.Button(text, imgui.NewVec2(width, side)) {
			p.Do(command.Do(command.Desktop))
		}
		w.Desktop = widgets.Item()
		p.AddCommandTip(command.Do(command.Desktop))
		x -= 8 * s
	}
	title := [...]string{browser.Videos: "Open a video", browser.Settings: "Load settings", browser.Folder: "Choose a folder", browser.Second: sides.SecondTitle}[b.Kind]
	imgui.PushFont(p.Medium, widgets.TitleSize*s)
	wide := imgui.CalcTextSize(title)
	draw.AddText(imgui.NewVec2(float32(r.Min.X)+2*s, y+(side-wide.Y)/2), widgets.Packed(p.Bright), title)
	imgui.PopFont()
	width := max(min(300*s, x-float32(r.Min.X)-wide.X-24*s), 1)
	hint := "find a name, or type a path"
	if b.Kind == browser.Folder {
		hint = "find or name a folder, or type a path"
	}
	p.filterField(imgui.NewVec2(x-width, y), imgui.NewVec2(width, side), hint)
}

// filterField shows the filter. Keys change it without a click.
func (p *Page) filterField(at, size imgui.Vec2, hint string) {
	s, f, w := p.Scale, &p.files, &p.Widgets
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(at, at.Add(size), widgets.Packed(p.Raised), 5*s, 0)
	w.BrowserFilter = image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
	text := imgui.NewVec2(at.X+10*s, at.Y+(size.Y-imgui.FontSize())/2-s)
	if f.filter.Text == "" {
		draw.AddText(imgui.NewVec2(text.X+5*s, text.Y), widgets.Packed(p.Dim), widgets.Fitted(hint, size.X-24*s))
	}
	p.WriteEdit(draw, &f.filter, text, size.X-48*s, at.Y+6*s, at.Y+size.Y-6*s)
	if f.filter.Text != "" {
		if p.Button("clear", at.X+size.X-size.Y+2*s, at.Y+2*s, size.Y-4*s, p.DrawClose) {
			f.filter.Set("")
		}
		w.FilterClear = widgets.Item()
	}
}

// crumbLine shows the folders of the path as buttons, leaving out the first ones if there is no
// room.
func (p *Page) crumbLine(r image.Rectangle) {
	s, f := p.Scale, &p.files
	draw := imgui.WindowDrawList()
	y, high := float32(r.Min.Y), float32(r.Dy())
	if p.Button("up", float32(r.Min.X), y, high, p.DrawUp) {
		p.up()
	}
	p.Widgets.Up = widgets.Item()
	p.AddTip("Parent folder\nKey: Backspace")
	const between, pad, most = 14, 7, 220
	left := float32(r.Min.X) + high + 8*s
	room := float32(r.Max.X) - left
	width := func(i int) float32 {
		return min(imgui.CalcTextSize(f.crumbs[i].Label).X, most*s) + 2*pad*s
	}
	first := len(f.crumbs)
	for used := float32(0); first > 0; first-- {
		if used += width(first-1) + between*s; used > room && first < len(f.crumbs) {
			break
		}
	}
	x := left
	p.Widgets.Crumbs = p.places.crumbs[:0]
	for i := range f.crumbs {
		if i < first {
			p.Widgets.Crumbs = append(p.Widgets.Crumbs, image.Rectangle{})
			continue
		}
		wide := min(width(i), max(float32(r.Max.X)-x, 1))
		at, size := imgui.NewVec2(x, y), imgui.NewVec2(wide, high)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("crumb", at, size)
		imgui.PopID()
		p.Widgets.Crumbs = append(p.Widgets.Crumbs, widgets.Item())
		last := i == len(f.crumbs)-1 // the current folder
		ink := p.Dim
		if last {
			ink = p.Bright
		} else if over {
			draw.AddRectFilledV(at, at.Add(size), widgets.Packed(p.Hovered), 4*s, 0)
		}
		label := widgets.Fitted(f.crumbs[i].Label, wide-2*pad*s+s)
		draw.AddText(imgui.NewVec2(x+pad*s, y+(high-imgui.FontSize())/2-s), widgets.Packed(ink), label)
		if clicked && !last {
			p.show(f.crumbs[i].Path)
		}
		x += wide
		if i > 0 && !last { // a root ends with one
			draw.AddText(imgui.NewVec2(x+between/2*s-3*s, y+(high-imgui.FontSize())/2-s), widgets.Packed(p.Dim), string(filepath.Separator))
		}
		if i > 0 {
			x += between * s
		}
	}
	p.places.crumbs = p.Widgets.Crumbs
}

// Widgets are the rectangles of the widgets. Slices are valid until the next Build; what is scrolled
// out of view is empty or missing.
type Widgets struct {
	Browser                    image.Rectangle // all of it
	BrowserFilter, FilterClear image.Rectangle
	BrowserClose, Desktop, Up  image.Rectangle
	Crumbs, Places, Played     []image.Rectangle
	Rows                       []image.Rectangle            // visible lines; [Line] has their names
	Heads                      [columnCount]image.Rectangle // titles of the columns, which sort
	BrowserOpen, PlayAll       image.Rectangle
	NewFolder, SaveHere        image.Rectangle
	BrowserPoster              image.Rectangle
	Playing                    image.Rectangle // the line of the file that plays, if it is in view
}
