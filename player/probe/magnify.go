package probe

import (
	"image"
	"math"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/yuv"
)

// leastAround and mostAround limit the samples around the block in its picture.
const leastAround, mostAround = 2, 8

// glass has the picture of a block or of the source of one, and what it was made from.
type glass struct {
	of      glassOf
	ready   bool // image shows it
	view    overlay.View
	image   *image.RGBA
	version int // counts pictures of all glasses
}

type glassOf struct {
	number      int64 // of the playing video's picture
	frame       *decode.Frame
	away        int64 // frames from there to the shown one
	focus       panel.Area
	side        int // of the image
	size        image.Point
	colours     yuv.Converter
	orientation overlay.Orientation
}

// magnify shows what is looked at, with the samples around it, as the window shows them, and next to it the sources of
// its block, from the frames that are at hand, at the same scale. picture is fetched.
func (p *Probe) magnify(shown *panel.Descent, side *scene.Side, f *decode.Frame, number int64, focus panel.Area) {
	picture := &f.Picture
	n := shown.Sources()
	of := glassOf{
		number: number, frame: f, focus: focus, side: panel.PatchSide(1 + n), size: image.Pt(picture.Width, picture.Height),
		colours: p.scene.ColoursOf(side), orientation: p.scene.Place.View.Orientation,
	}
	g := &p.glasses[0]
	if p.look(g, of) {
		g.paint(picture)
	}
	shown.Magnified = panel.Magnified{Image: g.image, Version: g.version, Block: g.area(focus), Pixel: g.view.Cover(image.Rect(shown.X, shown.Y, shown.X+1, shown.Y+1))}
	for i := range n {
		r, g := &shown.References[i], &p.glasses[1+i]
		of := of
		of.away = r.Away
		of.focus.X, of.focus.Y = focus.X+r.DX, focus.Y+r.DY
		if p.look(g, of) {
			p.paintNear(g, f)
		}
		if g.ready {
			r.Source = panel.Magnified{Image: g.image, Version: g.version, Block: g.area(r.Area())}
		}
	}
}

// look makes the view of what a glass is to show, and reports whether it has to be painted.
func (p *Probe) look(g *glass, of glassOf) bool {
	if g.of == of {
		return !g.ready
	}
	longer := max(of.focus.Width, of.focus.Height)
	side := longer + 2*min(max(math.Floor(longer/4), leastAround), mostAround)
	v := overlay.View{Width: of.size.X, Height: of.size.Y, Orientation: of.orientation}
	t := v.Turn()
	x, y := of.focus.X+of.focus.Width/2, of.focus.Y+of.focus.Height/2
	x, y = float64(float64(t.A)*x)+float64(float64(t.B)*y)+float64(t.X), float64(float64(t.C)*x)+float64(float64(t.D)*y)+float64(t.Y)
	all := image.Rect(0, 0, of.side, of.side)
	g.of, g.ready, g.view = of, false, overlay.Zoomed(v.Width, v.Height, v.Orientation, 1, float64(of.side)/side, x, y, all, of.side, of.side)
	if g.image == nil || g.image.Rect != all {
		g.image = image.NewRGBA(all)
	}
	p.versions++
	g.version = p.versions
	return true
}

// area returns where an area is in the image.
func (g *glass) area(a panel.Area) image.Rectangle { return g.view.Area(a.X, a.Y, a.Width, a.Height) }

// paintNear paints a glass from another frame of a video than the current one, if that is at hand and like it.
func (p *Probe) paintNear(g *glass, of *decode.Frame) {
	if p.Near == nil {
		return
	}
	f := p.Near(of, g.of.away)
	if f == nil {
		return
	}
	defer f.Release()
	like := &of.Picture
	if b := &f.Picture; b.Width == like.Width && b.Height == like.Height && b.Format == like.Format && b.Fetch() == nil {
		g.paint(b)
	}
}

// paint paints the view. Rows of the same samples are copied.
func (g *glass) paint(picture *yuv.Picture) {
	g.ready = true
	side := g.of.side
	above := image.Pt(-1, -1)
	for y := range side {
		row := g.image.Pix[y*g.image.Stride:][:4*side]
		first, down, _ := g.view.Pick(0, y)
		at := image.Pt(first, down)
		if y > 0 && at == above {
			copy(row, g.image.Pix[(y-1)*g.image.Stride:][:4*side])
			continue
		}
		above = at
		last, colour := image.Pt(-1, -1), [4]byte{}
		for x := range side {
			px, py, ok := g.view.Pick(x, y)
			if at := image.Pt(px, py); x == 0 || at != last {
				last, colour = at, [4]byte{16, 17, 20, 255} // around the picture
				if ok {
					rgb := g.of.colours.At(picture, px, py)
					colour = [4]byte{rgb[0], rgb[1], rgb[2], 255}
				}
			}
			copy(row[4*x:], colour[:])
		}
	}
}
