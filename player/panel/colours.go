package panel

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Picking is the selection of a colour, or of a template, with the mouse.
type Picking struct {
	On       bool
	Template bool
	Area     image.Rectangle // selected with the mouse, in pixels of the window
}

// colours shows the reference colours of an operator that compares with them, and the button to
// pick others.
func (u *tuneTab) colours(settings *session.Settings, picking bool) {
	if !settings.ComparesColours() {
		return
	}
	s := u.Scale
	u.Row(coloursSetting, settings)
	at, height := imgui.CursorScreenPos(), imgui.FrameHeight()
	const button, gap = 46, 6
	width := imgui.ContentRegionAvail().X - (button+gap)*s
	imgui.Dummy(imgui.NewVec2(width, height))
	u.w.Swatch = widgets.Item()
	u.colourEnds(at, at.Add(imgui.NewVec2(width, height)), settings)
	if u.TipDue() {
		u.ShowTip(u.Explained[coloursSetting.Name] + "\n\nNow: " + settings.Colours.String())
	}
	imgui.SameLineV(0, gap*s)
	if u.Toggle("Pick", button*s, picking, &u.w.Pick) {
		u.Do(command.Do(command.PickColour))
	}
	u.AddCommandTip(command.Do(command.PickColour))
}

// colourEnds draws the colour, or both ends of a range of colours.
func (u *tuneTab) colourEnds(low, high imgui.Vec2, settings *session.Settings) {
	draw, radius := imgui.WindowDrawList(), 4*u.Scale
	first, last := shownColour(settings.Colours.Low, settings.Features), shownColour(settings.Colours.High, settings.Features)
	draw.AddRectFilledV(low, high, widgets.Opaque(first), radius, 0)
	if first != last {
		middle := imgui.NewVec2((low.X+high.X)/2, low.Y)
		draw.AddRectFilledV(middle, high, widgets.Opaque(last), radius, 0)
	}
	draw.AddRect(low, high, widgets.Packed(u.Separator), radius, 0, u.Scale)
}

// shownColour approximates the colour on the screen: it takes Y, U and V as those of HD video.
func shownColour(v channel.Vector, space channel.Space) color.RGBA {
	const shift = 6 // to 8 bits
	if space == channel.RGB {
		return color.RGBA{uint8(v[0] >> shift), uint8(v[1] >> shift), uint8(v[2] >> shift), 255}
	}
	hd := yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited}
	converter := yuv.NewConverter14(yuv.Format{Model: yuv.YUV, Depth: 14}, hd, 1920, 1080)
	rgb := converter.RGB14(int(v[0]), int(v[1]), int(v[2]))
	return color.RGBA{uint8(rgb[0] >> shift), uint8(rgb[1] >> shift), uint8(rgb[2] >> shift), 255}
}
