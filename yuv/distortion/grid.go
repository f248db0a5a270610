package distortion

import "image"

// GridSide is the side of a [Grid]'s squares in pixels.
const GridSide = 16

// Grid is the distortion of a picture's first plane in the squares of a fixed grid, row by row from the upper left
// pixel. Squares at the right and lower edge have only the pixels that are in the picture.
type Grid struct {
	Across  int // squares in a row
	Squares []Area
}

// Place returns the pixels of a square, also those past the picture's edge.
func (g *Grid) Place(i int) image.Rectangle {
	at := image.Pt(i%g.Across, i/g.Across).Mul(GridSide)
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(GridSide, GridSide))}
}

// Of returns the index of the square that has a pixel.
func (g *Grid) Of(x, y int) int { return y/GridSide*g.Across + x/GridSide }

// Grid fills in the grid of the last pictures. It allocates only when pictures grow.
func (a *Areas) Grid(to *Grid) {
	size := a.planes[0].first
	to.Across, to.Squares = (size.Width+GridSide-1)/GridSide, to.Squares[:0]
	for y := 0; y < size.Height; y += GridSide {
		for x := 0; x < size.Width; x += GridSide {
			to.Squares = append(to.Squares, a.Square(0, x, y, GridSide))
		}
	}
}
