package panel

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// Keys are the player's keys and commands.
type Keys struct {
	All  []Key // as in docs/reference/keys.md
	Main []Key // a shorter list for the side panel
	// Commands are the commands that have a button or change a setting.
	Commands []Named
}

// Key is a line of the list of keys.
type Key struct{ Keys, Help string }

// Named is a command with its keys and its help.
type Named struct {
	command.Command
	Key
	Sets string // setting that it changes; empty for none
	Menu bool   // in the menu of common commands
}

// named returns the command with its keys, nil if it has no name.
func (k *Keys) named(c command.Command) *Named {
	for i := range k.Commands {
		if n := &k.Commands[i]; n.Help != "" && n.Command == c {
			return n
		}
	}
	return nil
}

// help shows all keys over the picture in the largest font that fits.
func (o *overPicture) help(picture image.Rectangle) {
	s := o.scale
	size := textSize * s
	const gap = 20
	var left, right float32
	imgui.PushFont(o.regular, size)
	for _, k := range o.keys.All {
		left = max(left, imgui.CalcTextSize(k.Keys).X)
		right = max(right, imgui.CalcTextSize(k.Help).X)
	}
	imgui.PopFont()
	row := 1.45 * size
	width, height := left+gap*s+right+48*s, row*float32(len(o.keys.All))+40*s
	if fit := min(float32(picture.Dx())/width, float32(picture.Dy())/height); fit < 1 {
		size, row, left, s = size*fit, row*fit, left*fit, s*fit
		width, height = width*fit, height*fit
	}
	low := imgui.NewVec2(
		float32(picture.Min.X)+(float32(picture.Dx())-width)/2,
		float32(picture.Min.Y)+(float32(picture.Dy())-height)/2)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(width, height)), packed(color.NRGBA{toastBed.R, toastBed.G, toastBed.B, 235}), 8*s, 0)
	for i, k := range o.keys.All {
		at := low.Add(imgui.NewVec2(24*s, 20*s+float32(i)*row))
		draw.AddTextFont(o.regular, size, at, packed(stronger), k.Keys)
		draw.AddTextFont(o.regular, size, at.Add(imgui.NewVec2(left+gap*s, 0)), packed(bright), k.Help)
	}
}
