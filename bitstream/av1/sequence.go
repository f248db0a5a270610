package av1

// A Sequence is a sequence header (section 5.5).
type Sequence struct {
	Profile            uint8
	StillPicture       bool
	ReducedStill       bool // reduced_still_picture_header
	Width, Height      int  // max_frame_width_minus_1 + 1, max_frame_height_minus_1 + 1
	Superblock128      bool
	BitDepth           uint8
	Monochrome         bool
	SubX, SubY         uint8 // subsampling_x, subsampling_y
	FilmGrain          bool  // film_grain_params_present
	Primaries          uint8
	Transfer           uint8
	Matrix             uint8
	OperatingPointIDC  int // of the first operating point
	separateUVDeltaQ   bool
	equalInterval      bool // equal_picture_interval
	decoderModel       bool // decoder_model_info_present_flag
	removalTimeLength  int  // buffer_removal_time_length_minus_1 + 1
	presentationLength int  // frame_presentation_time_length_minus_1 + 1
	points             []operatingPoint
	widthBits          int
	heightBits         int
	frameIDs           bool // frame_id_numbers_present_flag
	deltaIDLength      int  // delta_frame_id_length_minus_2 + 2
	idLength           int
	filterIntra        bool
	interIntra         bool // enable_interintra_compound
	maskedCompound     bool
	warpedMotion       bool
	dualFilter         bool
	orderHint          bool
	jointCompound      bool // enable_jnt_comp
	refFrameMVs        bool
	screenContent      int // seq_force_screen_content_tools
	integerMV          int // seq_force_integer_mv
	orderHintBits      int
	superres           bool
	cdef               bool
	restoration        bool
}

type operatingPoint struct {
	idc          int
	decoderModel bool
}

// selected is the value of seq_force_screen_content_tools and seq_force_integer_mv that leaves the choice to
// frames.
const selected = 2

// planes returns NumPlanes.
func (s *Sequence) planes() int {
	if s.Monochrome {
		return 1
	}
	return 3
}

// superblockLog2 returns the binary logarithm of a superblock's side in units of 4 samples.
func (s *Sequence) superblockLog2() int {
	if s.Superblock128 {
		return 5
	}
	return 4
}

// parseSequence reads sequence_header_obu.
func parseSequence(r *reader) (*Sequence, error) {
	s := &Sequence{screenContent: selected, integerMV: selected}
	s.Profile = uint8(r.f("seq_profile", 3))
	if s.Profile > 2 {
		r.fail("seq_profile", "%d", s.Profile)
	}
	s.StillPicture = r.flag("still_picture")
	if s.ReducedStill = r.flag("reduced_still_picture_header"); s.ReducedStill {
		r.f("seq_level_idx", 5)
		s.points = []operatingPoint{{}}
	} else {
		s.operatingPoints(r)
	}
	s.OperatingPointIDC = s.points[0].idc
	s.widthBits = r.f("frame_width_bits_minus_1", 4) + 1
	s.heightBits = r.f("frame_height_bits_minus_1", 4) + 1
	s.Width = r.f("max_frame_width_minus_1", s.widthBits) + 1
	s.Height = r.f("max_frame_height_minus_1", s.heightBits) + 1
	if !s.ReducedStill {
		if s.frameIDs = r.flag("frame_id_numbers_present_flag"); s.frameIDs {
			s.deltaIDLength = r.f("delta_frame_id_length_minus_2", 4) + 2
			s.idLength = r.f("additional_frame_id_length_minus_1", 3) + 1 + s.deltaIDLength
			if s.idLength > 16 {
				r.fail("additional_frame_id_length_minus_1", "numbers of %d bits", s.idLength)
			}
		}
	}
	s.Superblock128 = r.flag("use_128x128_superblock")
	s.filterIntra = r.flag("enable_filter_intra")
	r.flag("enable_intra_edge_filter")
	if !s.ReducedStill {
		s.tools(r)
	}
	s.superres = r.flag("enable_superres")
	s.cdef = r.flag("enable_cdef")
	s.restoration = r.flag("enable_restoration")
	s.color(r)
	s.FilmGrain = r.flag("film_grain_params_present")
	r.trailing()
	return s, r.err
}

// operatingPoints reads the part of sequence_header_obu that reduced still pictures do not have.
func (s *Sequence) operatingPoints(r *reader) {
	delayLength := 0
	if r.flag("timing_info_present_flag") {
		r.skip("num_units_in_display_tick", 32)
		r.skip("time_scale", 32)
		if s.equalInterval = r.flag("equal_picture_interval"); s.equalInterval {
			r.skipVLC("num_ticks_per_picture_minus_1")
		}
		if s.decoderModel = r.flag("decoder_model_info_present_flag"); s.decoderModel {
			delayLength = r.f("buffer_delay_length_minus_1", 5) + 1
			r.skip("num_units_in_decoding_tick", 32)
			s.removalTimeLength = r.f("buffer_removal_time_length_minus_1", 5) + 1
			s.presentationLength = r.f("frame_presentation_time_length_minus_1", 5) + 1
		}
	}
	displayDelay := r.flag("initial_display_delay_present_flag")
	for range r.f("operating_points_cnt_minus_1", 5) + 1 {
		p := operatingPoint{idc: r.f("operating_point_idc", 12)}
		if r.f("seq_level_idx", 5) > 7 {
			r.flag("seq_tier")
		}
		if s.decoderModel {
			if p.decoderModel = r.flag("decoder_model_present_for_this_op"); p.decoderModel {
				r.skip("decoder_buffer_delay", delayLength)
				r.skip("encoder_buffer_delay", delayLength)
				r.flag("low_delay_mode_flag")
			}
		}
		if displayDelay && r.flag("initial_display_delay_present_for_this_op") {
			r.f("initial_display_delay_minus_1", 4)
		}
		s.points = append(s.points, p)
	}
}

// tools reads the flags of tools between frames.
func (s *Sequence) tools(r *reader) {
	s.interIntra = r.flag("enable_interintra_compound")
	s.maskedCompound = r.flag("enable_masked_compound")
	s.warpedMotion = r.flag("enable_warped_motion")
	s.dualFilter = r.flag("enable_dual_filter")
	if s.orderHint = r.flag("enable_order_hint"); s.orderHint {
		s.jointCompound = r.flag("enable_jnt_comp")
		s.refFrameMVs = r.flag("enable_ref_frame_mvs")
	}
	if !r.flag("seq_choose_screen_content_tools") {
		s.screenContent = r.f("seq_force_screen_content_tools", 1)
	}
	if s.screenContent > 0 && !r.flag("seq_choose_integer_mv") {
		s.integerMV = r.f("seq_force_integer_mv", 1)
	}
	if s.orderHint {
		s.orderHintBits = r.f("order_hint_bits_minus_1", 3) + 1
	}
}

// color reads color_config.
func (s *Sequence) color(r *reader) {
	s.BitDepth = 8
	if r.flag("high_bitdepth") {
		s.BitDepth = 10
		if s.Profile == 2 && r.flag("twelve_bit") {
			s.BitDepth = 12
		}
	}
	s.Monochrome = s.Profile != 1 && r.flag("mono_chrome")
	s.Primaries, s.Transfer, s.Matrix = 2, 2, 2 // unspecified
	if r.flag("color_description_present_flag") {
		s.Primaries = uint8(r.f("color_primaries", 8))
		s.Transfer = uint8(r.f("transfer_characteristics", 8))
		s.Matrix = uint8(r.f("matrix_coefficients", 8))
	}
	if s.Monochrome {
		r.flag("color_range")
		s.SubX, s.SubY = 1, 1
		return
	}
	if s.Primaries != 1 || s.Transfer != 13 || s.Matrix != 0 { // other than sRGB in RGB
		r.flag("color_range")
		switch {
		case s.Profile == 0:
			s.SubX, s.SubY = 1, 1
		case s.Profile == 2 && s.BitDepth == 12:
			if s.SubX = uint8(r.f("subsampling_x", 1)); s.SubX == 1 {
				s.SubY = uint8(r.f("subsampling_y", 1))
			}
		case s.Profile == 2:
			s.SubX = 1
		}
		if s.SubX == 1 && s.SubY == 1 {
			r.f("chroma_sample_position", 2)
		}
	}
	s.separateUVDeltaQ = r.flag("separate_uv_delta_q")
}
