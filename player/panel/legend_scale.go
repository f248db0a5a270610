package panel

import (
	"image/color"
	"math"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/widgets"
)

// blockScale draws the swatches or the scales of the blocks' colours as they look in the picture.
func (o *overPicture) blockScale(draw *imgui.DrawList, at imgui.Vec2, width float32, t *codecTexts) {
	for i, e := range t.entries {
		o.DrawSwatch(draw, at, width, i, len(t.entries), t.seen(e.Colour), e.Name)
	}
	for i := range t.ramps {
		o.ramp(draw, at, width, t, &t.ramps[i])
		at.Y += rampRow * o.Scale
	}
}

// ramp draws a scale with its names.
func (o *overPicture) ramp(draw *imgui.DrawList, at imgui.Vec2, width float32, t *codecTexts, r *ramp) {
	s := o.Scale
	at.Y += 2 * s
	if r.whose != "" {
		middle := at.Y + (9*s-imgui.FontSize())/2
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X, middle), widgets.Packed(o.Bright), r.whose)
	}
	at.X, width = at.X+r.indent()*s, width-r.indent()*s
	o.rampBar(draw, at, width, t, r)
	at.Y += 3 * s // it is higher than other scales
	for _, tick := range r.ticks {
		o.WriteUnder(draw, at, width, float32(tick.Part), tick.Name)
	}
}

// inLineWidth returns the width of the scales in the first line.
func (o *overPicture) inLineWidth(t *codecTexts) (width float32) {
	s := o.Scale
	for i := range t.ramps {
		low, high := t.ramps[i].ends()
		width += (lineScale+2*lineGap+t.ramps[i].indent())*s + imgui.CalcTextSize(low).X + imgui.CalcTextSize(high).X
	}
	return width + float32(len(t.ramps)-1)*2*lineGap*s
}

// scalesInLine draws the scales of the blocks' colours next to each other, each between the names of its ends.
func (o *overPicture) scalesInLine(draw *imgui.DrawList, at imgui.Vec2, t *codecTexts) {
	s, size := o.Scale, widgets.SmallSize*o.Scale
	for i := range t.ramps {
		r := &t.ramps[i]
		low, high := r.ends()
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Bright), r.whose)
		at.X += r.indent() * s
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Dim), low)
		at.X += imgui.CalcTextSize(low).X + lineGap*s
		o.rampBar(draw, at.Add(imgui.NewVec2(0, (imgui.FontSize()-9*s)/2)), lineScale*s, t, r)
		at.X += (lineScale + lineGap) * s
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Dim), high)
		at.X += imgui.CalcTextSize(high).X + 2*lineGap*s
	}
}

// rampParts is the number of colours of a scale.
const rampParts = 64

// rampBar draws a scale of the blocks' colours, and a mark at their mean.
func (o *overPicture) rampBar(draw *imgui.DrawList, at imgui.Vec2, width float32, t *codecTexts, r *ramp) {
	for i := range rampParts {
		from, to := at.X+width*float32(i)/rampParts, at.X+width*float32(i+1)/rampParts
		c := t.seen(t.of.By.Ramp(r.at(float64(i) / (rampParts - 1))))
		draw.AddRectFilled(imgui.NewVec2(from, at.Y), imgui.NewVec2(to, at.Y+9*o.Scale), widgets.Opaque(c))
	}
	o.marks(draw, at, width, r.means)
}

// marks draws the marks of a scale's means: a line, or a box with A or B.
func (o *overPicture) marks(draw *imgui.DrawList, at imgui.Vec2, width float32, means []overlay.Tick) {
	s, ink := o.Scale, widgets.Packed(o.Bright)
	taken := at.X - 6*s // the right end of the box on the left
	for i := range means {
		m := &means[i]
		if len(means) == 2 && means[1].Part < means[0].Part {
			m = &means[1-i]
		}
		half := 1.5 * s
		if m.Name != "" {
			half = imgui.CalcTextSize(m.Name).X/2 + 2*s
		}
		x := max(at.X+width*float32(m.Part), taken+half)
		draw.AddRectFilled(imgui.NewVec2(x-half, at.Y-2*s), imgui.NewVec2(x+half, at.Y+11*s), ink)
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, imgui.NewVec2(x-half+2*s, at.Y+(9*s-imgui.FontSize())/2), widgets.Packed(o.Bed), m.Name)
		taken = x + half
	}
}

// vectorScale draws a vector of a known length as it looks in the picture, and what the colours mean.
func (o *overPicture) vectorScale(draw *imgui.DrawList, at imgui.Vec2, width float32, t *codecTexts) {
	s := o.Scale
	middle := at.Y + imgui.FontSize()/2
	edge := widgets.Packed(widgets.OnPicture.Bed) // as in the picture: some colours are as light as a light bed
	line := func(x, length float32, c color.RGBA) {
		draw.AddRectFilled(imgui.NewVec2(x-s, middle-3*s), imgui.NewVec2(x+5*s, middle+3*s), edge)
		draw.AddRectFilled(imgui.NewVec2(x-s, middle-2*s), imgui.NewVec2(x+length+s, middle+2*s), edge)
		draw.AddLine(imgui.NewVec2(x, middle), imgui.NewVec2(x+length, middle), widgets.Opaque(c), max(2*s, 1))
		draw.AddRectFilled(imgui.NewVec2(x, middle-2*s), imgui.NewVec2(x+4*s, middle+2*s), widgets.Opaque(c))
	}
	write := func(x, y float32, c color.NRGBA, text string) {
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, imgui.NewVec2(x, y), widgets.Packed(c), text)
	}
	length := float32(t.line)
	line(at.X, length, overlay.EarlierColour)
	write(at.X+length+6*s, at.Y, o.Bright, t.length)
	x := at.X + width
	entries := t.of.VectorsBy.Entries()
	if len(entries) == 0 {
		const radius, spokes = 8, 48
		centre := imgui.NewVec2(x-radius*s, middle)
		for i := range spokes {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / spokes)
			to := centre.Add(imgui.NewVec2(float32(cos)*radius*s, float32(sin)*radius*s))
			draw.AddLine(centre, to, widgets.Opaque(overlay.DirectionColour(cos, sin)), 2*s)
		}
		const name = "direction"
		write(x-2*radius*s-6*s-imgui.CalcTextSize(name).X, at.Y, o.Dim, name)
	}
	for i := range entries {
		e := &entries[len(entries)-1-i]
		x -= imgui.CalcTextSize(e.Name).X
		write(x, at.Y, o.Dim, e.Name)
		line(x-17*s, 12*s, e.Colour)
		x -= 27 * s
	}
}
