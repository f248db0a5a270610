package panel

import (
	"image"
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
	codecWidth  = 280
	leastLegend = 160 // least width of a legend's content
	legendInset = 10  // from a legend's border to its content
	legendGap   = 8   // from the picture's border
	wholeLegend = 300 // least height of a picture with more than the scale
	rampRow     = 33  // a scale or swatches, with the names below
	textRow     = 16
)

// legendRoom is where the legend of blocks may be: in a part of the window, which shows a picture, below a height at its top, and not
// over what is pinned.
type legendRoom struct {
	free, shown, pin image.Rectangle
	top              float32
}

// detail is how much the legend of blocks says.
type detail uint8

const (
	firstLine  detail = iota // which is the title, or how the frame was coded
	inLine                   // and the scale of colours next to it
	withScale                // and the colours
	withMarks                // and the marks of vectors
	withNotes                // and all else
	allDetails               // number of values
)

// codecShape is what the legend of blocks has, and its size.
type codecShape struct {
	size   imgui.Vec2
	room   float32 // width of its content
	folded bool    // it has its first line alone
	beside float32 // width of the scale in that line; 0 for none
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
	low, changed := o.codecGrip(in.free, low, &l, t, settings)
	if changed {
		if l, low, clear = o.codecFit(in, t, settings); !clear {
			return
		}
	}
	o.boxes.add(low, low.Add(l.size))
	o.drawCodec(low, &l, t)
}

// codecFit returns the shape and the place of the legend; clear is false if it has no place. Unless a person has put it into a
// corner, it says as much as it can next to the picture; and all of it over the picture, if nothing has room there.
func (o *overPicture) codecFit(in legendRoom, t *codecTexts, settings *session.Settings) (l codecShape, low imgui.Vec2, clear bool) {
	s, hidden, most := o.Scale, 0, withNotes
	if settings.LegendFolded {
		most = firstLine
	}
	across := float32(in.free.Dx()) - 2*legendGap*s
	wide := min(codecWidth*s, across)
	if settings.Legend == session.AnyCorner && most > firstLine {
		least := withScale
		if t.whose != "" || t.of.Beside { // in a comparison the names of the pictures say more
			least = firstLine
		}
		if len(t.ramps) > 1 { // the colours mean something else in each
			least = inLine
		}
		longest := across - 2*legendInset*s
		left, right := float32(in.shown.Min.X-in.free.Min.X)-2*legendGap*s, float32(in.free.Max.X-in.shown.Max.X)-2*legendGap*s
		for d := most + 1; d > least; {
			d--
			for _, width := range [...]float32{wide, right, left} {
				if l = o.codecShape(in.free, t, min(width, wide), d); l.room > longest || width < wide && l.room < o.least(t, &l) || d == inLine && l.beside == 0 {
					continue
				}
				if low, hidden, clear = o.codecPlace(in, l.size, session.AnyCorner); clear && hidden == 0 {
					return l, low, clear
				}
				if low, clear = o.inBand(in.free, in.shown, l.size); clear && (t.of.Both || t.whose != "" || t.of.Beside) {
					return l, low, clear
				}
			}
		}
	}
	l = o.codecShape(in.free, t, wide, most)
	if low, _, clear = o.codecPlace(in, l.size, settings.Legend); clear || l.folded {
		return l, low, clear
	}
	l = o.codecShape(in.free, t, wide, firstLine)
	low, _, clear = o.codecPlace(in, l.size, settings.Legend)
	return l, low, clear
}

// codecShape returns the shape of the legend of a width in a part of the window. Low parts have only the scale.
func (o *overPicture) codecShape(free image.Rectangle, t *codecTexts, width float32, d detail) (l codecShape) {
	s := o.Scale
	scaled := len(t.ramps) > 0 || len(t.entries) > 0
	switch {
	case d <= inLine:
	case !scaled:
		d = withNotes
	case float32(free.Dy()) < wholeLegend*s:
		d = withScale
	}
	l.size = imgui.NewVec2(width, 10*s)
	l.room, l.folded, l.titled = l.size.X-2*legendInset*s, d <= inLine, t.frame == "" || d > withScale
	if l.folded {
		l.room = min(l.room, foldMark*s+imgui.CalcTextSize(t.head(&l)).X)
		if d == inLine && len(t.ramps) > 0 {
			l.beside = o.inLineWidth(t)
			l.room += l.beside + 2*lineGap*s
		}
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
		l.scale = rampRow * s * float32(max(len(t.ramps), 1))
	}
	l.size.Y += l.scale
	if d == withNotes {
		l.notes = t.notes
	}
	for _, note := range l.notes {
		l.size.Y += imgui.CalcTextSizeV(note, false, l.room).Y + 2*s
	}
	if l.vector = d >= withMarks && t.vector > 0; l.vector {
		l.size.Y += textRow * s
	}
	return l
}

// least returns the least width of the content of a shape whose texts are next to each other: of the names below the scale, of what
// is said of vectors, and of the first line.
func (o *overPicture) least(t *codecTexts, l *codecShape) float32 {
	s, scale, marks := o.Scale, float32(0), float32(0)
	for i := range t.ramps {
		names := t.ramps[i].indent() * s
		for _, tick := range t.ramps[i].ticks {
			names += imgui.CalcTextSize(tick.Name).X + 8*s
		}
		scale = max(scale, names)
	}
	if l.vector {
		marks = float32(t.line) + imgui.CalcTextSize(t.length).X + imgui.CalcTextSize("direction").X + 40*s
		for _, e := range t.of.VectorsBy.Entries() {
			marks += imgui.CalcTextSize(e.Name).X
		}
	}
	return max(scale, marks, foldMark*s+imgui.CalcTextSize(t.title).X, leastLegend*s)
}

// lineScale is the width at scale 1 of a scale in the first line, and lineGap that of the gaps next to it.
const lineScale, lineGap = 80, 6

// ends returns the names at the ends of a scale.
func (r *ramp) ends() (low, high string) {
	last := 0
	for i := range r.ticks {
		if r.ticks[i].Part > r.ticks[last].Part {
			last = i
		}
	}
	return r.ticks[0].Name, r.ticks[last].Name
}

// indent returns the width at scale 1 of the letter before a scale.
func (r *ramp) indent() float32 {
	if r.whose == "" {
		return 0
	}
	return 16
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

// codecGrip lets the mouse fold and drag the legend by its first line; what is below the others gets clicks. A click on one that is
// folded only to be next to the picture shows all of it, in that corner. It returns where the legend is, and whether it now has
// another shape or place.
func (o *overPicture) codecGrip(free image.Rectangle, low imgui.Vec2, l *codecShape, t *codecTexts, settings *session.Settings) (at imgui.Vec2, changed bool) {
	mouse, s, size := imgui.CurrentIO().MousePos, o.Scale, l.size
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
	o.AddTip(t.tip)
	if imgui.IsItemActivated() {
		o.grip = low.Sub(mouse)
	}
	moved := low.Sub(mouse).Sub(o.grip)
	corner := session.CornerAt(low.X+high.X > float32(free.Min.X+free.Max.X), low.Y+high.Y > float32(free.Min.Y+free.Max.Y))
	switch active := imgui.IsItemActive(); {
	case active && max(moved.X, moved.Y, -moved.X, -moved.Y) > dragReach*s:
		o.held = true
	case active:
	case o.held:
		o.held, changed = false, true
		settings.Legend = corner
	case clicked && l.folded && !settings.LegendFolded:
		settings.Legend, changed = corner, true
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
	draw.AddRectFilledV(low, low.Add(l.size), widgets.Packed(o.Bed), 5*s, 0)
	at := low.Add(imgui.NewVec2(legendInset*s, 5*s))
	o.foldMark(draw, imgui.NewVec2(at.X, at.Y+imgui.FontSize()/2), l.folded)
	if l.titled || l.folded {
		draw.AddTextFont(o.Regular, size, at.Add(imgui.NewVec2(foldMark*s, 0)), widgets.Packed(o.Bright), widgets.Fitted(t.head(l), l.room-l.beside-foldMark*s))
		count := imgui.CalcTextSize(t.coded).X
		if !l.folded && imgui.CalcTextSize(t.title).X+count+(12+foldMark)*s < l.room {
			draw.AddTextFont(o.Regular, size, imgui.NewVec2(at.X+l.room-count, at.Y), widgets.Packed(o.Dim), t.coded)
		}
		at.Y += textRow * s
	}
	if l.folded && l.beside > 0 {
		o.scalesInLine(draw, imgui.NewVec2(low.X+l.size.X-legendInset*s-l.beside, low.Y+5*s), t)
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
// less than half as much of the picture. In no corner wanted or not is it over what is pinned or another box, if another one has
// room; else clear is false. hidden is 0 if it hides nothing of the picture.
func (o *overPicture) codecPlace(in legendRoom, size imgui.Vec2, wanted session.Corner) (low imgui.Vec2, hidden int, clear bool) {
	s := o.Scale
	left, upper := float32(in.free.Min.X)+legendGap*s, max(float32(in.free.Min.Y), in.top)+legendGap*s
	across, down := float32(in.free.Max.X)-legendGap*s-size.X-left, float32(in.free.Max.Y)-legendGap*s-size.Y-upper
	least := -1
	for c := session.AnyCorner + 1; c < session.CornerCount; c++ {
		right, lower := c.Of()
		at := imgui.NewVec2(left+right*across, upper+lower*down)
		place := image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
		place = o.boxes.clear(place, int(legendGap*s), lower > 0)
		at.Y = float32(place.Min.Y)
		over, area := place.Intersect(in.shown), place.Dx()*place.Dy()
		hides := 2 * over.Dx() * over.Dy()
		switch {
		case c == wanted:
			hides = 0
		case wanted != session.AnyCorner:
			hides += area
		case c == session.UpperRight:
			hides /= 2
		}
		free := !in.pin.Overlaps(place) && !o.boxes.over(place) && place.In(in.free)
		if !free {
			hides += 4 * area
		}
		if least < 0 || hides < least {
			least, low, clear = hides, at, free
		}
	}
	return low, least, clear
}

// motionLegend shows the colours of the view of motion vectors as a wheel: the direction of the motion,
// and its speed from the middle to the rim.
func (o *overPicture) motionLegend(picture image.Rectangle) {
	s, size := o.Scale, widgets.SmallSize*o.Scale
	const radius, cell = 26, 2
	texts := [...]string{"where it moves", "rim: " + strconv.Itoa(views.FullMotion/yuv.VectorUnit) + " px or more", "gray: still", "dark: no vector"}
	imgui.PushFont(o.Regular, size)
	defer imgui.PopFont()
	var widest float32
	for _, text := range texts {
		widest = max(widest, imgui.CalcTextSize(text).X)
	}
	low, high, ok := o.inCorner(picture, imgui.NewVec2(widest+(2*radius+3*legendInset)*s, (float32(len(texts))*textRow+legendInset)*s))
	if !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
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
}
