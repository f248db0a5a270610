package probe

import (
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/yuv"
)

// magnified is the side of the picture of a block in pixels. leastAround and mostAround limit the samples around the block.
const magnified, leastAround, mostAround = 200, 2, 8

// glass has the picture of a block, and what it was made from.
type glass struct {
	of      glassOf
	view    overlay.View
	image   *image.RGBA
	version int // counts pictures
}

type glassOf struct {
	number      int64 // of the picture
	frame       *decode.Frame
	inside      image.Rectangle
	size        image.Point
	colours     yuv.Converter
	orientation overlay.Orientation
}

// magnify shows a block of a fetched picture with the samples around it, as the window shows them.
func (p *Probe) magnify(shown *panel.Magnified, side *scene.Side, f *decode.Frame, number int64, inside image.Rectangle) {
	g, picture := &p.glass, &f.Picture
	of := glassOf{number, f, inside, image.Pt(picture.Width, picture.Height), p.scene.ColoursOf(side), p.scene.Place.View.Orientation}
	if g.of != of {
		g.look(of)
		g.paint(picture)
	}
	shown.Image, shown.Version, shown.Block = g.image, g.version, g.view.Cover(inside)
}

// look makes the view of a block.
func (g *glass) look(of glassOf) {
	longer := max(of.inside.Dx(), of.inside.Dy())
	side := longer + 2*min(max(longer/4, leastAround), mostAround)
	v := overlay.View{Width: of.size.X, Height: of.size.Y, Orientation: of.orientation}
	t := v.Turn()
	x, y := float64(of.inside.Min.X+of.inside.Max.X)/2, float64(of.inside.Min.Y+of.inside.Max.Y)/2
	x, y = float64(t.A)*x+float64(t.B)*y+float64(t.X), float64(t.C)*x+float64(t.D)*y+float64(t.Y)
	all := image.Rect(0, 0, magnified, magnified)
	g.of, g.view = of, overlay.Zoomed(v.Width, v.Height, v.Orientation, 1, magnified/float64(side), x, y, all, magnified, magnified)
	g.version++
}

// paint paints the view. Rows of the same samples are copied.
func (g *glass) paint(picture *yuv.Picture) {
	if g.image == nil {
		g.image = image.NewRGBA(image.Rect(0, 0, magnified, magnified))
	}
	above := image.Pt(-1, -1)
	for y := range magnified {
		row := g.image.Pix[y*g.image.Stride:][:4*magnified]
		first, down, _ := g.view.Pick(0, y)
		at := image.Pt(first, down)
		if y > 0 && at == above {
			copy(row, g.image.Pix[(y-1)*g.image.Stride:][:4*magnified])
			continue
		}
		above = at
		last, colour := image.Pt(-1, -1), [4]byte{}
		for x := range magnified {
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
