package hevc

import (
	"slices"

	"ffkvadrat/bitstream/nal"
)

// A PPS is a picture parameter set (clause 7.3.2.3). It does not change after it was read.
type PPS struct {
	ID, SPS                  uint8
	DependentSlices          bool
	OutputFlag               bool
	ExtraSliceHeaderBits     int
	SignDataHiding           bool
	CABACInit                bool
	DefaultActive            [2]int // reference pictures of lists 0 and 1
	InitQP                   int    // 26 + init_qp_minus26
	ConstrainedIntra         bool
	TransformSkip            bool
	CUQPDelta                bool
	DiffCUQPDeltaDepth       int
	ChromaOffsets            [2]int // pps_cb_qp_offset, pps_cr_qp_offset
	SliceChromaOffsets       bool
	WeightedPred             bool
	WeightedBipred           bool
	TransquantBypass         bool
	Tiles                    bool
	Wavefront                bool // entropy_coding_sync_enabled_flag
	UniformTiles             bool
	TileColumns, TileRows    int
	columnWidths, rowHeights []int // in coding tree blocks, if not uniform, without the last
	LoopFilterAcrossTiles    bool
	LoopFilterAcrossSlices   bool
	DeblockingOverride       bool
	DeblockingDisabled       bool
	ListsModification        bool
	ParallelMergeLog2        int // Log2ParMrgLevel
	SliceHeaderExtension     bool

	// The tools of version 2 (clause 7.3.2.3.2).
	MaxTransformSkipLog2     int
	CrossComponentPrediction bool
	ChromaOffsetList         bool
	DiffCUChromaOffsetDepth  int
	ChromaOffsetListLen      int // chroma_qp_offset_list_len_minus1 + 1
}

const (
	maxTiles = 64 // columns or rows
)

func parsePPS(r *nal.Reader) (*PPS, error) {
	p := &PPS{TileColumns: 1, TileRows: 1, MaxTransformSkipLog2: 2, LoopFilterAcrossTiles: true}
	p.ID = uint8(r.UEMax("pps_pic_parameter_set_id", 63))
	p.SPS = uint8(r.UEMax("pps_seq_parameter_set_id", 15))
	p.DependentSlices = r.Flag("dependent_slice_segments_enabled_flag")
	p.OutputFlag = r.Flag("output_flag_present_flag")
	p.ExtraSliceHeaderBits = int(r.U("num_extra_slice_header_bits", 3))
	p.SignDataHiding = r.Flag("sign_data_hiding_enabled_flag")
	p.CABACInit = r.Flag("cabac_init_present_flag")
	p.DefaultActive[0] = r.UEMax("num_ref_idx_l0_default_active_minus1", 14) + 1
	p.DefaultActive[1] = r.UEMax("num_ref_idx_l1_default_active_minus1", 14) + 1
	p.InitQP = 26 + r.SEIn("init_qp_minus26", -26-48, 25)
	p.ConstrainedIntra = r.Flag("constrained_intra_pred_flag")
	p.TransformSkip = r.Flag("transform_skip_enabled_flag")
	if p.CUQPDelta = r.Flag("cu_qp_delta_enabled_flag"); p.CUQPDelta {
		p.DiffCUQPDeltaDepth = r.UEMax("diff_cu_qp_delta_depth", 3)
	}
	p.ChromaOffsets[0] = r.SEIn("pps_cb_qp_offset", -12, 12)
	p.ChromaOffsets[1] = r.SEIn("pps_cr_qp_offset", -12, 12)
	p.SliceChromaOffsets = r.Flag("pps_slice_chroma_qp_offsets_present_flag")
	p.WeightedPred = r.Flag("weighted_pred_flag")
	p.WeightedBipred = r.Flag("weighted_bipred_flag")
	p.TransquantBypass = r.Flag("transquant_bypass_enabled_flag")
	p.Tiles = r.Flag("tiles_enabled_flag")
	p.Wavefront = r.Flag("entropy_coding_sync_enabled_flag")
	if p.Tiles {
		p.tiles(r)
	}
	p.LoopFilterAcrossSlices = r.Flag("pps_loop_filter_across_slices_enabled_flag")
	if r.Flag("deblocking_filter_control_present_flag") {
		p.DeblockingOverride = r.Flag("deblocking_filter_override_enabled_flag")
		if p.DeblockingDisabled = r.Flag("pps_deblocking_filter_disabled_flag"); !p.DeblockingDisabled {
			r.SEIn("pps_beta_offset_div2", -6, 6)
			r.SEIn("pps_tc_offset_div2", -6, 6)
		}
	}
	if r.Flag("pps_scaling_list_data_present_flag") {
		scalingListData(r)
	}
	p.ListsModification = r.Flag("lists_modification_present_flag")
	p.ParallelMergeLog2 = r.UEMax("log2_parallel_merge_level_minus2", 4) + 2
	p.SliceHeaderExtension = r.Flag("slice_segment_header_extension_present_flag")
	p.extensions(r)
	return p, r.Err()
}

func (p *PPS) tiles(r *nal.Reader) {
	p.TileColumns = r.UEMax("num_tile_columns_minus1", maxTiles-1) + 1
	p.TileRows = r.UEMax("num_tile_rows_minus1", maxTiles-1) + 1
	if p.UniformTiles = r.Flag("uniform_spacing_flag"); !p.UniformTiles {
		for range p.TileColumns - 1 {
			p.columnWidths = append(p.columnWidths, r.UEMax("column_width_minus1", maxSide)+1)
		}
		for range p.TileRows - 1 {
			p.rowHeights = append(p.rowHeights, r.UEMax("row_height_minus1", maxSide)+1)
		}
	}
	p.LoopFilterAcrossTiles = r.Flag("loop_filter_across_tiles_enabled_flag")
}

func (p *PPS) extensions(r *nal.Reader) {
	if !r.Flag("pps_extension_present_flag") {
		return
	}
	rangeExtension := r.Flag("pps_range_extension_flag")
	multilayer := r.Flag("pps_multilayer_extension_flag")
	threeD := r.Flag("pps_3d_extension_flag")
	screen := r.Flag("pps_scc_extension_flag")
	r.U("pps_extension_4bits", 4)
	if rangeExtension {
		if p.TransformSkip {
			p.MaxTransformSkipLog2 = r.UEMax("log2_max_transform_skip_block_size_minus2", 3) + 2
		}
		p.CrossComponentPrediction = r.Flag("cross_component_prediction_enabled_flag")
		if p.ChromaOffsetList = r.Flag("chroma_qp_offset_list_enabled_flag"); p.ChromaOffsetList {
			p.DiffCUChromaOffsetDepth = r.UEMax("diff_cu_chroma_qp_offset_depth", 3)
			p.ChromaOffsetListLen = r.UEMax("chroma_qp_offset_list_len_minus1", 5) + 1
			for range p.ChromaOffsetListLen {
				r.SEIn("cb_qp_offset_list", -12, 12)
				r.SEIn("cr_qp_offset_list", -12, 12)
			}
		}
		r.UEMax("log2_sao_offset_scale_luma", 6)
		r.UEMax("log2_sao_offset_scale_chroma", 6)
	}
	switch {
	case multilayer:
		r.Fail("pps_multilayer_extension_flag", unsupported("multilayer extension"))
	case threeD:
		r.Fail("pps_3d_extension_flag", unsupported("3D extension"))
	case screen:
		r.Fail("pps_scc_extension_flag", unsupported("screen content coding"))
	}
}

// A Layout says how a picture divides into tiles, and in which order its coding tree units are coded
// (clause 6.5.1). Addresses count coding tree units in raster order.
type Layout struct {
	ColumnStarts, RowStarts []int // of tiles, in coding tree units, and the picture's width and height
	// Raster has the address of each unit in coding order, Order the reverse.
	Raster, Order []int32
	// Tile has the tile of each address, in raster order of tiles.
	Tile []uint16
	// left has the x of the first unit of the tile, for each column of units.
	left []int32

	pps *PPS
	sps *SPS
}

// newLayout combines the parameter sets of a picture; a nil Layout is one with an error.
func newLayout(p *PPS, s *SPS) (*Layout, error) {
	l := &Layout{pps: p, sps: s}
	l.ColumnStarts = starts(p.TileColumns, s.WidthInCTBs, p.columnWidths, p.UniformTiles)
	l.RowStarts = starts(p.TileRows, s.HeightInCTBs, p.rowHeights, p.UniformTiles)
	if l.ColumnStarts == nil || l.RowStarts == nil {
		return nil, malformed("hevc: picture parameter set %d: %d × %d tiles in %d × %d coding tree units",
			p.ID, p.TileColumns, p.TileRows, s.WidthInCTBs, s.HeightInCTBs)
	}
	if p.DiffCUQPDeltaDepth > s.CTBLog2-s.MinCBLog2 || p.DiffCUChromaOffsetDepth > s.CTBLog2-s.MinCBLog2 {
		return nil, malformed("hevc: picture parameter set %d: quantisation groups smaller than coding blocks", p.ID)
	}
	if p.ParallelMergeLog2 > s.CTBLog2 || p.MaxTransformSkipLog2 > max(s.MaxTBLog2, 2) {
		return nil, malformed("hevc: picture parameter set %d: sizes above those of sequence parameter set %d", p.ID, s.ID)
	}
	n := s.WidthInCTBs * s.HeightInCTBs
	l.Raster, l.Order, l.Tile = make([]int32, 0, n), make([]int32, n), make([]uint16, n)
	l.left = make([]int32, s.WidthInCTBs)
	for row := range p.TileRows {
		for column := range p.TileColumns {
			for y := l.RowStarts[row]; y < l.RowStarts[row+1]; y++ {
				for x := l.ColumnStarts[column]; x < l.ColumnStarts[column+1]; x++ {
					address := y*s.WidthInCTBs + x
					l.Order[address] = int32(len(l.Raster))
					l.Raster = append(l.Raster, int32(address))
					l.Tile[address] = uint16(row*p.TileColumns + column)
					l.left[x] = int32(l.ColumnStarts[column])
				}
			}
		}
	}
	return l, nil
}

// starts returns where n tiles of a picture of this size start, and the size, or nil if one is empty.
func starts(n, size int, sizes []int, uniform bool) []int {
	if n > size {
		return nil
	}
	at := make([]int, n+1)
	for i := range n {
		at[i+1] = (i + 1) * size / n
		if !uniform && i < len(sizes) {
			at[i+1] = at[i] + sizes[i]
		}
	}
	at[n] = size
	if !slices.IsSorted(at) || at[n-1] >= size {
		return nil
	}
	return at
}
