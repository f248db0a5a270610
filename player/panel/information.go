package panel

import (
	"image"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/palette/palettepage"
	"ffkvadrat/player/widgets"
)

// Information is what is known about the video and the frame on the screen.
type Information struct {
	Shown bool // over the picture; the Video tab has the same rows
	Frame describe.Frame
	Video [][]describe.Row // in groups
}

// informationWords caches the words of the information.
type informationWords struct {
	of     describe.Frame
	rows   []describe.Row // rows about the frame
	groups [][]describe.Row
	lines  []wordedRow
	tab    [2]tallest // of the facts, and of the details
}

// tallest is the maximum height of rows in the Video tab, and what they were made from. It
// keeps what follows them in place from frame to frame.
type tallest struct {
	video  string
	width  float32
	height float32
}

// wordedRow is a row of the card and its offset below the card's first line.
type wordedRow struct {
	describe.Row
	y float32
}

// grouped returns the rows about the frame, then those about the video.
func (t *informationWords) grouped(i *Information) [][]describe.Row {
	if len(t.rows) == 0 || i.Frame != t.of {
		t.of, t.rows = i.Frame, i.Frame.Rows(t.rows[:0])
	}
	t.groups = append(append(t.groups[:0], t.rows), i.Video...)
	return t.groups
}

// Sizes at scale 1.
const (
	factGap   = 1 // between rows
	groupGap  = 6 // additional, between groups
	nameGap   = 12
	wideValue = 420
)

// card shows the information over the picture.
type card struct {
	*widgets.Kit
	wording *informationWords
	place   *placeField
	start   *browserpage.Start
	palette *palettepage.Page
	toast   *toast
	w       cardWidgets
}

// build shows the information in the picture's upper left corner, as many rows as fit above
// the lines about the pixel under the pointer and, unless it is next to it, the message.
func (c *card) build(picture image.Rectangle, status *Status, inspected int) {
	if !status.Information.Shown || c.palette.IsOpen() {
		return
	}
	s := c.Scale
	low := imgui.NewVec2(float32(picture.Min.X)+8*s, float32(max(picture.Min.Y, c.place.w.Place.Max.Y))+8*s)
	low.Y = max(low.Y, status.Wipe.end())
	end := float32(picture.Max.Y) - 8*s
	if c.Floats {
		end = min(end, float32(c.Areas.Timeline.Min.Y)-8*s) // above the bar
	}
	if hint := c.start.Widgets.Hint; !hint.Empty() {
		end = min(end, float32(hint.Min.Y)-8*s)
	}
	if inspected > 0 {
		end -= inspectorHeight(inspected) * s
	}
	imgui.PushFont(c.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	groups := c.wording.grouped(&status.Information)
	names, values := columns(groups)
	values = max(min(values, wideValue*s, float32(picture.Dx())-names-(nameGap+40)*s), 1)
	line, right := imgui.FontSize(), low.X+names+values+(nameGap+24)*s
	room := end - c.toast.under(right, picture) - low.Y - 16*s
	lines, y := c.wording.lines[:0], float32(0)
	for i, group := range groups {
		if i > 0 {
			y += groupGap * s
		}
		for _, row := range group {
			lines = append(lines, wordedRow{row, y})
			y += imgui.CalcTextSizeV(row.Value, false, values).Y + factGap*s
		}
	}
	if y > room { // omit the last rows and say so
		for len(lines) > 0 && lines[len(lines)-1].y+line > room {
			lines = lines[:len(lines)-1]
		}
		if n := len(lines); n > 0 {
			y = lines[n-1].y
			lines[n-1] = wordedRow{describe.Row{Name: "…", Value: "more in the tab Video"}, y}
			y += line + factGap*s
		}
	}
	c.wording.lines = lines
	if len(lines) == 0 {
		return
	}
	high := imgui.NewVec2(right, low.Y+y+(16-factGap)*s)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(c.Bed), 5*s, 0)
	for _, l := range lines {
		at := low.Add(imgui.NewVec2(12*s, 8*s+l.y))
		draw.AddTextFont(c.Regular, widgets.SmallSize*s, at, widgets.Packed(c.Dim), l.Name)
		at.X += names + nameGap*s
		draw.AddTextFontV(c.Regular, widgets.SmallSize*s, at, widgets.Packed(c.Bright), l.Value, values, nil)
	}
	c.w.Card = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}

// columns returns the widths of the longest name and the longest value in the current font.
func columns(groups [][]describe.Row) (names, values float32) {
	for _, group := range groups {
		for i := range group {
			names = max(names, imgui.CalcTextSize(group[i].Name).X)
			values = max(values, imgui.CalcTextSize(group[i].Value).X)
		}
	}
	return names, values
}

// Rows returns the rows of the card in the last Build.
func (c *card) Rows() []describe.Row {
	var rows []describe.Row
	for _, l := range c.wording.lines {
		rows = append(rows, l.Row)
	}
	return rows
}

type cardWidgets struct{ Card image.Rectangle }
