package probe

import (
	"fmt"
	"slices"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Inspect appends lines about the pixel at a point of the window: samples, colour, D with the
// decision, and quad. With hurry, it does not wait for a list that is only on the GPU, and omits
// the quad. Of two videos of one size it has the samples of both, those at the point first. Else it does
// not repeat samples that the numbers in the picture show.
func (p *Probe) Inspect(lines []string, at *scene.Place, f *decode.Frame, px, py int, numbers *[2]panel.Numbers, hurry bool) []string {
	p.Heads = 1
	side, x, y, ok := at.Pick(px, py)
	if !ok {
		return lines
	}
	playing := f
	if f = side.Frame(f); f == nil {
		if _, _, late := side.Second(); late {
			return append(lines, "not decoded yet")
		}
		return append(lines, "no frame of the second video")
	}
	first := len(lines)
	if both, other := p.scene.Both(); both != nil {
		lines = p.difference(lines, fmt.Sprintf("(%d, %d)   A − B", x, y), side, &f.Picture, other, x, y)
		of := p.scene.BlocksOf(side)
		if begin := len(lines); side.Settings.Blocks() { // which have outlines
			if lines = p.block(lines, of, x, y); len(lines) > begin {
				lines[begin] = at.Letter(of) + "   " + lines[begin]
			}
		}
		return lines
	}
	other, beside := otherVideo(at, side, &f.Picture, playing)
	shown := other == nil && (side == &at.Sides[0] && numbers[0].Samples || side == &at.Sides[1] && numbers[1].Samples)
	lines = p.pixel(lines, side, &f.Picture, x, y, shown)
	lines = p.block(lines, side, x, y)
	lines = p.vectors(lines, side, &f.Picture, x, y, p.numbering(f, playing))
	if blocksAlone(side) {
		hurry = true // no quad is shown
	} else {
		lines = p.decided(lines, side, &f.Picture, x, y, false)
	}
	lines[first] = fmt.Sprintf("(%d, %d)   %s", x, y, lines[first])
	if at.N > 1 {
		lines[first] = at.Letter(side) + "   " + lines[first]
	}
	if other != nil {
		line := fmt.Sprintf("%s   (%d, %d)   %s", at.Letter(other), x, y, samples(beside, p.scene.ColoursOf(other), x, y, false))
		lines = slices.Insert(lines, first+1, line)
		p.Heads = 2
	}
	if hurry {
		return lines
	}
	if side.Layer.Cubed() {
		return append(lines, p.cubeAt(side, f, x, y)...)
	}
	quads := side.Layer.Read()
	if template, ok := side.Template(); ok {
		return append(lines, hitAt(quads, template, x, y))
	}
	i, ok := quadpyramid.Find(quads, x, y)
	if !ok {
		return append(lines, "no "+side.Layer.Thing())
	}
	q := quads[i]
	return append(lines, fmt.Sprintf("%s %s   (%d, %d)   %d × %d", side.Layer.Thing(), quantity.Of(i+1, len(quads)), q.X(), q.Y(), q.Size(), q.Size()))
}

// otherVideo returns the side of the other one of two videos that are compared, and its picture, if that is at hand and has
// the size of a side's; else nil. playing is the playing video's frame.
func otherVideo(at *scene.Place, side *scene.Side, of *yuv.Picture, playing *decode.Frame) (other *scene.Side, picture *yuv.Picture) {
	if at.N < 2 {
		return nil, nil
	}
	if other = &at.Sides[0]; side == other {
		other = &at.Sides[1]
	}
	a, _, _ := side.Second()
	b, _, _ := other.Second()
	f := other.Frame(playing)
	if a == b || f == nil || f.Picture.Width != of.Width || f.Picture.Height != of.Height || f.Picture.Fetch() != nil {
		return nil, nil
	}
	return other, &f.Picture
}

// blockAt describes the block of a map for an encoder at a pixel.
func blockAt(g *regions.Grid, x, y int) string {
	offset, what := g.At(x, y), "same as without the map"
	switch {
	case offset < 0:
		what = "more bits"
	case offset > 0:
		what = "fewer bits"
	}
	return fmt.Sprintf("block (%d, %d)   %d × %d   offset %s: %s", x/g.Side*g.Side, y/g.Side*g.Side, g.Side, g.Side, panel.Signed(offset), what)
}

// blockPSNR describes the block at a pixel of two pictures that were compared.
func blockPSNR(m *views.BlockMeter, x, y int) string {
	i := m.Grid.Of(x, y)
	block := m.Grid.Place(i)
	plane, _ := m.Compared()
	return fmt.Sprintf("block (%d, %d)   %d × %d   PSNR %s %s dB", block.Min.X, block.Min.Y, block.Dx(), block.Dy(), plane, decibelsOf(m.Grid.Squares[i].PSNR()))
}

// cubeAt describes the cube at a pixel and its duration.
func (p *Probe) cubeAt(side *scene.Side, f *decode.Frame, x, y int) []string {
	found, ok := p.scene.CubeAt(side, f, x, y)
	if !ok {
		return []string{"no cube"}
	}
	c := found.Cube
	lines := []string{fmt.Sprintf("cube   (%d, %d)   %d × %d × %s", c.X(), c.Y(), c.Size(), c.Size(), quantity.Count(int64(c.Size()), "frame"))}
	switch {
	case !found.Untimed:
		return append(lines, fmt.Sprintf("frames %d–%d   %.3f–%.3f s", found.From+1, found.To+1, found.Times[0]-p.Start, found.Times[1]-p.Start))
	case found.From >= 0:
		return append(lines, fmt.Sprintf("frames %d–%d", found.From+1, found.To+1))
	}
	return lines
}

// hitAt describes the hit of a template at a pixel; of several, the one with the nearest centre.
func hitAt(hits []quadpyramid.Quad, t match.Template, x, y int) string {
	best, least := -1, 0
	for i, q := range hits {
		dx, dy := x-q.X(), y-q.Y()
		if dx < 0 || dy < 0 || dx >= t.Width || dy >= t.Height {
			continue
		}
		dx, dy = 2*dx-t.Width, 2*dy-t.Height
		if far := dx*dx + dy*dy; best < 0 || far < least {
			best, least = i, far
		}
	}
	if best < 0 {
		return "no hit"
	}
	return fmt.Sprintf("hit %s   (%d, %d)   %d × %d", quantity.Of(best+1, len(hits)), hits[best].X(), hits[best].Y(), t.Width, t.Height)
}

// blocksAlone reports whether a side shows the codec's blocks without quads, so that nothing about quads is of interest.
func blocksAlone(s *scene.Side) bool { return s.Settings.BlocksFill() && !*s.Settings.Quads() }

// pixel appends lines about a pixel: samples, unless they are shown elsewhere, colour, how the picture is
// turned.
func (p *Probe) pixel(lines []string, s *scene.Side, picture *yuv.Picture, x, y int, shown bool) []string {
	if err := picture.Fetch(); err != nil {
		return append(lines, wording.Line(err))
	}
	lines = append(lines, samples(picture, p.scene.ColoursOf(s), x, y, shown))
	if text := turned(p.scene.Place.View.Orientation); text != "" {
		what := "position "
		if made, _, _ := p.scene.Blocks(s); made != nil && s.Settings.Codec || s.Settings.Needs().Vectors {
			what = "positions and vectors "
		}
		lines = append(lines, what+text)
	}
	return lines
}

// decided appends lines about what the analysis makes of a pixel: the block of a map, and D with the decision, if the
// parameters of the side's list are known: in a sentence with the computation, or in a short line.
func (p *Probe) decided(lines []string, s *scene.Side, picture *yuv.Picture, x, y int, plain bool) []string {
	params, known := s.Layer.ListParams()
	if g := s.Layer.Map(); g != nil {
		lines = append(lines, blockAt(g, x, y))
	}
	if !known {
		return lines
	}
	if params.Variant.Searches() {
		rule, err := lesson.NewHits(params, picture, nil, edge.Decision{})
		if err != nil {
			return lines
		}
		if plain {
			return appendWords(lines, rule.Plain(x, y))
		}
		return append(lines, rule.Comparison(x, y))
	}
	if !params.Variant.Discriminates() {
		return lines
	}
	basis, decision, err := p.basis.Of(picture, params)
	if err != nil {
		return lines
	}
	rule, err := lesson.NewRule(params, picture, basis, decision)
	if err != nil {
		return lines
	}
	if plain {
		return appendWords(lines, rule.Plain(x, y))
	}
	return append(lines, rule.Conclusion(x, y))
}

// appendWords appends lines that are not empty.
func appendWords(lines []string, words [2]string) []string {
	for _, w := range words {
		if w != "" {
			lines = append(lines, w)
		}
	}
	return lines
}

// difference appends the PSNR of a pixel's block, in the view that shows it, its samples in both videos, and their differences after a text.
func (p *Probe) difference(lines []string, less string, s *scene.Side, a, b *yuv.Picture, x, y int) []string {
	if b == nil {
		return append(lines, errNotYet.Error())
	}
	if err := a.Fetch(); err != nil {
		return append(lines, wording.Line(err))
	}
	colours := p.scene.ColoursOf(s)
	names := []string{"Y", "U", "V"}
	switch a.Format.Model {
	case yuv.RGB:
		names = []string{"R", "G", "B"}
	case yuv.Gray:
		names = names[:1]
	}
	for plane, name := range names {
		less += fmt.Sprintf("   %s %s", name, panel.Signed(a.Sample(plane, x, y)-b.Sample(plane, x, y)))
	}
	if m := p.meter(s); m != nil {
		lines = append(lines, blockPSNR(m, x, y))
	}
	return append(lines, less, "A   "+samples(a, colours, x, y, false), "B   "+samples(b, colours, x, y, false))
}

// samples formats a pixel's code values, unless they are shown elsewhere, and its displayed colour.
func samples(p *yuv.Picture, v yuv.Converter, x, y int, elsewhere bool) string {
	a, b, c := p.Sample(0, x, y), p.Sample(1, x, y), p.Sample(2, x, y)
	rgb := v.At(p, x, y)
	shown := fmt.Sprintf("RGB %d %d %d", rgb[0], rgb[1], rgb[2])
	switch {
	case p.Format.Model == yuv.RGB && p.Format.Depth == 8:
		return shown + fmt.Sprintf("   luma %d", p.Sample(-1, x, y))
	case elsewhere:
		return shown
	case p.Format.Model == yuv.Gray:
		return fmt.Sprintf("Y %d   %s", a, shown)
	case p.Format.Model == yuv.RGB:
		return fmt.Sprintf("R %d  G %d  B %d   luma %d   %s", a, b, c, p.Sample(-1, x, y), shown)
	}
	return fmt.Sprintf("Y %d  U %d  V %d   %s", a, b, c, shown)
}
