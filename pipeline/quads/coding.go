package quads

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
)

// coding finds how the codec coded frames.
type coding struct {
	decoded  partition.Builder
	comparer agreement.Comparer
	result   agreement.Agreement
}

// of returns how a frame with these quads was coded, as far as that is known.
func (c *coding) of(f *decode.Frame, list []quadpyramid.Quad) quadfile.Coded {
	coded := quadfile.Coded{Bytes: f.Packet}
	made, ok := c.decoded.Of(&f.Picture, f.Packet)
	if !ok {
		return coded
	}
	coded.Totals = c.decoded.Totals()
	if made.HasQP() {
		c.comparer.Compare(&c.result, list, made)
		coded.Density.Value, coded.Density.Known = c.result.Quantiser.Pearson()
	}
	return coded
}
