package player

import (
	"fmt"
	"image"
	"time"

	"ffkvadrat/feature"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// descent is what stays of the descent from picture to picture.
type descent struct {
	pinned bool
	x, y   int        // the pinned pixel
	down   [2]float64 // where the button went down over the picture
	found  time.Time  // when the quads were found last
	mean   mean
}

// mean is a quad's mean luma.
type mean struct {
	picture int64
	quad    quadpyramid.Quad
	value   float64
}

// descentEvery is how often, while the film plays, the CPU finds again what the
// GPU has found, for the descent.
const descentEvery = 250 * time.Millisecond

// clickReach is how far the pointer moves in a click, in pixels at scale 1.
const clickReach = 3

// clicked reports whether the button that went up over the picture has been
// clicked, not dragged.
func (p *player) clicked() bool {
	dx, dy := p.input.x-p.descent.down[0], p.input.y-p.descent.down[1]
	reach := clickReach * float64(p.panel.Scale())
	return max(dx, -dx, dy, -dy) <= reach
}

// pin stays with the pixel under the pointer, or with none where one is pinned.
func (p *player) pin() {
	if p.hidden || p.panel.Tab != session.Pixel {
		return
	}
	d := &p.descent
	if d.pinned {
		d.pinned = false
		return
	}
	v, _ := p.view()
	d.x, d.y, d.pinned = v.Pick(int(p.input.x), int(p.input.y))
}

// descend puts into the status how the traversal comes to the pixel that is
// pinned or pointed at, while the panel shows it.
func (p *player) descend(now time.Time) {
	shown := &p.status.Descent
	v, area := p.view()
	x, y, ok := p.chosenPixel(&v)
	if !ok || p.hidden || p.panel.Tab != session.Pixel {
		shown.On, shown.Steps = false, shown.Steps[:0]
		return
	}
	s := p.sideOf(v.Cover(image.Rect(x, y, x+1, y+1)), area)
	moved := !shown.On || shown.X != x || shown.Y != y
	shown.On, shown.Pinned, shown.X, shown.Y, shown.Area = true, p.descent.pinned, x, y, s.area
	shown.Facts = p.pixel(shown.Facts[:0], &s, x, y)
	if moved || p.transport.Paused() || p.settings.Engine == panel.CPU || now.Sub(p.descent.found) >= descentEvery {
		p.descent.found = now
		p.trace(shown, &s)
	}
	shown.Cells = shown.Cells[:0]
	for _, step := range shown.Steps {
		k := step.Level
		shown.Cells = append(shown.Cells, v.Cover(image.Rect(step.X<<k, step.Y<<k, (step.X+1)<<k, (step.Y+1)<<k)))
	}
}

// chosenPixel is the one that is pinned, as far as the picture has it, or else the
// one under the pointer.
func (p *player) chosenPixel(v *overlay.View) (x, y int, ok bool) {
	d := &p.descent
	if d.pinned {
		return d.x, d.y, d.x < v.Width && d.y < v.Height
	}
	if p.camera.dragging || !p.overPicture() {
		return 0, 0, false
	}
	return v.Pick(int(p.input.x), int(p.input.y))
}

// trace finds the way and what is at its end.
func (p *player) trace(shown *panel.Descent, s *side) {
	shown.Steps, shown.Quad = shown.Steps[:0], shown.Quad[:0]
	picture := &p.frame.Picture
	cells, err := s.layer.cells(picture)
	if err != nil {
		shown.Quad = append(shown.Quad, err.Error())
		return
	}
	shown.Steps = cells.Descend(shown.Steps, shown.X, shown.Y)
	end := shown.Steps[len(shown.Steps)-1]
	switch {
	case end.Value != quadpyramid.LeafMarker:
		shown.Quad = append(shown.Quad, "no quad")
		return
	case end.End == end.Start:
		shown.Quad = append(shown.Quad, "a leaf below the smallest quads")
		return
	}
	q := cells.List[end.Start]
	shown.Quad = append(shown.Quad,
		fmt.Sprintf("index %d of %d", end.Start, len(cells.List)),
		fmt.Sprintf("at (%d, %d)   %d × %d", q.X(), q.Y(), q.Size(), q.Size()))
	if means := s.layer.pyramid.means; len(means) > 0 {
		shown.Quad = append(shown.Quad, meanText(means[end.Start], s.settings.Features))
		return
	}
	if m := &p.descent.mean; m.picture != p.picture || m.quad != q {
		*m = mean{p.picture, q, meanLuma(picture, q)}
	}
	shown.Quad = append(shown.Quad, fmt.Sprintf("mean luma %.2f", p.descent.mean.value))
}

// meanText is a mean of features.
func meanText(m feature.Mean, space feature.Space) string {
	v := m.Vector()
	names := "RGB"
	if space == feature.YUV {
		names = "YUV"
	}
	return fmt.Sprintf("mean %c %d  %c %d  %c %d of %d", names[0], v[0], names[1], v[1], names[2], v[2], feature.Peak)
}

// meanLuma is the mean of the luma that a quad covers, in code values.
func meanLuma(p *yuv.Picture, q quadpyramid.Quad) float64 {
	sum := 0
	for y := q.Y(); y < q.Y()+q.Size(); y++ {
		for x := q.X(); x < q.X()+q.Size(); x++ {
			sum += p.Sample(-1, x, y)
		}
	}
	return float64(sum) / float64(q.Size()*q.Size())
}
