package probe

import (
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/player/scene"
)

// block appends a line about the codec's block at a pixel.
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
		return append(lines, line)
	}
	return append(lines, "no codec block is known here")
}
