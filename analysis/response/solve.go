package response

// Peak is the step with the most quads, the first of them.
func (c *Curve) Peak() int { return c.peak }

// Solve finds the step whose number of quads is closest to n.
//
// The number grows with the threshold up to the peak, while more and more of
// the picture is leaves, and falls behind it, while these merge: most numbers
// occur on both sides. beyond is the side to look on: the peak and behind it, or
// before. Only where the closest number there is off by more than a hundredth of
// n, and the other side has a closer one, it is from there. Of several
// steps with the number, Solve takes the one next to near, and of two as near
// the first.
func (c *Curve) Solve(n, near int, beyond bool) int {
	before, behind := c.closest(n, near, c.First(), c.peak), c.closest(n, near, max(c.peak, c.First()), c.Steps())
	one, other := before, behind
	if beyond || before < 0 {
		one, other = behind, before
	}
	if off := c.off(one, n); other >= 0 && 100*off > n && c.off(other, n) < off {
		return other
	}
	return one
}

// off is by how many quads a step misses n.
func (c *Curve) off(step, n int) int { return max(c.Quads(step)-n, n-c.Quads(step)) }

// closest is the step from first to end−1 that misses n by least, −1 for none.
func (c *Curve) closest(n, near, first, end int) int {
	best := -1
	for step := first; step < end; step++ {
		if best >= 0 {
			off, least := c.off(step, n), c.off(best, n)
			if off > least || off == least && max(step-near, near-step) >= max(best-near, near-best) {
				continue
			}
		}
		best = step
	}
	return best
}
