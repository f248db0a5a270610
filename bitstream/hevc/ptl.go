package hevc

import "ffkvadrat/bitstream/nal"

// profileTierLevel reads profile_tier_level( 1, maxSubLayersMinus1 ) (clause 7.3.3) and returns the
// general profile and level.
func profileTierLevel(r *nal.Reader, maxSubLayersMinus1 int) (profile, level uint8) {
	r.U("general_profile_space", 2)
	r.Flag("general_tier_flag")
	profile = uint8(r.U("general_profile_idc", 5))
	for range 32 {
		r.Flag("general_profile_compatibility_flag")
	}
	r.Flag("general_progressive_source_flag")
	r.Flag("general_interlaced_source_flag")
	r.Flag("general_non_packed_constraint_flag")
	r.Flag("general_frame_only_constraint_flag")
	r.Skip("general constraint flags", 44)
	level = uint8(r.U("general_level_idc", 8))
	var hasProfile, hasLevel [8]bool
	for i := range maxSubLayersMinus1 {
		hasProfile[i] = r.Flag("sub_layer_profile_present_flag")
		hasLevel[i] = r.Flag("sub_layer_level_present_flag")
	}
	if maxSubLayersMinus1 > 0 {
		for range 8 - maxSubLayersMinus1 {
			r.U("reserved_zero_2bits", 2)
		}
	}
	for i := range maxSubLayersMinus1 {
		if hasProfile[i] {
			r.Skip("sub-layer profile", 88)
		}
		if hasLevel[i] {
			r.U("sub_layer_level_idc", 8)
		}
	}
	return profile, level
}

// hrdParameters reads hrd_parameters (clause E.2.2).
func hrdParameters(r *nal.Reader, common bool, maxSubLayersMinus1 int) {
	nalPresent, vclPresent, subPic := false, false, false
	if common {
		nalPresent = r.Flag("nal_hrd_parameters_present_flag")
		vclPresent = r.Flag("vcl_hrd_parameters_present_flag")
		if nalPresent || vclPresent {
			if subPic = r.Flag("sub_pic_hrd_params_present_flag"); subPic {
				r.U("tick_divisor_minus2", 8)
				r.U("du_cpb_removal_delay_increment_length_minus1", 5)
				r.Flag("sub_pic_cpb_params_in_pic_timing_sei_flag")
				r.U("dpb_output_delay_du_length_minus1", 5)
			}
			r.U("bit_rate_scale", 4)
			r.U("cpb_size_scale", 4)
			if subPic {
				r.U("cpb_size_du_scale", 4)
			}
			r.U("initial_cpb_removal_delay_length_minus1", 5)
			r.U("au_cpb_removal_delay_length_minus1", 5)
			r.U("dpb_output_delay_length_minus1", 5)
		}
	}
	for range maxSubLayersMinus1 + 1 {
		cpbs, lowDelay := 1, false
		fixed := r.Flag("fixed_pic_rate_general_flag")
		inCVS := fixed
		if !fixed {
			inCVS = r.Flag("fixed_pic_rate_within_cvs_flag")
		}
		if inCVS {
			r.UEMax("elemental_duration_in_tc_minus1", 2047)
		} else {
			lowDelay = r.Flag("low_delay_hrd_flag")
		}
		if !lowDelay {
			cpbs = r.UEMax("cpb_cnt_minus1", 31) + 1
		}
		for _, present := range [2]bool{nalPresent, vclPresent} {
			if present {
				subLayerHRD(r, cpbs, subPic)
			}
		}
	}
}

// subLayerHRD reads sub_layer_hrd_parameters (clause E.2.3).
func subLayerHRD(r *nal.Reader, cpbs int, subPic bool) {
	for range cpbs {
		r.UE("bit_rate_value_minus1")
		r.UE("cpb_size_value_minus1")
		if subPic {
			r.UE("cpb_size_du_value_minus1")
			r.UE("bit_rate_du_value_minus1")
		}
		r.Flag("cbr_flag")
	}
}

// vui reads vui_parameters (clause E.2.1).
func vui(r *nal.Reader, maxSubLayersMinus1 int) {
	if r.Flag("aspect_ratio_info_present_flag") {
		const extended = 255 // EXTENDED_SAR
		if r.U("aspect_ratio_idc", 8) == extended {
			r.U("sar_width", 16)
			r.U("sar_height", 16)
		}
	}
	if r.Flag("overscan_info_present_flag") {
		r.Flag("overscan_appropriate_flag")
	}
	if r.Flag("video_signal_type_present_flag") {
		r.U("video_format", 3)
		r.Flag("video_full_range_flag")
		if r.Flag("colour_description_present_flag") {
			r.U("colour_primaries", 8)
			r.U("transfer_characteristics", 8)
			r.U("matrix_coefficients", 8)
		}
	}
	if r.Flag("chroma_loc_info_present_flag") {
		r.UEMax("chroma_sample_loc_type_top_field", 5)
		r.UEMax("chroma_sample_loc_type_bottom_field", 5)
	}
	r.Flag("neutral_chroma_indication_flag")
	r.Flag("field_seq_flag")
	r.Flag("frame_field_info_present_flag")
	if r.Flag("default_display_window_flag") {
		for _, side := range [4]string{"def_disp_win_left_offset", "def_disp_win_right_offset", "def_disp_win_top_offset", "def_disp_win_bottom_offset"} {
			r.UE(side)
		}
	}
	if r.Flag("vui_timing_info_present_flag") {
		r.U("vui_num_units_in_tick", 32)
		r.U("vui_time_scale", 32)
		if r.Flag("vui_poc_proportional_to_timing_flag") {
			r.UE("vui_num_ticks_poc_diff_one_minus1")
		}
		if r.Flag("vui_hrd_parameters_present_flag") {
			hrdParameters(r, true, maxSubLayersMinus1)
		}
	}
	if r.Flag("bitstream_restriction_flag") {
		r.Flag("tiles_fixed_structure_flag")
		r.Flag("motion_vectors_over_pic_boundaries_flag")
		r.Flag("restricted_ref_pic_lists_flag")
		r.UEMax("min_spatial_segmentation_idc", 4095)
		r.UEMax("max_bytes_per_pic_denom", 16)
		r.UEMax("max_bits_per_min_cu_denom", 16)
		r.UEMax("log2_max_mv_length_horizontal", 16)
		r.UEMax("log2_max_mv_length_vertical", 15)
	}
}
