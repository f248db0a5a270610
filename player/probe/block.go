package probe

import (
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/player/scene"
)

// block appends a line about the codec's block at a pixel, and one about its prediction unit if that is known.
func (p *Probe) block(lines []string, side *scene.Side, x, y int) []string {
	made, _, _ := p.scene.Blocks(side)
	if made == nil {
		return lines
	}
	for i := len(made.Blocks) - 1; i >= 0; i-- { // of overlapping blocks, the last one counts
		b := &made.Blocks[i]
		left, top, right, bottom := made.Clip(b.X, b.Y, b.Width, b.Height)
		if x < left || y < top || x >= right || y >= bottom {
			continue
		}
		line := fmt.Sprintf("block (%d, %d)   %d × %d", b.X, b.Y, b.Width, b.Height)
		if b.HasQP {
			line += fmt.Sprintf("   QP %d", b.QP)
		}
		if b.Type != partition.Unknown {
			line += "   " + b.Type.String()
		}
		if b.HasRate {
			line += fmt.Sprintf("   %d bits", b.Bits())
		}
		lines = append(lines, line)
		if text := p.scene.Description(side, x, y); text != "" {
			lines = append(lines, "predicted by "+text)
		} else if u, ok := p.scene.Unit(side, x, y); ok {
			lines = append(lines, unit(&u))
		}
		return lines
	}
	return append(lines, "no codec block is known here")
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
			line += fmt.Sprintf("   L%d[%d]", list, ref)
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
