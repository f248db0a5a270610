package widgets

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/imgui"
)

// SignSide is the side of a button of the bar at scale 1. Icons are drawn for it.
const SignSide = 28

// CopyTitle names the button that copies a command which repeats what is on the screen.
const CopyTitle = "Copy as command"

// NumbersTitle names the command that saves the picture on the screen with what is known of its quads.
const NumbersTitle = "Save the picture with its numbers"

// RevealTitle names the button that shows a written file in the desktop's file manager.
const RevealTitle = "Show in folder"

// Button is a square button; sign draws its icon around the centre.
func (p *pen) Button(name string, x, y, side float32, sign func(draw *imgui.DrawList, x, y float32)) bool {
	return p.LabelledButton(name, "", x, y, side, sign)
}

// LabelledButton is a button with a label after its icon, if it has one, and without a label is square.
func (p *pen) LabelledButton(name, label string, x, y, side float32, sign func(draw *imgui.DrawList, x, y float32)) bool {
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	width, start := side+p.LabelWidth(label), side
	if sign == nil {
		width, start = p.WordWidth(label), 8*p.Scale
	}
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(width, side))
	ground := p.Raised
	switch {
	case imgui.IsItemActive():
		ground = p.Pressed
	case imgui.IsItemHovered():
		ground = p.Hovered
	}
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(imgui.NewVec2(x, y), imgui.NewVec2(x+width, y+side), Packed(ground), 5*p.Scale, 0)
	if sign != nil {
		sign(draw, x+side/2, y+side/2)
	}
	draw.AddTextFont(p.Regular, SmallSize*p.Scale, imgui.NewVec2(x+start, y+(side-1.2*SmallSize*p.Scale)/2), Packed(p.Bright), label)
	return clicked
}

// LabelWidth returns by how much a label makes a button wider.
func (p *pen) LabelWidth(label string) float32 {
	if label == "" {
		return 0
	}
	return p.TextWidth(SmallSize*p.Scale, label) + 8*p.Scale
}

// WordWidth returns the width of a button that is a label without an icon.
func (p *pen) WordWidth(label string) float32 {
	return p.TextWidth(SmallSize*p.Scale, label) + 16*p.Scale
}

// DrawProgress draws a bar; a part of it, 0 to 1, is done; a negative one is unknown.
func (p *pen) DrawProgress(at imgui.Vec2, width, part float32) {
	draw, s := imgui.WindowDrawList(), p.Scale
	draw.AddRectFilledV(at, at.Add(imgui.NewVec2(width, 6*s)), Packed(p.Raised), 3*s, 0)
	draw.AddRectFilledV(at, at.Add(imgui.NewVec2(width*min(max(part, 0), 1), 6*s)), Packed(p.Accent), 3*s, 0)
}

// upright draws a vertical bar around a point.
func (p *pen) upright(draw *imgui.DrawList, x, y, width, height float32) {
	low := imgui.NewVec2(x-width/2, y-height/2)
	draw.AddRectFilled(low, low.Add(imgui.NewVec2(width, height)), Packed(p.Bright))
}

// Bed is the opaque background of a window beside the picture. It is drawn before all widgets, as filling a rectangle
// costs software OpenGL far less than drawing one.
type Bed struct {
	image.Rectangle
	Colour color.NRGBA
}

// DrawBed draws the background of a window; over the picture it is that of boxes.
func (k *Kit) DrawBed(r image.Rectangle) {
	if !k.Floats {
		k.Beds = append(k.Beds, Bed{r, k.Ground})
		return
	}
	low, high := Corners(r)
	imgui.WindowDrawList().AddRectFilled(low, high, Packed(k.Bed))
}

// InvisibleButton is an invisible button.
func InvisibleButton(id string, at, size imgui.Vec2) (clicked, over bool) {
	imgui.SetCursorScreenPos(at)
	clicked = imgui.InvisibleButton(id, imgui.NewVec2(max(size.X, 1), max(size.Y, 1)))
	return clicked, imgui.IsItemHovered()
}

// MainButton is the main button of a form or page. If it is disabled, it looks like other buttons.
func (p *pen) MainButton(name string, size imgui.Vec2) (clicked bool) {
	if imgui.IsDisabled() {
		return imgui.Button(name, size)
	}
	imgui.PushStyleColor(imgui.ColText, Packed(OnDark))
	imgui.PushStyleColor(imgui.ColBorder, 0)
	imgui.PushStyleColor(imgui.ColButton, Packed(p.Main))
	imgui.PushStyleColor(imgui.ColButtonHovered, Packed(p.MainHovered))
	imgui.PushStyleColor(imgui.ColButtonActive, Packed(p.Main))
	clicked = imgui.Button(name, size)
	imgui.PopStyleColor(5)
	return clicked
}

// Toggle is a button that shows whether it is on, and reports clicks.
func (p *pen) Toggle(name string, width float32, on bool, place *image.Rectangle) bool {
	if on {
		imgui.PushStyleColor(imgui.ColButton, Packed(p.Chosen))
		imgui.PushStyleColor(imgui.ColButtonHovered, Packed(p.Chosen))
	}
	clicked := imgui.Button(name, imgui.NewVec2(width, 0))
	if on {
		imgui.PopStyleColor(2)
	}
	*place = Item()
	return clicked
}

// The icons of buttons are drawn around a point.

// DrawPlay draws a triangle that points to the right.
func (p *pen) DrawPlay(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddTriangleFilled(imgui.NewVec2(x-4*s, y-6.5*s), imgui.NewVec2(x+7*s, y), imgui.NewVec2(x-4*s, y+6.5*s), Packed(p.Bright))
}

// DrawReplay draws an arrow along a circle, clockwise, that ends at its top.
func (p *pen) DrawReplay(draw *imgui.DrawList, x, y float32) {
	p.drawTurn(draw, x, y+p.Scale, 5.5*p.Scale, 2*p.Scale, Packed(p.Bright))
}

// drawTurn draws such an arrow of a radius and a line width.
func (p *pen) drawTurn(draw *imgui.DrawList, x, y, radius, width float32, ink uint32) {
	const first, last = 0., 1.5 * math.Pi
	head := 2 * width
	for i := range 25 {
		sin, cos := math.Sincos(first + (last-first)*float64(i)/24)
		draw.PathLineTo(imgui.NewVec2(x+radius*float32(cos), y+radius*float32(sin)))
	}
	draw.PathStroke(ink, 0, width)
	draw.AddTriangleFilled(imgui.NewVec2(x, y-radius-head), imgui.NewVec2(x+1.25*head, y-radius), imgui.NewVec2(x, y-radius+head), ink)
}

// DrawPause draws two bars.
func (p *pen) DrawPause(draw *imgui.DrawList, x, y float32) {
	p.upright(draw, x-4*p.Scale, y, 4*p.Scale, 12*p.Scale)
	p.upright(draw, x+4*p.Scale, y, 4*p.Scale, 12*p.Scale)
}

// DrawBack draws a bar and a triangle that points to the left.
func (p *pen) DrawBack(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddTriangleFilled(imgui.NewVec2(x+5*s, y-5*s), imgui.NewVec2(x+5*s, y+5*s), imgui.NewVec2(x-3*s, y), Packed(p.Bright))
	p.upright(draw, x-5*s, y, 2*s, 10*s)
}

// DrawOn draws a triangle that points to the right and a bar.
func (p *pen) DrawOn(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-5*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-5*s, y+5*s), Packed(p.Bright))
	p.upright(draw, x+5*s, y, 2*s, 10*s)
}

// DrawSound draws a loudspeaker.
func (p *pen) DrawSound(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), Packed(p.Bright))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), Packed(p.Bright))
	p.upright(draw, x+4*s, y, 2*s, 6*s)
	p.upright(draw, x+8*s, y, 2*s, 11*s)
}

// DrawMuted draws a crossed-out loudspeaker.
func (p *pen) DrawMuted(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), Packed(p.Dim))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), Packed(p.Dim))
	draw.AddLine(imgui.NewVec2(x+3*s, y-4*s), imgui.NewVec2(x+10*s, y+4*s), Packed(p.LoopColour), 2*s)
	draw.AddLine(imgui.NewVec2(x+3*s, y+4*s), imgui.NewVec2(x+10*s, y-4*s), Packed(p.LoopColour), 2*s)
}

// DrawLoop draws two arrows that follow each other around a rectangle.
func (p *pen) DrawLoop(draw *imgui.DrawList, x, y float32) {
	s, ink := p.Scale, Packed(p.Bright)
	for _, d := range [...]float32{s, -s} { // along the top and down the right side, then the same turned by half
		draw.PathLineTo(imgui.NewVec2(x-7*d, y-d))
		draw.PathLineTo(imgui.NewVec2(x-7*d, y-3*d))
		draw.PathLineTo(imgui.NewVec2(x-5*d, y-5*d))
		draw.PathLineTo(imgui.NewVec2(x+3*d, y-5*d))
		draw.PathStroke(ink, 0, 1.5*s)
		draw.AddTriangleFilled(imgui.NewVec2(x+2*d, y-8.5*d), imgui.NewVec2(x+7*d, y-5*d), imgui.NewVec2(x+2*d, y-1.5*d), ink)
	}
}

// DrawLoopEnds draws a bar before such arrows for the start of a loop, and one after them for its end.
func (p *pen) DrawLoopEnds(draw *imgui.DrawList, x, y float32, ends int) {
	s := p.Scale
	for i := range ends {
		left := x + (float32(i)*21-11.5)*s
		draw.AddRectFilled(imgui.NewVec2(left, y-8*s), imgui.NewVec2(left+2*s, y+8*s), Packed(p.LoopColour))
	}
}

// drawLetters draws letters around a point.
func (p *pen) drawLetters(draw *imgui.DrawList, size, x, y float32, text string) {
	imgui.PushFont(p.Medium, size*p.Scale)
	wide := imgui.CalcTextSize(text)
	draw.AddText(imgui.NewVec2(x-wide.X/2, y-wide.Y/2), Packed(p.Bright), text)
	imgui.PopFont()
}

// DrawWipe draws a frame with its left half filled.
func (p *pen) DrawWipe(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x, y+6*s), Packed(p.Bright))
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), Packed(p.Bright), 0, 0, 1.5*s)
}

// DrawTimeline draws four columns.
func (p *pen) DrawTimeline(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	for i, high := range [...]float32{5, 9, 12, 7} {
		left := x + (float32(i)*4-8)*s
		draw.AddRectFilled(imgui.NewVec2(left, y+(6-high)*s), imgui.NewVec2(left+3*s, y+6*s), Packed(p.Bright))
	}
}

// DrawPanel draws a window with a panel at its right.
func (p *pen) DrawPanel(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), Packed(p.Bright), 0, 0, 1.5*s)
	draw.AddRectFilled(imgui.NewVec2(x+2*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), Packed(p.Bright))
}

// DrawFullscreen draws four corners.
func (p *pen) DrawFullscreen(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	for _, sign := range [...][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		cx, cy := x+sign[0]*7*s, y+sign[1]*6*s
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx-sign[0]*5*s, cy), Packed(p.Bright), 2*s)
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx, cy-sign[1]*4*s), Packed(p.Bright), 2*s)
	}
}

// DrawPyramid draws three levels, one above the other.
func (p *pen) DrawPyramid(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	for level, n := range [...]int{3, 2, 1} {
		for i := range n {
			low := imgui.NewVec2(x+(float32(i)*6-float32(n)*3+0.5)*s, y+(3-float32(level)*6)*s)
			draw.AddRectFilled(low, low.Add(imgui.NewVec2(5*s, 5*s)), Packed(p.Bright))
		}
	}
}

// DrawExplain draws four cells that become one.
func (p *pen) DrawExplain(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	square := func(x, y, side float32) {
		draw.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), Packed(p.Bright))
	}
	for i := range 4 {
		square(x-9*s+float32(i&1)*5*s, y-4.5*s+float32(i>>1)*5*s, 4*s)
	}
	draw.AddTriangleFilled(imgui.NewVec2(x+1.5*s, y-2.5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x+1.5*s, y+2.5*s), Packed(p.Dim))
	square(x+5*s, y-2.5*s, 5*s)
}

// DrawHelp draws a question mark.
func (p *pen) DrawHelp(draw *imgui.DrawList, x, y float32) {
	p.drawLetters(draw, TitleSize, x, y, "?")
}

// DrawMenu draws three lines.
func (p *pen) DrawMenu(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	for i := -1; i <= 1; i++ {
		low := imgui.NewVec2(x-7*s, y+(float32(i)*5-1)*s)
		draw.AddRectFilled(low, low.Add(imgui.NewVec2(14*s, 2*s)), Packed(p.Bright))
	}
}

// DrawClose draws a cross.
func (p *pen) DrawClose(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddLine(imgui.NewVec2(x-4.5*s, y-4.5*s), imgui.NewVec2(x+4.5*s, y+4.5*s), Packed(p.Bright), 1.6*s)
	draw.AddLine(imgui.NewVec2(x-4.5*s, y+4.5*s), imgui.NewVec2(x+4.5*s, y-4.5*s), Packed(p.Bright), 1.6*s)
}

// DrawUp draws an arrow upwards.
func (p *pen) DrawUp(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x, y-6.5*s), imgui.NewVec2(x+6*s, y), Packed(p.Bright))
	p.upright(draw, x, y+2*s, 3*s, 7*s)
}

// DrawMinus draws a minus sign.
func (p *pen) DrawMinus(draw *imgui.DrawList, x, y float32) {
	s := p.Scale
	draw.AddRectFilled(imgui.NewVec2(x-5*s, y-s), imgui.NewVec2(x+5*s, y+s), Packed(p.Bright))
}

// DrawPlus draws a plus sign.
func (p *pen) DrawPlus(draw *imgui.DrawList, x, y float32) {
	p.DrawMinus(draw, x, y)
	p.upright(draw, x, y, 2*p.Scale, 10*p.Scale)
}

// DrawVideo draws the icon of a video around a point.
func (p *pen) DrawVideo(draw *imgui.DrawList, x, y float32, c color.NRGBA) {
	s := p.Scale
	draw.AddRect(imgui.NewVec2(x-7*s, y-5*s), imgui.NewVec2(x+7*s, y+5*s), Packed(c), 1.5*s, 0, 1.3*s)
	draw.AddTriangleFilled(imgui.NewVec2(x-2*s, y-2.6*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-2*s, y+2.6*s), Packed(c))
}

// DrawPicture draws the icon of a picture around a point: a sun above mountains.
func (p *pen) DrawPicture(draw *imgui.DrawList, x, y float32, c color.NRGBA) {
	s := p.Scale
	draw.AddRect(imgui.NewVec2(x-7*s, y-5*s), imgui.NewVec2(x+7*s, y+5*s), Packed(c), 1.5*s, 0, 1.3*s)
	draw.AddCircleFilled(imgui.NewVec2(x+3*s, y-2*s), 1.3*s, Packed(c), 8)
	draw.AddTriangleFilled(imgui.NewVec2(x-5.5*s, y+3.5*s), imgui.NewVec2(x-2*s, y-2*s), imgui.NewVec2(x+1.5*s, y+3.5*s), Packed(c))
	draw.AddTriangleFilled(imgui.NewVec2(x, y+3.5*s), imgui.NewVec2(x+2.5*s, y+0.5*s), imgui.NewVec2(x+5.5*s, y+3.5*s), Packed(c))
}

// DrawFolder draws the icon of a folder around a point.
func (p *pen) DrawFolder(draw *imgui.DrawList, x, y float32, c color.NRGBA) {
	s := p.Scale
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-5.5*s), imgui.NewVec2(x-s, y), Packed(c), 1.5*s, 0)
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-3.5*s), imgui.NewVec2(x+7*s, y+5.5*s), Packed(c), 1.5*s, 0)
}
