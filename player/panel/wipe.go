package panel

import (
	"image"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Wipe compares two sets of settings in one picture.
type Wipe struct {
	On      bool
	Tuned   bool            // the panel changes A only
	Divider int             // first column of the right side, in pixels of the target
	Tip     string          // what the wipe's button does with a second video; else empty
	Names   [2]string       // of the left and the right side
	Counts  [2]string       // number of quads per side
	Quad    image.Rectangle // one of the worst quads that was chosen, in pixels of the target; empty for none
	// B are B's own settings, which the row of the codec's blocks changes while B alone shows them; nil if there are
	// none.
	B          *session.Choices
	Difference string  // of two videos, without a wipe: what is subtracted; empty for none
	More       string  // of B compared with A: what to do, or the difference; empty if unknown
	Edges      bool    // the quads drawn are edges lost and invented
	Errors     bool    // the colours of the quads are the second video's errors
	below      float32 // where the names of the last Build leave room
}

// end returns where the names of the sides leave room below them; 0 without a wipe.
func (w *Wipe) end() float32 {
	if !w.On && w.Difference == "" {
		return 0
	}
	return w.below
}

// part returns the part of a picture on a side.
func (w *Wipe) part(of image.Rectangle, side int) image.Rectangle {
	if side == 0 {
		of.Max.X = min(of.Max.X, w.Divider)
	} else {
		of.Min.X = max(of.Min.X, w.Divider)
	}
	return of
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

// wipe draws the divider, and at the top of each side its name and count, in one line or several,
// clipped to that side.
func (o *overPicture) wipe(picture image.Rectangle, w *Wipe) {
	s := o.Scale
	draw := imgui.BackgroundDrawList()
	x := float32(w.Divider)
	top, bottom := float32(picture.Min.Y), float32(picture.Max.Y)
	draw.AddRectFilled(imgui.NewVec2(x-2*s, top), imgui.NewVec2(x+2*s, bottom), widgets.Packed(widgets.ToastBed))
	draw.AddRectFilled(imgui.NewVec2(x-s/2, top), imgui.NewVec2(x+s/2, bottom), widgets.Packed(o.Bright))
	y := (top + bottom) / 2
	if w.Divider > w.Quad.Min.X && w.Divider < w.Quad.Max.X { // the handle must not hide the chosen quad
		y = max(y, min(float32(w.Quad.Max.Y)+24*s, bottom-16*s))
	}
	draw.AddCircleFilled(imgui.NewVec2(x, y), 11*s, widgets.Packed(widgets.ToastBed), 24)
	draw.AddTriangleFilled(imgui.NewVec2(x-8*s, y), imgui.NewVec2(x-2*s, y-5*s), imgui.NewVec2(x-2*s, y+5*s), widgets.Packed(o.Bright))
	draw.AddTriangleFilled(imgui.NewVec2(x+8*s, y), imgui.NewVec2(x+2*s, y-5*s), imgui.NewVec2(x+2*s, y+5*s), widgets.Packed(o.Bright))

	o.chosenQuad(picture, w)
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	w.below = top
	for i, name := range w.Names {
		left, right := float32(picture.Min.X), x-2*s
		if i == 1 {
			left, right = x+2*s, float32(picture.Max.X)
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
		low := imgui.NewVec2(left+8*s, top+8*s)
		if i == 1 {
			low.X = max(right-8*s-size.X-20*s, left+8*s)
		}
		w.below = max(w.below, low.Y+size.Y+(8+6)*s)
		draw.PushClipRect(imgui.NewVec2(left, top), imgui.NewVec2(right, bottom), true)
		draw.AddRectFilledV(low, low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s)), widgets.Packed(widgets.ToastBed), 5*s, 0)
		draw.AddText(low.Add(imgui.NewVec2(10*s, 4*s)), widgets.Packed(o.Bright), text)
		draw.PopClipRect()
	}
	imgui.PopFont()
}

// chosenQuad frames a quad that was chosen.
func (o *overPicture) chosenQuad(picture image.Rectangle, w *Wipe) {
	if w.Quad.Intersect(picture).Empty() {
		return
	}
	s, draw := o.Scale, imgui.BackgroundDrawList()
	low, high := widgets.Corners(w.Quad)
	from, to := widgets.Corners(picture)
	draw.PushClipRect(from, to, true)
	draw.AddRect(low.Sub(imgui.NewVec2(3*s, 3*s)), high.Add(imgui.NewVec2(3*s, 3*s)), widgets.Packed(widgets.ToastBed), 0, 0, 4*s)
	draw.AddRect(low.Sub(imgui.NewVec2(3*s, 3*s)), high.Add(imgui.NewVec2(3*s, 3*s)), widgets.Packed(o.Bright), 0, 0, 2*s)
	draw.PopClipRect()
}

// difference names the videos whose difference the picture is, at the top of it.
func (o *overPicture) difference(picture image.Rectangle, w *Wipe) {
	o.chosenQuad(picture, w)
	s, draw := o.Scale, imgui.BackgroundDrawList()
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	defer imgui.PopFont()
	text := broken(w.Difference, float32(picture.Dx())-36*s)
	size := imgui.CalcTextSize(text)
	low := imgui.NewVec2(float32(picture.Min.X)+8*s, float32(picture.Min.Y)+8*s)
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(size.X+20*s, size.Y+8*s)), widgets.Packed(widgets.ToastBed), 5*s, 0)
	draw.AddText(low.Add(imgui.NewVec2(10*s, 4*s)), widgets.Packed(o.Bright), text)
	if w.below = 0; size.X > float32(picture.Dx())/2 {
		w.below = low.Y + size.Y + (8+6)*s
	}
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
