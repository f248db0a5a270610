package overlay

import (
	"encoding/binary"
	"image"
	"image/color"
	"runtime"

	"ffkvadrat/quadpyramid"
)

// Layer draws lists on the CPU without a picture below them. It reuses its memory; the zero value is ready.
type Layer struct {
	brush brush
	sheet sheet
	image image.RGBA
}

// Draw returns an image of the view's target size with what [PaintQuads] draws, transparent elsewhere. Composed over a
// picture it has the same pixels, but for rounding. rgb is the picture, for a style that shows its means. The image is valid
// until the next call. Draw uses all cores.
func (l *Layer) Draw(list []quadpyramid.Quad, rgb *image.RGBA, v *View, s Style) *image.RGBA {
	l.brush.prepare(rgb, v, s)
	toned := s.Toned(v)
	if !toned {
		l.brush.tone = sized(l.brush.tone, v)
	}
	l.sheet = sheet{l.brush.tone, v.TargetWidth}
	resize(&l.image, v.TargetWidth, v.TargetHeight)
	inBands(runtime.GOMAXPROCS(0), v.TargetHeight, func(from, to int) {
		if toned {
			l.brush.spread(from, to, list, v, s)
		} else {
			clear(l.brush.tone[from*v.TargetWidth : to*v.TargetWidth])
		}
		l.brush.lines(&l.sheet, from, to, list, v, s)
		l.sheet.convert(l.image.Pix, from*v.TargetWidth, to*v.TargetWidth)
	})
	return &l.image
}

// sheet is a canvas of a tone, so that colours with small opacities keep their precision.
type sheet struct {
	sums  tone
	width int
}

// everyOther selects every other channel of a tone's pixel, so that there are 32 bits for products.
const everyOther = 0x0000_ffff_0000_ffff

func (s *sheet) blend(x0, x1, y int, c color.RGBA, a uint32) {
	x0, x1 = max(x0, 0), min(x1, s.width)
	if x0 >= x1 || a == 0 {
		return
	}
	part := func(v byte) uint64 { return (uint64(v)*uint64(a)*toneOne + 255*255/2) / (255 * 255) }
	above := part(c.R) | part(c.G)<<16 | part(c.B)<<32 | part(255)<<48
	below := (uint64(255-a)<<16 + 127) / 255 // what stays of the pixel, in 65536ths
	row := s.sums[y*s.width:][x0:x1]
	for i, sums := range row {
		low := (sums&everyOther*below + 0x0000_8000_0000_8000) >> 16 & everyOther
		high := (sums>>16&everyOther*below + 0x0000_8000_0000_8000) >> 16 & everyOther
		row[i] = above + low + high<<16
	}
}

// convert rounds pixels from to to−1 to bytes.
func (s *sheet) convert(pix []byte, from, to int) {
	for i, sums := range s.sums[from:to] {
		low := (sums&everyOther + 0x0000_0080_0000_0080) >> 8 & everyOther      // red and blue
		high := (sums>>16&everyOther + 0x0000_0080_0000_0080) >> 8 & everyOther // green and alpha
		four := low | high<<8
		binary.LittleEndian.PutUint32(pix[4*(from+i):], uint32(four)|uint32(four>>32)<<16)
	}
}
