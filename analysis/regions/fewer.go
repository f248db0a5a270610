package regions

// Fewer rounds offsets until at most n different ones are left, n ≥ 2: to multiples of the smallest
// step that suffices, halves away from zero, and then clamps them to ±most. An offset of 0 stays 0,
// and no offset changes its sign.
func (g *Grid) Fewer(n int, most int16) {
	step := int64(1)
	for ; g.different(step) > n; step++ {
	}
	for i, offset := range g.Offsets {
		g.Offsets[i] = int16(max(-int64(most), min(step*Round(int64(offset), step), int64(most))))
	}
}

// different counts the different offsets, as multiples of a step.
func (g *Grid) different(step int64) (n int) {
	const widest = MaxStrength * MaxScale
	var seen [2*widest + 1]bool
	for _, offset := range g.Offsets {
		if at := &seen[widest+Round(int64(offset), step)]; !*at {
			*at = true
			n++
		}
	}
	return n
}
