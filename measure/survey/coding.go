package survey

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
)

// coder measures how the codec coded frames.
type coder struct {
	builder  partition.Builder
	comparer agreement.Comparer
	result   agreement.Agreement
}

// code adds the codec's measurements of a frame to its reading.
func (w *worker) code(p *Reading, f *decode.Frame) {
	c := &w.coder
	if !w.measures.Codec {
		return
	}
	made, ok := c.builder.Of(&f.Picture, f.Packet)
	if !ok {
		return
	}
	n := c.builder.Totals()
	p.QP, p.Intra, p.Skip, p.Depth = PartOf(n.QP), PartOf(n.Intra), PartOf(n.Skip), PartOf(n.Depth)
	if !made.HasQP() {
		return
	}
	c.comparer.Compare(&c.result, w.quads, made)
	if r, ok := c.result.Quantiser.Pearson(); ok {
		p.Density = Part{1, r, r, r}
	}
}

// PartOf returns a number of one frame.
func PartOf(n partition.Number) Part {
	if !n.Known {
		return Part{}
	}
	return Part{1, n.Value, n.Value, n.Value}
}
