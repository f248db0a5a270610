package render

import (
	"context"
	"ffkvadrat/analysis/regions"
	"image"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/yuv"
)

// painter paints slides and converts them for the encoder.
type painter struct {
	paints        overlay.Painter
	cloud         cloud.Painter
	converter     yuv.Converter // for the frame painted last
	ground        Ground        // may be nil
	below         image.RGBA    // the ground's output
	colour        yuv.Choice
	style         overlay.Style
	alone         bool
	width, height int // of the frame
	// pixels is the encoded picture, four bytes a pixel, with the frame in its upper left. The
	// frame is in shown, or for quads alone in bare.
	pixels        []byte
	shown         image.RGBA
	bare          image.NRGBA
	stride        int
	filler        *filler // for quads alone in YUV, else nil
	scaler        *scaler
	copier        *copier     // replaces painting for frames as coded, else nil
	roiBuilder    *roiBuilder // with copier, if there are regions
	columns, rows int
}

// overread is the number of bytes after a picture that the scaler's vector instructions may read.
const overread = 64

func newPainter(e *encoder, width, height int, o *Options, goroutines int) (*painter, error) {
	if o.Output.Clean {
		copier, err := newCopier(e, width, height)
		return &painter{copier: copier, roiBuilder: newROIBuilder(e.choice, &o.Output)}, err
	}
	p := &painter{paints: overlay.Painter{Goroutines: goroutines}, colour: o.Colour, style: o.Style, alone: o.Output.Alone, width: width, height: height, columns: e.width, rows: e.height, stride: 4 * e.width}
	if o.Ground != nil {
		p.ground = o.Ground()
		p.paints.Ground = &p.below
	}
	n := p.stride * p.rows
	p.pixels = make([]byte, n+overread)[:n]
	bounds := image.Rect(0, 0, width, height)
	p.shown = image.RGBA{Pix: p.pixels, Stride: p.stride, Rect: bounds}
	p.bare = image.NRGBA{Pix: p.pixels, Stride: p.stride, Rect: bounds}
	if p.alone && !e.choice.isRGB() {
		p.filler = &filler{wide: 1 << e.choice.desc.log2_chroma_w, high: 1 << e.choice.desc.log2_chroma_h}
	}
	var err error
	p.scaler, err = newScaler(e, p.alone, goroutines)
	return p, err
}

func (p *painter) close() {
	p.scaler.close()
	p.copier.close()
}

// paint makes the slide's coded frame, unless ctx has ended.
func (p *painter) paint(ctx context.Context, s *slide) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.copier != nil {
		return p.copy(s)
	}
	style := s.coloured(p.style.Boxed(s.params.Box()).Keeping(s.params.SeeksSmall()))
	picture := &s.Frame.Picture
	p.converter = p.converter.Next(picture.Format, picture.Colour.With(p.colour), picture.Width, picture.Height)
	if p.ground != nil {
		p.resize(picture.Width, picture.Height)
		if err := p.ground(&p.below, picture, s.params, s.quads); err != nil {
			return err
		}
	}
	if s.cloud != nil {
		p.cloud.Paint(&p.shown, s.cloud, &s.eye)
	} else if p.alone {
		p.paints.PaintAlone(&p.bare, picture, p.converter, s.quads, &s.view, style)
	} else {
		p.paints.Paint(&p.shown, picture, p.converter, s.quads, &s.view, style)
	}
	p.extend()
	if p.filler != nil {
		p.filler.run(p.pixels, p.stride, p.columns, p.rows)
	}
	return p.scaler.run(p.pixels, p.stride, s.coded)
}

// copy makes the slide's coded frame from its frame as coded.
func (p *painter) copy(s *slide) error {
	within, err := p.copier.run(s.Frame, s.coded)
	if err != nil || p.roiBuilder == nil {
		return err
	}
	picture := &s.Frame.Picture
	counting, err := regions.CountingOf(s.params)
	if err != nil {
		return err
	}
	s.blocks, err = p.roiBuilder.attach(s.coded, s.quads, counting, image.Pt(picture.Width, picture.Height), within, s.blocks)
	return err
}

// resize resizes the ground's output to a frame's size.
func (p *painter) resize(width, height int) {
	if size := image.Rect(0, 0, width, height); p.below.Rect != size {
		p.below = *image.NewRGBA(size)
	}
}

// extend repeats the last column and row if the encoded size is larger.
func (p *painter) extend() {
	if p.columns > p.width {
		for y := range p.height {
			row := p.pixels[y*p.stride:][:p.stride]
			for x := p.width; x < p.columns; x++ {
				copy(row[4*x:], row[4*p.width-4:4*p.width])
			}
		}
	}
	for y := p.height; y < p.rows; y++ {
		copy(p.pixels[y*p.stride:], p.pixels[(p.height-1)*p.stride:p.height*p.stride])
	}
}
