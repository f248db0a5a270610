package overlay

import (
	"image"
	"sync"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Painter paints consecutive pictures into the caller's images, each like [Still]. It reuses its
// memory. One goroutine at a time may use it; the zero value is ready.
type Painter struct {
	// Goroutines is how many goroutines paint a picture in bands of rows; 0 means only the caller's.
	Goroutines int
	// Ground, if not nil, is painted instead of the picture. It has the picture's size and belongs to
	// the caller. Means are still those of the picture.
	Ground *image.RGBA

	rgb          image.RGBA // the picture as coded
	brush        brush
	black, white image.RGBA // the quads painted on each
}

// Paint fills dst, of the view's target size, with the picture and a list's quads over it. c must be
// made for the picture.
func (p *Painter) Paint(dst *image.RGBA, picture *yuv.Picture, c yuv.Converter, list []quadpyramid.Quad, v *View, s Style) {
	if p.Ground != nil {
		var means *image.RGBA
		if s.NeedsMeans() {
			p.convert(picture, c)
			means = &p.rgb
		}
		p.brush.prepare(means, v, s)
		p.paint(dst, p.Ground, picture, c, list, v, s)
		return
	}
	if v.plain() && !s.NeedsMeans() { // each pixel of dst is a picture pixel
		p.brush.prepare(nil, v, s)
		p.paint(dst, nil, picture, c, list, v, s)
		return
	}
	p.convert(picture, c)
	p.brush.prepare(&p.rgb, v, s)
	p.paint(dst, &p.rgb, picture, c, list, v, s)
}

// paint does Paint in bands, from the RGB picture or, if rgb is nil, from the picture as coded.
func (p *Painter) paint(dst, rgb *image.RGBA, picture *yuv.Picture, c yuv.Converter, list []quadpyramid.Quad, v *View, s Style) {
	if p.Goroutines <= 1 {
		p.paintRows(dst, rgb, picture, c, list, v, s, 0, v.TargetHeight)
		return
	}
	inBands(p.Goroutines, v.TargetHeight, func(from, to int) {
		p.paintRows(dst, rgb, picture, c, list, v, s, from, to)
	})
}

func (p *Painter) paintRows(dst, rgb *image.RGBA, picture *yuv.Picture, c yuv.Converter, list []quadpyramid.Quad, v *View, s Style, from, to int) {
	if rgb == nil {
		c.PaintRows(dst, picture, from, to)
	} else {
		paintPicture(dst, rgb, v, from, to)
	}
	p.brush.paint(dst, from, to, list, v, s)
}

// PaintAlone fills dst, of the view's target size, with only the quads, transparent where the picture
// would show. Composed over the picture it equals Paint's result, except for rounding.
//
// Drawing maps a picture pixel p to b + t·p, where b is the result over black and t the transparency of
// everything drawn there. Over white the result is b + 255·t, so painting over black and over white
// gives both.
func (p *Painter) PaintAlone(dst *image.NRGBA, picture *yuv.Picture, c yuv.Converter, list []quadpyramid.Quad, v *View, s Style) {
	if s.NeedsMeans() {
		p.convert(picture, c)
	}
	p.brush.prepare(&p.rgb, v, s)
	resize(&p.black, v.TargetWidth, v.TargetHeight)
	resize(&p.white, v.TargetWidth, v.TargetHeight)
	if p.Goroutines <= 1 {
		p.aloneRows(dst, list, v, s, 0, v.TargetHeight)
		return
	}
	inBands(p.Goroutines, v.TargetHeight, func(from, to int) { p.aloneRows(dst, list, v, s, from, to) })
}

func (p *Painter) aloneRows(dst *image.NRGBA, list []quadpyramid.Quad, v *View, s Style, from, to int) {
	clear(p.black.Pix[from*p.black.Stride : to*p.black.Stride])
	white := p.white.Pix[from*p.white.Stride : to*p.white.Stride]
	for i := range white {
		white[i] = 255
	}
	p.brush.paint(&p.black, from, to, list, v, s)
	p.brush.paint(&p.white, from, to, list, v, s)
	for y := from; y < to; y++ {
		out := dst.Pix[y*dst.Stride:][:4*v.TargetWidth]
		black := p.black.Pix[y*p.black.Stride:][:len(out)]
		white := p.white.Pix[y*p.white.Stride:][:len(out)]
		for i := 0; i < len(out); i += 4 {
			separate((*[4]byte)(out[i:]), (*[4]byte)(black[i:]), (*[4]byte)(white[i:]))
		}
	}
}

// separate computes colour and opacity from the same drawing over black and over white. The three
// channels have equal transparency except for rounding.
func separate(out, black, white *[4]byte) {
	transparent := 0
	for i := range 3 {
		transparent += int(white[i]) - int(black[i])
	}
	opaque := 3*255 - transparent // thirds
	if opaque == 0 {
		*out = [4]byte{}
		return
	}
	for i := range 3 {
		out[i] = byte(min((3*255*int(black[i])+opaque/2)/opaque, 255))
	}
	out[3] = byte((opaque + 1) / 3)
}

// convert converts the picture to RGB.
func (p *Painter) convert(picture *yuv.Picture, c yuv.Converter) {
	resize(&p.rgb, picture.Width, picture.Height)
	if p.Goroutines <= 1 {
		c.Paint(&p.rgb, picture)
	} else {
		inBands(p.Goroutines, picture.Height, func(from, to int) { c.PaintRows(&p.rgb, picture, from, to) })
	}
}

// resize sets the size of an image; its contents are lost.
func resize(img *image.RGBA, width, height int) {
	n := 4 * width * height
	if cap(img.Pix) < n {
		img.Pix = make([]byte, n)
	}
	img.Pix, img.Stride, img.Rect = img.Pix[:n], 4*width, image.Rect(0, 0, width, height)
}

// inBands divides n rows among goroutines, including the caller's.
func inBands(goroutines, n int, do func(from, to int)) {
	var crew sync.WaitGroup
	for i := 1; i < goroutines; i++ {
		crew.Go(func() { do(i*n/goroutines, (i+1)*n/goroutines) })
	}
	do(0, n/goroutines)
	crew.Wait()
}
