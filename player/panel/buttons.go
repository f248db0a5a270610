package panel

import (
	"image"

	"ffkvadrat/imgui"
)

// button is a square button; sign draws its icon around the centre.
func (p *pen) button(name string, x, y, side float32, sign func(draw *imgui.DrawList, x, y float32)) bool {
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(side, side))
	ground := raised
	switch {
	case imgui.IsItemActive():
		ground = pressed
	case imgui.IsItemHovered():
		ground = hovered
	}
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), packed(ground), 5*p.scale, 0)
	sign(draw, x+side/2, y+side/2)
	return clicked
}

// upright draws a vertical bar around a point.
func upright(draw *imgui.DrawList, x, y, width, height float32) {
	low := imgui.NewVec2(x-width/2, y-height/2)
	draw.AddRectFilled(low, low.Add(imgui.NewVec2(width, height)), packed(bright))
}

// drawBed darkens the picture below a floating widget.
func drawBed(r image.Rectangle) {
	low, high := imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)), imgui.NewVec2(float32(r.Max.X), float32(r.Max.Y))
	imgui.WindowDrawList().AddRectFilled(low, high, packed(textBed))
}

// plainButton is an invisible button.
func plainButton(id string, at, size imgui.Vec2) (clicked, over bool) {
	imgui.SetCursorScreenPos(at)
	clicked = imgui.InvisibleButton(id, imgui.NewVec2(max(size.X, 1), max(size.Y, 1)))
	return clicked, imgui.IsItemHovered()
}

// toggle is a button that shows whether it is on, and reports clicks.
func toggle(name string, width float32, on bool, place *image.Rectangle) bool {
	if on {
		imgui.PushStyleColor(imgui.ColButton, packed(chosen))
		imgui.PushStyleColor(imgui.ColButtonHovered, packed(chosen))
	}
	clicked := imgui.Button(name, imgui.NewVec2(width, 0))
	if on {
		imgui.PopStyleColor(2)
	}
	*place = item()
	return clicked
}

func (p *pen) drawPlay(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-4*s, y-6.5*s), imgui.NewVec2(x+7*s, y), imgui.NewVec2(x-4*s, y+6.5*s), packed(bright))
}

func (p *pen) drawPause(draw *imgui.DrawList, x, y float32) {
	upright(draw, x-4*p.scale, y, 4*p.scale, 12*p.scale)
	upright(draw, x+4*p.scale, y, 4*p.scale, 12*p.scale)
}

func (p *pen) drawBack(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x+5*s, y-5*s), imgui.NewVec2(x+5*s, y+5*s), imgui.NewVec2(x-3*s, y), packed(bright))
	upright(draw, x-5*s, y, 2*s, 10*s)
}

func (p *pen) drawOn(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-5*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-5*s, y+5*s), packed(bright))
	upright(draw, x+5*s, y, 2*s, 10*s)
}

func (p *pen) drawSound(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), packed(bright))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), packed(bright))
	upright(draw, x+4*s, y, 2*s, 6*s)
	upright(draw, x+8*s, y, 2*s, 11*s)
}

func (p *pen) drawMuted(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), packed(dim))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), packed(dim))
	draw.AddLine(imgui.NewVec2(x+3*s, y-4*s), imgui.NewVec2(x+10*s, y+4*s), packed(loopColour), 2*s)
	draw.AddLine(imgui.NewVec2(x+3*s, y+4*s), imgui.NewVec2(x+10*s, y-4*s), packed(loopColour), 2*s)
}

func (p *pen) drawLoop(draw *imgui.DrawList, x, y float32) {
	imgui.PushFont(p.medium, smallSize*p.scale)
	size := imgui.CalcTextSize("A–B")
	draw.AddText(imgui.NewVec2(x-size.X/2, y-size.Y/2), packed(bright), "A–B")
	imgui.PopFont()
}

func (p *pen) drawWipe(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x, y+6*s), packed(bright))
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright), 0, 0, 1.5*s)
}

func (p *pen) drawTimeline(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for i, high := range [...]float32{5, 9, 12, 7} {
		left := x + (float32(i)*4-8)*s
		draw.AddRectFilled(imgui.NewVec2(left, y+(6-high)*s), imgui.NewVec2(left+3*s, y+6*s), packed(bright))
	}
}

func (p *pen) drawPanel(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright), 0, 0, 1.5*s)
	draw.AddRectFilled(imgui.NewVec2(x+2*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright))
}

func (p *pen) drawFullscreen(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for _, sign := range [...][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		cx, cy := x+sign[0]*7*s, y+sign[1]*6*s
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx-sign[0]*5*s, cy), packed(bright), 2*s)
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx, cy-sign[1]*4*s), packed(bright), 2*s)
	}
}

// drawPyramid draws three levels, one above the other.
func (p *pen) drawPyramid(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for level, n := range [...]int{3, 2, 1} {
		for i := range n {
			low := imgui.NewVec2(x+(float32(i)*6-float32(n)*3+0.5)*s, y+(3-float32(level)*6)*s)
			draw.AddRectFilled(low, low.Add(imgui.NewVec2(5*s, 5*s)), packed(bright))
		}
	}
}

// drawExplain draws four cells that become one.
func (p *pen) drawExplain(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	square := func(x, y, side float32) {
		draw.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), packed(bright))
	}
	for i := range 4 {
		square(x-9*s+float32(i&1)*5*s, y-4.5*s+float32(i>>1)*5*s, 4*s)
	}
	draw.AddTriangleFilled(imgui.NewVec2(x+1.5*s, y-2.5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x+1.5*s, y+2.5*s), packed(dim))
	square(x+5*s, y-2.5*s, 5*s)
}

func (p *pen) drawClose(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddLine(imgui.NewVec2(x-4.5*s, y-4.5*s), imgui.NewVec2(x+4.5*s, y+4.5*s), packed(bright), 1.6*s)
	draw.AddLine(imgui.NewVec2(x-4.5*s, y+4.5*s), imgui.NewVec2(x+4.5*s, y-4.5*s), packed(bright), 1.6*s)
}

func (p *pen) drawUp(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x, y-6.5*s), imgui.NewVec2(x+6*s, y), packed(bright))
	upright(draw, x, y+2*s, 3*s, 7*s)
}

func (p *pen) drawMinus(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-5*s, y-s), imgui.NewVec2(x+5*s, y+s), packed(bright))
}

func (p *pen) drawPlus(draw *imgui.DrawList, x, y float32) {
	p.drawMinus(draw, x, y)
	upright(draw, x, y, 2*p.scale, 10*p.scale)
}

// drawVideo draws the icon of a video around a point.
func (p *pen) drawVideo(draw *imgui.DrawList, x, y float32, c colour) {
	s := p.scale
	draw.AddRect(imgui.NewVec2(x-7*s, y-5*s), imgui.NewVec2(x+7*s, y+5*s), packed(c), 1.5*s, 0, 1.3*s)
	draw.AddTriangleFilled(imgui.NewVec2(x-2*s, y-2.6*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-2*s, y+2.6*s), packed(c))
}

// drawFolder draws the icon of a folder around a point.
func (p *pen) drawFolder(draw *imgui.DrawList, x, y float32, c colour) {
	s := p.scale
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-5.5*s), imgui.NewVec2(x-s, y), packed(c), 1.5*s, 0)
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-3.5*s), imgui.NewVec2(x+7*s, y+5.5*s), packed(c), 1.5*s, 0)
}
