package av1

// A globalMotion is the model of a reference's global motion (section 5.9.24).
type globalMotion struct {
	kind   int
	params [6]int32 // gm_params
}

// Kinds of global motion.
const (
	gmIdentity = iota
	gmTranslation
	gmRotZoom
	gmAffine
)

const warpBits = 16 // WARPEDMODEL_PREC_BITS

var identity = globalMotion{params: [6]int32{2: 1 << warpBits, 5: 1 << warpBits}}

// globalMotion reads global_motion_params.
func (r *headerReader) globalMotion(primary *Picture) {
	for i := range r.global {
		r.global[i] = identity
	}
	if r.Type.intra() {
		return
	}
	for ref := lastFrame; ref <= altrefFrame; ref++ {
		before := &identity
		if primary != nil {
			before = &primary.global[ref]
		}
		g := &r.global[ref]
		if !r.flag("is_global") {
			continue
		}
		switch {
		case r.flag("is_rot_zoom"):
			g.kind = gmRotZoom
		case r.flag("is_translation"):
			g.kind = gmTranslation
		default:
			g.kind = gmAffine
		}
		if g.kind >= gmRotZoom {
			r.globalParam(g, before, 2)
			r.globalParam(g, before, 3)
			if g.kind == gmAffine {
				r.globalParam(g, before, 4)
				r.globalParam(g, before, 5)
			} else {
				g.params[4], g.params[5] = -g.params[3], g.params[2]
			}
		}
		r.globalParam(g, before, 0)
		r.globalParam(g, before, 1)
	}
}

// globalParam reads read_global_param.
func (r *headerReader) globalParam(g, before *globalMotion, i int) {
	absBits, precision := 12, 15
	if i < 2 {
		precision = 6
		if g.kind == gmTranslation {
			absBits, precision = 9, 3
			if !r.highPrecision {
				absBits, precision = 8, 2
			}
		}
	}
	shift := warpBits - precision
	round, sub := 0, 0
	if i%3 == 2 {
		round, sub = 1<<warpBits, 1<<precision
	}
	most := 1 << absBits
	ref := int(before.params[i])>>shift - sub
	value := r.subexp(-most, most+1, ref)
	g.params[i] = int32(value<<shift + round)
}

// subexp reads decode_signed_subexp_with_ref.
func (r *headerReader) subexp(low, high, ref int) int {
	most, ref := high-low, ref-low
	v := r.traced("gm_params", r.subexpUnsigned(most))
	if 2*ref <= most {
		v = recenter(ref, v)
	} else {
		v = most - 1 - recenter(most-1-ref, v)
	}
	return v + low
}

// subexpUnsigned reads decode_subexp.
func (r *headerReader) subexpUnsigned(symbols int) int {
	for i, least := 0, 0; ; i++ {
		n := 3 + max(i-1, 0)
		if symbols <= least+3<<n {
			r.traced("subexp_more_bits", i)
			return r.ns("subexp_final_bits", symbols-least) + least
		}
		if r.bits("subexp_more_bits", 1) == 0 {
			r.traced("subexp_more_bits", i)
			return r.f("subexp_bits", n) + least
		}
		least += 1 << n
	}
}

// recenter is inverse_recenter.
func recenter(r, v int) int {
	switch {
	case v > 2*r:
		return v
	case v&1 == 1:
		return r - (v+1)>>1
	}
	return r + v>>1
}
