package hevc

import "ffkvadrat/bitstream/nal"

// A VPS is what a video parameter set says about the whole stream (clause 7.3.2.1).
type VPS struct {
	ID        uint8
	Layers    uint8 // of all extensions
	SubLayers uint8
	Profile   uint8
	Level     uint8 // 30 times the level
}

// parseVPS reads a video parameter set without its extensions, which describe other layers.
func parseVPS(r *nal.Reader) (*VPS, error) {
	v := &VPS{ID: uint8(r.U("vps_video_parameter_set_id", 4))}
	r.Flag("vps_base_layer_internal_flag")
	r.Flag("vps_base_layer_available_flag")
	v.Layers = uint8(r.U("vps_max_layers_minus1", 6)) + 1
	v.SubLayers = subLayers(r, "vps_max_sub_layers_minus1")
	r.Flag("vps_temporal_id_nesting_flag")
	r.U("vps_reserved_0xffff_16bits", 16)
	v.Profile, v.Level = profileTierLevel(r, int(v.SubLayers)-1)
	subLayerOrdering(r, "vps_", int(v.SubLayers))
	maxLayerID := int(r.U("vps_max_layer_id", 6))
	sets := r.UEMax("vps_num_layer_sets_minus1", 1023)
	for range sets {
		for range maxLayerID + 1 {
			r.Flag("layer_id_included_flag")
		}
		if r.Err() != nil {
			return v, r.Err()
		}
	}
	if r.Flag("vps_timing_info_present_flag") {
		r.U("vps_num_units_in_tick", 32)
		r.U("vps_time_scale", 32)
		if r.Flag("vps_poc_proportional_to_timing_flag") {
			r.UE("vps_num_ticks_poc_diff_one_minus1")
		}
		for i := range r.UEMax("vps_num_hrd_parameters", 1024) {
			r.UEMax("hrd_layer_set_idx", uint32(sets))
			common := i == 0
			if i > 0 {
				common = r.Flag("cprms_present_flag")
			}
			hrdParameters(r, common, int(v.SubLayers)-1)
			if r.Err() != nil {
				return v, r.Err()
			}
		}
	}
	r.Flag("vps_extension_flag")
	return v, r.Err()
}

// subLayers reads the number of temporal sub-layers, 1 to 7.
func subLayers(r *nal.Reader, name string) uint8 {
	n := r.U(name, 3)
	if n > 6 {
		r.Fail(name, malformed("%d", n))
		n = 0
	}
	return uint8(n) + 1
}

// subLayerOrdering reads the sizes of the decoded picture buffer. prefix is that of the elements' names.
func subLayerOrdering(r *nal.Reader, prefix string, subLayers int) {
	n := subLayers
	if !r.Flag(prefix + "sub_layer_ordering_info_present_flag") {
		n = 1
	}
	for range n {
		r.UEMax(prefix+"max_dec_pic_buffering_minus1", 15)
		r.UEMax(prefix+"max_num_reorder_pics", 15)
		r.UE(prefix + "max_latency_increase_plus1")
	}
}
