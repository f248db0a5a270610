package panel

import (
	"image"
	"strconv"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid"
)

// legend shows the meaning of the overlay's colours. Sizes are those that the picture can have, as
// in the plot of sizes.
func (u *tuneTab) legend(status *Status, settings *session.Settings) {
	s := u.Scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	draw := imgui.WindowDrawList()
	entries := settings.Colour.Legend()
	if settings.Colour == overlay.ByClass {
		entries = u.classLegend(status.Low, status.Bounds)
	}
	if status.Wipe.Edges {
		entries = edgeEntries[:]
	}
	if settings.Colour.Sizes() {
		entries = entries[:min(status.Largest+1, len(entries))]
	}
	text := settings.Look.Legend()
	if status.NoCubes != "" {
		text = status.NoCubes
	}
	if text == "" && status.AgesUnknown {
		text = "ages unknown until the next frame; shown by size"
	}
	if text == "" && status.Codec.Compared && !status.Stored.Compared {
		text = status.Thing + "s by size; the picture's corner has the blocks"
	}
	if text == "" && settings.Colour.Compares() && !status.Stored.Compared && !status.Wipe.Edges {
		text = "no stored quads to compare with; shown by size"
		if status.Stored.Name != "" && status.Stored.Missing == "" {
			text = "hits cannot be compared with quads; shown by size"
		}
	}
	if text == "" && settings.Colour.NeedsSecond() && !status.Wipe.Errors {
		text = "no second video to compare with; shown by size"
	}
	switch {
	case settings.View.Alone():
		text = nothingOver(settings)
	case settings.BlocksFill() && !*settings.Quads():
		text = "the codec's blocks are shown instead of quads"
	case !*settings.Quads():
		text = "the overlay is off"
	}
	switch {
	case text != "":
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, at.Add(imgui.NewVec2(0, 2*s)), widgets.Packed(u.Dim), text)
	case entries != nil:
		for i, e := range entries {
			thick := float32(6)
			if settings.Colour.Sizes() {
				cell := width / float32(len(entries))
				low := at.Add(imgui.NewVec2(float32(i)*cell, 0))
				sizeButton(u.Kit, i, low, low.Add(imgui.NewVec2(cell, 22*s)), settings, &u.w.LegendSizes[i])
				if i < status.DrawnFrom || !drawnSize(i, settings) {
					thick = widgets.ThinSwatch
				}
			}
			u.DrawThinSwatch(draw, at, width, i, len(entries), e.Colour, e.Name, thick)
		}
		imgui.SetCursorScreenPos(at)
	default:
		u.DrawRamp(draw, at.Add(imgui.NewVec2(0, 2*s)), width)
		for _, t := range settings.Colour.Ticks() {
			u.WriteUnder(draw, at, width, float32(t.Part), t.Name)
		}
	}
	imgui.Dummy(imgui.NewVec2(width, 22*s))
}

// edgeEntries are the colours of a comparison with a second video.
var edgeEntries = [...]overlay.LegendEntry{
	{Colour: overlay.DifferenceColour(overlay.OnlyStored), Name: "edges lost"}, {Colour: overlay.DifferenceColour(overlay.OnlyLive), Name: "invented"},
}

// classLegend has the colour and the lower bound of each class; from is the bound of the lowest
// class.
func (u *tuneTab) classLegend(from float64, bounds edge.Bounds) []overlay.LegendEntry {
	n := max(bounds.Classes(), 1)
	entries := u.classEntries[:0]
	for i := range n {
		if i > 0 {
			from = bounds.All()[i-1]
		}
		name := strings.TrimPrefix(strconv.FormatFloat(from, 'g', 2, 64), "0")
		if name == "" {
			name = "0"
		}
		entries = append(entries, overlay.LegendEntry{Colour: overlay.ClassColour(i, n), Name: name})
	}
	u.classEntries = entries
	return entries
}

// legends shows what the colours of the view, or those of the codec's blocks, mean: in a comparison next to the picture, if there is
// room, else in the upper right corner of the picture or of the side that shows blocks, as the bottom has the values of a pixel and
// what the timeline says about the time under the mouse.
func (o *overPicture) legends(free image.Rectangle, status *Status, settings *session.Settings, coded *codecTexts) {
	at, top, shown := free, status.Wipe.end(), status.Wipe.Shown[0]
	if side := coded.of.Side; status.Wipe.On {
		shown = status.Wipe.Shown[side]
		if !coded.of.Beside || status.Wipe.Way.Apart() { // else it is about both sides of a divider
			at = status.Wipe.part(at, side)
		}
		if status.Wipe.Way.Apart() {
			top = max(top, status.Wipe.ends[side])
		}
	}
	switch {
	case settings.View == views.Pyramid:
		o.cellLegend(free, status.Most, status.Thing)
		return
	case settings.View.Sorts() || settings.View.InSpace():
		return
	case settings.View.NeedsSecond():
		if status.Wipe.Both != "" {
			o.bothLegend(free, shown, settings, status.Wipe.Plane)
		}
	case settings.View == views.Vectors:
		o.motionLegend(free)
	default:
		o.sampleLegend(free, settings, status.FullRange)
	}
	o.codecLegend(legendRoom{at, shown, o.outlined(status.Outlines, true), top}, coded, settings)
}

// inCorner returns the corners of a legend of a size in a picture: on the right, below what is there already, and left of the
// panel's handle; ok is false if that has no room.
func (o *overPicture) inCorner(picture image.Rectangle, size imgui.Vec2) (low, high imgui.Vec2, ok bool) {
	s := o.Scale
	low = imgui.NewVec2(float32(picture.Max.X)-legendGap*s-size.X, float32(picture.Min.Y)+legendGap*s)
	place := o.boxes.clear(image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y)), int(legendGap*s), false)
	if low.Y = float32(place.Min.Y); place.Max.Y > picture.Max.Y && low.Y > float32(picture.Min.Y)+legendGap*s {
		return low, low, false
	}
	if place.Overlaps(*o.fold) {
		low.X = max(float32(o.fold.Min.X)-legendGap*s-size.X, float32(picture.Min.X))
	}
	return low, o.place(low, size), true
}

// place adds the box of a view's legend.
func (o *overPicture) place(low, size imgui.Vec2) (high imgui.Vec2) {
	high = low.Add(size)
	o.boxes.add(low, high)
	o.w.Legend = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
	return high
}

// inBand returns the upper left corner of a box of a size in a part of the window, next to a picture and clear of all boxes: above the
// picture, on its right, below it or on its left; ok is false if it has no room there. It is at the ends of a band, or in the middle,
// where frames do not move it, or else next to another box.
func (o *overPicture) inBand(free, picture image.Rectangle, size imgui.Vec2) (low imgui.Vec2, ok bool) {
	gap, wide, high := int(legendGap*o.Scale), int(size.X+0.999), int(size.Y+0.999)
	inner := free.Inset(gap)
	if picture = picture.Intersect(free); picture.Empty() {
		return low, false
	}
	for _, band := range [...]image.Rectangle{
		{inner.Min, image.Pt(inner.Max.X, picture.Min.Y)}, {image.Pt(picture.Max.X, inner.Min.Y), inner.Max},
		{image.Pt(inner.Min.X, picture.Max.Y), inner.Max}, {inner.Min, image.Pt(picture.Min.X, inner.Max.Y)},
	} {
		if band.Dx() < wide || band.Dy() < high {
			continue
		}
		for i := range 3 + 2*len(o.boxes) {
			x := band.Max.X - i*(band.Dx()-wide)/2
			if x -= wide; i >= 3 {
				if box := o.boxes[(i-3)/2]; i%2 > 0 {
					x = box.Min.X - gap - wide
				} else {
					x = box.Max.X + gap
				}
			}
			first := image.Rect(x, band.Min.Y, x+wide, band.Min.Y+high)
			for _, place := range [...]image.Rectangle{o.boxes.clear(first, gap, false), first.Add(image.Pt(0, band.Dy()-high))} {
				if place.In(band) && !o.boxes.over(place.Inset(-gap/2)) && !place.Overlaps(*o.fold) {
					return imgui.NewVec2(float32(x), float32(place.Min.Y)), true
				}
			}
		}
	}
	return low, false
}

// cellLegend shows, in the picture's upper right corner, what the numbers and colours of a level of the pyramid mean.
// most is the largest count in the level.
func (o *overPicture) cellLegend(picture image.Rectangle, most int32, thing string) {
	s := o.Scale
	const width, row = 290, 30
	height := float32(textRow + row + 12)
	if most > 0 {
		height += row
	}
	low, high, ok := o.inCorner(picture, imgui.NewVec2(width*s, height*s))
	if !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at, wide := low.Add(imgui.NewVec2(12*s, 6*s)), (width-24)*s
	draw.AddTextFont(o.Regular, widgets.SmallSize*s, at, widgets.Packed(o.Bright), "Each cell: how many "+thing+"s are in it")
	at.Y += textRow * s
	o.DrawSwatch(draw, at, wide, 0, 2, views.CellColour(quadpyramid.LeafMarker, most), "−1: one "+thing)
	o.DrawSwatch(draw, at, wide, 1, 2, views.CellColour(0, most), "0: none")
	draw.AddRect(at.Add(imgui.NewVec2(wide/2, 2*s)), at.Add(imgui.NewVec2(wide-3*s, 8*s)), widgets.Packed(o.Dim), 2*s, 0, s)
	if most == 0 {
		return
	}
	at.Y += row * s
	o.DrawRamp(draw, at.Add(imgui.NewVec2(0, 2*s)), wide)
	// Colours follow the square root of the count: the middle is a quarter of the maximum.
	o.WriteUnder(draw, at, wide, 0, "1")
	if most >= 4 {
		o.WriteUnder(draw, at, wide, 0.5, strconv.Itoa(int(most+2)/4))
	}
	o.WriteUnder(draw, at, wide, 1, quantity.Count(int64(most), thing))
}
