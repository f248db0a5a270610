package views

import (
	"encoding/binary"
	"image"
	"image/color"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Painter paints views on the CPU at the size of the analysed picture. The colours equal those of
// the GPU passes at one pixel per sample, except that edge strengths may differ by one. One
// goroutine at a time may use it; its zero value is ready.
type Painter struct {
	sums   *edge.Sums
	basis  analysis.Basis
	values []int32
	colour map[int32]color.RGBA // by value, where most is the largest
	lumas  []color.RGBA         // by luma
	most   int32
}

// Pixels paints a view of pixels into dst, which has the picture's size. It fails if the parameters
// do not suit the picture.
func (w *Painter) Pixels(dst *image.RGBA, v View, p *yuv.Picture, params analysis.Params) error {
	if w.sums == nil {
		w.sums = edge.NewSums()
	}
	p, d, err := w.basis.Of(p, params)
	if err != nil {
		return err
	}
	w.sums.Begin(p, d)
	defer w.sums.End()
	unit, colour := d.Unit(p.Format), views[v].colour
	for y := range p.Height {
		row := dst.Pix[y*dst.Stride:][:4*p.Width]
		for x, sum := range w.sums.Row(y) {
			c := colour(float64(sum)/unit, d.Leaf(sum))
			*(*[4]byte)(row[4*x:]) = [4]byte{c.R, c.G, c.B, c.A}
		}
	}
	return nil
}

// Samples paints a view of samples into dst, which has the picture's size. colour says how the
// picture is displayed.
func (w *Painter) Samples(dst *image.RGBA, v View, p *yuv.Picture, colour yuv.Colour) {
	l := LevelsOf(p, colour)
	w.lumas = w.lumas[:0]
	for luma := range p.Format.MaxValue() + 1 {
		w.lumas = append(w.lumas, views[v].sample(&l, [3]int{luma, l.Chroma.Low, l.Chroma.Low}))
	}
	most, shift := p.Format.MaxValue(), p.LumaShift
	bytes := p.Format.SampleBytes()
	for y := range p.Height {
		row, luma := dst.Pix[y*dst.Stride:][:4*p.Width], p.Luma.Row(y, bytes)
		for x := range p.Width {
			at := luma[x*p.Luma.Step:]
			value := int(at[0])
			if bytes == 2 {
				value = min(int(binary.LittleEndian.Uint16(at)>>shift), most)
			}
			c := w.lumas[value]
			*(*[4]byte)(row[4*x:]) = [4]byte{c.R, c.G, c.B, c.A}
		}
		if v == Outside && l.Planes == 3 {
			w.chroma(row, &l, p, y)
		}
	}
}

// chroma paints the pixels of a row whose luma is in range but whose chroma is not.
func (w *Painter) chroma(row []byte, l *Levels, p *yuv.Picture, y int) {
	across := 1 << p.Format.SubX
	for from := 0; from < p.Width; from += across {
		v := samplesAt(p, 3, from, y)
		if !l.Chroma.Lacks(v[1]) && !l.Chroma.Lacks(v[2]) {
			continue
		}
		for x := from; x < min(from+across, p.Width); x++ {
			if v[0] = min(p.Sample(-1, x, y), p.Format.MaxValue()); !l.Luma.Lacks(v[0]) {
				*(*[4]byte)(row[4*x:]) = [4]byte{ChromaAway.R, ChromaAway.G, ChromaAway.B, ChromaAway.A}
			}
		}
	}
}

// Level paints a level of a pyramid into dst, which has the picture's size; each cell covers its
// pixels.
func (w *Painter) Level(dst *image.RGBA, cells *quadpyramid.Cells, level int) {
	w.values = cells.Fill(w.values[:0], level)
	if most := Most(w.values); w.colour == nil || w.most != most {
		w.colour, w.most = map[int32]color.RGBA{}, most
	}
	width, _ := cells.Size(level)
	for y := range cells.Height {
		row := dst.Pix[y*dst.Stride:][:4*cells.Width]
		values := w.values[y>>level*width:]
		if y&(1<<level-1) != 0 {
			copy(row, dst.Pix[(y-1)*dst.Stride:])
			continue
		}
		var c color.RGBA
		for x := range cells.Width {
			if x&(1<<level-1) == 0 {
				value := values[x>>level]
				known := false
				if c, known = w.colour[value]; !known {
					c = CellColour(value, w.most)
					w.colour[value] = c
				}
			}
			*(*[4]byte)(row[4*x:]) = [4]byte{c.R, c.G, c.B, c.A}
		}
	}
}
