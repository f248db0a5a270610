package views

import (
	"fmt"
	"image"
	"image/color"

	"ffkvadrat/feature"
	"ffkvadrat/yuv"
)

// Tinter paints pictures in gray, tinted by the codec's motion vectors: blue to the right, yellow
// to the left, red down, green up, stronger with speed, up to 14 pixels. Pixels with zero vectors
// stay gray; pixels without vectors are dark. One goroutine at a time may use it; its zero value is
// ready.
type Tinter struct{ field feature.Field }

// Paint paints the picture into dst, which has the picture's size; c converts it to RGB. The error
// matches [feature.ErrNoVectors].
func (t *Tinter) Paint(dst *image.RGBA, p *yuv.Picture, _ Given, c yuv.Converter) error {
	field, err := t.field.Of(p)
	if err != nil {
		return fmt.Errorf("views: %w", err)
	}
	c.Paint(dst, p)
	for y := range p.Height {
		row := dst.Pix[y*dst.Stride:][:4*p.Width]
		for x := range p.Width {
			rgb := row[4*x : 4*x+3]
			luma := int(yuv.LumaOf(uint32(rgb[0]), uint32(rgb[1]), uint32(rgb[2])))
			if field.Sample(0, x, y) == 0 {
				rgb[0], rgb[1], rgb[2] = uint8(luma/2), uint8(luma/2), uint8(luma/2)
				continue
			}
			tint(rgb, luma, field.Sample(1, x, y)-feature.Still, field.Sample(2, x, y)-feature.Still)
		}
	}
	return nil
}

// most is the largest chroma of a tint.
const most = 112

// FullMotion is the motion along an axis, in 128ths of a pixel, from which tints stay the same.
const FullMotion = most * 16

// MotionColour returns the colour of a motion, in 128ths of a pixel, at medium gray.
func MotionColour(dx, dy int) color.RGBA {
	var rgb [3]byte
	tint(rgb[:], 128, dx, dy)
	return color.RGBA{rgb[0], rgb[1], rgb[2], 255}
}

// tint colours a pixel by a vector in 128ths of a pixel, which it takes as the chroma of BT.601.
func tint(rgb []byte, luma, dx, dy int) {
	u, v := min(max(dx/16, -most), most), min(max(dy/16, -most), most)
	luma = 64 + luma/2
	for i, light := range [3]int{luma + 359*v/256, luma - (88*u+183*v)/256, luma + 454*u/256} {
		rgb[i] = uint8(min(max(light, 0), 255))
	}
}
