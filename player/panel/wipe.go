package panel

import (
	"image"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/widgets"
)

// Wipe compares two pictures, A and B.
type Wipe struct {
	On     bool
	Tuned  bool               // the panel changes A only
	Way    sides.Way          // how both share the picture's area
	Areas  [2]image.Rectangle // the parts of the target that show A and B
	Shown  [2]image.Rectangle // where A's and B's pictures are, also without On; more than their parts if zoomed
	Tip    string             // what the button does with a second video; else empty
	Names  [2]string          // of A and B
	Counts [2]string          // their numbers of quads
	Worst  [2]image.Rectangle // where A and B have one of the worst areas that was chosen, in pixels of the target; empty for none
	// B are B's own settings, which the row of the codec's blocks changes while B alone shows them; nil if there are
	// none.
	B      *session.Choices
	Both   string     // names of the two videos that the picture is made of, which then are not On; empty for none
	Plane  string     // letter of their plane that is compared
	More   string     // of B compared with A: what to do, or the difference; empty if unknown
	Edges  bool       // the quads drawn are edges lost and invented
	Errors bool       // the colours of the quads are the second video's errors
	ends   [2]float32 // where the names of the last Build leave room in A's and B's parts
	below  float32    // where those at the picture's top leave room
}

// SameB is [Wipe.More] while B is the same as A. It names the tab, as another one can be open.
const SameB = "same as A: change A in Tune, B stays"

// end returns where the names at the picture's top leave room below them; 0 without any.
func (w *Wipe) end() float32 {
	if !w.On && w.Both == "" {
		return 0
	}
	return w.below
}

// part returns the part of a picture on a side.
func (w *Wipe) part(of image.Rectangle, side int) image.Rectangle {
	return of.Intersect(w.Areas[side])
}

// compareRow is the list of ways to compare two pictures, if there are two.
func (u *tuneTab) compareRow(status *Status, settings *session.Settings) {
	if status.Wipe.On || status.Pairing.On {
		u.w.CompareAs = u.CompareRow(status.Pairing.On, settings, u.w.CompareWays[:])
	}
}

// side marks what follows as that of A or B, next to the name of the setting in the row that begins at a position.
func (u *tuneTab) side(at imgui.Vec2, text string) {
	const side = 18
	s := u.Scale
	low := at.Add(imgui.NewVec2((widgets.LabelWidth-8-side)*s, (imgui.FrameHeight()-side*s)/2))
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(side*s, side*s)), widgets.Packed(u.Hovered), 4*s, 0)
	imgui.PushFont(u.Medium, widgets.SmallSize*s)
	size := imgui.CalcTextSize(text)
	imgui.PopFont()
	draw.AddTextFont(u.Medium, widgets.SmallSize*s, low.Add(imgui.NewVec2((side*s-size.X)/2, (side*s-size.Y)/2)), widgets.Packed(u.Bright), text)
}

// divider draws the divider of a wipe.
func (o *overPicture) divider(picture image.Rectangle, w *Wipe) {
	s := o.Scale
	draw := imgui.BackgroundDrawList()
	x := float32(w.Areas[1].Min.X)
	top, bottom := float32(picture.Min.Y), float32(picture.Max.Y)
	draw.AddRectFilled(imgui.NewVec2(x-2*s, top), imgui.NewVec2(x+2*s, bottom), widgets.Packed(o.Bed))
	draw.AddRectFilled(imgui.NewVec2(x-s/2, top), imgui.NewVec2(x+s/2, bottom), widgets.Packed(o.Bright))
	y := (top + bottom) / 2
	const reach = 16                                                                   // of the handle
	if q := w.Worst[1]; x > float32(q.Min.X)-reach*s && x < float32(q.Max.X)+reach*s { // it must not hide the chosen area
		y = max(y, min(float32(q.Max.Y)+24*s, bottom-16*s))
	}
	draw.AddCircleFilled(imgui.NewVec2(x, y), 11*s, widgets.Packed(o.Bed), 24)
	draw.AddTriangleFilled(imgui.NewVec2(x-8*s, y), imgui.NewVec2(x-2*s, y-5*s), imgui.NewVec2(x-2*s, y+5*s), widgets.Packed(o.Bright))
	draw.AddTriangleFilled(imgui.NewVec2(x+8*s, y), imgui.NewVec2(x+2*s, y-5*s), imgui.NewVec2(x+2*s, y+5*s), widgets.Packed(o.Bright))
}

// border separates two pictures that are apart.
func (o *overPicture) border(picture image.Rectangle, w *Wipe) {
	a, b := w.Areas[0], w.Areas[1]
	low, high := image.Pt(picture.Min.X, a.Max.Y), image.Pt(picture.Max.X, b.Min.Y) // below each other
	if a.Max.X <= b.Min.X {
		low, high = image.Pt(a.Max.X, picture.Min.Y), image.Pt(b.Min.X, picture.Max.Y)
	}
	from, to := widgets.Corners(image.Rectangle{Min: low, Max: high})
	imgui.BackgroundDrawList().AddRectFilled(from, to, widgets.Packed(o.Dim))
}

// compared draws what is between two pictures, and at the top of each its name and count, in one line or several, clipped
// to its part.
func (o *overPicture) compared(picture image.Rectangle, w *Wipe) {
	s := o.Scale
	draw := imgui.BackgroundDrawList()
	wiped := w.Way == sides.Wipe
	switch {
	case wiped:
		o.divider(picture, w)
	case w.Way.Apart():
		o.border(picture, w)
	}
	for i, area := range w.Areas {
		o.chosenArea(area.Intersect(picture), w.Worst[i])
	}
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	w.below = float32(picture.Min.Y)
	for i, name := range w.Names {
		low, high := widgets.Corners(w.Areas[i])
		left, right, top, bottom := low.X, high.X, low.Y, high.Y
		w.ends[i] = top
		switch {
		case w.Areas[i].Empty():
			continue
		case wiped && i == 0: // next to the divider
			right -= 2 * s
		case wiped:
			left += 2 * s
		}
		count := w.Counts[i]
		switch {
		case i == 0 || w.More == "":
		case count == w.Counts[0]: // B is the same as A
			count = w.More
		default:
			count += "   " + w.More
		}
		text := name + "   " + count
		if room := right - left - 30*s; strings.Contains(text, "\n") || imgui.CalcTextSize(text).X > room {
			text = broken(name+"\n"+count, room)
		}
		size := imgui.CalcTextSize(text)
		low = imgui.NewVec2(left+8*s, top+8*s)
		if wiped && i == 1 {
			low.X = max(right-8*s-size.X-20*s, left+8*s)
		}
		w.ends[i] = low.Y + size.Y + (8+6)*s
		if w.Areas[i].Min.Y == picture.Min.Y {
			w.below = max(w.below, w.ends[i])
		}
		draw.PushClipRect(imgui.NewVec2(left, top), imgui.NewVec2(right, bottom), true)
		draw.AddRectFilledV(low, low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s)), widgets.Packed(o.Bed), 5*s, 0)
		draw.AddText(low.Add(imgui.NewVec2(10*s, 4*s)), widgets.Packed(o.Bright), text)
		draw.PopClipRect()
		high = low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s))
		o.boxes.add(low, imgui.NewVec2(min(high.X, right), min(high.Y, bottom)))
	}
	imgui.PopFont()
}

// chosenArea frames an area that was chosen in a picture.
func (o *overPicture) chosenArea(picture, part image.Rectangle) {
	if !part.Overlaps(picture) {
		return
	}
	s, draw := o.Scale, imgui.BackgroundDrawList()
	low, high := widgets.Corners(part)
	from, to := widgets.Corners(picture)
	draw.PushClipRect(from, to, true)
	draw.AddRect(low.Sub(imgui.NewVec2(3*s, 3*s)), high.Add(imgui.NewVec2(3*s, 3*s)), widgets.Packed(o.Bed), 0, 0, 4*s)
	draw.AddRect(low.Sub(imgui.NewVec2(3*s, 3*s)), high.Add(imgui.NewVec2(3*s, 3*s)), widgets.Packed(o.Bright), 0, 0, 2*s)
	draw.PopClipRect()
}

// both names the videos that the picture is made of, at the top of it.
func (o *overPicture) both(picture image.Rectangle, w *Wipe) {
	o.chosenArea(picture, w.Worst[0])
	s, draw := o.Scale, imgui.BackgroundDrawList()
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	defer imgui.PopFont()
	text := broken(w.Both, float32(picture.Dx())-36*s)
	size := imgui.CalcTextSize(text)
	low := imgui.NewVec2(float32(picture.Min.X)+8*s, float32(picture.Min.Y)+8*s)
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s)), widgets.Packed(o.Bed), 5*s, 0)
	draw.AddText(low.Add(imgui.NewVec2(10*s, 4*s)), widgets.Packed(o.Bright), text)
	o.boxes.add(low, low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s)))
	w.below = low.Y + size.Y + (8+6)*s
}

// broken breaks the lines of a text, after its commas, colons and wide spaces only, as numbers have spaces
// and points.
func broken(text string, room float32) string {
	const gap = "   "
	var lines strings.Builder
	for line := range strings.Lines(text) {
		parts := strings.NewReplacer(gap, gap+"\n", ", ", ", \n", ": ", ": \n").Replace(strings.TrimSuffix(line, "\n"))
		row := ""
		for part := range strings.Lines(parts) {
			part = strings.TrimSuffix(part, "\n")
			if row != "" && imgui.CalcTextSize(strings.TrimRight(row+part, " ")).X > room {
				lines.WriteString(row + "\n")
				row = ""
			}
			row += part
		}
		lines.WriteString(row + "\n")
	}
	return strings.TrimSuffix(lines.String(), "\n")
}
