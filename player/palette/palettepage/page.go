// Package palettepage draws the page that lists the player's keys in groups, and finds commands,
// settings and curves by typed words.
//
// Input are the entries and lines of a [widgets.Kit]'s keys, the settings, mouse, keys and text;
// output are drawings and commands, through the kit. All calls are made on the GL thread.
package palettepage

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes of text and of rows at scale 1.
const (
	textSize  = 14
	smallSize = 12.5
	capHigh   = 20
	fieldHigh = 38
	footHigh  = 30
)

// Page is the page.
type Page struct {
	*widgets.Kit
	open    bool
	edit    widgets.Edit
	found   []palette.Match
	less    []palette.Match // loose matches that the line below found unfolds
	chosen  int             // index of the chosen one; that of the line is len(found)
	moves   int             // lines to scroll the list of keys by, in the next Build
	follow  bool            // scroll to the chosen one in the next Build
	resets  bool            // scroll to the start in the next Build
	columns columns
	Widgets Widgets
	places  struct{ lines, found []image.Rectangle } // memory of the widgets
	// Leaves is set while another page is in front of the picture; it closes when a command is chosen.
	Leaves bool
}

// Widgets are the rectangles of the widgets; what is scrolled out of view is empty.
type Widgets struct {
	Palette, PaletteField, PaletteClose image.Rectangle
	KeyLines                            []image.Rectangle // of the list of keys, in its order
	Found                               []image.Rectangle // entries found; [Page.Titles] has their names
	Less                                image.Rectangle   // the line that unfolds the loose ones
}

// New returns a closed page.
func New(kit *widgets.Kit) Page { return Page{Kit: kit} }

// Open opens the page with an empty field.
func (p *Page) Open() {
	p.open = true
	p.HoldTips()
	p.find("")
}

// Close closes the page.
func (p *Page) Close() { p.open = false }

// IsOpen reports whether the page is open.
func (p *Page) IsOpen() bool { return p.open }

// Titles returns the titles of the entries found.
func (p *Page) Titles() (titles []string) {
	if !p.open {
		return nil
	}
	for i := range p.found {
		titles = append(titles, p.found[i].Title)
	}
	return titles
}

// find sets the text.
func (p *Page) find(typed string) {
	p.edit.Set(typed)
	p.look()
}

// enough is the number of good matches from which on the loose ones are folded into a line.
const enough = 3

// look finds the entries of the text.
func (p *Page) look() {
	p.found, p.less = palette.Find(p.Keys.Entries, p.edit.Text), nil
	if i := p.loose(); i >= enough && i < len(p.found)-1 {
		p.found, p.less = p.found[:i], p.found[i:]
	}
	p.chosen, p.moves, p.follow, p.resets = 0, 0, false, true
}

// loose returns the index of the first loose match, −1 without one.
func (p *Page) loose() int {
	return slices.IndexFunc(p.found, func(m palette.Match) bool { return m.Loose })
}

// unfold shows the loose matches.
func (p *Page) unfold() {
	p.found, p.less, p.follow = append(p.found, p.less...), nil, true
}

// mostTyped is the maximum number of bytes of the typed text.
const mostTyped = 80

// Type adds a character to the text. A question mark closes the page if there is no text, as it opens
// it.
func (p *Page) Type(character rune) {
	switch {
	case character == '?' && p.edit.Text == "":
		p.Close()
	case p.edit.Type(character, mostTyped):
		p.look()
	}
}

// Press handles a key.
func (p *Page) Press(key imgui.Key) {
	const page = 8
	if text := p.edit.Text; p.edit.Press(key, p.Held) {
		if p.edit.Text != text {
			p.look()
		}
		return
	}
	switch key {
	case imgui.KeyEscape:
		if p.edit.Text == "" {
			p.Close()
		} else {
			p.find("")
		}
	case imgui.KeyEnter:
		if p.chosen < len(p.found) {
			p.run(p.found[p.chosen].Command)
		} else {
			p.unfold()
		}
	case imgui.KeyUpArrow:
		p.move(-1)
	case imgui.KeyDownArrow:
		p.move(1)
	case imgui.KeyPageUp:
		p.move(-page)
	case imgui.KeyPageDown:
		p.move(page)
	case imgui.KeyHome:
		p.move(-1 << 12)
	case imgui.KeyEnd:
		p.move(1 << 12)
	}
}

// move chooses another entry, or scrolls the list of keys.
func (p *Page) move(by int) {
	p.chosen = max(min(p.chosen+by, len(p.found)-1+min(len(p.less), 1)), 0)
	p.moves += by
	p.HoldTips()
	p.follow = true
}

// run closes the page and executes a command.
func (p *Page) run(c command.Command) {
	p.Close()
	if p.Leaves && c.ID != command.Explain {
		p.Do(command.Do(command.Explain))
	}
	p.Do(c)
}

// Build shows the page above everything else, if it is open.
func (p *Page) Build(settings *session.Settings) {
	if !p.open {
		return
	}
	s := p.Scale
	p.columns.lay(p)
	page := p.columns.page
	p.Widgets.Palette = page
	imgui.SetNextWindowPos(imgui.NewVec2(0, 0))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(p.Width), float32(p.Height)))
	imgui.Begin("palette", widgets.WindowFlags&^imgui.WindowFlagsNoBringToFrontOnFocus|imgui.WindowFlagsNoScrollWithMouse)
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(image.Rect(0, 0, p.Width, p.Height))
	draw.AddRectFilled(low, high, widgets.Packed(p.Scrim))
	p.outside(page)
	low, high = widgets.Corners(page)
	draw.AddRectFilledV(low, high, widgets.Packed(p.Ground), 10*s, 0)
	draw.AddRect(low, high, widgets.Packed(p.Pressed), 10*s, 0, s)
	pad := p.columns.pad
	p.field(draw, low.Add(imgui.NewVec2(pad, pad)), high.X-low.X-2*pad)
	body := low.Add(imgui.NewVec2(pad, pad+(fieldHigh+10)*s))
	size := imgui.NewVec2(high.X-low.X-2*pad, high.Y-body.Y-footHigh*s)
	if strings.TrimSpace(p.edit.Text) == "" {
		p.keys(body, size)
	} else {
		p.results(draw, body, size, settings)
	}
	p.foot(draw, low.X+pad, high.Y-footHigh*s, high.X-pad)
	p.resets, p.follow, p.moves = false, false, 0
	imgui.End()
}

// outside closes the page after a click next to it.
func (p *Page) outside(page image.Rectangle) {
	all := image.Rect(0, 0, p.Width, p.Height)
	for i, r := range [...]image.Rectangle{
		{all.Min, image.Pt(all.Max.X, page.Min.Y)}, {image.Pt(0, page.Max.Y), all.Max},
		{image.Pt(0, page.Min.Y), image.Pt(page.Min.X, page.Max.Y)}, {image.Pt(page.Max.X, page.Min.Y), image.Pt(all.Max.X, page.Max.Y)},
	} {
		low, high := widgets.Corners(r)
		imgui.PushID(int32(i))
		if clicked, _ := widgets.InvisibleButton("outside", low, high.Sub(low)); clicked {
			p.Close()
		}
		imgui.PopID()
	}
}

// field shows the typed text. Keys change it without a click.
func (p *Page) field(draw *imgui.DrawList, at imgui.Vec2, width float32) {
	s, w := p.Scale, &p.Widgets
	side := float32(fieldHigh) * s
	if p.Button("close", at.X+width-side, at.Y, side, p.DrawClose) {
		p.Close()
	}
	w.PaletteClose = widgets.Item()
	p.AddTip("Close\nKey: Esc")
	size := imgui.NewVec2(width-side-8*s, side)
	end := at.Add(size)
	draw.AddRectFilledV(at, end, widgets.Packed(p.Raised), 6*s, 0)
	draw.AddRect(at, end, widgets.Packed(p.Accent), 6*s, 0, s)
	w.PaletteField = image.Rect(int(at.X), int(at.Y), int(end.X), int(end.Y))
	// The glass.
	x, y := at.X+19*s, at.Y+side/2-1.5*s
	draw.AddCircleFilled(imgui.NewVec2(x, y), 6*s, widgets.Packed(p.Dim), 24)
	draw.AddCircleFilled(imgui.NewVec2(x, y), 4.3*s, widgets.Packed(p.Raised), 24)
	draw.AddLine(imgui.NewVec2(x+4.2*s, y+4.2*s), imgui.NewVec2(x+8.5*s, y+8.5*s), widgets.Packed(p.Dim), 2*s)
	imgui.PushFont(p.Regular, 16*s)
	defer imgui.PopFont()
	text := imgui.NewVec2(at.X+38*s, at.Y+(side-imgui.FontSize())/2-s)
	room := size.X - 52*s
	if p.edit.Text == "" {
		draw.AddText(imgui.NewVec2(text.X+5*s, text.Y), widgets.Packed(p.Dim), widgets.Fitted("Find a command, a setting or a curve", room))
	}
	p.WriteEdit(draw, &p.edit, text, room, at.Y+9*s, end.Y-9*s)
}

// effect says what choosing the chosen entry does.
func (p *Page) effect() string {
	if p.chosen >= len(p.found) {
		return "show"
	}
	switch c := p.found[p.chosen].Command; {
	case c.ID == command.ShowSetting:
		return "show"
	case c.ID == command.Curve || c.ID == command.SetSetting && c.Number < 0:
		return "switch"
	case c.ID == command.SetSetting:
		return "set"
	}
	return "run"
}

// foot says which keys work on the page.
func (p *Page) foot(draw *imgui.DrawList, x, top, end float32) {
	s := p.Scale
	hints := [][2]string{{"Esc", "close"}}
	if p.columns.high > top-float32(p.Widgets.PaletteField.Max.Y) {
		hints = append(hints, [2]string{"↑ ↓", "scroll"})
	}
	note := "A capital letter is the letter with Shift. Click a key to use it."
	if strings.TrimSpace(p.edit.Text) != "" {
		hints = [][2]string{{"Enter", p.effect()}, {"↑ ↓", "choose"}, {"Esc", "all keys"}}
		note = strconv.Itoa(len(p.found)+len(p.less)) + " found"
	}
	y := top + (footHigh-capHigh)/2*s
	for _, hint := range hints {
		x += p.drawCap(draw, x, y, hint[0], false) + 6*s
		width := p.TextWidth(smallSize*s, hint[1])
		draw.AddTextFont(p.Regular, smallSize*s, imgui.NewVec2(x, y+(capHigh-smallSize*1.2)/2*s), widgets.Packed(p.Dim), hint[1])
		x += width + 18*s
	}
	imgui.PushFont(p.Regular, smallSize*s)
	if room := end - x; imgui.CalcTextSize(note).X <= room {
		widgets.WriteRightAt(draw, end, y+(capHigh-smallSize*1.2)/2*s, p.Dim, note)
	}
	imgui.PopFont()
}
