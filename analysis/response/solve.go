package response

// Peak returns the step with the most quads, the first one if there are several.
func (c *Curve) Peak() int { return c.peak }

// Solve returns the step whose number of quads is closest to n.
//
// The number grows with the threshold up to the peak, as more of the picture becomes leaves, and
// falls after it, as leaves merge: most numbers occur on both sides. beyond selects the side: the
// peak and the steps after it, or the steps before it. Solve takes a step of the other side only if
// the closest number on this side is off by more than a hundredth of n and the other side has a
// closer one. Of several steps with the same number it takes the one nearest to near; of two
// equally near, the first.
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

// off returns by how many quads a step misses n.
func (c *Curve) off(step, n int) int { return max(c.Quads(step)-n, n-c.Quads(step)) }

// closest returns the step from first to end−1 that misses n by the fewest quads, −1 if there are
// no steps.
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
