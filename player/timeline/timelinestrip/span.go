package timelinestrip

import (
	"image"
	"math"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// spanWords say what the lines are at which a second video begins and ends.
var spanWords = [2]string{"B begins", "B ends"}

// outsideOpacity is that of the shade over the times at which a second video has no frame.
const outsideOpacity = 0.55

// outside shades the times at which a second video, which has frames between two times, has none, with words where it
// begins and ends. now is the position of the frame on the screen.
func (l *Strip) outside(draw *imgui.DrawList, a Axis, span [2]float64, now float32) {
	if span[1] <= span[0] {
		return
	}
	s, end := l.kit.Scale, l.line.Duration.Seconds()
	for i, t := range span {
		if t <= 0 || t >= end {
			continue
		}
		x, from, to := a.Near(t), a.At.X, a.At.X+a.Size.X
		if i == 0 {
			to = x
		} else {
			from = x
		}
		draw.AddRectFilled(imgui.NewVec2(from, a.At.Y), imgui.NewVec2(to, a.At.Y+a.Size.Y), widgets.Faded(l.kit.Ground, outsideOpacity))
		if !a.has(t) {
			continue
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, a.At.Y), imgui.NewVec2(x+0.5*s, a.At.Y+a.Size.Y), widgets.Packed(l.kit.Dim))
		l.spanWord(draw, a, x, now, i)
	}
}

// spanWord writes a word next to its line at x: in the shade if it has room there, apart from the line of the frame on the screen
// at now.
func (l *Strip) spanWord(draw *imgui.DrawList, a Axis, x, now float32, i int) {
	s, font := l.kit.Scale, widgets.SmallSize*l.kit.Scale
	width, gap := l.kit.TextWidth(font, spanWords[i]), 6*s
	places := [2]float32{x + gap, x - gap - width}
	if i == 0 {
		places[0], places[1] = places[1], places[0]
	}
	low := places[0]
	if fits := func(low float32) bool {
		return low >= a.At.X && low+width <= a.At.X+a.Size.X && (now+gap <= low || now-gap >= low+width)
	}; !fits(low) && (fits(places[1]) || low < a.At.X || low+width > a.At.X+a.Size.X) {
		low = places[1]
	}
	top := a.At.Y + a.Size.Y - tickHeight*s - font - 2*s // above the bars of types
	draw.AddRectFilledV(imgui.NewVec2(low-2*s, top), imgui.NewVec2(low+width+2*s, top+font+s), widgets.Faded(l.kit.Ground, 0.8), 2*s, 0)
	draw.AddTextFont(l.kit.Regular, font, imgui.NewVec2(low, top), widgets.Packed(l.kit.Bright), spanWords[i])
	l.Widgets.SecondEnds[i] = image.Rect(int(low), int(top), int(math.Ceil(float64(low+width))), int(top+font+s))
}
