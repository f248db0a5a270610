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
	if size := float64(f.Size().Bytes); size > 0 {
		p.Coded = Part{1, size, size, size}
	}
	n := c.builder.Totals()
	p.QP, p.QPs, p.Intra, p.Skip, p.Depth = PartOf(n.QP), QPsOf(&n), PartOf(n.Intra), PartOf(n.Skip), PartOf(n.Depth)
	_, p.Coarsest = c.builder.Scale()
	if !made.HasQP() {
		return
	}
	c.comparer.Compare(&c.result, w.quads, made)
	if r, ok := c.result.Quantiser.Pearson(); ok {
		p.Density = Part{1, r, r, r}
	}
}

// QPsOf returns the QPs of a frame, with the ends of those of its blocks.
func QPsOf(n *partition.Totals) Part {
	if !n.QPs.Known {
		return Part{}
	}
	return Part{1, n.QP.Value, float64(n.QPs.Least), float64(n.QPs.Most)}
}

// QPs returns the ends of the QPs of all frames' blocks, once all frames are measured.
func (v *View) QPs() (q partition.QPs) {
	var all Part
	if v.Whole {
		for i := range v.Bins {
			all.Join(v.Bins[i].QPs)
		}
	}
	if all.N == 0 {
		return q
	}
	return partition.QPs{Least: int(all.Low), Most: int(all.High), Known: true}
}

// PartOf returns a number of one frame.
func PartOf(n partition.Number) Part {
	if !n.Known {
		return Part{}
	}
	return Part{1, n.Value, n.Value, n.Value}
}
