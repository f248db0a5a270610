package probe

import (
	"fmt"
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/player/scene"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Inspect appends lines about the pixel at a point of the window: its samples
// and colour, D and whether D makes it a leaf, and its quad. With hurry it does
// not wait for a list that is only on the GPU, and leaves out the quad.
func (p *Probe) Inspect(lines []string, at *scene.Place, f *decode.Frame, px, py int, hurry bool) []string {
	x, y, ok := at.View.Pick(px, py)
	if !ok {
		return lines
	}
	side := at.SideOf(image.Rect(px, 0, px, 0))
	first := len(lines)
	lines = p.pixel(lines, side, &f.Picture, x, y)
	lines[first] = fmt.Sprintf("(%d, %d)   %s", x, y, lines[first])
	if hurry {
		return lines
	}
	quads := side.Layer.Read()
	i, ok := quadpyramid.Find(quads, x, y)
	if !ok {
		return append(lines, "no quad")
	}
	q := quads[i]
	return append(lines, fmt.Sprintf("quad %d of %d   (%d, %d)   %d × %d", i, len(quads), q.X(), q.Y(), q.Size(), q.Size()))
}

// pixel appends lines about a pixel: its samples and colour, and D with the
// side's decision by it.
func (p *Probe) pixel(lines []string, s *scene.Side, picture *yuv.Picture, x, y int) []string {
	params := s.Settings.Params
	lines = append(lines, samples(picture, p.scene.Colours(), x, y))
	decision, err := params.Decision(picture.Format)
	if err != nil || !params.Variant.Discriminates() {
		return lines
	}
	d := decision.Sum(p.moved.Of(picture, decision), x, y)
	leaf := "no leaf"
	if decision.Leaf(d) {
		leaf = "leaf"
		classes, err := params.Discriminator().Classes(nil, picture.Format)
		for i := range classes {
			if err == nil && len(classes) > 1 && classes[i].Leaf(d) {
				leaf = fmt.Sprintf("leaf of class %d", i)
			}
		}
	}
	return append(lines, fmt.Sprintf("D = %d = %.5f   %s", d, float64(d)/decision.Unit(picture.Format), leaf))
}

// samples writes a pixel's code values and its colour on the display.
func samples(p *yuv.Picture, v yuv.Converter, x, y int) string {
	a, b, c := p.Sample(0, x, y), p.Sample(1, x, y), p.Sample(2, x, y)
	rgb := v.At(p, x, y)
	shown := fmt.Sprintf("RGB %d %d %d", rgb[0], rgb[1], rgb[2])
	switch p.Format.Model {
	case yuv.Gray:
		return fmt.Sprintf("Y %d   %s", a, shown)
	case yuv.RGB:
		if p.Format.Depth == 8 {
			return shown + fmt.Sprintf("   luma %d", p.Sample(-1, x, y))
		}
		return fmt.Sprintf("R %d  G %d  B %d   luma %d   %s", a, b, c, p.Sample(-1, x, y), shown)
	}
	return fmt.Sprintf("Y %d  U %d  V %d   %s", a, b, c, shown)
}
