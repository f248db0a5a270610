package hevc

import "ffkvadrat/bitstream/nal"

// An SPS is a sequence parameter set (clause 7.3.2.2). It does not change after it was read.
type SPS struct {
	ID, VPS        uint8
	Profile, Level uint8
	SubLayers      uint8

	ChromaFormat  uint8 // chroma_format_idc: 4:0:0, 4:2:0, 4:2:2 and 4:4:4
	Width, Height int   // of the coded picture, in luma samples
	// Crop has the samples that output omits at the left, right, top and bottom, in units of chroma samples.
	Crop                     [4]int
	BitDepth, BitDepthChroma int

	MinCBLog2, CTBLog2           int // sizes of coding blocks: MinCbLog2SizeY, CtbLog2SizeY
	MinTBLog2, MaxTBLog2         int // sizes of transform blocks
	MaxDepthInter, MaxDepthIntra int // max_transform_hierarchy_depth_…
	WidthInCTBs, HeightInCTBs    int

	AMP, SAO, PCM                  bool
	PCMBitDepth, PCMBitDepthChroma int
	MinPCMLog2, MaxPCMLog2         int
	PCMLoopFilterDisabled          bool
	ScalingLists                   bool
	TemporalMVP                    bool
	StrongIntraSmoothing           bool

	POCLSBBits int // log2_max_pic_order_cnt_lsb
	ShortTerm  []ShortTermSet
	LongTerm   bool
	longTerm   []longTermSPS

	Range RangeExtension
}

// Cropped returns the number of luma samples that output omits at each side. It is 0 everywhere if nothing
// were left.
func (s *SPS) Cropped() (left, right, top, bottom int) {
	x, y := 1, 1 // SubWidthC and SubHeightC (table 6-1)
	if s.ChromaFormat == 1 || s.ChromaFormat == 2 {
		x = 2
	}
	if s.ChromaFormat == 1 {
		y = 2
	}
	left, right, top, bottom = x*s.Crop[0], x*s.Crop[1], y*s.Crop[2], y*s.Crop[3]
	if left+right >= s.Width || top+bottom >= s.Height {
		return 0, 0, 0, 0
	}
	return left, right, top, bottom
}

// A RangeExtension has the tools of version 2 (clause 7.3.2.2.2).
type RangeExtension struct {
	TransformSkipRotation    bool
	TransformSkipContext     bool
	ImplicitRDPCM            bool
	ExplicitRDPCM            bool
	ExtendedPrecision        bool
	IntraSmoothingDisabled   bool
	HighPrecisionOffsets     bool
	PersistentRiceAdaptation bool
	CABACBypassAlignment     bool
}

type longTermSPS struct {
	lsb  int32
	used bool
}

// maxArea limits the luma samples of a picture: that of level 7.2 in later editions, 16384 × 8704.
const maxArea = 16384 * 8704

// maxSide limits width and height, as the root of 8 areas does (clause A.4.1).
const maxSide = 33792

func parseSPS(r *nal.Reader) (*SPS, error) {
	s := &SPS{VPS: uint8(r.U("sps_video_parameter_set_id", 4))}
	s.SubLayers = subLayers(r, "sps_max_sub_layers_minus1")
	r.Flag("sps_temporal_id_nesting_flag")
	s.Profile, s.Level = profileTierLevel(r, int(s.SubLayers)-1)
	s.ID = uint8(r.UEMax("sps_seq_parameter_set_id", 15))
	s.size(r)
	s.POCLSBBits = r.UEMax("log2_max_pic_order_cnt_lsb_minus4", 12) + 4
	subLayerOrdering(r, "sps_", int(s.SubLayers))
	s.blocks(r)
	if s.ScalingLists = r.Flag("scaling_list_enabled_flag"); s.ScalingLists {
		if r.Flag("sps_scaling_list_data_present_flag") {
			scalingListData(r)
		}
	}
	s.AMP = r.Flag("amp_enabled_flag")
	s.SAO = r.Flag("sample_adaptive_offset_enabled_flag")
	if s.PCM = r.Flag("pcm_enabled_flag"); s.PCM {
		s.pcm(r)
	}
	s.references(r)
	s.TemporalMVP = r.Flag("sps_temporal_mvp_enabled_flag")
	s.StrongIntraSmoothing = r.Flag("strong_intra_smoothing_enabled_flag")
	if r.Flag("vui_parameters_present_flag") {
		vui(r, int(s.SubLayers)-1)
	}
	s.extensions(r)
	return s, r.Err()
}

// size reads the format and the size of pictures.
func (s *SPS) size(r *nal.Reader) {
	s.ChromaFormat = uint8(r.UEMax("chroma_format_idc", 3))
	if s.ChromaFormat == 3 && r.Flag("separate_colour_plane_flag") {
		r.Fail("separate_colour_plane_flag", unsupported("separate colour planes"))
	}
	s.Width = r.UEMax("pic_width_in_luma_samples", maxSide)
	s.Height = r.UEMax("pic_height_in_luma_samples", maxSide)
	if s.Width == 0 || s.Height == 0 || s.Width*s.Height > maxArea {
		r.Fail("pic_width_in_luma_samples", malformed("a picture of %d × %d", s.Width, s.Height))
	}
	if r.Flag("conformance_window_flag") {
		for i, side := range [4]string{"conf_win_left_offset", "conf_win_right_offset", "conf_win_top_offset", "conf_win_bottom_offset"} {
			s.Crop[i] = r.UEMax(side, maxSide)
		}
	}
	s.BitDepth = r.UEMax("bit_depth_luma_minus8", 8) + 8
	s.BitDepthChroma = r.UEMax("bit_depth_chroma_minus8", 8) + 8
}

// blocks reads the sizes of coding blocks and transform blocks.
func (s *SPS) blocks(r *nal.Reader) {
	s.MinCBLog2 = r.UEMax("log2_min_luma_coding_block_size_minus3", 3) + 3
	s.CTBLog2 = s.MinCBLog2 + r.UEMax("log2_diff_max_min_luma_coding_block_size", 3)
	s.MinTBLog2 = r.UEMax("log2_min_luma_transform_block_size_minus2", 3) + 2
	s.MaxTBLog2 = s.MinTBLog2 + r.UEMax("log2_diff_max_min_luma_transform_block_size", 3)
	s.MaxDepthInter = r.UEMax("max_transform_hierarchy_depth_inter", 4)
	s.MaxDepthIntra = r.UEMax("max_transform_hierarchy_depth_intra", 4)
	switch {
	case s.CTBLog2 < 4 || s.CTBLog2 > 6:
		r.Fail("log2_diff_max_min_luma_coding_block_size", malformed("coding tree blocks of %d samples", 1<<s.CTBLog2))
	case s.MinTBLog2 >= s.MinCBLog2, s.MaxTBLog2 > min(s.CTBLog2, 5):
		r.Fail("log2_min_luma_transform_block_size_minus2", malformed("transform blocks of %d to %d samples", 1<<s.MinTBLog2, 1<<s.MaxTBLog2))
	case s.Width%(1<<s.MinCBLog2) != 0 || s.Height%(1<<s.MinCBLog2) != 0:
		r.Fail("pic_width_in_luma_samples", malformed("%d × %d samples with coding blocks of %d", s.Width, s.Height, 1<<s.MinCBLog2))
	}
	s.WidthInCTBs = (s.Width + 1<<s.CTBLog2 - 1) >> s.CTBLog2
	s.HeightInCTBs = (s.Height + 1<<s.CTBLog2 - 1) >> s.CTBLog2
}

func (s *SPS) pcm(r *nal.Reader) {
	s.PCMBitDepth = int(r.U("pcm_sample_bit_depth_luma_minus1", 4)) + 1
	s.PCMBitDepthChroma = int(r.U("pcm_sample_bit_depth_chroma_minus1", 4)) + 1
	s.MinPCMLog2 = r.UEMax("log2_min_pcm_luma_coding_block_size_minus3", 2) + 3
	s.MaxPCMLog2 = s.MinPCMLog2 + r.UEMax("log2_diff_max_min_pcm_luma_coding_block_size", 2)
	s.PCMLoopFilterDisabled = r.Flag("pcm_loop_filter_disabled_flag")
	if s.MaxPCMLog2 > min(s.CTBLog2, 5) {
		r.Fail("log2_diff_max_min_pcm_luma_coding_block_size", malformed("PCM blocks of %d samples", 1<<s.MaxPCMLog2))
	}
}

// references reads the sets of reference pictures that slices choose from.
func (s *SPS) references(r *nal.Reader) {
	s.ShortTerm = make([]ShortTermSet, r.UEMax("num_short_term_ref_pic_sets", 64))
	for i := range s.ShortTerm {
		s.ShortTerm[i].read(r, s.ShortTerm[:i], false)
	}
	if s.LongTerm = r.Flag("long_term_ref_pics_present_flag"); s.LongTerm {
		s.longTerm = make([]longTermSPS, r.UEMax("num_long_term_ref_pics_sps", 32))
		for i := range s.longTerm {
			s.longTerm[i].lsb = int32(r.U("lt_ref_pic_poc_lsb_sps", s.POCLSBBits))
			s.longTerm[i].used = r.Flag("used_by_curr_pic_lt_sps_flag")
		}
	}
}

func (s *SPS) extensions(r *nal.Reader) {
	if !r.Flag("sps_extension_present_flag") {
		return
	}
	rangeExtension := r.Flag("sps_range_extension_flag")
	multilayer := r.Flag("sps_multilayer_extension_flag")
	threeD := r.Flag("sps_3d_extension_flag")
	screen := r.Flag("sps_scc_extension_flag")
	r.U("sps_extension_4bits", 4)
	if rangeExtension {
		s.Range.TransformSkipRotation = r.Flag("transform_skip_rotation_enabled_flag")
		s.Range.TransformSkipContext = r.Flag("transform_skip_context_enabled_flag")
		s.Range.ImplicitRDPCM = r.Flag("implicit_rdpcm_enabled_flag")
		s.Range.ExplicitRDPCM = r.Flag("explicit_rdpcm_enabled_flag")
		s.Range.ExtendedPrecision = r.Flag("extended_precision_processing_flag")
		s.Range.IntraSmoothingDisabled = r.Flag("intra_smoothing_disabled_flag")
		s.Range.HighPrecisionOffsets = r.Flag("high_precision_offsets_enabled_flag")
		s.Range.PersistentRiceAdaptation = r.Flag("persistent_rice_adaptation_enabled_flag")
		s.Range.CABACBypassAlignment = r.Flag("cabac_bypass_alignment_enabled_flag")
	}
	if multilayer {
		r.Flag("inter_view_mv_vert_constraint_flag")
	}
	if threeD {
		r.Fail("sps_3d_extension_flag", unsupported("3D extension"))
	}
	if screen {
		r.Fail("sps_scc_extension_flag", unsupported("screen content coding"))
	}
}

// scalingListData reads scaling_list_data (clause 7.3.4), whose values only reconstruction needs.
func scalingListData(r *nal.Reader) {
	for size := range 4 {
		step := 1
		if size == 3 {
			step = 3
		}
		for matrix := 0; matrix < 6; matrix += step {
			if !r.Flag("scaling_list_pred_mode_flag") {
				r.UEMax("scaling_list_pred_matrix_id_delta", uint32(matrix/step))
				continue
			}
			if size > 1 {
				r.SEIn("scaling_list_dc_coef_minus8", -7, 247)
			}
			for range min(64, 1<<(4+2*size)) {
				r.SEIn("scaling_list_delta_coef", -128, 127)
			}
		}
	}
}
