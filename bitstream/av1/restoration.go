package av1

// restoration reads read_lr of a superblock.
func (t *tile) restoration(r, c, side int) {
	h := t.h
	if h.IntraBC {
		return
	}
	for plane := range t.s.planes() {
		if h.restoration[plane] == restoreNone {
			continue
		}
		subX, subY := t.subsampling(plane)
		size := h.restorationSize[plane]
		units := func(samples int) int { return max((samples+size>>1)/size, 1) }
		rows := units((h.Height + int(subY)) >> subY)
		columns := units((h.UpscaledWidth + int(subX)) >> subX)
		up := func(at, numerator, denominator int) int { return (at*numerator + denominator - 1) / denominator }
		numerator, denominator := 4>>subX, size
		if h.SuperresDenom != superresUnit {
			numerator, denominator = numerator*h.SuperresDenom, denominator*superresUnit
		}
		for range min(rows, up(r+side, 4>>subY, size)) - up(r, 4>>subY, size) {
			for range min(columns, up(c+side, numerator, denominator)) - up(c, numerator, denominator) {
				t.restorationUnit(plane)
			}
		}
	}
}

// restorationUnit reads read_lr_unit.
func (t *tile) restorationUnit(plane int) {
	kind := restoreNone
	switch t.h.restoration[plane] {
	case restoreWiener:
		kind = restoreWiener * t.bit(cdfUseWiener)
	case restoreSgrproj:
		kind = restoreSgrproj * t.bit(cdfUseSgrproj)
	default:
		kind = t.symbol4(cdfRestorationType, 3)
	}
	switch kind {
	case restoreWiener:
		for pass := range 2 {
			for i := min(plane, 1); i < 3; i++ {
				least, most := [3]int{-5, -23, -17}[i], [3]int{10, 8, 46}[i]
				v := &t.wiener[plane][pass][i]
				*v = t.subexp(least, most+1, i+1, *v)
			}
		}
	case restoreSgrproj:
		set := t.literal(4)
		v := &t.sgrproj[plane]
		if set < 10 || set > 13 { // the first filter has a radius
			v[0] = t.subexp(-96, 32, 4, v[0])
		} else {
			v[0] = 0
		}
		if set < 14 { // the second filter has a radius
			v[1] = t.subexp(-32, 96, 4, v[1])
		} else {
			v[1] = min(max(128-v[0], -32), 95)
		}
	}
}

// subexp reads decode_signed_subexp_with_ref_bool.
func (t *tile) subexp(low, high, k, ref int) int {
	most, ref := high-low, ref-low
	v := t.subexpUnsigned(most, k)
	if 2*ref <= most {
		return recenter(ref, v) + low
	}
	return most - 1 - recenter(most-1-ref, v) + low
}

// subexpUnsigned reads decode_subexp_bool.
func (t *tile) subexpUnsigned(symbols, k int) int {
	for i, least := 0, 0; ; i++ {
		n := k + max(i-1, 0)
		if symbols <= least+3<<n {
			return t.uniform(symbols-least) + least
		}
		if t.literal(1) == 0 {
			return t.literal(n) + least
		}
		least += 1 << n
	}
}
