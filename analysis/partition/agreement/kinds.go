package agreement

import "ffkvadrat/analysis/partition"

// Kind says which of a block and the quads in it are divided more finely.
type Kind uint8

// The kinds.
const (
	Alike        Kind = iota // neither, or there are no quads
	CodecFiner               // the quads are of higher levels than the block
	ContentFiner             // of lower ones
	KindCount                // how many there are
)

// Kinds returns the kind of each block of the partition that was compared last, in the memory of to. A block has that of most of
// its pixels in quads. If there are as many, Alike comes before ContentFiner, and that before CodecFiner. Blocks' areas count as in Compare.
func (c *Comparer) Kinds(to []Kind, p *partition.Picture) []Kind {
	to = to[:0]
	for i := range p.Blocks {
		b := &p.Blocks[i]
		level := byte(min(b.Level(), None-1))
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		var levels [Classes]int
		for y := top; y < bottom; y++ {
			for _, q := range c.quads.bytes[y*c.quads.width+left : y*c.quads.width+right] {
				levels[q&classMask]++
			}
		}
		alike, content, codec := levels[level], 0, 0
		for _, n := range levels[:level] {
			content += n
		}
		for _, n := range levels[level+1 : None] {
			codec += n
		}
		switch {
		case alike >= content && alike >= codec:
			to = append(to, Alike)
		case content >= codec:
			to = append(to, ContentFiner)
		default:
			to = append(to, CodecFiner)
		}
	}
	return to
}
