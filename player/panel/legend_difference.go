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
	short  string // the title in one line with the scale
	colour func(part float64) color.RGBA
	marks  []overlay.Tick
}

// differenceScale returns the shades of differences, which are in 255ths of the scale of samples.
func differenceScale(gain views.Gain) scaleOfBoth {
	most := strconv.Itoa(128 / gain.Factor())
	return scaleOfBoth{
		"luma of A less that of B, in 255ths", "luma in 255ths",
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
		fmt.Sprintf("PSNR %s of %d×%[2]d blocks in dB; grey: equal", plane, distortion.GridSide), "PSNR " + plane + " in dB",
		func(part float64) color.RGBA { return views.PSNRColour(at(part)) },
		[]overlay.Tick{mark(low, "%.0f or less"), mark(30, "%.0f"), mark(40, "%.0f"), mark(high, "%.0f or more")},
	}
}

// bothLegend shows the scale of a view of two videos: next to the picture, if need be in one line, or else in the upper right corner
// of the free part of the window.
func (o *overPicture) bothLegend(free, picture image.Rectangle, settings *session.Settings, plane string) {
	scale := differenceScale(settings.Gain)
	if settings.View == views.BlockPSNR {
		scale = psnrScale(plane)
	}
	s := o.Scale
	imgui.PushFont(o.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	size := imgui.NewVec2(268*s, 54*s)
	low, ok := o.inBand(free, picture, size)
	if !ok {
		line := scale.lineWidth(s)
		if low, ok = o.inBand(free, picture, imgui.NewVec2(line, 24*s)); ok {
			high := o.place(low, imgui.NewVec2(line, 24*s))
			o.scaleInLine(low, high, &scale)
			return
		}
	}
	var high imgui.Vec2
	if ok {
		high = o.place(low, size)
	} else if low, high, ok = o.inCorner(free, size); !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at, ramp := low.Add(imgui.NewVec2(12*s, 5*s)), size.X-24*s
	draw.AddTextFont(o.Regular, widgets.SmallSize*s, at, widgets.Packed(o.Dim), scale.title)
	at.Y += 16 * s
	o.rampOfBoth(draw, at.Add(imgui.NewVec2(0, 2*s)), ramp, 6*s, &scale)
	for _, m := range scale.marks {
		o.WriteUnder(draw, at, ramp, float32(m.Part), m.Name)
	}
}

// ends returns the names at the ends of the scale.
func (c *scaleOfBoth) ends() (low, high string) {
	return c.marks[0].Name, c.marks[len(c.marks)-1].Name
}

// lineWidth returns the width of the scale in one line.
func (c *scaleOfBoth) lineWidth(s float32) float32 {
	low, high := c.ends()
	return imgui.CalcTextSize(c.short).X + imgui.CalcTextSize(low).X + imgui.CalcTextSize(high).X + (lineScale+4*lineGap+2*legendInset)*s
}

// scaleInLine draws the scale in one line: its short title, and the colours between the names of their ends.
func (o *overPicture) scaleInLine(low, high imgui.Vec2, scale *scaleOfBoth) {
	s, draw := o.Scale, imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at := imgui.NewVec2(low.X+legendInset*s, (low.Y+high.Y-imgui.FontSize())/2)
	write := func(text string, c color.NRGBA, gap float32) {
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, at, widgets.Packed(c), text)
		at.X += imgui.CalcTextSize(text).X + gap*s
	}
	least, most := scale.ends()
	write(scale.short, o.Bright, 2*lineGap)
	write(least, o.Dim, lineGap)
	o.rampOfBoth(draw, imgui.NewVec2(at.X, (low.Y+high.Y-6*s)/2), lineScale*s, 6*s, scale)
	at.X += (lineScale + lineGap) * s
	write(most, o.Dim, 0)
}

// rampOfBoth draws the colours of the scale.
func (o *overPicture) rampOfBoth(draw *imgui.DrawList, at imgui.Vec2, width, height float32, scale *scaleOfBoth) {
	const steps = 64
	for i := range steps {
		from := at.Add(imgui.NewVec2(width*float32(i)/steps, 0))
		draw.AddRectFilled(from, from.Add(imgui.NewVec2(width/steps, height)), widgets.Opaque(scale.colour(float64(i)/(steps-1))))
	}
	draw.AddRect(at, at.Add(imgui.NewVec2(width, height)), widgets.Packed(o.Dim), 0, 0, o.Scale)
}
