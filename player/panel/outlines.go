package panel

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// Outline surrounds the pixel, or the codec's block, that the pointer or the pin is at.
type Outline struct {
	Place  image.Rectangle // in pixels of the target
	Within image.Rectangle // where it may be drawn
	Pinned bool            // else the pointer is over it
}

// outlineLight and outlineDark are the colours of outlines: the light line is between dark ones, so that
// it is visible on any colour.
var outlineLight, outlineDark = color.NRGBA{255, 255, 255, 255}, color.NRGBA{0, 0, 0, 200}

// outlines draws outlines around their places: thin ones under the pointer, thick ones where it is pinned.
func (o *overPicture) outlines(all []Outline) {
	draw := imgui.BackgroundDrawList()
	for i := range all {
		thick := max(o.Scale, 1)
		if all[i].Pinned {
			thick = max(2.5*o.Scale, 2)
		}
		low, high := widgets.Corners(all[i].Within)
		draw.PushClipRect(low, high, true)
		low, high = widgets.Corners(all[i].Place)
		by := imgui.NewVec2(thick/2, thick/2)
		draw.AddRect(low.Sub(by), high.Add(by), widgets.Packed(outlineDark), 0, 0, thick+2*max(o.Scale, 1))
		draw.AddRect(low.Sub(by), high.Add(by), widgets.Packed(outlineLight), 0, 0, thick)
		draw.PopClipRect()
	}
}
