package edge

import "ffkvadrat/edge/morton"

// TileSize is the side of a tile of a [BitMask] in pixels.
const TileSize = 64

// BitMask holds one bit for each pixel: whether it is a leaf. Bits are in Morton order:
// of two numbers, bit i of x goes to bit 2i and bit i of y to bit 2i+1.
type BitMask struct {
	Width, Height int // pixels
	Columns, Rows int // tiles
	// Words has 64 words a tile, the tiles row by row. Word Morton(x, y) of a
	// tile holds its 8×8 pixels from (8x, 8y); bit Morton(x, y) of the word is
	// pixel (x, y) of these: 1 for a leaf. Pixels outside the picture are 0.
	Words []uint64
}

// Resize sets the size and allocates memory if needed. Words that hold pixels are
// undefined until written, the others are 0.
func (m *BitMask) Resize(width, height int) {
	if m.Width == width && m.Height == height {
		return
	}
	m.Width, m.Height = width, height
	m.Columns, m.Rows = (width+TileSize-1)/TileSize, (height+TileSize-1)/TileSize
	if n := 64 * m.Columns * m.Rows; cap(m.Words) < n {
		m.Words = make([]uint64, n)
	} else {
		m.Words = m.Words[:n]
		clear(m.Words)
	}
}

// Set makes a pixel a leaf.
func (m *BitMask) Set(x, y int) {
	m.Tile(x/TileSize, y/TileSize)[morton.Code(x%TileSize/8, y%TileSize/8)] |= 1 << morton.Code(x%8, y%8)
}

// Leaf reports whether a pixel is a leaf.
func (m *BitMask) Leaf(x, y int) bool {
	return m.Tile(x/TileSize, y/TileSize)[morton.Code(x%TileSize/8, y%TileSize/8)]>>morton.Code(x%8, y%8)&1 != 0
}

// Tile returns the 64 words of a tile.
func (m *BitMask) Tile(column, row int) *[64]uint64 {
	return (*[64]uint64)(m.Words[64*(row*m.Columns+column):])
}
