package probe

import (
	"fmt"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
)

// bothRows has a row for each number of the table of both videos' blocks. value is empty if it is not known.
var bothRows = [...]struct {
	name  string
	value func(a *atPixel) string
}{
	{"Frame", func(a *atPixel) string {
		if a.frame.PictType == '?' {
			return ""
		}
		return string(rune(a.frame.PictType))
	}},
	{"Size", func(a *atPixel) string { return quantity.Known(a.frame.Size().Bytes, "byte") }},
	{"Packet", func(a *atPixel) string {
		if !a.packets {
			return ""
		}
		return quantity.Known(a.frame.Packet, "byte")
	}},
	{"Block", ofBlock(func(b *partition.Block) (string, bool) { return fmt.Sprintf("%d × %d", b.Width, b.Height), true })},
	{"at", ofBlock(func(b *partition.Block) (string, bool) { return fmt.Sprintf("(%d, %d)", b.X, b.Y), true })},
	{"of", func(a *atPixel) string { return a.size }},
	{"QP", ofBlock(func(b *partition.Block) (string, bool) { return fmt.Sprint(b.QP), b.HasQP })},
	{"Type", func(a *atPixel) string {
		if a.block == nil || a.block.Type == partition.Unknown {
			return ""
		}
		return typeText(a.made, a.block.Type)
	}},
	{"Bits", ofBlock(func(b *partition.Block) (string, bool) { return quantity.Grouped(int64(b.Bits())), b.HasRate })},
	{"in 16×16", func(a *atPixel) string {
		if bits, ok := bitsIn(a.made, a.square); ok {
			return overlay.BitsText(bits)
		}
		return ""
	}},
	{"List 0", func(a *atPixel) string { return a.vector(false) }},
	{"List 1", func(a *atPixel) string { return a.vector(true) }},
}

// atPixel is what is known of one video at a pixel.
type atPixel struct {
	frame      *decode.Frame
	block      *partition.Block
	made       *partition.Picture // that has the block
	square     image.Rectangle    // of the grid of 16×16, around the pixel
	references []panel.Reference
	size       string // of the picture that has the block, unless both have one size
	packets    bool   // the size of either frame is not that of its packet
}

func ofBlock(value func(b *partition.Block) (text string, known bool)) func(a *atPixel) string {
	return func(a *atPixel) string {
		if a.block == nil {
			return ""
		}
		text, known := value(a.block)
		if !known {
			return ""
		}
		return text
	}
}

// vector returns the first vector of reference list 0 or 1.
func (a *atPixel) vector(second bool) string {
	for i := range a.references {
		if r := &a.references[i]; r.Second() == second {
			return r.Offset()
		}
	}
	return ""
}

// bitsIn returns the bits that blocks take in an area: of a block that is partly in it, the same part. ok is false if those of a block are not
// known.
func bitsIn(made *partition.Picture, area image.Rectangle) (bits float64, ok bool) {
	for i := range made.Blocks {
		b := &made.Blocks[i]
		inside := image.Rect(made.Clip(b.X, b.Y, b.Width, b.Height))
		part := inside.Intersect(area)
		if part.Empty() {
			continue
		}
		if !b.HasRate {
			return 0, false
		}
		bits, ok = bits+float64(b.Bits()*part.Dx()*part.Dy())/float64(inside.Dx()*inside.Dy()), true
	}
	return bits, ok
}

// both appends the rows about the blocks of both videos at a pixel, if two videos show their blocks. first is the
// playing video's frame.
func (p *Probe) both(rows []panel.Both, at *scene.Place, first *decode.Frame, x, y int) []panel.Both {
	if at.N != 2 {
		return rows
	}
	var all [2]atPixel
	p.pointed = p.pointed[:0]
	for i := range all {
		side := &at.Sides[i]
		second, _, _ := side.Second()
		made, _, _ := p.scene.Blocks(side)
		f := side.Frame(first)
		if second != (i == 1) || made == nil || !side.Settings.Codec || f == nil || f.Picture.Width != first.Picture.Width || f.Picture.Height != first.Picture.Height {
			return rows
		}
		begin := len(p.pointed)
		p.pointed = p.references(p.pointed, side, x, y)
		px, py := p.scene.BlocksPixel(side, x, y)
		all[i] = atPixel{frame: f, references: p.pointed[begin:], made: made, square: image.Rect(0, 0, 16, 16).Add(image.Pt(px&^15, py&^15))}
		if c, ok := p.codedAt(side, x, y); ok {
			all[i].block = c.Block
		}
	}
	if p.scene.BlocksScaled(&at.Sides[1]) {
		for i := range all {
			made, _, _ := p.scene.Blocks(&at.Sides[i])
			all[i].size = fmt.Sprintf("%d × %d", made.Width, made.Height)
		}
	}
	all[0].packets = all[0].frame.Size().Of != decode.OfPacket || all[1].frame.Size().Of != decode.OfPacket
	all[1].packets = all[0].packets
	for _, row := range bothRows {
		a, b := row.value(&all[0]), row.value(&all[1])
		if a == "" && b == "" {
			continue
		}
		for _, text := range [...]*string{&a, &b} {
			if *text == "" {
				*text = "–"
			}
		}
		rows = append(rows, panel.Both{Name: row.name, A: a, B: b})
	}
	return rows
}
