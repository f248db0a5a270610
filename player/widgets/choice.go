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
// it is closed. It reports whether the list is open.
func (k *Kit) BeginCombo(id, now string) bool {
	pad := ListPadding * k.Scale
	line := imgui.FontSize() + imgui.CurrentStyle().ItemSpacing.Y
	lines := float32(math.Floor(float64((float32(k.Height) - 4*pad) / line)))
	imgui.SetNextWindowMaxHeight(max(lines, 1)*line - imgui.CurrentStyle().ItemSpacing.Y + 2*pad)
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, imgui.NewVec2(pad, pad))
	defer imgui.PopStyleVar(1)
	return imgui.BeginCombo(id, now, imgui.ComboFlagsHeightLargest)
}

// Choice is a line of an open list, which typing its letters selects; see [Line].
func (k *Kit) Choice(name string, chosen bool, place *image.Rectangle) bool {
	k.spelt.line(name)
	return Line(name, chosen, place)
}

// Line is a line of a list that is always there, with a bar at its left if it is chosen. It stores its rectangle in
// place and reports clicks.
func Line(name string, chosen bool, place *image.Rectangle) bool {
	clicked := imgui.Selectable(name, chosen, imgui.NewVec2(0, 0))
	if chosen {
		imgui.SetItemDefaultFocus() // for keys, as the list opens
		low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
		high.X = low.X + float32(math.Round(float64(imgui.FontSize()/6)))
		imgui.WindowDrawList().AddRectFilled(low, high, imgui.StyleColor(imgui.ColCheckMark))
	}
	*place = Item()
	return clicked
}

// ChoiceNote explains the last line of an open list, to the right of the widest one.
func (p *pen) ChoiceNote(widest float32, note string) {
	imgui.SameLineV(widest+(ListPadding+16)*p.Scale, 0)
	imgui.PushFont(p.Regular, SmallSize*p.Scale)
	imgui.PushStyleColor(imgui.ColText, Packed(p.Dim))
	imgui.TextUnformatted(note)
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// Lines are the rectangles of the lines of an open list.
type Lines [24]image.Rectangle
