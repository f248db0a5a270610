package panel

import (
	"image"
	"image/color"

	"ffkvadrat/player/imgui"
)

// Keys are all keys of the player and what they do, as README.md has them too.
var Keys = [...][2]string{
	{"Space, p", "play, pause"},
	{". ,", "a frame forward, back"},
	{"← →", "5 s back, forward; with Shift 1 s"},
	{"↑ ↓", "a minute forward, back"},
	{"Home, End", "to the start, to the end"},
	{"g", "go to a time (12.5, 1:02, 1:02:03) or a frame (#120)"},
	{"[ ]", "speed down, up by a tenth, from 0.1 to 8, with sound from 0.5 to 2"},
	{"{ }, Backspace", "half the speed, double, 1"},
	{"< >", "the film before, the next one"},
	{"l, L", "loop: begin, end, clear; loop the file"},
	{"- =", "threshold down, up; with Shift in coarse steps"},
	{"n, k", "overlay, and its look: outlines, filled, mosaic of mean colours"},
	{"c", "what the overlay's colours stand for: size, mean, age"},
	{"v, V", "view: video, edges, mask, pyramid; the level of the pyramid"},
	{"w, W", "two settings side by side: A is tuned, B stays; swap them"},
	{"y", "edges or similar colours"},
	{"t", "timeline: quads and coverage of the whole film; click to seek"},
	{"9 0, m", "volume, mute"},
	{"s, S, Ctrl+s", "save the picture with its quads, without, the window"},
	{"Ctrl+o", "open films: chosen in a dialog, or dropped on the window"},
	{"Ctrl+e", "export the quads of all frames, or the film with them"},
	{"wheel, drag", "zoom at the pointer, move the picture; zoomed in, cells have their numbers"},
	{"click", "in the Pixel tab: stay with a pixel; again or Esc: release it"},
	{"Ctrl with + - 0 9", "zoom in, out, one to one, fit"},
	{"f, Esc", "fullscreen, leave it"},
	{"i, ?", "facts about the picture, this list"},
	{"1 to 5", "the panel's tabs: Tune, Plots, Pixel, Film, Export"},
	{"Tab", "panel"},
	{"q, Q", "quit, quit and go on there next time"},
}

// help shows all keys over the picture, as large as it can.
func (p *Panel) help(picture image.Rectangle) {
	s := p.scale
	size := textSize * s
	const gap = 20
	var left, right float32
	imgui.PushFont(p.regular, size)
	for _, k := range Keys {
		left = max(left, imgui.CalcTextSize(k[0]).X)
		right = max(right, imgui.CalcTextSize(k[1]).X)
	}
	imgui.PopFont()
	row := 1.45 * size
	width, height := left+gap*s+right+48*s, row*float32(len(Keys))+40*s
	if fit := min(float32(picture.Dx())/width, float32(picture.Dy())/height); fit < 1 {
		size, row, left, s = size*fit, row*fit, left*fit, s*fit
		width, height = width*fit, height*fit
	}
	low := imgui.NewVec2(
		float32(picture.Min.X)+(float32(picture.Dx())-width)/2,
		float32(picture.Min.Y)+(float32(picture.Dy())-height)/2)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(width, height)), packed(color.NRGBA{toastBed.R, toastBed.G, toastBed.B, 235}), 8*s, 0)
	for i, k := range Keys {
		at := low.Add(imgui.NewVec2(24*s, 20*s+float32(i)*row))
		draw.AddTextFont(p.regular, size, at, packed(stronger), k[0])
		draw.AddTextFont(p.regular, size, at.Add(imgui.NewVec2(left+gap*s, 0)), packed(bright), k[1])
	}
}
