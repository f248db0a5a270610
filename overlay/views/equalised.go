package views

import (
	"image"

	"ffkvadrat/yuv"
)

// Equaliser paints pictures with an equalised histogram, which makes dark areas visible. The
// histogram of the displayed luma maps each luma to its rank among the pixels; all three channels
// change by the same amount. One goroutine at a time may use it; its zero value is ready.
//
// Source: Kubias et al., "Efficient Computation of Histograms on the GPU", section 1, names the
// use.
type Equaliser struct{ lumas []uint8 }

// Paint paints the picture into dst, which has the picture's size; c converts it to RGB.
func (e *Equaliser) Paint(dst *image.RGBA, p *yuv.Picture, _ Given, c yuv.Converter) error {
	c.Paint(dst, p)
	if n := p.Width * p.Height; cap(e.lumas) < n {
		e.lumas = make([]uint8, n)
	}
	var counts [256]int
	for y := range p.Height {
		row, lumas := dst.Pix[y*dst.Stride:][:4*p.Width], e.lumas[y*p.Width:(y+1)*p.Width]
		for x := range lumas {
			rgb := row[4*x : 4*x+3]
			lumas[x] = uint8(yuv.LumaOf(uint32(rgb[0]), uint32(rgb[1]), uint32(rgb[2])))
			counts[lumas[x]]++
		}
	}
	shifts := equalise(&counts, p.Width*p.Height)
	for y := range p.Height {
		row, lumas := dst.Pix[y*dst.Stride:][:4*p.Width], e.lumas[y*p.Width:(y+1)*p.Width]
		for x, luma := range lumas {
			rgb, shift := row[4*x:4*x+3], shifts[luma]
			for i, v := range rgb {
				rgb[i] = uint8(min(max(int(v)+shift, 0), 255))
			}
		}
	}
	return nil
}

// equalise returns the shift of each luma: the darkest becomes 0, the lightest 255, and others
// follow the number of pixels that are no lighter.
func equalise(counts *[256]int, pixels int) (shifts [256]int) {
	first := 0
	for first < 255 && counts[first] == 0 {
		first++
	}
	rest := pixels - counts[first] // all but the darkest
	sum := 0
	for luma := first; luma < 256 && rest > 0; luma++ {
		if luma > first {
			sum += counts[luma]
		}
		shifts[luma] = (sum*255+rest/2)/rest - luma
	}
	return shifts
}
