package av1

import "math/bits"

// A BlockSize is MiSize.
type BlockSize uint8

const (
	Block4x4 BlockSize = iota
	Block4x8
	Block8x4
	Block8x8
	Block8x16
	Block16x8
	Block16x16
	Block16x32
	Block32x16
	Block32x32
	Block32x64
	Block64x32
	Block64x64
	Block64x128
	Block128x64
	Block128x128
	Block4x16
	Block16x4
	Block8x32
	Block32x8
	Block16x64
	Block64x16
	blockSizes
)

// blockLog2 has the binary logarithms of width and height in units of 4 samples.
var blockLog2 = [blockSizes][2]uint8{
	{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {4, 5}, {5, 4}, {5, 5},
	{0, 2}, {2, 0}, {1, 3}, {3, 1}, {2, 4}, {4, 2},
}

// sizeOf is the block size of a width and a height, as logarithms in units of 4 samples; blockSizes if there is none.
var sizeOf = func() (sizes [6][6]BlockSize) {
	for w := range sizes {
		for h := range sizes[w] {
			sizes[w][h] = blockSizes
		}
	}
	for size, log2 := range blockLog2 {
		sizes[log2[0]][log2[1]] = BlockSize(size)
	}
	return sizes
}()

// Width and Height are in luma samples.
func (s BlockSize) Width() int  { return 4 << blockLog2[s][0] }
func (s BlockSize) Height() int { return 4 << blockLog2[s][1] }

// wide4 and high4 are in units of 4 samples.
func (s BlockSize) wide4() int { return 1 << blockLog2[s][0] }
func (s BlockSize) high4() int { return 1 << blockLog2[s][1] }

// group is Size_Group.
func (s BlockSize) group() int {
	return int(min(blockLog2[s][0], blockLog2[s][1], 3))
}

// subsampled is get_plane_residual_size of a chroma plane: blockSizes if chroma cannot have the shape.
func (s BlockSize) subsampled(subX, subY uint8) BlockSize {
	w, h := int(blockLog2[s][0]), int(blockLog2[s][1])
	if subX == 1 && subY == 0 && h > w || subX == 0 && subY == 1 {
		return blockSizes
	}
	return sizeOf[max(w-int(subX), 0)][max(h-int(subY), 0)]
}

// A TxSize is the size of a transform block.
type TxSize uint8

const (
	Tx4x4 TxSize = iota
	Tx8x8
	Tx16x16
	Tx32x32
	Tx64x64
	Tx4x8
	Tx8x4
	Tx8x16
	Tx16x8
	Tx16x32
	Tx32x16
	Tx32x64
	Tx64x32
	Tx4x16
	Tx16x4
	Tx8x32
	Tx32x8
	Tx16x64
	Tx64x16
	txSizes
)

// txLog2 has the binary logarithms of width and height in units of 4 samples.
var txLog2 = [txSizes][2]uint8{
	{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}, {4, 3},
	{0, 2}, {2, 0}, {1, 3}, {3, 1}, {2, 4}, {4, 2},
}

// txOf is the transform size of a width and a height, as logarithms in units of 4 samples (find_tx_size).
var txOf = func() (sizes [5][5]TxSize) {
	for size, log2 := range txLog2 {
		sizes[log2[0]][log2[1]] = TxSize(size)
	}
	return sizes
}()

// Width and Height are in samples.
func (s TxSize) Width() int  { return 4 << txLog2[s][0] }
func (s TxSize) Height() int { return 4 << txLog2[s][1] }

func (s TxSize) wide4() int { return 1 << txLog2[s][0] }
func (s TxSize) high4() int { return 1 << txLog2[s][1] }

// square and squareUp are Tx_Size_Sqr and Tx_Size_Sqr_Up: the square sizes of the shorter and the longer side.
func (s TxSize) square() TxSize   { return TxSize(min(txLog2[s][0], txLog2[s][1])) }
func (s TxSize) squareUp() TxSize { return TxSize(max(txLog2[s][0], txLog2[s][1])) }

// split is Split_Tx_Size: the longer side is halved, or both.
func (s TxSize) split() TxSize {
	w, h := txLog2[s][0], txLog2[s][1]
	switch {
	case w > h:
		w--
	case h > w:
		h--
	case w > 0:
		w, h = w-1, h-1
	}
	return txOf[w][h]
}

// largestTx is Max_Tx_Size_Rect: the largest transform size of a block.
func (s BlockSize) largestTx() TxSize { return txOf[min(blockLog2[s][0], 4)][min(blockLog2[s][1], 4)] }

// txDepth is Max_Tx_Depth: how often the largest transform has to split to be one of 4 × 4.
func (s BlockSize) txDepth() (depth int) {
	for size := s.largestTx(); size != Tx4x4; size = size.split() {
		depth++
	}
	return depth
}

// log2 is FloorLog2.
func log2(n int) int { return bits.Len(uint(n)) - 1 }
