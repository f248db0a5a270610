package edge

// TileSize is the side of a tile of a [BitMask] in pixels.
const TileSize = 64

// BitMask says for each pixel whether it is a leaf, in one bit each. Its order
// is Morton order: of two numbers, bit i of x goes to bit 2i and bit i of y to
// bit 2i+1.
type BitMask struct {
	Width, Height int // pixels
	Columns, Rows int // tiles
	// Words has 64 words a tile, the tiles row by row. Word Morton(x, y) of a
	// tile holds its 8×8 pixels from (8x, 8y); bit Morton(x, y) of the word is
	// pixel (x, y) of these: 1 for a leaf. Pixels outside the picture are 0.
	Words []uint64
}

// Resize sets the size and makes room. Words that hold pixels are undefined
// until written, the others are 0.
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

// Tile is the 64 words of a tile.
func (m *BitMask) Tile(column, row int) *[64]uint64 {
	return (*[64]uint64)(m.Words[64*(row*m.Columns+column):])
}

// morton spreads the bits of x and y, each at most 255, over even and odd
// places.
func morton(x, y int) int {
	return int(spread[x] | spread[y]<<1)
}

// spread moves bit i of its index to bit 2i.
var spread = func() (table [256]uint16) {
	for i := range table {
		for bit := range 8 {
			table[i] |= uint16(i>>bit&1) << (2 * bit)
		}
	}
	return table
}()

// rowOf has the pixels of a word's first row, whose bits from left to right are
// the index's from bit 0 on. Row y is morton(0, y) places higher.
var rowOf = func() (table [256]uint32) {
	for i := range table {
		for x := range 8 {
			table[i] |= uint32(i>>x&1) << morton(x, 0)
		}
	}
	return table
}()

// leftOf and above are the pixels of a word left of column n and above row n,
// for n = 0 to 8.
var leftOf, above = func() (leftOf, above [9]uint64) {
	for n := range leftOf {
		for i := range 8 {
			for j := range n {
				leftOf[n] |= 1 << morton(j, i)
				above[n] |= 1 << morton(i, j)
			}
		}
	}
	return leftOf, above
}()
