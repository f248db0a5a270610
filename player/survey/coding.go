package survey

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// SetCoding sets whether the codec's quantisers are measured from now on, if its decoder tells them. If pictures lack
// them that were analysed before, the survey restarts, and SetCoding returns true.
func (s *Survey) SetCoding(on bool) bool {
	on = on && s.info.TellsBlocks()
	s.mu.Lock()
	if on == s.coding {
		s.mu.Unlock()
		return false
	}
	s.coding = on
	if !on {
		s.uncoded = s.uncoded || !s.series.isWhole()
	}
	restarts := s.turn > 0 && on && s.uncoded
	if restarts {
		s.restart()
	}
	s.mu.Unlock()
	if restarts {
		s.nudge()
	}
	return restarts
}

// coder measures how the codec coded pictures.
type coder struct {
	coding   bool
	told     partition.Told
	comparer agreement.Comparer
	result   agreement.Agreement
}

// needs are what pictures have to come with for it.
func (c *coder) needs() yuv.Needs { return yuv.Needs{Vectors: c.coding, Blocks: c.coding} }

// code says in a picture's reading how the codec coded it.
func (w *worker) code(p *Reading, f *decode.Frame) {
	c := &w.coder
	if !c.coding {
		return
	}
	made, ok := c.told.Of(&f.Picture, f.Packet)
	if !ok {
		return
	}
	if qp, ok := c.told.MeanQP(); ok {
		p.QP = Part{1, qp, qp, qp}
	}
	if !made.HasQP() {
		return
	}
	c.comparer.Compare(&c.result, w.quads, made)
	if r, ok := c.result.Quantiser.Pearson(); ok {
		p.Density = Part{1, r, r, r}
	}
}
