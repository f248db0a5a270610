package panel

import (
	"image"
	"image/color"
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
		text = "the quads are hidden while the codec's blocks are shown"
	case !*settings.Quads():
		text = "the overlay is off"
	}
	switch {
	case text != "":
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, at.Add(imgui.NewVec2(0, 2*s)), widgets.Packed(u.Dim), text)
	case entries != nil:
		for i, e := range entries {
			c := e.Colour
			if settings.Colour.Sizes() {
				cell := width / float32(len(entries))
				low := at.Add(imgui.NewVec2(float32(i)*cell, 0))
				sizeButton(u.Kit, i, low, low.Add(imgui.NewVec2(cell, 22*s)), settings, &u.w.LegendSizes[i])
				c = widgets.Blended(color.RGBA{u.Ground.R, u.Ground.G, u.Ground.B, 255}, c, shownSize(i, settings))
			}
			u.DrawSwatch(draw, at, width, i, len(entries), c, e.Name)
		}
		imgui.SetCursorScreenPos(at)
	default:
		u.DrawRamp(draw, at.Add(imgui.NewVec2(0, 2*s)), width)
		for _, t := range settings.Colour.Ticks() {
			u.WriteUnder(draw, at, width, float32(t.Part), t.Name)
		}
	}
	imgui.Dummy(imgui.NewVec2(width, 22*s))
	if status.Wipe.Edges && text == "" && settings.View == views.Video {
		u.WriteSmall("single pixels: zoom in, or see them in View: Edges")
	}
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

// legends shows, one above another in the picture's lower right corner, what the colours of the view
// and of the codec's blocks mean. n is the number of lines about a pixel. It returns the place of the
// codec's legend in a wipe, where these lines are above it.
func (o *overPicture) legends(free image.Rectangle, n int, status *Status, settings *session.Settings, coded *codecTexts) (place image.Rectangle) {
	if !status.Wipe.On || coded.title == "" {
		free = o.above(free, n, settings.Panel)
	}
	switch settings.View {
	case views.Pyramid:
		free = o.cellLegend(free, status.Most, status.Thing)
	case views.Difference:
		if status.Wipe.Difference != "" {
			free = o.differenceLegend(free, settings.Gain)
		}
	case views.Vectors:
		free = o.motionLegend(free)
	default:
		free = o.sampleLegend(free, settings)
	}
	if status.Wipe.On {
		return o.codecLegend(status.Wipe.part(free, coded.of.Side), coded, true)
	}
	o.codecLegend(free, coded, false)
	return place
}

// cellLegend shows, in the picture's lower right corner, the colours of a level of the pyramid.
// most is the largest count in the level. It returns the picture above the legend.
func (o *overPicture) cellLegend(picture image.Rectangle, most int32, thing string) (free image.Rectangle) {
	s := o.Scale
	const width, height, swatches = 268, 38, 96
	high := imgui.NewVec2(float32(picture.Max.X)-8*s, float32(picture.Max.Y)-8*s)
	low := high.Sub(imgui.NewVec2(width*s, height*s))
	if most == 0 {
		low.X += (width - swatches - 20) * s
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(widgets.TextBed), 5*s, 0)
	at := low.Add(imgui.NewVec2(12*s, 6*s))
	o.DrawSwatch(draw, at, swatches*s, 0, 2, views.CellColour(quadpyramid.LeafMarker, most), "leaf −1")
	o.DrawSwatch(draw, at, swatches*s, 1, 2, views.CellColour(0, most), "0")
	draw.AddRect(at.Add(imgui.NewVec2(swatches/2*s, 2*s)), at.Add(imgui.NewVec2((swatches-3)*s, 8*s)), widgets.Packed(o.Dim), 2*s, 0, s)
	picture.Max.Y = int(low.Y)
	if most == 0 {
		return picture
	}
	at.X += (swatches + 8) * s
	ramp := high.X - 12*s - at.X
	o.DrawRamp(draw, at.Add(imgui.NewVec2(0, 2*s)), ramp)
	// Colours follow the square root of the count: the middle is a quarter of the maximum.
	o.WriteUnder(draw, at, ramp, 0, "1")
	if most >= 4 {
		o.WriteUnder(draw, at, ramp, 0.5, strconv.Itoa(int(most+2)/4))
	}
	o.WriteUnder(draw, at, ramp, 1, quantity.Count(int64(most), thing))
	return picture
}
