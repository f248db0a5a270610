package quadpyramid

import (
	"math"

	"ffkvadrat/edge"
	"ffkvadrat/edge/morton"
)

// Fill writes the mask whose leaf pixels are those under the quads, in a picture of width × height
// pixels that contains them. It is the inverse of building a list: a list without limits gives the
// mask that it was built from.
func Fill(m *edge.BitMask, width, height int, list []Quad) {
	m.Resize(width, height)
	clear(m.Words)
	for _, q := range list {
		x, y, level := q.X(), q.Y(), q.Level()
		column, row := x/edge.TileSize, y/edge.TileSize
		word := morton.Code(x%edge.TileSize/8, y%edge.TileSize/8)
		switch {
		case level < 3:
			m.Tile(column, row)[word] |= (1<<(1<<(2*level)) - 1) << morton.Code(x%8, y%8)
		case level <= 6:
			full(m.Tile(column, row)[word:][:1<<(2*(level-3))])
		default:
			for r := row; r < row+q.Size()/edge.TileSize; r++ {
				full(m.Words[64*(r*m.Columns+column):][:q.Size()]) // 64 words for each 64 pixels
			}
		}
	}
}

// full sets all bits.
func full(words []uint64) {
	for i := range words {
		words[i] = math.MaxUint64
	}
}
