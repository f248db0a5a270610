package panel

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv/distortion"
)

// scaleOfBoth is the scale of a view of two videos: what its colours are of, the colour of each part of it, and its marks.
type scaleOfBoth struct {
	title  string
	colour func(part float64) color.RGBA
	marks  []overlay.Tick
}

// differenceScale returns the shades of differences, which are in 255ths of the scale of samples.
func differenceScale(gain views.Gain) scaleOfBoth {
	most := strconv.Itoa(128 / gain.Factor())
	return scaleOfBoth{
		"luma of A less that of B, in 255ths",
		func(part float64) color.RGBA {
			shade := uint8(255 * part)
			return color.RGBA{shade, shade, shade, 255}
		},
		[]overlay.Tick{{Part: 0, Name: "−" + most + ": B lighter"}, {Part: 0.5, Name: "0: equal"}, {Part: 1, Name: "A lighter: +" + most}},
	}
}

// psnrScale returns the colours of the PSNR of blocks in a plane.
func psnrScale(plane string) scaleOfBoth {
	const low, high = views.LowPSNR, views.HighPSNR
	at := func(part float64) float64 { return low + (high-low)*part }
	mark := func(psnr float64, text string) overlay.Tick {
		return overlay.Tick{Part: (psnr - low) / (high - low), Name: fmt.Sprintf(text, psnr)}
	}
	return scaleOfBoth{
		fmt.Sprintf("PSNR %s of %d×%[2]d blocks in dB; grey: equal", plane, distortion.GridSide),
		func(part float64) color.RGBA { return views.PSNRColour(at(part)) },
		[]overlay.Tick{mark(low, "%.0f or less"), mark(30, "%.0f"), mark(40, "%.0f"), mark(high, "%.0f or more")},
	}
}

// bothLegend shows, in the picture's upper right corner, the scale of a view of two videos.
func (o *overPicture) bothLegend(picture image.Rectangle, settings *session.Settings, plane string) {
	scale := differenceScale(settings.Gain)
	if settings.View == views.BlockPSNR {
		scale = psnrScale(plane)
	}
	s := o.Scale
	const width, height, steps = 268, 54, 64
	low, high, ok := o.inCorner(picture, imgui.NewVec2(width*s, height*s))
	if !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at, ramp := low.Add(imgui.NewVec2(12*s, 5*s)), (width-24)*s
	draw.AddTextFont(o.Regular, widgets.SmallSize*s, at, widgets.Packed(o.Dim), scale.title)
	at.Y += 16 * s
	for i := range steps {
		from := at.Add(imgui.NewVec2(ramp*float32(i)/steps, 2*s))
		draw.AddRectFilled(from, from.Add(imgui.NewVec2(ramp/steps, 6*s)), widgets.Opaque(scale.colour(float64(i)/(steps-1))))
	}
	draw.AddRect(at.Add(imgui.NewVec2(0, 2*s)), at.Add(imgui.NewVec2(ramp, 8*s)), widgets.Packed(o.Dim), 0, 0, s)
	for _, m := range scale.marks {
		o.WriteUnder(draw, at, ramp, float32(m.Part), m.Name)
	}
}
