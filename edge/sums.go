package edge

import (
	"ffkvadrat/edge/kernel"
	"ffkvadrat/yuv"
)

// Sums computes D of all pixels of a picture, row by row; [Decision.Sum] does so
// for one pixel. One goroutine at a time may use it; it allocates only when pictures
// grow.
type Sums struct {
	rows rowPass
	sum  sumKernel // nil: use add, in 64 bits
}

// SumsVariants returns the passes that this processor can run.
func SumsVariants() kernel.Variants[*Sums] { return kernel.Of(table(), newSums) }

// NewSums returns a pass with the best instructions that the processor has.
func NewSums() *Sums { return SumsVariants().Best() }

func newSums(k kernels) *Sums { return &Sums{rows: rowPass{kernels: k.rows}} }

// Begin takes a picture, which Sums keeps until End, and a decision's operator and planes. The
// decision's Lower, Upper and Invert do not matter.
func (s *Sums) Begin(p *yuv.Picture, d Decision) {
	s.rows.begin(p, d)
	s.sum = nil
	if s.rows.kernel(p.Format, d) != nil {
		s.sum = s.rows.kernels.sum[d.Operator]
	}
}

// Row returns D of the pixels of row y, valid until the next call.
func (s *Sums) Row(y int) []uint64 {
	r := &s.rows
	r.look(y)
	if s.sum != nil {
		s.sum(r.sums, &r.window, r.count)
		return r.sums[:r.width]
	}
	r.add()
	return r.sums[:r.width]
}

// End drops the references to the picture.
func (s *Sums) End() { s.rows.end() }
