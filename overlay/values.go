package overlay

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"ffkvadrat/analysis/partition"
)

// BlockValue is a block's value as text, the visible part of the block in the target, and the colour of its fill as it looks over
// the middle of the grays.
type BlockValue struct {
	Place  image.Rectangle
	Text   string
	Ground color.RGBA
}

// BlockValues are the values that are written into blocks. They reuse their memory.
type BlockValues struct {
	List  []BlockValue
	texts map[int]string // of the tenths written so far, at most mostTexts
	least int            // tenths of the least number of bits that is written
	told  told
}

// Sizes at scale 1, in target pixels: the least side of a block with a value, the width of a character, and the margins of a
// text together. Below vectors, blocks need twice the side. More than mostValues texts are illegible on any screen.
const (
	leastValued, valueCharacter, valueMargin = 24, 7.5, 6
	mostValues, mostTexts                    = 1 << 13, 1 << 12
)

// Of finds the blocks of a partition that have room for their value of the style's colouring in a part of the target. scale is
// that of the texts. A QP or a type is written where it begins: not in blocks with the same one on their left or above them that is
// written there or farther on. Bits are written where they are at least the picture's mean, and more than 0.
func (k *BlockValues) Of(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, scale float32) {
	k.List = k.List[:0]
	row := &blockColourings[s.Colour]
	if row.write == nil {
		return
	}
	least := float32(leastValued * scale)
	if s.Vectors {
		least *= 2
	}
	if s.Colour == ByBits {
		mean, _ := p.Rate()
		k.least = max(bitsTenths(mean), 1)
	}
	seen := v.Seen(within)
	if row.same != nil {
		k.told.reset(seen, min(v.ScaleX, v.ScaleY))
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		inside := image.Rect(left, top, right, bottom)
		visible := inside.Intersect(seen)
		if visible.Empty() {
			continue
		}
		known := row.same != nil && k.told.near(p, i, visible, row.same)
		if place := v.Cover(inside).Intersect(within); !known && float32(min(place.Dx(), place.Dy())) >= least {
			room := int((float32(place.Dx())/scale - valueMargin) / valueCharacter)
			if text := row.write(k, b, room); text != "" && len(text) <= room {
				if len(k.List) == mostValues {
					k.List = k.List[:0]
					return
				}
				c, _ := s.colour(p, i)
				k.List = append(k.List, BlockValue{place, text, overGray(c, s.Opacity, s.filled(b))})
				known = true
			}
		}
		if known && row.same != nil {
			k.told.fill(visible, i)
		}
	}
}

// told is where the values of blocks are written, or are those of neighbours that are written, in a part of the picture.
type told struct {
	of     image.Rectangle
	side   int     // of cells, in pixels
	across int     // cells in a row
	cells  []int32 // one more than the index of the block at their middle; 0 for none
}

// cell is the side of cells in target pixels, and leastCell the least one in pixels of the picture. Blocks with values are larger.
const cell, leastCell = 8, 4

func (t *told) reset(of image.Rectangle, scale float32) {
	t.of, t.side = of, max(leastCell, int(cell/scale))
	t.across = t.middles(of.Dx())
	n := t.across * t.middles(of.Dy())
	t.cells = slices.Grow(t.cells[:0], n)[:n]
	clear(t.cells)
}

// middles returns how many cells have their middle before a pixel.
func (t *told) middles(pixel int) int { return (pixel + t.side/2 - 1) / t.side }

func (t *told) fill(r image.Rectangle, block int) {
	r = r.Sub(t.of.Min)
	for y := t.middles(r.Min.Y); y < t.middles(r.Max.Y); y++ {
		for x := t.middles(r.Min.X); x < t.middles(r.Max.X); x++ {
			t.cells[y*t.across+x] = int32(block + 1)
		}
	}
}

// near reports whether a block has the same value as one on the left of its upper left corner or above it.
func (t *told) near(p *partition.Picture, block int, visible image.Rectangle, same func(a, b *partition.Block) bool) bool {
	at := visible.Min.Sub(t.of.Min)
	for _, by := range [...]image.Point{{-t.side, t.side / 2}, {t.side / 2, -t.side}} {
		x, y := at.X+by.X, at.Y+by.Y
		if x < 0 || y < 0 || x/t.side >= t.across {
			continue
		}
		if i := y/t.side*t.across + x/t.side; i < len(t.cells) && t.cells[i] > 0 && same(&p.Blocks[block], &p.Blocks[t.cells[i]-1]) {
			return true
		}
	}
	return false
}

// number returns the text of a number of tenths.
func (k *BlockValues) number(tenths int) string {
	text, ok := k.texts[tenths]
	if !ok {
		if k.texts == nil || len(k.texts) == mostTexts {
			k.texts = make(map[int]string)
		}
		text = tenthsText(tenths)
		k.texts[tenths] = text
	}
	return text
}

func (k *BlockValues) quantiser(b *partition.Block, _ int) string {
	if !b.HasQP {
		return ""
	}
	return k.number(10 * int(b.QP))
}

// bits returns those for 16×16 pixels, as the colours show them; empty for fewer than are written.
func (k *BlockValues) bits(b *partition.Block, _ int) string {
	tenths := bitsTenths(float64(b.Rate))
	if !b.HasRate || tenths < k.least {
		return ""
	}
	return k.number(tenths)
}

// BitsText formats a number of bits for 16×16 pixels: below 10 with a decimal, unless that is 0.
func BitsText(rate float64) string { return tenthsText(bitsTenths(rate)) }

func tenthsText(tenths int) string { return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) }

// bitsTenths rounds a number of bits for 16×16 pixels as BitsText does, and returns it in tenths.
func bitsTenths(rate float64) int {
	if rate < 9.95 {
		return int(math.Round(10 * rate))
	}
	return 10 * int(math.Round(rate))
}

// kind returns a block's type, or its letter where the word has no room.
func (k *BlockValues) kind(b *partition.Block, room int) string {
	if b.Type == partition.Unknown {
		return ""
	}
	if word := b.Type.String(); len(word) <= room {
		return word
	}
	return b.Type.Letter()
}
