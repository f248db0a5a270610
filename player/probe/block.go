package probe

import (
	"fmt"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
)

// coded is a block of the codec.
type coded struct {
	*partition.Block
	inside image.Rectangle // its part inside of the picture
}

// codedAt returns the codec's block at a pixel, if a side shows blocks and it is known. Of overlapping ones, the
// last one counts.
func (p *Probe) codedAt(side *scene.Side, x, y int) (c coded, ok bool) {
	made, _, _ := p.scene.Blocks(side)
	if made == nil || !side.Settings.Codec {
		return c, false
	}
	for i := len(made.Blocks) - 1; i >= 0; i-- {
		b := &made.Blocks[i]
		left, top, right, bottom := made.Clip(b.X, b.Y, b.Width, b.Height)
		if x >= left && y >= top && x < right && y < bottom {
			return coded{b, image.Rect(left, top, right, bottom)}, true
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
	if b.HasQP {
		line += fmt.Sprintf("   QP %d", b.QP)
	}
	if b.Type != partition.Unknown {
		line += "   " + b.Type.String()
	}
	if b.HasRate {
		line += "   " + quantity.Count(int64(b.Bits()), "bit")
		if side.Settings.BlocksBy == overlay.ByBits && b.Width*b.Height != 16*16 { // as the colours have it
			line += fmt.Sprintf(", %.0f for 16×16", b.Rate)
		}
	}
	lines = append(lines, line)
	if text := p.scene.Description(side, x, y); text != "" {
		lines = append(lines, "predicted by "+text)
	} else if u, ok := p.scene.Unit(side, x, y); ok {
		lines = append(lines, unit(&u))
	}
	return lines
}

// references appends what the vectors at a pixel refer to.
func (p *Probe) references(all []panel.Reference, side *scene.Side, x, y int) []panel.Reference {
	made, _, _ := p.scene.Blocks(side)
	for i := range made.Vectors {
		v := &made.Vectors[i]
		left, top, right, bottom := made.Clip(v.X, v.Y, v.Width, v.Height)
		if x < left || y < top || x >= right || y >= bottom {
			continue
		}
		scale := float64(v.Scale)
		all = append(all, panel.Reference{
			X: int(v.X), Y: int(v.Y), Width: int(v.Width), Height: int(v.Height),
			DX: quantity.Fixed(float64(v.DX)/scale, 2), DY: quantity.Fixed(float64(v.DY)/scale, 2), Away: int64(v.Distance), Later: v.Future, List: int(v.List),
		})
	}
	return all
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
