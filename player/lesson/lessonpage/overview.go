package lessonpage

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/widgets"
)

// overviewAt shows where the square is in the whole picture, above the coarser levels and with its left side in line with theirs, and
// to the right of its middle the buttons that move the square.
func (p *Page) overviewAt(draw *imgui.DrawList, m *sheet) {
	l, grids := p.lesson, p.canvas.grids
	side := 1.5 * m.small
	low := imgui.NewVec2(grids[2].low.X, grids[0].low.Y)
	within := imgui.NewVec2(0, 3*side)
	if img := l.Overview.Image; img != nil {
		within = widgets.FitInto(img.Rect.Size(), imgui.NewVec2(m.width-m.pad-3*side-m.pad/2-low.X, grids[2].low.Y-m.pad-low.Y))
		p.Widgets.LessonOverview = image.Rect(int(low.X), int(low.Y), int(low.X+within.X), int(low.Y+within.Y))
		draw.AddImage(p.overview.Ref, low, low.Add(within))
		scale := within.X / float32(img.Rect.Dx())
		at := l.Overview.Square
		middle := low.Add(imgui.NewVec2(float32(at.Min.X+at.Max.X)*scale/2, float32(at.Min.Y+at.Max.Y)*scale/2))
		half := max(float32(at.Dx())*scale/2, 0.3*m.small)
		corner := imgui.NewVec2(half, half)
		p.outline(box{middle.Sub(corner), middle.Add(corner)}, p.LoopColour, 1, 2)
		within.X += m.pad / 2
	}
	p.moveButtons(draw, whole(low.Add(imgui.NewVec2(within.X, max((within.Y-3*side)/2, 0)))), side)
}

// aside writes, in the free room above the levels that ends before the overview, how the cell under the mouse gets its value. A
// text with more lines covers levels.
func (p *Page) aside(m *sheet, at imgui.Vec2, end float32) {
	draw, text, ink := p.canvas.draw, p.Pointed, p.Bright
	if text == "" {
		text, ink = "Point at a pixel or a cell to see where its number comes from.", p.Dim
	}
	wide := end - at.X
	imgui.PushFont(p.Regular, m.small)
	size := imgui.CalcTextSizeV(text, false, wide)
	imgui.PopFont()
	p.Widgets.LessonAside = image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
	for level := 1; level < len(p.canvas.grids); level++ {
		g := &p.canvas.grids[level]
		if at.Y+size.Y > g.low.Y && at.X < g.low.X+g.cell*float32(g.n) {
			edge := imgui.NewVec2(m.small/3, m.small/3)
			draw.AddRectFilledV(at.Sub(edge), at.Add(size).Add(edge), widgets.Packed(p.Raised), m.small/4, 0)
			break
		}
	}
	draw.AddTextFontV(p.Regular, m.small, at, widgets.Packed(ink), text, wide, nil)
}

// moveButtons are the buttons that move the square in the picture, in a cross.
func (p *Page) moveButtons(draw *imgui.DrawList, low imgui.Vec2, side float32) {
	for i, b := range [...]struct {
		command.Move
		x, y float32
		name string
		tip  string
	}{
		{command.Left, -1, 0, "left", "The square to the left.\nKey: Shift+Left"},
		{command.Up, 0, -1, "up", "The square above.\nKey: Up"},
		{command.Down, 0, 1, "down", "The square below.\nKey: Down"},
		{command.Right, 1, 0, "right", "The square to the right.\nKey: Shift+Right"},
	} {
		if p.arrow(draw, b.name, b.tip, low.Add(imgui.NewVec2((1+b.x)*side, (1+b.y)*side)), side, b.x, b.y, true) {
			p.Do(command.With(command.MoveSquare, float64(b.Move)))
		}
		p.Widgets.LessonMoves[i] = widgets.Item()
	}
}

// arrow is a button with a triangle that points in a direction; it is faint if not of use.
func (p *Page) arrow(draw *imgui.DrawList, name, tip string, low imgui.Vec2, side, dx, dy float32, of bool) bool {
	imgui.SetCursorScreenPos(low)
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(side, side))
	ink := p.Dim
	switch {
	case !of:
		ink = p.Hovered
	case imgui.IsItemHovered():
		ink = p.Stronger
	}
	p.AddTip(tip)
	r := 0.27 * side
	at := func(along, across float32) imgui.Vec2 {
		return imgui.NewVec2(low.X+side/2+r*(along*dx+across*dy), low.Y+side/2+r*(along*dy-across*dx))
	}
	draw.AddTriangleFilled(at(-1, -1), at(-1, 1), at(1, 0), widgets.Packed(ink))
	return clicked
}
