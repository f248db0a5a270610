package agreement

import "ffkvadrat/analysis/partition"

// Kind says whether a block or the quads in it are finer.
type Kind uint8

// The kinds.
const (
	Alike        Kind = iota // equal, or there are no quads
	CodecFiner               // the quads have higher levels than the block
	ContentFiner             // the quads have lower levels
	KindCount                // the number of kinds
)

// Kinds returns the kind of each block of the partition compared last, in the memory of to. A block
// has the kind of most of its pixels in quads; in a tie, Alike precedes ContentFiner, and that
// precedes CodecFiner. Blocks' areas count as in Compare.
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
