package av1

// loopFilter reads loop_filter_params.
func (r *headerReader) loopFilter() {
	if r.codedLossless || r.IntraBC {
		return
	}
	vertical, horizontal := r.f("loop_filter_level", 6), r.f("loop_filter_level", 6)
	if r.seq.planes() > 1 && (vertical != 0 || horizontal != 0) {
		r.f("loop_filter_level", 6)
		r.f("loop_filter_level", 6)
	}
	r.f("loop_filter_sharpness", 3)
	if !r.flag("loop_filter_delta_enabled") || !r.flag("loop_filter_delta_update") {
		return
	}
	for range 8 {
		if r.flag("update_ref_delta") {
			r.su("loop_filter_ref_deltas", 7)
		}
	}
	for range 2 {
		if r.flag("update_mode_delta") {
			r.su("loop_filter_mode_deltas", 7)
		}
	}
}

// cdef reads cdef_params.
func (r *headerReader) cdef() {
	if r.codedLossless || r.IntraBC || !r.seq.cdef {
		return
	}
	r.f("cdef_damping_minus_3", 2)
	r.cdefBits = r.f("cdef_bits", 2)
	for range 1 << r.cdefBits {
		r.f("cdef_y_pri_strength", 4)
		r.f("cdef_y_sec_strength", 2)
		if r.seq.planes() > 1 {
			r.f("cdef_uv_pri_strength", 4)
			r.f("cdef_uv_sec_strength", 2)
		}
	}
}

// Values of FrameRestorationType.
const (
	restoreNone = iota
	restoreWiener
	restoreSgrproj
	restoreSwitchable
)

// loopRestoration reads lr_params.
func (r *headerReader) loopRestoration() {
	if r.allLossless || r.IntraBC || !r.seq.restoration {
		return
	}
	uses, usesChroma := false, false
	for i := range r.seq.planes() {
		r.restoration[i] = [4]int{restoreNone, restoreSwitchable, restoreWiener, restoreSgrproj}[r.f("lr_type", 2)]
		if r.restoration[i] != restoreNone {
			uses, usesChroma = true, usesChroma || i > 0
		}
	}
	if !uses {
		return
	}
	least := number(r.seq.Superblock128)
	shift := r.increment("lr_unit_shift", least, 2) // and lr_unit_extra_shift
	size := 256 >> (2 - shift)
	chroma := size
	if r.seq.SubX == 1 && r.seq.SubY == 1 && usesChroma {
		chroma >>= r.f("lr_uv_shift", 1)
	}
	r.restorationSize = [3]int{size, chroma, chroma}
}

// filmGrain reads film_grain_params. Grain is a matter of output alone.
func (r *headerReader) filmGrain() {
	if !r.seq.FilmGrain || !r.Show && !r.Showable || !r.flag("apply_grain") {
		return
	}
	r.f("grain_seed", 16)
	if r.Type == InterFrame && !r.flag("update_grain") {
		r.f("film_grain_params_ref_idx", 3)
		return
	}
	luma := r.f("num_y_points", 4)
	r.points(luma, 14, "point_y_value", "point_y_scaling")
	fromLuma := !r.seq.Monochrome && r.flag("chroma_scaling_from_luma")
	cb, cr := 0, 0
	if !r.seq.Monochrome && !fromLuma && !(r.seq.SubX == 1 && r.seq.SubY == 1 && luma == 0) {
		cb = r.f("num_cb_points", 4)
		r.points(cb, 10, "point_cb_value", "point_cb_scaling")
		cr = r.f("num_cr_points", 4)
		r.points(cr, 10, "point_cr_value", "point_cr_scaling")
	}
	r.f("grain_scaling_minus_8", 2)
	lag := r.f("ar_coeff_lag", 2)
	positions := 2 * lag * (lag + 1)
	if luma > 0 {
		r.repeat(positions, "ar_coeffs_y_plus_128")
		positions++
	}
	if fromLuma || cb > 0 {
		r.repeat(positions, "ar_coeffs_cb_plus_128")
	}
	if fromLuma || cr > 0 {
		r.repeat(positions, "ar_coeffs_cr_plus_128")
	}
	r.f("ar_coeff_shift_minus_6", 2)
	r.f("grain_scale_shift", 2)
	if cb > 0 {
		r.f("cb_mult", 8)
		r.f("cb_luma_mult", 8)
		r.f("cb_offset", 9)
	}
	if cr > 0 {
		r.f("cr_mult", 8)
		r.f("cr_luma_mult", 8)
		r.f("cr_offset", 9)
	}
	r.flag("overlap_flag")
	r.flag("clip_to_restricted_range")
}

// points reads the points of a scaling function.
func (r *headerReader) points(n, most int, value, scaling string) {
	if n > most {
		r.fail(value, "%d points", n)
	}
	for range n {
		r.f(value, 8)
		r.f(scaling, 8)
	}
}

func (r *headerReader) repeat(n int, name string) {
	for range n {
		r.f(name, 8)
	}
}
