package overlay

import (
	"image"
	"image/color"
	"math"
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
}

// Sizes at scale 1, in target pixels: the least side of a block with a value, the width of a character, and the margins of a
// text together. More than mostValues texts are illegible on any screen.
const (
	leastValued, valueCharacter, valueMargin = 24, 7.5, 6
	mostValues, mostTexts                    = 1 << 13, 1 << 12
)

// Of finds the blocks of a partition that have room for their value of the style's colouring in a part of the target. scale is
// that of the texts.
func (k *BlockValues) Of(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, scale float32) {
	k.List = k.List[:0]
	write := blockColourings[s.Colour].write
	if write == nil {
		return
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		place := v.Cover(image.Rect(left, top, right, bottom)).Intersect(within)
		if float32(min(place.Dx(), place.Dy())) < leastValued*scale {
			continue
		}
		room := int((float32(place.Dx())/scale - valueMargin) / valueCharacter)
		text := write(k, b, room)
		if text == "" || len(text) > room {
			continue
		}
		if len(k.List) == mostValues {
			k.List = k.List[:0]
			return
		}
		c, _ := s.colour(p, i)
		k.List = append(k.List, BlockValue{place, text, FilledColour(c, s.Opacity, s.Vectors)})
	}
}

// number returns the text of a number of tenths.
func (k *BlockValues) number(tenths int) string {
	text, ok := k.texts[tenths]
	if !ok {
		if k.texts == nil || len(k.texts) == mostTexts {
			k.texts = make(map[int]string)
		}
		text = strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
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

// bits returns those for 16×16 pixels, as the colours show them; below 10 with a decimal.
func (k *BlockValues) bits(b *partition.Block, _ int) string {
	switch rate := float64(b.Rate); {
	case !b.HasRate:
		return ""
	case rate < 9.95:
		return k.number(int(math.Round(10 * rate)))
	default:
		return k.number(10 * int(math.Round(rate)))
	}
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
