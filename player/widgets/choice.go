package widgets

import (
	"image"
	"math"

	"ffkvadrat/imgui"
)

// ShortWidth is the width, at scale 1, of a list that shares its line with other widgets.
const ShortWidth = 92

// ListPadding is the distance of the lines of an open list from its top and bottom, at scale 1.
const ListPadding = 4

// BeginCombo begins a list of at most as many lines as fit whole into the target. now is its text while
// it is closed, shortened to fit. It reports whether the list is open.
func (k *Kit) BeginCombo(id, now string) bool { return k.beginCombo(id, now, k.lineHeight()) }

// ClosedWidth is the width of a closed list that shows a text in whole.
func ClosedWidth(text string) float32 {
	return imgui.CurrentStyle().FramePadding.X + imgui.CalcTextSize(text).X + imgui.FrameHeight() // the arrow is as wide as high
}

// lineHeight is the height of a line of text in a list.
func (k *Kit) lineHeight() float32 { return imgui.FontSize() + imgui.CurrentStyle().ItemSpacing.Y }

// beginCombo does so for lines of a height.
func (k *Kit) beginCombo(id, now string, line float32) bool {
	pad := ListPadding * k.Scale
	lines := float32(math.Floor(float64((float32(k.Height) - 4*pad) / line)))
	imgui.SetNextWindowMaxHeight(max(lines, 1)*line - imgui.CurrentStyle().ItemSpacing.Y + 2*pad)
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, imgui.NewVec2(pad, pad))
	defer imgui.PopStyleVar(1)
	k.listRoom = imgui.CalcItemWidth() - 2*imgui.CurrentStyle().FramePadding.X // with which Dear ImGui pads a list's sides
	now = Fitted(now, imgui.CalcItemWidth()-ClosedWidth(""))
	k.Closed = append(k.Closed, now)
	open := imgui.BeginCombo(id, now, imgui.ComboFlagsHeightLargest)
	if open {
		k.KeepList()
	}
	return open
}

// KeepList moves the list or menu that has just begun inside the target, as far as it fits, and notes where it is. One that is inside
// is not touched, as Dear ImGui places it only after the Build that measures it.
func (k *Kit) KeepList() {
	at, size := imgui.WindowPos(), imgui.WindowSize()
	at.X = max(min(at.X, float32(k.Width)-size.X), 0)
	at.Y = max(min(at.Y, float32(k.Height)-size.Y), 0)
	if at != imgui.WindowPos() {
		imgui.SetWindowPos(at)
		at = imgui.WindowPos()
	}
	k.Opened = image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
}

// Choice is a line of an open list, which typing its letters selects; see [Line].
func (k *Kit) Choice(name string, chosen bool, place *image.Rectangle) bool {
	k.spelt.line(name)
	return Line(name, chosen, place)
}

// Line is a line of a list that is always there, with a bar at its left if it is chosen. It stores its rectangle in
// place and reports clicks.
func Line(name string, chosen bool, place *image.Rectangle) bool {
	return line(name, imgui.Vec2{}, chosen, place)
}

// line is such a line of a size; 0 for that of its name.
func line(name string, size imgui.Vec2, chosen bool, place *image.Rectangle) bool {
	clicked := imgui.Selectable(name, chosen, size)
	if chosen {
		imgui.SetItemDefaultFocus() // for keys, as the list opens
		low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
		high.X = low.X + float32(math.Round(float64(imgui.FontSize()/6)))
		imgui.WindowDrawList().AddRectFilled(low, high, imgui.StyleColor(imgui.ColCheckMark))
	}
	*place = Item()
	return clicked
}

// NotedWidth is the width of a line of an open list with a note; without one, that of its name.
func (k *Kit) NotedWidth(name, note string) float32 {
	width := imgui.CalcTextSize(name).X
	if note == "" {
		return width
	}
	imgui.PushFont(k.Regular, SmallSize*k.Scale)
	defer imgui.PopFont()
	return width + (ListPadding+12)*k.Scale + imgui.CalcTextSize(note).X
}

// ChoiceNote explains the last line of an open list, at its right end. So the list is no wider than the widest line needs, and begins
// where its field does; widest is the largest NotedWidth.
func (k *Kit) ChoiceNote(widest float32, note string) {
	widest = max(widest, k.listRoom)
	imgui.PushFont(k.Regular, SmallSize*k.Scale)
	imgui.SameLineV(imgui.CursorScreenPos().X-imgui.WindowPos().X+widest-imgui.CalcTextSize(note).X, 0)
	imgui.PushStyleColor(imgui.ColText, Packed(k.Dim))
	imgui.TextUnformatted(note)
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// Lines are the rectangles of the lines of an open list.
type Lines [24]image.Rectangle
