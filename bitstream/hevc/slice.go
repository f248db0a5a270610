package hevc

import (
	"math/bits"

	"ffkvadrat/bitstream/nal"
)

// A SliceType says which predictions a slice may use (table 7-7).
type SliceType uint8

const (
	SliceB SliceType = 0
	SliceP SliceType = 1
	SliceI SliceType = 2
)

// A Reference is a picture in a reference picture list.
type Reference struct {
	POC      int32
	LongTerm bool
	// Missing: no earlier picture of the stream has this order count.
	Missing bool
}

// A SliceHeader is the header of a slice segment (clause 7.3.6). A dependent segment has the fields
// after Dependent from the segment before it, except Address, and its slice's SliceAddress.
type SliceHeader struct {
	FirstInPicture bool
	PPS            uint8
	Dependent      bool
	Address        int // of the segment's first coding tree unit: slice_segment_address
	SliceAddress   int // of the slice's: SliceAddrRs

	Type      SliceType
	Output    bool
	POCLSB    int32
	ShortTerm ShortTermSet
	longTerm  [maxReferences]longTermRef
	longTerms int

	TemporalMVP        bool
	SAOLuma, SAOChroma bool
	Active             [2]int // reference pictures in lists 0 and 1: num_ref_idx_l…_active_minus1 + 1
	modified           [2]bool
	entries            [2][maxReferences]uint8 // list_entry_l…
	MVDL1Zero          bool
	CABACInit          bool
	CollocatedFromL0   bool
	CollocatedIndex    int // collocated_ref_idx
	MaxMergeCandidates int // MaxNumMergeCand
	QP                 int // SliceQpY
	ChromaOffsets      [2]int
	CUChromaOffsets    bool // cu_chroma_qp_offset_enabled_flag
	DeblockingDisabled bool
	LoopFilterAcross   bool
	EntryPoints        int // num_entry_point_offsets
	// Lists are the reference picture lists 0 and 1, of Active entries (clause 8.3.4).
	Lists [2][maxReferences]Reference
}

type longTermRef struct {
	poc  int32 // if not whole: its least significant bits
	msb  bool
	used bool
}

// read reads slice_segment_header. h has the header of the segment before it. The parameter sets are
// those of its identifier.
func (h *SliceHeader) read(r *nal.Reader, t UnitType, s *Stream) (*Layout, error) {
	first := r.Flag("first_slice_segment_in_pic_flag")
	if t.IRAP() {
		r.Flag("no_output_of_prior_pics_flag")
	}
	id := r.UEMax("slice_pic_parameter_set_id", 63)
	if r.Err() != nil {
		return nil, r.Err()
	}
	layout, err := s.layout(uint8(id))
	if err != nil {
		return nil, err
	}
	sps, pps := layout.sps, layout.pps
	dependent, address := false, 0
	if !first {
		if pps.DependentSlices {
			dependent = r.Flag("dependent_slice_segment_flag")
		}
		n := len(layout.Raster)
		address = int(r.U("slice_segment_address", bits.Len(uint(n-1))))
		if address >= n || address == 0 {
			r.Fail("slice_segment_address", malformed("%d of %d", address, n))
			return nil, r.Err()
		}
	}
	if dependent {
		h.FirstInPicture, h.Dependent, h.Address = first, true, address
	} else {
		*h = SliceHeader{FirstInPicture: first, PPS: uint8(id), Address: address, SliceAddress: address, Output: true, CollocatedFromL0: true,
			DeblockingDisabled: pps.DeblockingDisabled, LoopFilterAcross: pps.LoopFilterAcrossSlices}
		h.independent(r, t, sps, pps)
	}
	h.EntryPoints = 0
	if pps.Tiles || pps.Wavefront {
		h.entryPoints(r, len(layout.Raster))
	}
	if pps.SliceHeaderExtension {
		n := r.UEMax("slice_segment_header_extension_length", 256)
		for range n {
			r.U("slice_segment_header_extension_data_byte", 8)
		}
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	if !r.Flag("alignment_bit_equal_to_one") {
		r.Fail("alignment_bit_equal_to_one", malformed("0"))
	}
	for r.At()%8 != 0 {
		if r.Flag("alignment_bit_equal_to_zero") {
			r.Fail("alignment_bit_equal_to_zero", malformed("1"))
		}
	}
	return layout, r.Err()
}

// independent reads what a dependent slice segment has from the one before.
func (h *SliceHeader) independent(r *nal.Reader, t UnitType, sps *SPS, pps *PPS) {
	for range pps.ExtraSliceHeaderBits {
		r.Flag("slice_reserved_flag")
	}
	h.Type = SliceType(r.UEMax("slice_type", 2))
	if pps.OutputFlag {
		h.Output = r.Flag("pic_output_flag")
	}
	if !t.IDR() {
		h.references(r, sps)
	}
	if sps.SAO {
		h.SAOLuma = r.Flag("slice_sao_luma_flag")
		if sps.ChromaFormat != 0 {
			h.SAOChroma = r.Flag("slice_sao_chroma_flag")
		}
	}
	if h.Type != SliceI {
		h.inter(r, sps, pps)
	}
	h.QP = pps.InitQP + int(r.SE("slice_qp_delta"))
	if least := -6 * (sps.BitDepth - 8); h.QP < least || h.QP > 51 {
		r.Fail("slice_qp_delta", malformed("QP %d is not between %d and 51", h.QP, least))
	}
	if pps.SliceChromaOffsets {
		h.ChromaOffsets[0] = r.SEIn("slice_cb_qp_offset", -12, 12)
		h.ChromaOffsets[1] = r.SEIn("slice_cr_qp_offset", -12, 12)
	}
	if pps.ChromaOffsetList {
		h.CUChromaOffsets = r.Flag("cu_chroma_qp_offset_enabled_flag")
	}
	if pps.DeblockingOverride && r.Flag("deblocking_filter_override_flag") {
		if h.DeblockingDisabled = r.Flag("slice_deblocking_filter_disabled_flag"); !h.DeblockingDisabled {
			r.SEIn("slice_beta_offset_div2", -6, 6)
			r.SEIn("slice_tc_offset_div2", -6, 6)
		}
	}
	if pps.LoopFilterAcrossSlices && (h.SAOLuma || h.SAOChroma || !h.DeblockingDisabled) {
		h.LoopFilterAcross = r.Flag("slice_loop_filter_across_slices_enabled_flag")
	}
}

// references reads the order count and the reference picture set.
func (h *SliceHeader) references(r *nal.Reader, sps *SPS) {
	h.POCLSB = int32(r.U("slice_pic_order_cnt_lsb", sps.POCLSBBits))
	if !r.Flag("short_term_ref_pic_set_sps_flag") {
		h.ShortTerm.read(r, sps.ShortTerm, true)
	} else if n := len(sps.ShortTerm); n > 0 {
		index := 0
		if n > 1 {
			index = int(r.U("short_term_ref_pic_set_idx", bits.Len(uint(n-1))))
		}
		if index >= n {
			r.Fail("short_term_ref_pic_set_idx", malformed("%d of %d", index, n))
			return
		}
		h.ShortTerm = sps.ShortTerm[index]
	} else {
		r.Fail("short_term_ref_pic_set_sps_flag", malformed("the sequence parameter set has none"))
	}
	if sps.LongTerm {
		h.longTermReferences(r, sps)
	}
	if sps.TemporalMVP {
		h.TemporalMVP = r.Flag("slice_temporal_mvp_enabled_flag")
	}
}

func (h *SliceHeader) longTermReferences(r *nal.Reader, sps *SPS) {
	left := uint32(maxReferences - h.ShortTerm.Negative - h.ShortTerm.Positive)
	fromSPS := 0
	if len(sps.longTerm) > 0 {
		fromSPS = r.UEMax("num_long_term_sps", min(left, uint32(len(sps.longTerm))))
	}
	h.longTerms = fromSPS + r.UEMax("num_long_term_pics", left-uint32(fromSPS))
	cycles := int32(0) // DeltaPocMsbCycleLt, equation 7-52
	for i := range h.longTerms {
		l := &h.longTerm[i]
		if i < fromSPS {
			index := 0
			if n := len(sps.longTerm); n > 1 {
				index = int(r.U("lt_idx_sps", bits.Len(uint(n-1))))
				if index >= n {
					r.Fail("lt_idx_sps", malformed("%d of %d", index, n))
					return
				}
			}
			l.poc, l.used = sps.longTerm[index].lsb, sps.longTerm[index].used
		} else {
			l.poc = int32(r.U("poc_lsb_lt", sps.POCLSBBits))
			l.used = r.Flag("used_by_curr_pic_lt_flag")
		}
		if i == 0 || i == fromSPS {
			cycles = 0
		}
		if l.msb = r.Flag("delta_poc_msb_present_flag"); l.msb {
			cycles += int32(r.UEMax("delta_poc_msb_cycle_lt", 1<<28))
			l.poc -= cycles<<sps.POCLSBBits + h.POCLSB // relative to the picture's order count
		}
	}
}

// inter reads what slices with inter prediction have.
func (h *SliceHeader) inter(r *nal.Reader, sps *SPS, pps *PPS) {
	h.Active = pps.DefaultActive
	if r.Flag("num_ref_idx_active_override_flag") {
		h.Active[0] = r.UEMax("num_ref_idx_l0_active_minus1", 14) + 1
		if h.Type == SliceB {
			h.Active[1] = r.UEMax("num_ref_idx_l1_active_minus1", 14) + 1
		}
	}
	if h.Type == SliceP {
		h.Active[1] = 0
	}
	if n := h.totalCurrent(); pps.ListsModification && n > 1 {
		h.modification(r, n)
	}
	if h.Type == SliceB {
		h.MVDL1Zero = r.Flag("mvd_l1_zero_flag")
	}
	if pps.CABACInit {
		h.CABACInit = r.Flag("cabac_init_flag")
	}
	if h.TemporalMVP {
		if h.Type == SliceB {
			h.CollocatedFromL0 = r.Flag("collocated_from_l0_flag")
		}
		n := h.Active[0]
		if !h.CollocatedFromL0 {
			n = h.Active[1]
		}
		if n > 1 {
			h.CollocatedIndex = r.UEMax("collocated_ref_idx", uint32(n-1))
		}
	}
	if pps.WeightedPred && h.Type == SliceP || pps.WeightedBipred && h.Type == SliceB {
		h.weights(r, sps)
	}
	h.MaxMergeCandidates = 5 - r.UEMax("five_minus_max_num_merge_cand", 4)
}

// totalCurrent counts the pictures that the picture itself may refer to: NumPicTotalCurr.
func (h *SliceHeader) totalCurrent() (n int) {
	for _, used := range h.ShortTerm.Used[:h.ShortTerm.Negative+h.ShortTerm.Positive] {
		if used {
			n++
		}
	}
	for _, l := range h.longTerm[:h.longTerms] {
		if l.used {
			n++
		}
	}
	return n
}

// modification reads ref_pic_lists_modification (clause 7.3.6.2) for lists of n pictures.
func (h *SliceHeader) modification(r *nal.Reader, n int) {
	for list, names := range [2][2]string{{"ref_pic_list_modification_flag_l0", "list_entry_l0"}, {"ref_pic_list_modification_flag_l1", "list_entry_l1"}} {
		if list == 1 && h.Type != SliceB {
			return
		}
		if h.modified[list] = r.Flag(names[0]); !h.modified[list] {
			continue
		}
		for i := range h.Active[list] {
			entry := r.U(names[1], bits.Len(uint(n-1)))
			if entry >= uint32(n) {
				r.Fail(names[1], malformed("%d of %d", entry, n))
				entry = 0
			}
			h.entries[list][i] = uint8(entry)
		}
	}
}

// weights reads pred_weight_table (clause 7.3.6.3), whose values only reconstruction needs.
func (h *SliceHeader) weights(r *nal.Reader, sps *SPS) {
	chroma := sps.ChromaFormat != 0
	r.UEMax("luma_log2_weight_denom", 7)
	if chroma {
		r.SEIn("delta_chroma_log2_weight_denom", -7, 7)
	}
	for list, names := range [2][6]string{
		{"luma_weight_l0_flag", "chroma_weight_l0_flag", "delta_luma_weight_l0", "luma_offset_l0", "delta_chroma_weight_l0", "delta_chroma_offset_l0"},
		{"luma_weight_l1_flag", "chroma_weight_l1_flag", "delta_luma_weight_l1", "luma_offset_l1", "delta_chroma_weight_l1", "delta_chroma_offset_l1"},
	} {
		var flags [2][maxReferences]bool
		for i := range h.Active[list] {
			flags[0][i] = r.Flag(names[0])
		}
		for i := range h.Active[list] {
			flags[1][i] = chroma && r.Flag(names[1])
		}
		for i := range h.Active[list] {
			if flags[0][i] {
				r.SEIn(names[2], -128, 127)
				r.SE(names[3])
			}
			for range 2 {
				if flags[1][i] {
					r.SEIn(names[4], -128, 127)
					r.SE(names[5])
				}
			}
		}
	}
}

// entryPoints passes over the sizes of substreams: where one ends, the arithmetic decoder knows.
func (h *SliceHeader) entryPoints(r *nal.Reader, most int) {
	h.EntryPoints = r.UEMax("num_entry_point_offsets", uint32(most))
	if h.EntryPoints == 0 {
		return
	}
	length := r.UEMax("offset_len_minus1", 31) + 1
	if r.Trace == nil {
		r.Skip("entry_point_offset_minus1", length*h.EntryPoints)
		return
	}
	for range h.EntryPoints {
		r.U("entry_point_offset_minus1", length)
	}
}
