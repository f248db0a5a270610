package av1

// A cursor is where a tile is read: its symbol decoder, what blocks depend on within a frame, and the block that is
// read. The syntax of blocks is in the types that embed it: residuals, vectors, modes and tile; each uses
// those before it.
type cursor struct {
	engine
	p    *Picture
	h    *Header
	s    *Sequence
	refs [8]*Picture // the frame's references, from lastFrame on
	err  error       // the first in the tile

	// grid has for each 4 × 4 samples of the frame 1 + the index of its block; 0 if it was not read yet.
	grid             []int32
	rowStart, rowEnd int // of the tile, in units of 4 samples
	colStart, colEnd int
	saved            cdfs // of the tile that the frame's are taken from
	field            motionField
	previous         []uint8 // PrevSegmentIds; empty if all are 0

	// Contexts of the blocks above, in units of 4 samples of the plane from the frame's left on, and to the left,
	// from the superblock's top on.
	aboveLevels [3][]uint8 // AboveLevelContext, and AboveDcContext in the highest 2 bits
	leftLevels  [3][32]uint8
	aboveTx     []uint8 // the width of transforms for txfm_split, in units of 4 samples
	leftTx      [32]uint8
	aboveSeg    []uint8 // AboveSegPredContext
	leftSeg     [32]uint8
	aboveColors [2][]palette // PaletteColors
	leftColors  [2][32]palette

	qIndex     int // CurrentQIndex
	readDeltas bool
	cdefRead   [4]bool // cdef_idx of the superblock's squares of 64 × 64 samples is known
	wiener     [3][2][3]int
	sgrproj    [3][2]int
	mark       int // position at the end of the block before

	block
}

// A palette has the colours of a plane.
type palette [8]uint16

const noBlock = -1

// block is what a tile knows of the block that it reads.
type block struct {
	b           *Block
	row, col    int // MiRow, MiCol
	w4, h4      int
	above, left *Block // the blocks at the top left sample's neighbours; nil if they are not available
	lossless    bool
	txSize      TxSize
	uvTx        TxSize
	colors      [2]palette                           // palette_colors_y, palette_colors_u
	txTypes     [32 * 32]uint8                       // TxTypes, in units of 4 samples of the block
	colorMap    [64 * 64]uint8                       // ColorMapY or ColorMapUV
	levels      [(32 + border) * (32 + border)]level // of the coefficients of a transform block, with borders
	nonZero     [1024]uint8                          // of these, the ones that are not 0
	stack       mvStack
}

// fail records the first error of a tile.
func (t *cursor) fail(format string, args ...any) {
	if t.err == nil {
		t.err = malformed(format, args...)
	}
}

// inside is is_inside.
func (t *cursor) inside(r, c int) bool {
	return c >= t.colStart && c < t.colEnd && r >= t.rowStart && r < t.rowEnd
}

// at returns the block at a place that was read.
func (t *cursor) at(r, c int) *Block { return &t.p.Blocks[t.grid[r*t.h.miCols+c]-1] }

// read returns the block at a place, nil if it was not read yet or is in another tile.
func (t *cursor) read(row, col int) *Block {
	if !t.inside(row, col) {
		return nil
	}
	if i := t.grid[row*t.h.miCols+col]; i > 0 {
		return &t.p.Blocks[i-1]
	}
	return nil
}

// active is seg_feature_active.
func (t *cursor) active(feature int) bool {
	return t.h.Segmentation.active(int(t.b.Segment), feature)
}

// planes returns the number of planes that the block codes.
func (t *cursor) planes() int {
	if t.b.Chroma {
		return 3
	}
	return 1
}

// subsampling returns that of a plane.
func (t *cursor) subsampling(plane int) (x, y uint8) {
	if plane == 0 {
		return 0, 0
	}
	return t.s.SubX, t.s.SubY
}
