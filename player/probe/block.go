package probe

import (
	"fmt"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/yuv"
)

// coded is a block of the codec.
type coded struct {
	*partition.Block
	picture *partition.Picture
	inside  image.Rectangle // its part inside of the coded picture
}

// codedAt returns the codec's block at a pixel of the picture, if a side shows blocks and it is known. Of overlapping ones, the
// last one counts.
func (p *Probe) codedAt(side *scene.Side, x, y int) (c coded, ok bool) {
	made, _, _ := p.scene.Blocks(side)
	if made == nil || !side.Settings.Codec {
		return c, false
	}
	x, y = p.scene.BlocksPixel(side, x, y)
	for i := len(made.Blocks) - 1; i >= 0; i-- {
		b := &made.Blocks[i]
		left, top, right, bottom := made.Clip(b.X, b.Y, b.Width, b.Height)
		if x >= left && y >= top && x < right && y < bottom {
			return coded{b, made, image.Rect(left, top, right, bottom)}, true
		}
	}
	return c, false
}

// block appends lines about the codec's block at a pixel: the block, and its prediction unit if that is known.
func (p *Probe) block(lines []string, side *scene.Side, x, y int) []string {
	made, _, _ := p.scene.Blocks(side)
	if made == nil || !side.Settings.Codec {
		return lines
	}
	b, ok := p.codedAt(side, x, y)
	if !ok {
		return append(lines, "no codec block is known here")
	}
	line := fmt.Sprintf("block (%d, %d)   %d × %d", b.X, b.Y, b.Width, b.Height)
	if p.scene.BlocksScaled(side) {
		line += fmt.Sprintf(" of %d × %d", made.Width, made.Height)
	}
	if b.HasQP {
		line += fmt.Sprintf("   QP %d", b.QP)
	}
	if b.Type != partition.Unknown {
		line += "   " + typeText(made, b.Type)
	}
	if b.HasRate {
		line += "   " + quantity.Count(int64(b.Bits()), "bit")
		if side.Settings.BlocksBy == overlay.ByBits && b.Width*b.Height != 16*16 { // as the colours have it
			line += ", " + overlay.BitsText(float64(b.Rate)) + " for 16×16"
		}
	}
	lines = append(lines, line)
	x, y = p.scene.BlocksPixel(side, x, y)
	if text := p.scene.Description(side, x, y); text != "" {
		lines = append(lines, "predicted by "+text)
	} else if u, ok := p.scene.Unit(side, x, y); ok {
		lines = append(lines, unit(&u))
	}
	return lines
}

// references appends what the vectors at a pixel refer to, in pixels of the coded picture.
func (p *Probe) references(all []panel.Reference, side *scene.Side, x, y int) []panel.Reference {
	made, _, _ := p.scene.Blocks(side)
	x, y = p.scene.BlocksPixel(side, x, y)
	for i := range made.Vectors {
		all = referred(all, &made.Vectors[i], x, y)
	}
	return all
}

// referred appends what a vector refers to, if a pixel is in its rectangle.
func referred(all []panel.Reference, v *partition.Vector, x, y int) []panel.Reference {
	left, top := int(v.X), int(v.Y)
	if x < left || y < top || x >= left+int(v.Width) || y >= top+int(v.Height) {
		return all
	}
	scale := float64(v.Scale)
	return append(all, panel.Reference{
		X: left, Y: top, Width: int(v.Width), Height: int(v.Height),
		DX: float64(v.DX) / scale, DY: float64(v.DY) / scale, Away: int64(v.Distance), Later: v.Future, List: int(v.List),
	})
}

// vectors appends a line for each vector at a pixel: of the shown blocks, or else of the decoder, if a view or the analysis
// needs them.
func (p *Probe) vectors(lines []string, side *scene.Side, picture *yuv.Picture, x, y int, frame panel.Numbering) []string {
	p.pointed = p.pointed[:0]
	made, _, _ := p.scene.Blocks(side)
	switch {
	case made != nil && side.Settings.Codec:
		p.pointed = p.references(p.pointed, side, x, y)
	case picture.Vectors != nil && side.Settings.Needs().Vectors:
		for i := range picture.Vectors.Len() {
			v := partition.VectorOf(picture.Vectors.At(i))
			p.pointed = referred(p.pointed, &v, x, y)
		}
	}
	for i := range p.pointed {
		r := &p.pointed[i]
		lines = append(lines, r.Title(frame)+"   "+r.Vector())
	}
	return lines
}

// unit describes a prediction unit.
func unit(u *partition.Unit) string {
	line := fmt.Sprintf("predicted (%d, %d)   %d × %d", u.X, u.Y, u.Width, u.Height)
	if u.Luma >= 0 {
		line += "   " + intraMode(u.Luma)
	}
	if u.Chroma >= 0 && u.Chroma != u.Luma {
		line += "   chroma " + intraMode(u.Chroma)
	}
	if u.Merge >= 0 {
		line += fmt.Sprintf("   merge %d", u.Merge)
	}
	for list, ref := range u.Ref {
		if ref >= 0 {
			line += fmt.Sprintf("   list %d, picture %d", list, ref)
		}
	}
	return line
}

// intraMode names a mode of intra prediction of H.265 (table 8-1).
func intraMode(mode int8) string {
	switch mode {
	case 0:
		return "planar"
	case 1:
		return "DC"
	}
	return fmt.Sprintf("direction %d", mode)
}

// typeText is the type of a block of a partition, which may not tell skipped blocks from inter.
func typeText(made *partition.Picture, of partition.Type) string {
	if of == partition.Inter && !made.Told[partition.Skipped] {
		return "inter or skip"
	}
	return of.String()
}
