package lessonpage

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid"
)

// canvas is where the page draws the levels of the pyramid side by side.
type canvas struct {
	draw   *imgui.DrawList
	grids  []grid
	values [][]int32
	most   []int32        // the largest count of each level
	of     *lesson.Lesson // source of the values
}

// grid is a level of the pyramid on the page.
type grid struct {
	low  imgui.Vec2
	cell float32      // side of a cell
	n    int          // cells along a side
	view overlay.View // turns the cells as the player turns the picture
}

// The width of a level's grid divided by that of the level below is at least narrowest and at most widest, as
// far as the page has room. Above 0.5, cells grow with the level, as each level has half as many along a side.
const narrowest, widest = 0.6, 0.72

// lay places the grids between two corners, with room for their names.
func (c *canvas) lay(l *lesson.Lesson, low, high imgui.Vec2, m *sheet) {
	n := l.Top() + 1
	gap := 1.6 * m.small
	sum := func(narrower float32) (sum float32) {
		for range n {
			sum = 1 + narrower*sum
		}
		return sum
	}
	room := high.X - low.X - gap*float32(n-1)
	size := min(high.Y-low.Y-1.5*m.small, room/sum(narrowest))
	narrower := float32(widest)
	for narrower > narrowest && size*sum(narrower) > room {
		narrower -= 0.01
	}
	c.grids = c.grids[:0]
	x := float32(0)
	for level := range n {
		cells := l.Side >> level
		cell := float32(math.Floor(float64(size) / float64(cells))) // whole pixels, so that all cells look alike
		c.grids = append(c.grids, grid{imgui.NewVec2(x, high.Y-1.5*m.small-cell*float32(cells)), cell, cells, l.View(cells)})
		x += cell*float32(cells) + gap
		size *= narrower
	}
	for i := range c.grids {
		g := &c.grids[i]
		g.low = whole(g.low.Add(imgui.NewVec2(low.X, 0)))
	}
	if c.of != l {
		c.of, c.values, c.most = l, c.values[:0], c.most[:0]
		for level := range n {
			values := l.Cells.Fill(nil, level)
			c.values, c.most = append(c.values, values), append(c.most, views.Most(values))
		}
	}
}

// whole rounds a position to whole pixels.
func whole(v imgui.Vec2) imgui.Vec2 {
	return imgui.NewVec2(float32(math.Round(float64(v.X))), float32(math.Round(float64(v.Y))))
}

// box is a rectangle of the target.
type box struct{ low, high imgui.Vec2 }

// at returns the box of a cell, or of size × size cells, which are counted as stored.
func (g *grid) at(x, y, size int) box {
	at := g.view.Cover(image.Rect(x, y, x+size, y+size)).Min
	low := g.low.Add(imgui.NewVec2(float32(at.X)*g.cell, float32(at.Y)*g.cell))
	return box{low, low.Add(imgui.NewVec2(float32(size)*g.cell, float32(size)*g.cell))}
}

// quarter returns the ith quarter of a box, in Morton order.
func (b box) quarter(i int) box {
	half := imgui.NewVec2((b.high.X-b.low.X)/2, (b.high.Y-b.low.Y)/2)
	low := b.low.Add(imgui.NewVec2(float32(i&1)*half.X, float32(i>>1)*half.Y))
	return box{low, low.Add(half)}
}

// towards interpolates between two boxes.
func (b box) towards(o box, part float32) box {
	way := func(a, z imgui.Vec2) imgui.Vec2 { return imgui.NewVec2(a.X+(z.X-a.X)*part, a.Y+(z.Y-a.Y)*part) }
	return box{way(b.low, o.low), way(b.high, o.high)}
}

func (b box) side() float32 { return b.high.X - b.low.X }

// smoothly eases a movement in and out.
func smoothly(t float32) float32 { return t * t * (3 - 2*t) }

// levelsAt draws the levels at the current step, and next to them how the cell under the mouse gets
// its value.
func (p *Page) levelsAt(draw *imgui.DrawList, m *sheet, low, high imgui.Vec2) {
	t := &p.teaching
	l, c := t.lesson, &t.canvas
	c.draw = draw
	c.lay(l, low, high, m)
	from := int(t.at)
	part := smoothly(t.at - float32(from))
	to := min(from+1, len(l.Steps)-1)
	now, next := &l.Steps[from], &l.Steps[to]
	built := built(now)
	pixels := pixelPart(now) + (pixelPart(next)-pixelPart(now))*part
	values := now.Kind == lesson.Picture && part < 0.5
	quads := quadPart(now) + (quadPart(next)-quadPart(now))*part
	p.Announced = p.Announced[:0]
	for level := range c.grids {
		p.frame(m, level, &l.Steps[t.step])
		if level > built {
			p.announce(m, level)
			continue
		}
		visible := float32(1)
		if next.Kind == lesson.Reduce && next.Level == level+1 { // its cells are moving
			visible -= 2 * min(part, 1-part) * 0.8
		}
		p.cells(level, pixels, values, visible)
	}
	if part > 0 && next.Kind == lesson.Reduce {
		p.merge(next.Level, part)
	}
	if p.Widgets.LessonTold = [2]image.Rectangle{}; part == 0 {
		p.tell(m, from)
	}
	if quads > 0 {
		p.quads(quads)
	}
	p.path(m, from, to, part)
	end := m.width - m.pad
	if l.Name == "" {
		end = c.grids[2].low.X - m.pad
		p.overviewAt(draw, m)
	}
	p.Pointed = ""
	if t.moved {
		p.Pointed = p.point(built)
	}
	p.aside(m, imgui.NewVec2(c.grids[1].low.X, c.grids[0].low.Y), end)
}

// built returns the highest level that exists at a step.
func built(s *lesson.Step) int {
	switch s.Kind {
	case lesson.Picture, lesson.Marks:
		return 0
	case lesson.Reduce:
		return s.Level
	}
	return lesson.MostSide
}

// pixelPart returns the opacity, at a step, of the pixels over their markers.
func pixelPart(s *lesson.Step) float32 {
	if s.Kind == lesson.Picture || s.Kind == lesson.List {
		return 1
	}
	return 0
}

// quadPart returns the opacity of the quads at a step.
func quadPart(s *lesson.Step) float32 {
	if s.Kind == lesson.List {
		return 1
	}
	return 0
}

// frame draws the border and the name of a level, and handles clicks on it.
func (p *Page) frame(m *sheet, level int, now *lesson.Step) {
	c := &p.teaching.canvas
	g := &c.grids[level]
	b := g.at(0, 0, g.n)
	imgui.SetCursorScreenPos(b.low)
	imgui.PushID(int32(level))
	if imgui.InvisibleButton("level", imgui.NewVec2(b.side(), b.side()+1.5*m.small)) {
		p.teaching.plays = false
		p.turnTo(p.teaching.lesson.StepOf(level))
	}
	imgui.PopID()
	p.Widgets.LessonLevels[level] = widgets.Item()
	ink := p.Dim
	switch {
	case imgui.IsItemHovered():
		ink = p.Stronger
	case now.Kind != lesson.Picture && now.Kind != lesson.List && now.Level == level:
		ink = p.Bright
	}
	grow := imgui.NewVec2(2, 2)
	c.draw.AddRect(b.low.Sub(grow), b.high.Add(grow), widgets.Packed(p.Border), 0, 0, 1)
	name := "level " + strconv.Itoa(level)
	size := m.small
	if wide := p.TextWidth(size, name); wide > b.side()+1.4*m.small {
		name = strconv.Itoa(level)
	}
	p.WriteCentred(c.draw, size, (b.low.X+b.high.X)/2, b.high.Y+0.9*m.small, widgets.Packed(ink), name)
}

// announce shows the cells of a level faintly, and says over them which step fills them, in as many words as there is room for.
func (p *Page) announce(m *sheet, level int) {
	c := &p.canvas
	g := &c.grids[level]
	b := g.at(0, 0, g.n)
	for i := 1; i < g.n; i++ {
		along, ink := float32(i)*g.cell, widgets.Faded(p.Border, ghost)
		c.draw.AddLine(b.low.Add(imgui.NewVec2(along, 0)), imgui.NewVec2(b.low.X+along, b.high.Y), ink, 1)
		c.draw.AddLine(b.low.Add(imgui.NewVec2(0, along)), imgui.NewVec2(b.high.X, b.low.Y+along), ink, 1)
	}
	for _, words := range announcements {
		text := fmt.Sprintf(words, p.lesson.StepOf(level)+1)
		if size := p.fitted(m.small, room*b.side(), text); size > 0 {
			middle, half := imgui.NewVec2((b.low.X+b.high.X)/2, (b.low.Y+b.high.Y)/2), imgui.NewVec2(p.TextWidth(size, text)/2+0.3*size, 0.8*size)
			c.draw.AddRectFilled(middle.Sub(half), middle.Add(half), widgets.Packed(p.Ground))
			p.WriteCentred(c.draw, size, middle.X, middle.Y, widgets.Packed(p.Dim), text)
			p.Announced = append(p.Announced, text)
			return
		}
	}
}

var announcements = [...]string{"filled in step %d", "in step %d", "step %d"}

// tell outlines the cell that the text of a reduction computes, and its four sources.
func (p *Page) tell(m *sheet, step int) {
	l, s := p.lesson, &p.lesson.Steps[step]
	if s.Kind != lesson.Reduce {
		return
	}
	x, y, ok := l.Telling(s.Level)
	if !ok {
		return
	}
	thick := max(0.14*m.small, 2)
	for i, b := range [...]box{p.canvas.grids[s.Level].at(x, y, 1), p.canvas.grids[s.Level-1].at(2*x, 2*y, 2)} {
		p.outline(b, widgets.OnPicture.LoopColour, 1, thick)
		p.Widgets.LessonTold[i] = image.Rect(int(b.low.X), int(b.low.Y), int(b.high.X), int(b.high.Y))
	}
}

// cells draws the cells of a level. On level 0, pixels is the opacity of the pixels, which d shows
// with their D.
func (p *Page) cells(level int, pixels float32, d bool, visible float32) {
	c, l := &p.teaching.canvas, p.teaching.lesson
	g := &c.grids[level]
	part := under(level)
	if level == 0 {
		part += (1 - faint) * pixels
	}
	fits := true
	for i, value := range c.values[level] {
		text := lesson.Value(value)
		if level == 0 && pixels > 0 {
			if d {
				text = p.short(&l.Pixels[i], room*g.cell)
			} else if pixels > 0.5 {
				text = ""
			}
		}
		fits = p.cell(g.at(i%g.n, i/g.n, 1), level, i, part, visible, text) && fits
	}
	l.Crowded = d && !fits
}

// short returns the D of a pixel in as many digits as a width has room for, without the 0 before the point if need be.
func (p *Page) short(pixel *lesson.Pixel, width float32) (text string) {
	for _, full := range append([]string{pixel.D}, pixel.Brief...) {
		for _, shorter := range [...]string{full, strings.TrimPrefix(full, "0")} {
			if text = shorter; p.TextWidth(widgets.SmallSize*p.Scale, text) <= width {
				return text
			}
		}
	}
	return text
}

const (
	ghost  = 0.3  // opacity of the lines between cells of a level that is not filled yet
	faint  = 0.12 // opacity of the pixels under their leaf markers
	room   = 0.82 // width of a cell's text, in sides of the cell
	border = 0.35 // opacity of a cell's border: black on a bright cell, white on a dark one
)

// cell draws the ith cell of a level in a box, with its text; part is the opacity of its pixel,
// visible that of everything. It reports whether there was room for the text.
func (p *Page) cell(b box, level, i int, part, visible float32, text string) bool {
	c := &p.teaching.canvas
	const apart = 4 // larger cells, in pixels, have a border
	line := float32(0)
	if b.side() >= apart {
		line = max(float32(math.Round(float64(b.side())*0.015)), 0.5)
	}
	gap := imgui.NewVec2(line, line)
	ground := p.ground(level, i, part)
	edge := color.RGBA{255, 255, 255, 255}
	if widgets.IsLight(ground) {
		edge = color.RGBA{0, 0, 0, 255}
	}
	edge = widgets.Blended(ground, edge, border)
	c.draw.AddRectFilled(b.low, b.high, widgets.Faded(color.NRGBA{edge.R, edge.G, edge.B, 255}, visible))
	b = box{b.low.Add(gap), b.high.Sub(gap)}
	c.draw.AddRectFilled(b.low, b.high, widgets.Faded(color.NRGBA{ground.R, ground.G, ground.B, 255}, visible))
	longest := lesson.Value(max(c.most[level], 10)) // −1 is as long as 10
	if len(text) > max(len(longest), len("−1")) {   // D
		longest = text
	}
	bed := part == 1
	if bed { // of the leaf marker's colour, or of that of 0
		ground = p.ground(level, i, 0)
	}
	return p.inCell(b, ground, visible, 0, bed, text, longest)
}

// under returns the opacity of the pixels in the cells of a level.
func under(level int) float32 {
	if level == 0 {
		return faint
	}
	return 0
}

// colour returns the colour of a value, on one scale for all levels: up to the count at the top.
func (c *canvas) colour(value int32) color.RGBA {
	return views.CellColour(value, c.most[len(c.most)-1])
}

// ground returns the colour of a cell: that of its value and, for a part, that of its pixel.
func (p *Page) ground(level, i int, part float32) color.RGBA {
	ground := p.canvas.colour(p.canvas.values[level][i])
	if part == 0 || len(p.lesson.Pixels) == 0 {
		return ground
	}
	return widgets.Blended(ground, p.lesson.Pixels[i].Colour, part)
}

// inCell writes text into a cell if there is room for it and for the longest text of its kind; below
// is its offset from the centre in sizes of the cell. With bed, the text has its own ground, of the
// colour ground. It reports whether there was room.
func (p *Page) inCell(b box, ground color.RGBA, visible, below float32, bed bool, text, longest string) bool {
	part := float32(0.4)
	if below != 0 {
		part = 0.17
	}
	size := p.fitted(part*b.side(), room*b.side(), longest)
	if text == "" || size == 0 {
		return text == ""
	}
	ink := widgets.OnDark
	if widgets.IsLight(ground) {
		ink = widgets.OnLight
	}
	x, y := (b.low.X+b.high.X)/2, (b.low.Y+b.high.Y)/2+below*b.side()
	if bed {
		half := imgui.NewVec2(p.TextWidth(size, text)/2+0.08*size, 0.6*size)
		middle := imgui.NewVec2(x, y)
		p.canvas.draw.AddRectFilledV(middle.Sub(half), middle.Add(half), widgets.Faded(color.NRGBA{ground.R, ground.G, ground.B, 255}, visible), 0.2*size, 0)
	}
	p.WriteCentred(p.canvas.draw, size, x, y, widgets.Faded(ink, visible), text)
	return true
}

// fitted returns the size of a text in a room of a width: the wanted one or a smaller one, but none
// that is hard to read; 0 if the text does not fit.
func (p *Page) fitted(wanted, room float32, text string) float32 {
	least := widgets.SmallSize * p.Scale
	size := max(wanted, least)
	if wide := p.TextWidth(size, text); wide > room {
		size *= room / wide
	}
	if size < least {
		return 0
	}
	return size
}

// merge draws a reduction: four cells of the level below move to their place in this level and
// become one.
func (p *Page) merge(level int, part float32) {
	c := &p.teaching.canvas
	above, below := &c.grids[level], &c.grids[level-1]
	const merges = 0.75 // part of the movement after which they become one
	one := max(part-merges, 0) / (1 - merges)
	for i, value := range c.values[level] {
		x, y := i%above.n, i/above.n
		to := above.at(x, y, 1)
		for child := range 4 {
			cx, cy := 2*x+child&1, 2*y+child>>1
			from := cy*below.n + cx
			at := below.at(cx, cy, 1).towards(to.quarter(p.lesson.ShownChild(child)), min(part/merges, 1))
			p.cell(at, level-1, from, under(level-1), 1-one, lesson.Value(c.values[level-1][from]))
		}
		if one > 0 {
			p.cell(to, level, i, 0, one, lesson.Value(value))
		}
	}
}

// quads draws the quads over the pixels with their key indices, and on the other levels where each
// traversal ends.
func (p *Page) quads(visible float32) {
	c, l := &p.teaching.canvas, p.teaching.lesson
	g := &c.grids[0]
	for key, q := range l.Cells.List {
		if k := q.Level(); k > 0 {
			ink := p.LevelColour(k)
			p.outline(c.grids[k].at(q.X()>>k, q.Y()>>k, 1), color.NRGBA{ink.R, ink.G, ink.B, 255}, visible, max(0.06*c.grids[k].cell, 1.5))
		}
		b := g.at(q.X(), q.Y(), q.Size())
		c.draw.AddRect(b.low, b.high, widgets.Faded(color.NRGBA{10, 11, 14, 255}, visible), 0, 0, max(g.cell*0.12, 3))
		ink := p.LevelColour(q.Level())
		c.draw.AddRect(b.low, b.high, widgets.Faded(color.NRGBA{ink.R, ink.G, ink.B, 255}, visible), 0, 0, max(g.cell*0.06, 1.5))
		plain := g.at(q.X(), q.Y(), 1)
		middle := imgui.NewVec2((b.low.X+b.high.X-g.cell)/2-plain.low.X, (b.low.Y+b.high.Y-g.cell)/2-plain.low.Y)
		plain = box{plain.low.Add(middle), plain.high.Add(middle)}
		text := strconv.Itoa(key)
		if size := p.fitted(0.4*g.cell, 0.8*b.side(), text); size > 0 && size < b.side() {
			wide := p.TextWidth(size, text) / 2
			x, y := (plain.low.X+plain.high.X)/2, (plain.low.Y+plain.high.Y)/2
			c.draw.AddRectFilledV(imgui.NewVec2(x-wide-0.08*g.cell, y-0.6*size), imgui.NewVec2(x+wide+0.08*g.cell, y+0.6*size), widgets.Faded(widgets.OnPicture.Bed, visible), 0.05*g.cell, 0)
			p.WriteCentred(c.draw, size, x, y, widgets.Faded(widgets.OnDark, visible), text)
		}
	}
}

// path draws the traversal between two steps: the cells visited, the current one, and its four
// children with their index ranges.
func (p *Page) path(m *sheet, from, to int, part float32) {
	c, l := &p.teaching.canvas, p.teaching.lesson
	now, next := &l.Steps[from], &l.Steps[to]
	thick := max(0.14*m.small, 2)
	place := func(at *quadpyramid.Step) box { return c.grids[at.Level].at(at.X, at.Y, 1) }
	visible := float32(1)
	switch {
	case now.Kind == lesson.Count && next.Kind == lesson.Descend:
		p.outline(place(&next.At), widgets.OnPicture.LoopColour, part, 1.5*thick)
		return
	case now.Kind != lesson.Descend:
		return
	case next.Kind == lesson.List:
		visible = 1 - part
	}
	for i := l.Find(lesson.Descend); i < from; i++ {
		p.outline(place(&l.Steps[i].At), widgets.OnPicture.Accent, visible, thick)
	}
	here := place(&now.At)
	if next.Kind == lesson.Descend && to != from && part > 0 {
		p.outline(here, widgets.OnPicture.Accent, 1, thick)
		here = here.towards(place(&next.At), part)
	}
	p.outline(here, widgets.OnPicture.LoopColour, visible, 1.5*thick)
	if part > 0 {
		return
	}
	longest := ""
	for i := range now.Children {
		if text := now.Children[i].Range(); len(text) > len(longest) {
			longest = text
		}
	}
	for k := range now.Children { // the chosen one is the last, over its neighbours' frames
		i := (now.At.Child + 1 + k) % len(now.Children)
		child, g := &now.Children[i], &c.grids[now.Level-1]
		b := g.at(child.X, child.Y, 1)
		ink, wide := widgets.OnPicture.Bright, 0.7*thick
		if i == now.At.Child {
			ink, wide = widgets.OnPicture.LoopColour, 1.5*thick
		}
		p.outline(b, ink, 1, wide)
		p.inCell(b, p.ground(now.Level-1, child.Y*g.n+child.X, under(now.Level-1)), 1, 0.34, false, child.Range(), longest)
	}
}

// outline draws a box's border with dark edges.
func (p *Page) outline(b box, ink color.NRGBA, visible, thick float32) {
	draw := p.teaching.canvas.draw
	draw.AddRect(b.low, b.high, widgets.Faded(color.NRGBA{10, 11, 14, 255}, visible), 0, 0, thick+max(thick, 3))
	draw.AddRect(b.low, b.high, widgets.Faded(ink, visible), 0, 0, thick)
}

// pointed is the colour of what the mouse points at; the path has other ones.
var pointed = widgets.OnPicture.MarkColour

// point outlines the cell under the mouse and what its value comes from: its four children, or the
// pixels that D compares. It returns how the cell gets its value.
func (p *Page) point(built int) string {
	c, l := &p.teaching.canvas, p.teaching.lesson
	mouse := imgui.CurrentIO().MousePos
	for level := range min(built+1, len(c.grids)) {
		g := &c.grids[level]
		x, y, ok := g.view.Pick(int((mouse.X-g.low.X)/g.cell), int((mouse.Y-g.low.Y)/g.cell))
		if mouse.X < g.low.X || mouse.Y < g.low.Y || !ok {
			continue
		}
		if level == 0 {
			p.neighbours(g, x, y)
			p.outline(g.at(x, y, 1), pointed, 1, 2)
			return l.Arithmetic(0, x, y)
		}
		p.outline(g.at(x, y, 1), pointed, 1, 2)
		p.outline(c.grids[level-1].at(2*x, 2*y, 2), pointed, 1, 2)
		return fmt.Sprintf("Level %d. %s", level, l.Arithmetic(level, x, y))
	}
	return ""
}

// neighbours outlines the pixels of the square that the D of a pixel compares.
func (p *Page) neighbours(g *grid, x, y int) {
	l := p.teaching.lesson
	if l.Threshold == "" || l.Params.Variant.Searches() {
		return
	}
	for _, form := range l.Params.Operator.Forms() {
		for i, c := range form {
			if at := image.Pt(x+i%3-1, y+i/3-1); c != 0 && at.In(image.Rect(0, 0, g.n, g.n)) {
				p.outline(g.at(at.X, at.Y, 1), pointed, 1, 1)
			}
		}
	}
}
