package lessonpage

import (
	"fmt"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid"
)

// entries shows the quad list, or before its length is known, what the colours of cells mean.
func (p *Page) entries(draw *imgui.DrawList, m *sheet, y float32) {
	t := &p.teaching
	l := t.lesson
	high := 2.5 * m.small
	write := func(x float32, text string) float32 {
		draw.AddTextFont(p.Regular, m.small, imgui.NewVec2(x, y+(high-1.2*m.small)/2), widgets.Packed(p.Dim), text)
		return x + p.TextWidth(m.small, text)
	}
	p.Widgets.LessonEntries = t.chips[:0]
	switch kind := l.Steps[t.step].Kind; {
	case kind < lesson.Count:
		p.legend(draw, m, y+high/2, write)
	case len(l.Cells.List) == 0:
		write(m.pad, "The list is empty.")
	default:
		p.chipsAt(draw, m, write(m.pad, "List")+m.small, y)
	}
	t.chips = p.Widgets.LessonEntries
}

// legend explains the colours of cells, or in the picture those behind the numbers.
func (p *Page) legend(draw *imgui.DrawList, m *sheet, middle float32, write func(x float32, text string) float32) {
	const counts = 8 // colours of a swatch of counts
	x, side := m.pad, 1.1*m.small
	for i, text := range p.lesson.Legend(p.lesson.Steps[p.step].Kind) {
		colours := []int32{quadpyramid.LeafMarker}
		switch i {
		case 1:
			colours = []int32{0}
		case 2:
			colours = colours[:0]
			most := p.canvas.most[p.lesson.Top()]
			for i := range int32(counts) {
				colours = append(colours, 1+(most-1)*i/(counts-1))
			}
		}
		low := imgui.NewVec2(x, middle-side/2)
		for k, value := range colours {
			wide := side * float32(1+i/2) / float32(len(colours))
			ink := p.canvas.colour(value)
			draw.AddRectFilled(imgui.NewVec2(low.X+float32(k)*wide, low.Y), imgui.NewVec2(low.X+float32(k+1)*wide, low.Y+side), widgets.Opaque(ink))
		}
		end := imgui.NewVec2(x+side*float32(1+i/2), low.Y+side)
		draw.AddRect(low, end, widgets.Packed(p.Border), 0, 0, 1)
		x = write(end.X+0.4*m.small, text) + 1.2*m.small
	}
}

// chipsAt shows the entries: a plate with two lines of text for each. Arrows show those that do not
// fit. The list stays where it is when an entry is chosen.
func (p *Page) chipsAt(draw *imgui.DrawList, m *sheet, at, y float32) {
	t := &p.teaching
	l := t.lesson
	wide, high := 4.8*m.small, 2.5*m.small
	n, end := len(l.Cells.List), m.width-m.pad
	fit := max(int((end-at)/(1.06*wide)), 1)
	if n > fit {
		arrow := 1.5 * m.small
		fit = max(int((end-at-2*arrow)/(1.06*wide)), 1)
		if t.first < 0 {
			t.first = l.Key - fit/2
		}
		for i, by := range [...]int{-fit, fit} {
			x := at + float32(i)*(arrow+float32(fit)*1.06*wide)
			left := [...]int{t.first, n - fit - t.first}[i]
			tip := fmt.Sprintf("%d entries before these.", max(left, 0))
			if i == 1 {
				tip = fmt.Sprintf("%d entries after these.", max(left, 0))
			}
			if p.arrow(draw, [...]string{"earlier entries", "later entries"}[i], tip, imgui.NewVec2(x, y+(high-arrow)/2), arrow, float32(2*i-1), 0, left > 0) {
				t.first += by
			}
			p.Widgets.LessonScroll[i] = widgets.Item()
		}
		at += arrow
	}
	t.first = min(max(t.first, 0), max(n-fit, 0))
	for key := t.first; key < min(t.first+fit, n); key++ {
		p.chip(draw, m, key, imgui.NewVec2(at, y), imgui.NewVec2(wide, high))
		at += 1.06 * wide
	}
}

// chip is the plate of an entry.
func (p *Page) chip(draw *imgui.DrawList, m *sheet, key int, low, size imgui.Vec2) {
	t := &p.teaching
	l := t.lesson
	imgui.SetCursorScreenPos(low)
	imgui.PushID(int32(key))
	clicked := imgui.InvisibleButton("entry", size)
	imgui.PopID()
	p.Widgets.LessonEntries = append(p.Widgets.LessonEntries, widgets.Item())
	p.AddTip("Shows the way from the top to this entry.")
	on := key == l.Key && l.Steps[t.step].Kind == lesson.Descend
	bed, ink := p.Raised, p.Dim
	switch {
	case on:
		bed, ink = p.Chosen, p.Bright
	case imgui.IsItemHovered():
		bed = p.Hovered
	}
	draw.AddRectFilledV(low, low.Add(size), widgets.Packed(bed), m.small/4, 0)
	p.WriteCentred(draw, m.small, low.X+size.X/2, low.Y+0.3*size.Y, widgets.Packed(p.Bright), strconv.Itoa(key))
	q := l.Cells.List[key]
	text := "?"
	if t.step == len(l.Steps)-1 || on && l.Steps[t.step].At.Child < 0 {
		text = fmt.Sprintf("(%d, %d)  %d", q.X(), q.Y(), q.Size())
	}
	p.WriteCentred(draw, max(0.85*m.small, widgets.SmallSize*p.Scale), low.X+size.X/2, low.Y+0.72*size.Y, widgets.Packed(ink), text)
	if clicked {
		p.choose(key)
	}
}
