package panel

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
)

// Sizes of legends over the picture, in pixels at scale 1.
const (
	codecWidth     = 280
	leastLegend    = 160                          // least width of a legend's content
	besideMessages = 2 * (codecWidth + legendGap) // least width of a picture with room for messages and a legend at its top
	belowMessages  = 46
	legendInset    = 10  // from a legend's border to its content
	legendGap      = 8   // from the picture's border
	wholeLegend    = 300 // least height of a picture with more than the scale
	rampRow        = 33  // a scale or swatches, with the names below
	textRow        = 16
)

// codecLegend shows what the colours of the codec's blocks and the lines of its vectors mean, in a corner of a part of the
// window that shows a picture. top is where names end, pin is what is pinned there. Low parts have only the scale.
func (o *overPicture) codecLegend(free, shown, pin image.Rectangle, top float32, t *codecTexts) {
	if t.title == "" {
		return
	}
	s, size := o.Scale, widgets.SmallSize*o.Scale
	width := min(codecWidth*s, float32(free.Dx())-2*legendGap*s)
	room := width - 2*legendInset*s
	if room < leastLegend*s {
		return
	}
	imgui.PushFont(o.Regular, size)
	defer imgui.PopFont()
	height := 10 * s
	for _, frame := range t.frames {
		height += wrapped(frame, room, textRow*s)
	}
	scaled, scale := len(t.ramp) > 0 || len(t.entries) > 0, float32(rampRow*s)
	inRows := !fitsColumns(t.entries, room, 6*s)
	if inRows {
		scale = (float32(len(t.entries))*textRow + 2) * s
	}
	if scaled {
		height += scale
	}
	notes, vector := t.notes, t.vector
	whole := !scaled || float32(free.Dy()) >= wholeLegend*s
	if whole {
		height += textRow * s
	} else {
		notes, vector = nil, 0
	}
	for _, note := range notes {
		height += imgui.CalcTextSizeV(note, false, room).Y + 2*s
	}
	if vector > 0 {
		height += 2 * textRow * s
	}
	low := o.codecPlace(free, shown, pin, top, imgui.NewVec2(width, height))
	draw, high := imgui.BackgroundDrawList(), low.Add(imgui.NewVec2(width, height))
	o.take(low, high)
	draw.AddRectFilledV(low, high, widgets.Packed(o.Floating), 5*s, 0)
	at := low.Add(imgui.NewVec2(legendInset*s, 5*s))
	if whole {
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Bright), t.title)
		count := imgui.CalcTextSize(t.coded).X
		if imgui.CalcTextSize(t.title).X+count+12*s < room {
			draw.AddTextFont(o.Regular, size, imgui.NewVec2(at.X+room-count, at.Y), widgets.Packed(o.Dim), t.coded)
		}
		at.Y += textRow * s
	}
	for _, frame := range t.frames {
		draw.AddTextFontV(o.Regular, size, at, widgets.Packed(o.Bright), frame, balanced(frame, room), nil)
		at.Y += wrapped(frame, room, textRow*s)
	}
	if scaled {
		if inRows {
			o.entryRows(draw, at, t)
		} else {
			o.blockScale(draw, at, room, t)
		}
		at.Y += scale
	}
	for _, note := range notes {
		draw.AddTextFontV(o.Regular, size, at, widgets.Packed(o.Dim), note, balanced(note, room), nil)
		at.Y += imgui.CalcTextSizeV(note, false, room).Y + 2*s
	}
	if vector > 0 {
		o.vectorScale(draw, at, room, t)
	}
}

// wrapped returns the height of a text in lines of a width; line is the height of one.
func wrapped(text string, width, line float32) float32 {
	return line + imgui.CalcTextSizeV(text, false, width).Y - imgui.FontSize()
}

// balanced returns the width at which a text has as many lines as at a larger one, but no short last one.
func balanced(text string, width float32) float32 {
	if imgui.CalcTextSize(text).X <= width {
		return width
	}
	height := imgui.CalcTextSizeV(text, false, width).Y
	for least := width / 2; width > least; {
		narrower := width - width/16
		if imgui.CalcTextSizeV(text, false, narrower).Y > height {
			break
		}
		width = narrower
	}
	return width
}

// fitsColumns reports whether the names of swatches have room below them, in columns of one width with gaps.
func fitsColumns(entries []overlay.LegendEntry, width, gap float32) bool {
	for i := range entries {
		if imgui.CalcTextSize(entries[i].Name).X+gap > width/float32(len(entries)) {
			return false
		}
	}
	return true
}

// entryRows draws swatches in rows, with their names after them.
func (o *overPicture) entryRows(draw *imgui.DrawList, at imgui.Vec2, t *codecTexts) {
	s := o.Scale
	for _, e := range t.entries {
		low := at.Add(imgui.NewVec2(0, 3*s))
		draw.AddRectFilledV(low, low.Add(imgui.NewVec2(22*s, 9*s)), widgets.Opaque(t.seen(e.Colour)), 2*s, 0)
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X+30*s, at.Y), widgets.Packed(o.Dim), e.Name)
		at.Y += textRow * s
	}
}

// codecPlace returns the upper left corner of the legend of blocks: in the upper right of the free part, as the bottom has the
// values of a pixel and what the timeline says about the time under the mouse. It is in another corner if it would be over
// what is pinned, or if it hides less than half as much of the picture there.
func (o *overPicture) codecPlace(free, shown, pin image.Rectangle, top float32, size imgui.Vec2) (low imgui.Vec2) {
	s := o.Scale
	left, right := float32(free.Min.X)+legendGap*s, float32(free.Max.X)-legendGap*s-size.X
	upper, lower := max(float32(free.Min.Y), top)+legendGap*s, float32(free.Max.Y)-legendGap*s-size.Y
	below := upper + belowMessages*s
	first := imgui.NewVec2(right, upper)
	if float32(free.Dx()) < besideMessages*s {
		first.Y = below
	}
	least := -1
	for _, at := range [...]imgui.Vec2{first, {X: right, Y: lower}, {X: left, Y: below}, {X: left, Y: lower}} {
		place := image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
		over := place.Intersect(shown)
		hidden := 2 * over.Dx() * over.Dy()
		if at == first {
			hidden /= 2
		}
		if pin.Overlaps(place) {
			hidden += 4 * place.Dx() * place.Dy()
		}
		if least < 0 || hidden < least {
			least, low = hidden, at
		}
	}
	return low
}

// blockScale draws the swatches or the scale of the blocks' colours as they look in the picture.
func (o *overPicture) blockScale(draw *imgui.DrawList, at imgui.Vec2, width float32, t *codecTexts) {
	for i, e := range t.entries {
		o.DrawSwatch(draw, at, width, i, len(t.entries), t.seen(e.Colour), e.Name)
	}
	if len(t.ramp) == 0 {
		return
	}
	at.Y += 2 * o.Scale
	const parts = 64
	for i := range parts {
		from, to := at.X+width*float32(i)/parts, at.X+width*float32(i+1)/parts
		c := t.seen(t.of.By.Ramp(float64(i) / (parts - 1)))
		draw.AddRectFilled(imgui.NewVec2(from, at.Y), imgui.NewVec2(to, at.Y+9*o.Scale), widgets.Opaque(c))
	}
	if x := at.X + width*float32(t.mean); x > at.X {
		draw.AddRectFilled(imgui.NewVec2(x-1.5*o.Scale, at.Y-2*o.Scale), imgui.NewVec2(x+1.5*o.Scale, at.Y+11*o.Scale), widgets.Packed(o.Bright))
	}
	at.Y += 3 * o.Scale // it is higher than other scales
	for _, tick := range t.ramp {
		o.WriteUnder(draw, at, width, float32(tick.Part), tick.Name)
	}
}

// vectorScale draws a vector of a known length as it looks in the picture, what the colours mean, and, in a second row, what
// the marks of vectors mean.
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
	length := float32(t.vector * t.of.Zoom)
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
	at.Y += textRow * s
	const radius, margin = 4, 7
	centre := imgui.NewVec2(at.X+radius*s, at.Y+imgui.FontSize()/2)
	by := imgui.NewVec2(s, s)
	draw.AddRectFilled(centre.Sub(by).Sub(by), centre.Add(by).Add(by), edge)
	draw.AddRectFilled(centre.Sub(by), centre.Add(by), widgets.Opaque(overlay.EarlierColour))
	write(centre.X+margin*s+radius*s, at.Y, o.Bright, t.short)
	if !t.of.TwoLists {
		return
	}
	const name = "source in list 1"
	x = at.X + width - imgui.CalcTextSize(name).X
	write(x, at.Y, o.Dim, name)
	centre.X = x - (margin+radius)*s
	colour := overlay.EarlierColour
	if t.of.VectorsBy == overlay.ByList {
		colour = entries[1].Colour
	}
	draw.AddCircleFilled(centre, (radius+1.5)*s, edge, 0)
	side, up := imgui.NewVec2((radius+0.5)*s, 0), imgui.NewVec2(0, (radius+0.5)*s)
	draw.AddTriangleFilled(centre.Sub(side), centre.Sub(up), centre.Add(side), widgets.Opaque(colour))
	draw.AddTriangleFilled(centre.Sub(side), centre.Add(side), centre.Add(up), widgets.Opaque(colour))
}

// motionLegend shows the colours of the view of motion vectors as a wheel: the direction of the motion,
// and its speed from the middle to the rim. It returns where it ends.
func (o *overPicture) motionLegend(picture image.Rectangle) (end float32) {
	s, size := o.Scale, widgets.SmallSize*o.Scale
	const radius, cell = 26, 2
	texts := [...]string{"where it moves", "rim: " + strconv.Itoa(views.FullMotion/yuv.VectorUnit) + " px or more", "gray: still", "dark: no vector"}
	imgui.PushFont(o.Regular, size)
	defer imgui.PopFont()
	var widest float32
	for _, text := range texts {
		widest = max(widest, imgui.CalcTextSize(text).X)
	}
	low, high := o.inCorner(picture, imgui.NewVec2(widest+(2*radius+3*legendInset)*s, (float32(len(texts))*textRow+legendInset)*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Floating), 5*s, 0)
	middle := imgui.NewVec2(low.X+(legendInset+radius)*s, (low.Y+high.Y)/2)
	for y := -radius; y < radius; y += cell {
		for x := -radius; x < radius; x += cell {
			dx, dy := float64(x)+cell/2, float64(y)+cell/2
			if math.Hypot(dx, dy) > radius {
				continue
			}
			c := views.MotionColour(int(dx*views.FullMotion/radius), int(dy*views.FullMotion/radius))
			at := middle.Add(imgui.NewVec2(float32(x)*s, float32(y)*s))
			draw.AddRectFilled(at, at.Add(imgui.NewVec2(cell*s, cell*s)), widgets.Opaque(c))
		}
	}
	at := imgui.NewVec2(low.X+(2*radius+2*legendInset)*s, low.Y+legendInset/2*s)
	for _, text := range texts {
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Bright), text)
		at.Y += textRow * s
	}
	return high.Y
}
