package views

import (
	"image"

	"ffkvadrat/yuv"
)

// Equaliser paints pictures so that their light is spread over the whole range: dark ones can be
// looked into. The histogram of the luma that the display shows gives each luma another one, its
// place among the pixels, and all three channels change by as much. One goroutine at a time may
// use it; its zero value is ready.
//
// Source: Kubias et al., "Efficient Computation of Histograms on the GPU", section 1, names the use.
type Equaliser struct{ lumas []uint8 }

// Paint paints into dst, which has the picture's size, the picture as c shows it.
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

// equalise returns what to add to pixels of each luma: the darkest become 0, the lightest 255, and the
// others go by how many pixels are darker or as dark.
func equalise(counts *[256]int, pixels int) (shifts [256]int) {
	first := 0
	for first < 255 && counts[first] == 0 {
		first++
	}
	rest := pixels - counts[first] // those above the darkest
	sum := 0
	for luma := first; luma < 256 && rest > 0; luma++ {
		if luma > first {
			sum += counts[luma]
		}
		shifts[luma] = (sum*255+rest/2)/rest - luma
	}
	return shifts
}
