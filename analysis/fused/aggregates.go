package fused

import (
	"slices"

	"ffkvadrat/edge/morton"
	"ffkvadrat/gpu"
)

const (
	// alwaysPublished is the word of a tile outside the picture: both flag bits are set.
	alwaysPublished = 3 << 30
	firstFlagBit    = 30 // the status flag is bit 30 or 31, alternating from picture to picture
)

// aggregates are the published words of a decoupled look-back.
type aggregates struct {
	words   *gpu.Buffer
	flagBit int // the bit of the last picture's status flags
}

func (a *aggregates) allocate(dev *gpu.Device, words []uint32) error {
	var err error
	if a.words, err = dev.NewBuffer("aggregates", 4*len(words)); err != nil {
		a.words = nil
		return err
	}
	gpu.WriteSlice(a.words, words)
	a.flagBit = firstFlagBit
	return nil
}

func (a *aggregates) Release() {
	a.words.Release()
	*a = aggregates{}
}

// bind binds the words for the next picture.
func (a *aggregates) bind(pass *gpu.Program) {
	a.flagBit ^= 1
	pass.Int("flag_bit", a.flagBit)
	a.words.BindStorage(3)
}

// outsideTiles returns the words of all tiles of the square before the first picture.
func outsideTiles(width, height int) []uint32 {
	words := slices.Repeat([]uint32{alwaysPublished}, squareTiles)
	for y := range (height + tileSide - 1) / tileSide {
		for x := range (width + tileSide - 1) / tileSide {
			words[morton.Code(x, y)] = 0
		}
	}
	return words
}
