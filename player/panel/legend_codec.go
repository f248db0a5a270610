package panel

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
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

// legendRoom is where the legend of blocks may be: in a part of the window, which shows a picture, below a height, and not over
// what is pinned.
type legendRoom struct {
	free, shown, pin image.Rectangle
	top              float32
}

// codecShape is what the legend of blocks has, and its size.
type codecShape struct {
	size   imgui.Vec2
	room   float32 // width of its content
	folded bool    // it has its first line alone
	titled bool    // that is the title, else how the frame was coded
	inRows bool    // swatches have a row each
	scale  float32 // height of the scale or of the swatches; 0 for none
	notes  []string
	vector bool // it has the marks of vectors
}

// codecLegend shows what the colours of the codec's blocks and the lines of its vectors mean, in a corner of a part of the
// window. A click on its first line folds it, and a drag moves it to another corner. It is folded, or not shown, rather than over
// what is pinned.
func (o *overPicture) codecLegend(in legendRoom, t *codecTexts, settings *session.Settings) {
	if t.title == "" {
		return
	}
	s := o.Scale
	imgui.PushFont(o.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	if float32(in.free.Dx()) < (leastLegend+2*legendInset+2*legendGap)*s {
		return
	}
	l, low, clear := o.codecFit(in, t, settings)
	if !clear {
		return
	}
	low, changed := o.codecGrip(in.free, low, l.size, settings)
	if changed {
		if l, low, clear = o.codecFit(in, t, settings); !clear {
			return
		}
	}
	o.take(low, low.Add(l.size))
	o.drawCodec(low, &l, t)
}

// codecFit returns the shape and the place of the legend; clear is false if it has no place.
func (o *overPicture) codecFit(in legendRoom, t *codecTexts, settings *session.Settings) (l codecShape, low imgui.Vec2, clear bool) {
	l = o.codecShape(in.free, t, settings.LegendFolded)
	if low, clear = o.codecPlace(in, l.size, settings.Legend); clear || l.folded {
		return l, low, clear
	}
	l = o.codecShape(in.free, t, true)
	low, clear = o.codecPlace(in, l.size, settings.Legend)
	return l, low, clear
}

// codecShape returns the shape of the legend in a part of the window. Low parts have only the scale.
func (o *overPicture) codecShape(free image.Rectangle, t *codecTexts, folded bool) (l codecShape) {
	s := o.Scale
	scaled := len(t.ramp) > 0 || len(t.entries) > 0
	whole := !scaled || float32(free.Dy()) >= wholeLegend*s
	l.size = imgui.NewVec2(min(codecWidth*s, float32(free.Dx())-2*legendGap*s), 10*s)
	l.room, l.folded, l.titled = l.size.X-2*legendInset*s, folded, t.frame == "" || whole && !folded
	if folded {
		l.room = min(l.room, foldMark*s+imgui.CalcTextSize(t.head(&l)).X)
		l.size = imgui.NewVec2(l.room+2*legendInset*s, l.size.Y+textRow*s)
		return l
	}
	if l.titled {
		l.size.Y += textRow * s
	}
	if t.frame != "" {
		l.size.Y += wrapped(t.frame, l.room-l.indent()*s, textRow*s)
	}
	l.inRows = !fitsColumns(t.entries, l.room, 6*s)
	switch {
	case scaled && l.inRows:
		l.scale = (float32(len(t.entries))*textRow + 2) * s
	case scaled:
		l.scale = rampRow * s
	}
	l.size.Y += l.scale
	if whole {
		l.notes, l.vector = t.notes, t.vector > 0
	}
	for _, note := range l.notes {
		l.size.Y += imgui.CalcTextSizeV(note, false, l.room).Y + 2*s
	}
	if l.vector {
		l.size.Y += 2 * textRow * s
	}
	return l
}

// foldMark is the width at scale 1 of the mark before the first line, which says that it folds.
const foldMark = 13

// indent returns the distance at scale 1 of the frame's line from the left.
func (l *codecShape) indent() float32 {
	if l.titled {
		return 0
	}
	return foldMark
}

// head returns the first line.
func (t *codecTexts) head(l *codecShape) string {
	if l.titled {
		return t.title
	}
	return t.frame
}

// codecGrip lets the mouse fold and drag the legend by its first line; what is below the others gets clicks. It returns where the legend is, and whether it now has another shape or place.
func (o *overPicture) codecGrip(free image.Rectangle, low, size imgui.Vec2, settings *session.Settings) (at imgui.Vec2, changed bool) {
	mouse, s := imgui.CurrentIO().MousePos, o.Scale
	if o.held {
		low = mouse.Add(o.grip)
		low.X = min(max(low.X, float32(free.Min.X)), float32(free.Max.X)-size.X)
		low.Y = min(max(low.Y, float32(free.Min.Y)), float32(free.Max.Y)-size.Y)
	}
	high, head := low.Add(size), imgui.NewVec2(size.X, (legendInset/2+textRow)*s)
	o.w.CodecLegend = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
	widgets.BeginWindow("legend of blocks", image.Rect(int(low.X), int(low.Y), int(high.X+0.5), int(low.Y+head.Y+0.5)), imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	imgui.SetCursorScreenPos(low)
	clicked := imgui.InvisibleButtonV("legend", head, 0)
	o.w.LegendHead = widgets.Item()
	o.AddTip("Click: only this line, or all. Drag: to another corner.")
	if imgui.IsItemActivated() {
		o.grip = low.Sub(mouse)
	}
	moved := low.Sub(mouse).Sub(o.grip)
	switch active := imgui.IsItemActive(); {
	case active && max(moved.X, moved.Y, -moved.X, -moved.Y) > dragReach*s:
		o.held = true
	case active:
	case o.held:
		o.held, changed = false, true
		settings.Legend = session.CornerAt(low.X+high.X > float32(free.Min.X+free.Max.X), low.Y+high.Y > float32(free.Min.Y+free.Max.Y))
	case clicked:
		settings.LegendFolded, changed = !settings.LegendFolded, true
	}
	return low, changed
}

// dragReach is how far the mouse may move during a click, at scale 1.
const dragReach = 3

// drawCodec draws the legend from its upper left corner.
func (o *overPicture) drawCodec(low imgui.Vec2, l *codecShape, t *codecTexts) {
	s, size := o.Scale, widgets.SmallSize*o.Scale
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, low.Add(l.size), widgets.Packed(o.Floating), 5*s, 0)
	at := low.Add(imgui.NewVec2(legendInset*s, 5*s))
	o.foldMark(draw, imgui.NewVec2(at.X, at.Y+imgui.FontSize()/2), l.folded)
	if l.titled || l.folded {
		draw.AddTextFont(o.Regular, size, at.Add(imgui.NewVec2(foldMark*s, 0)), widgets.Packed(o.Bright), widgets.Fitted(t.head(l), l.room-foldMark*s))
		count := imgui.CalcTextSize(t.coded).X
		if !l.folded && imgui.CalcTextSize(t.title).X+count+(12+foldMark)*s < l.room {
			draw.AddTextFont(o.Regular, size, imgui.NewVec2(at.X+l.room-count, at.Y), widgets.Packed(o.Dim), t.coded)
		}
		at.Y += textRow * s
	}
	if l.folded {
		return
	}
	if t.frame != "" {
		indent := l.indent() * s
		draw.AddTextFontV(o.Regular, size, at.Add(imgui.NewVec2(indent, 0)), widgets.Packed(o.Bright), t.frame, balanced(t.frame, l.room-indent), nil)
		at.Y += wrapped(t.frame, l.room-indent, textRow*s)
	}
	switch {
	case l.scale > 0 && l.inRows:
		o.entryRows(draw, at, t)
	case l.scale > 0:
		o.blockScale(draw, at, l.room, t)
	}
	at.Y += l.scale
	for _, note := range l.notes {
		draw.AddTextFontV(o.Regular, size, at, widgets.Packed(o.Dim), note, balanced(note, l.room), nil)
		at.Y += imgui.CalcTextSizeV(note, false, l.room).Y + 2*s
	}
	if l.vector {
		o.vectorScale(draw, at, l.room, t)
	}
}

// foldMark draws the triangle of what folds, from the left at the middle of a line.
func (o *overPicture) foldMark(draw *imgui.DrawList, at imgui.Vec2, folded bool) {
	s, ink := o.Scale, widgets.Packed(o.Dim)
	if folded {
		draw.AddTriangleFilled(imgui.NewVec2(at.X+s, at.Y-4*s), imgui.NewVec2(at.X+s, at.Y+4*s), imgui.NewVec2(at.X+7*s, at.Y), ink)
		return
	}
	draw.AddTriangleFilled(imgui.NewVec2(at.X, at.Y-3*s), imgui.NewVec2(at.X+8*s, at.Y-3*s), imgui.NewVec2(at.X+4*s, at.Y+3*s), ink)
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

// codecPlace returns the upper left corner of the legend of blocks, in the wanted corner or, without one, in the upper right of the
// free part, as the bottom has the values of a pixel and what the timeline says about the time under the mouse, or where it hides
// less than half as much of the picture. In no corner wanted or not is it over what is pinned, if another one has room; else
// clear is false.
func (o *overPicture) codecPlace(in legendRoom, size imgui.Vec2, wanted session.Corner) (low imgui.Vec2, clear bool) {
	s := o.Scale
	left, upper := float32(in.free.Min.X)+legendGap*s, max(float32(in.free.Min.Y), in.top)+legendGap*s
	across, down := float32(in.free.Max.X)-legendGap*s-size.X-left, float32(in.free.Max.Y)-legendGap*s-size.Y-upper
	least := -1
	for c := session.AnyCorner + 1; c < session.CornerCount; c++ {
		right, lower := c.Of()
		at := imgui.NewVec2(left+right*across, upper+lower*down)
		if lower == 0 && (right == 0 || float32(in.free.Dx()) < besideMessages*s) {
			at.Y += belowMessages * s
		}
		place := image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
		over, area := place.Intersect(in.shown), place.Dx()*place.Dy()
		hidden := 2 * over.Dx() * over.Dy()
		switch {
		case c == wanted:
			hidden = 0
		case wanted != session.AnyCorner:
			hidden += area
		case c == session.UpperRight:
			hidden /= 2
		}
		if in.pin.Overlaps(place) {
			hidden += 4 * area
		}
		if least < 0 || hidden < least {
			least, low, clear = hidden, at, !in.pin.Overlaps(place)
		}
	}
	return low, clear
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
