package probe

import (
	"fmt"
	"image"
	"math"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/feature"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// mean is a quad's mean luma.
type mean struct {
	picture int64
	layer   *scene.Layer
	quad    quadpyramid.Quad
	value   float64
}

// TogglePin pins the pixel at a point of the window, or unpins the pinned pixel.
func (p *Probe) TogglePin(at *scene.Place, px, py int) {
	if p.pinned {
		p.pinned = false
		return
	}
	p.source, p.largest = source{}, largest{}
	p.x, p.y, p.pinned = p.pick(at, px, py)
}

// pick returns the pixel at a point of the window, and remembers which side shows it.
func (p *Probe) pick(at *scene.Place, px, py int) (x, y int, ok bool) {
	side, x, y, ok := at.Pick(px, py)
	if p.side = 0; side == &at.Sides[1] {
		p.side = 1
	}
	return x, y, ok
}

// Pinned reports whether a pixel is pinned.
func (p *Probe) Pinned() bool { return p.pinned }

// Unpin unpins the pixel.
func (p *Probe) Unpin() { p.pinned = false }

// Pin pins a pixel.
func (p *Probe) Pin(x, y int) {
	p.x, p.y, p.pinned, p.source, p.largest = x, y, true, source{}, largest{}
}

// PinOn pins a pixel of a side: 0 is A, 1 is B.
func (p *Probe) PinOn(x, y, side int) {
	p.Pin(x, y)
	p.side = side
}

// PinIn pins a pixel of a side, in a part of the current frame that one of the codec's largest blocks has.
func (p *Probe) PinIn(x, y, side int, part image.Rectangle) {
	p.PinOn(x, y, side)
	p.largest = largest{part, p.Time}
}

// Side returns the side that shows the pinned pixel, or else the one that was last under the pointer.
func (p *Probe) Side(at *scene.Place) *scene.Side {
	side := &at.Sides[p.side]
	if p.pinned {
		side = at.SideOf(p.x, p.y, side)
	}
	return side
}

// PinSource pins a pixel in what a block of another frame is predicted from: an area of the frame with an index.
func (p *Probe) PinSource(x, y int, frame int64, area panel.Area) {
	p.Pin(x, y)
	p.source = source{frame: frame, area: area}
}

// PinSecondSource is PinSource for an area of the second video's frame that is shown with the playing video's at a time.
func (p *Probe) PinSecondSource(x, y int, at float64, area panel.Area) {
	p.PinOn(x, y, 1)
	p.source = source{second: true, at: at, area: area}
}

// sourceOn returns the pinned source, if a side shows it.
func (p *Probe) sourceOn(side *scene.Side) (area panel.Area, ok bool) {
	s := &p.source
	if second, _, _ := side.Second(); !p.pinned || s.area == (panel.Area{}) || second != s.second {
		return area, false
	}
	if s.second {
		const rounding = 0.001 // of containers
		return s.area, math.Abs(p.Time-s.at) <= max(p.Lasts/2, rounding)
	}
	return s.area, s.frame == p.Index
}

// Pixel returns the pinned pixel, if it is inside the picture, else the pixel at a point of the
// window, if point is true.
func (p *Probe) Pixel(at *scene.Place, px, py int, point bool) (x, y int, ok bool) {
	switch {
	case p.pinned:
		return p.x, p.y, p.x < at.View.Width && p.y < at.View.Height
	case point:
		return p.pick(at, px, py)
	}
	return 0, 0, false
}

// Descend fills in the traversal to a pixel. number identifies the picture. If the list is only on
// the GPU, the CPU analyses the picture again.
func (p *Probe) Descend(shown *panel.Descent, at *scene.Place, f *decode.Frame, number int64, x, y int) {
	s := at.SideOf(x, y, &at.Sides[p.side])
	first := f
	if f = s.Frame(f); f == nil {
		shown.On, shown.Steps = false, shown.Steps[:0]
		return
	}
	shown.On, shown.Pinned, shown.X, shown.Y, shown.Area = true, p.pinned, x, y, s.Area
	shown.Facts, shown.Block = p.pixel(shown.Facts[:0], s, &f.Picture, x, y, false), p.block(shown.Block[:0], s, x, y)
	if shown.Both = p.both(shown.Both[:0], at, first, x, y); len(shown.Both) > 0 {
		shown.Block = append(shown.Block[:0], shown.Block[1:]...)
	}
	if a, b := &first.Picture, p.scene.SecondPicture(); b != nil && alike(a, b) { // instead of the samples of one
		shown.Facts = append(p.difference(nil, "A − B", s, a, b, x, y), shown.Facts[1:]...)
	}
	if made, _, _ := p.scene.Blocks(s); made == nil || !s.Settings.Codec { // else References has them
		shown.Facts = p.vectors(shown.Facts, s, &f.Picture, x, y, p.numbering(f, first))
	}
	shown.Cells = shown.Cells[:0]
	shown.Around, shown.Source, shown.Magnified, shown.References = image.Rectangle{}, panel.Area{}, panel.Magnified{}, shown.References[:0]
	if c, ok := p.codedAt(s, x, y); ok {
		if !p.scene.BlocksScaled(s) { // sources are shown in the picture
			shown.References = p.references(shown.References, s, x, y)
		}
		shown.Frame, shown.First = p.numbering(f, first), f == first
		p.place(shown, f)
		r, made := c.inside, c.picture
		wider, higher := float64(f.Picture.Width)/float64(made.Width), float64(f.Picture.Height)/float64(made.Height)
		focus := panel.Area{X: float64(r.Min.X) * wider, Y: float64(r.Min.Y) * higher, Width: float64(r.Dx()) * wider, Height: float64(r.Dy()) * higher}
		shown.Around = at.CoverArea(s, focus.X, focus.Y, focus.Width, focus.Height)
		if area, ok := p.sourceOn(s); ok {
			focus, shown.Source = area, area
			shown.Around = at.CoverArea(s, area.X, area.Y, area.Width, area.Height)
		}
		if f.Picture.Fetch() == nil {
			p.magnify(shown, s, f, number, focus)
		}
	}
	if blocksAlone(s) && len(shown.Block)+len(shown.Both) > 0 {
		shown.Steps, shown.Quad = shown.Steps[:0], shown.Quad[:0]
		return
	}
	shown.Facts = p.decided(shown.Facts, s, &f.Picture, x, y, true)
	p.trace(shown, s, &f.Picture, number)
	if s.Layer.Cubed() {
		shown.Quad = append(shown.Quad, p.cubeAt(s, f, x, y)...)
	}
	for _, step := range shown.Steps {
		k := step.Level
		shown.Cells = append(shown.Cells, at.Cover(s, image.Rect(step.X<<k, step.Y<<k, (step.X+1)<<k, (step.Y+1)<<k)))
	}
}

// place finds when the sources of a second video's frame are shown.
func (p *Probe) place(shown *panel.Descent, f *decode.Frame) {
	if shown.First || p.Shown == nil {
		return
	}
	for i := range shown.References {
		if r := &shown.References[i]; r.Away != 0 {
			r.At, r.Shown = p.Shown(f, r.Away)
		}
	}
}

// numbering returns the place of a frame; first is the playing video's.
func (p *Probe) numbering(f, first *decode.Frame) panel.Numbering {
	if f == first {
		return p.Numbering
	}
	return panel.Numbering{Index: f.Index}
}

// alike reports whether the samples of two pictures can be compared.
func alike(a, b *yuv.Picture) bool {
	return a.Width == b.Width && a.Height == b.Height && a.Format.Model == b.Format.Model && a.Format.Depth == b.Format.Depth && b.Fetch() == nil
}

// trace finds the traversal, and the quad or pixel at its end.
func (p *Probe) trace(shown *panel.Descent, s *scene.Side, picture *yuv.Picture, number int64) {
	shown.Steps, shown.Quad = shown.Steps[:0], shown.Quad[:0]
	shown.Thing = s.Layer.Rule().Variant.Thing() // for cubes, the traversal leads to their cross section
	cells, err := s.Layer.Cells(picture)
	if err != nil {
		shown.Quad = append(shown.Quad, wording.Line(err))
		return
	}
	shown.Steps = cells.Descend(shown.Steps, shown.X, shown.Y)
	end := shown.Steps[len(shown.Steps)-1]
	switch {
	case end.Value != quadpyramid.LeafMarker:
		shown.Quad = append(shown.Quad, "no "+shown.Thing)
		return
	case end.End == end.Start:
		shown.Quad = append(shown.Quad, "smaller than the smallest quads")
		return
	}
	q := cells.List[end.Start]
	shown.Quad = append(shown.Quad,
		fmt.Sprintf("%s   (index %s)", quantity.Of(end.Start+1, len(cells.List)), quantity.Grouped(int64(end.Start))),
		fmt.Sprintf("at (%d, %d)   %d × %d", q.X(), q.Y(), q.Size(), q.Size()))
	if r := s.Layer.Rule(); r.Variant.Merges() && (r.MaxSize == 0 || 2*q.Size() <= r.MaxSize) && cut(q, picture) {
		shown.Quad = append(shown.Quad, fmt.Sprintf("at the edge: %d × %d would reach past it", 2*q.Size(), 2*q.Size()))
	}
	if means := s.Layer.Means(); len(means) > 0 {
		shown.Quad = append(shown.Quad, meanText(means[end.Start], s.Features()))
		return
	}
	if m := &p.mean; m.picture != number || m.layer != s.Layer || m.quad != q {
		*m = mean{number, s.Layer, q, meanLuma(picture, q)}
	}
	shown.Quad = append(shown.Quad, fmt.Sprintf("mean luma %.2f", p.mean.value))
}

// cut reports whether the square that a quad would merge into is not wholly inside the picture.
func cut(q quadpyramid.Quad, picture *yuv.Picture) bool {
	side := 2 * q.Size()
	inside := image.Rect(0, 0, picture.Width, picture.Height)
	whole := q.Size() >= max(picture.Width, picture.Height) // the top of the pyramid merges no further
	return !whole && !image.Rect(0, 0, side, side).Add(image.Pt(q.X()&^(side-1), q.Y()&^(side-1))).In(inside)
}

// meanText formats a mean of features.
func meanText(m feature.Mean, space channel.Space) string {
	v := m.Vector()
	if space == channel.Vectors {
		if v[0] == 0 {
			return "no motion vectors"
		}
		along := func(c uint16) float64 { return quantity.Fixed((float64(c)-feature.Still)/yuv.VectorUnit, 2) }
		return fmt.Sprintf("mean motion %+.2f, %+.2f px   known in %.0f %%", along(v[1]), along(v[2]), 100*float64(v[0])/channel.Peak)
	}
	names := "RGB"
	if space == channel.YUV {
		names = "YUV"
	}
	return fmt.Sprintf("mean %c %d  %c %d  %c %d of %d", names[0], v[0], names[1], v[1], names[2], v[2], channel.Peak)
}

// meanLuma returns the mean luma of a quad's pixels in code values.
func meanLuma(p *yuv.Picture, q quadpyramid.Quad) float64 {
	sum := 0
	for y := q.Y(); y < q.Y()+q.Size(); y++ {
		for x := q.X(); x < q.X()+q.Size(); x++ {
			sum += p.Sample(-1, x, y)
		}
	}
	return float64(sum) / float64(q.Size()*q.Size())
}
