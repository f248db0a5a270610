package player

import (
	"fmt"
	"image"

	"ffkvadrat/analysis"
	"ffkvadrat/player/panel"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// inspect puts into the status what is under the pointer: the pixel's samples
// and colour, D and whether that makes it a leaf, and its quad.
func (p *player) inspect() {
	p.status.Inspected = p.status.Inspected[:0]
	if p.hidden || p.camera.dragging || !p.overPicture() {
		return
	}
	v, area := p.view()
	x, y, ok := v.Pick(int(p.input.x), int(p.input.y))
	if !ok {
		return
	}
	side := p.sideOf(image.Rect(int(p.input.x), 0, int(p.input.x), 0), area)
	p.status.Inspected = p.pixel(p.status.Inspected, &side, x, y)
	p.status.Inspected[0] = fmt.Sprintf("(%d, %d)   %s", x, y, p.status.Inspected[0])
	if p.settings.Engine == panel.GPU && !p.transport.Paused() {
		return // no picture is held up for its list
	}
	quads := side.layer.read()
	if i, ok := quadpyramid.Find(quads, x, y); ok {
		q := quads[i]
		line := fmt.Sprintf("quad %d of %d   (%d, %d)   %d × %d", i, len(quads), q.X(), q.Y(), q.Size(), q.Size())
		p.status.Inspected = append(p.status.Inspected, line)
	} else {
		p.status.Inspected = append(p.status.Inspected, "no quad")
	}
}

// pixel appends lines on a pixel: its samples and colour, and D with what a side
// decides by it.
func (p *player) pixel(lines []string, s *side, x, y int) []string {
	picture, params := &p.frame.Picture, s.settings.Params
	lines = append(lines, samples(picture, p.screen.converter.Twin(), x, y))
	decision, err := params.Decision(picture.Format)
	if err != nil || params.Variant != analysis.EdgeThreshold {
		return lines
	}
	d := decision.Sum(picture, x, y)
	leaf := "no leaf"
	if (decision.Lower <= d && d < decision.Upper) != decision.Invert {
		leaf = "leaf"
	}
	return append(lines, fmt.Sprintf("D = %d = %.5f   %s", d, float64(d)/decision.Unit(picture.Format), leaf))
}

// samples are a pixel's code values, and the colour on the display.
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
