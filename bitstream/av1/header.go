package av1

// A FrameType is frame_type.
type FrameType uint8

const (
	KeyFrame FrameType = iota
	InterFrame
	IntraOnlyFrame
	SwitchFrame
)

func (t FrameType) intra() bool { return t == KeyFrame || t == IntraOnlyFrame }

// A Header is what a frame header says (section 5.9). Elements that neither the tiles nor later frames depend on
// are left out.
type Header struct {
	Type           FrameType
	Show           bool // show_frame
	Showable       bool // showable_frame
	ErrorResilient bool
	OrderHint      int
	OrderHints     [8]int // OrderHints: of the references, from LAST_FRAME on
	RefIndex       [7]uint8
	Refresh        uint8 // refresh_frame_flags
	PrimaryRef     int

	CodedWidth    int // FrameWidth
	UpscaledWidth int
	Height        int
	RenderWidth   int
	RenderHeight  int
	SuperresDenom int

	ScreenContent bool // allow_screen_content_tools
	IntegerMV     bool // force_integer_mv
	IntraBC       bool // allow_intrabc
	BaseQIndex    int
	TileLayout    TileLayout
	Segmentation  Segmentation
	Lossless      [8]bool // LosslessArray

	frameID          int
	adapt            bool // !disable_cdf_update
	updateCDFs       bool // !disable_frame_end_update_cdf
	sizeOverride     bool
	miCols, miRows   int
	highPrecision    bool
	interpolation    int
	motionSwitchable bool
	useRefMVs        bool
	signBias         [8]bool
	deltaQ, deltaLF  bool // delta_q_present, delta_lf_present
	deltaQRes        int
	deltaLFMulti     bool
	codedLossless    bool
	allLossless      bool
	cdefBits         int
	restoration      [3]int // FrameRestorationType
	restorationSize  [3]int
	txSelect         bool // TxMode is TX_MODE_SELECT
	referenceSelect  bool
	skipModeFrames   [2]int8
	skipModePresent  bool
	warpedMotion     bool
	reducedTxSet     bool
	global           [8]globalMotion
	showExisting     bool
	existing         int // frame_to_show_map_idx
}

const (
	noPrimary    = 7 // PRIMARY_REF_NONE
	switchable   = 4 // interpolation_filter
	superresUnit = 8 // SUPERRES_NUM
	maxSegments  = 8
	allFrames    = 0xff
)

// A headerReader reads a frame header with the state of the stream.
type headerReader struct {
	*reader
	*Header
	seq        *Sequence
	slots      *[8]*Picture
	temporalID int
	spatialID  int
	previousID int // current_frame_id of the frame before
}

// read reads uncompressed_header.
func (r *headerReader) read() error {
	s := r.seq
	if !r.frameType() {
		return r.err
	}
	r.adapt = !r.flag("disable_cdf_update")
	r.ScreenContent = s.screenContent == 1
	if s.screenContent == selected {
		r.ScreenContent = r.flag("allow_screen_content_tools")
	}
	if r.ScreenContent {
		r.IntegerMV = s.integerMV == 1
		if s.integerMV == selected {
			r.IntegerMV = r.flag("force_integer_mv")
		}
	}
	r.IntegerMV = r.IntegerMV || r.Type.intra()
	if s.frameIDs {
		r.frameID = r.f("current_frame_id", s.idLength)
		r.markFrames()
	}
	switch {
	case r.Type == SwitchFrame:
		r.sizeOverride = true
	case !s.ReducedStill:
		r.sizeOverride = r.flag("frame_size_override_flag")
	}
	if s.orderHint {
		r.OrderHint = r.f("order_hint", s.orderHintBits)
	}
	r.PrimaryRef = noPrimary
	if !r.Type.intra() && !r.ErrorResilient {
		r.PrimaryRef = r.f("primary_ref_frame", 3)
	}
	r.removalTimes()
	r.Refresh = allFrames
	if r.Type != SwitchFrame && !(r.Type == KeyFrame && r.Show) {
		r.Refresh = uint8(r.f("refresh_frame_flags", 8))
		if r.Type == IntraOnlyFrame && r.Refresh == allFrames {
			r.fail("refresh_frame_flags", "all, of an intra-only frame")
		}
	}
	if (!r.Type.intra() || r.Refresh != allFrames) && r.ErrorResilient && s.orderHint {
		r.referenceHints()
	}
	if r.Type.intra() {
		r.frameSize()
		r.renderSize()
		if r.ScreenContent && r.UpscaledWidth == r.CodedWidth {
			r.IntraBC = r.flag("allow_intrabc")
		}
	} else if !r.interHeader() {
		return r.err
	}
	if !s.ReducedStill && r.adapt {
		r.updateCDFs = !r.flag("disable_frame_end_update_cdf")
	}
	if r.err != nil {
		return r.err
	}
	primary := r.primary()
	if r.PrimaryRef != noPrimary && primary == nil {
		return missing("primary_ref_frame")
	}
	if primary != nil {
		r.Segmentation.Features = primary.Segmentation.Features // load_previous
	}
	r.TileLayout.read(r.reader, r.Header, s)
	r.quantizer()
	r.segmentation()
	r.deltas()
	r.losslessSegments()
	r.loopFilter()
	r.cdef()
	r.loopRestoration()
	if !r.codedLossless {
		r.txSelect = r.increment("tx_mode", 1, 2) == 2
	}
	if !r.Type.intra() {
		r.referenceSelect = r.flag("reference_select")
	}
	r.skipMode()
	if !r.Type.intra() && !r.ErrorResilient && s.warpedMotion {
		r.warpedMotion = r.flag("allow_warped_motion")
	}
	r.reducedTxSet = r.flag("reduced_tx_set")
	r.globalMotion(primary)
	r.filmGrain()
	return r.err
}

// frameType reads the start of a header. It reports whether there is more of it.
func (r *headerReader) frameType() bool {
	s := r.seq
	if s.ReducedStill {
		r.Type, r.Show, r.ErrorResilient = KeyFrame, true, true
		return true
	}
	if r.showExisting = r.flag("show_existing_frame"); r.showExisting {
		r.existing = r.f("frame_to_show_map_idx", 3)
		if s.decoderModel && !s.equalInterval {
			r.skip("frame_presentation_time", s.presentationLength)
		}
		if s.frameIDs {
			r.f("display_frame_id", s.idLength)
		}
		return false
	}
	r.Type = FrameType(r.f("frame_type", 2))
	r.Show = r.flag("show_frame")
	if r.Show && s.decoderModel && !s.equalInterval {
		r.skip("frame_presentation_time", s.presentationLength)
	}
	r.Showable = r.Type != KeyFrame
	if !r.Show {
		r.Showable = r.flag("showable_frame")
	}
	r.ErrorResilient = r.Type == SwitchFrame || r.Type == KeyFrame && r.Show
	if !r.ErrorResilient {
		r.ErrorResilient = r.flag("error_resilient_mode")
	}
	return true
}

// removalTimes reads the decoder model's part of the header.
func (r *headerReader) removalTimes() {
	s := r.seq
	if !s.decoderModel || !r.flag("buffer_removal_time_present_flag") {
		return
	}
	for _, p := range s.points {
		if p.decoderModel && (p.idc == 0 || p.idc>>r.temporalID&1 == 1 && p.idc>>(r.spatialID+8)&1 == 1) {
			r.skip("buffer_removal_time", s.removalTimeLength)
		}
	}
}

// interHeader reads the part that frames with references have. It reports whether the references are there.
func (r *headerReader) interHeader() bool {
	s := r.seq
	short := false
	if s.orderHint {
		if short = r.flag("frame_refs_short_signaling"); short {
			last := r.f("last_frame_idx", 3)
			gold := r.f("gold_frame_idx", 3)
			r.setFrameRefs(last, gold)
		}
	}
	for i := range r.RefIndex {
		if !short {
			r.RefIndex[i] = uint8(r.f("ref_frame_idx", 3))
		}
		if s.frameIDs {
			r.f("delta_frame_id_minus_1", s.deltaIDLength)
		}
	}
	for _, i := range r.RefIndex {
		if r.slots[i] == nil {
			if r.err == nil {
				r.err = missing("ref_frame_idx")
			}
			return false
		}
	}
	if r.sizeOverride && !r.ErrorResilient {
		r.frameSizeWithRefs()
	} else {
		r.frameSize()
		r.renderSize()
	}
	if !r.IntegerMV {
		r.highPrecision = r.flag("allow_high_precision_mv")
	}
	r.interpolation = switchable
	if !r.flag("is_filter_switchable") {
		r.interpolation = r.f("interpolation_filter", 2)
	}
	r.motionSwitchable = r.flag("is_motion_mode_switchable")
	if !r.ErrorResilient && s.refFrameMVs {
		r.useRefMVs = r.flag("use_ref_frame_mvs")
	}
	for i, slot := range r.RefIndex {
		hint := r.slots[slot].OrderHint
		r.OrderHints[i+1] = hint
		r.signBias[i+1] = s.distance(hint, r.OrderHint) > 0
	}
	return r.err == nil
}

// distance is get_relative_dist: how far a is after b in output order.
func (s *Sequence) distance(a, b int) int {
	if !s.orderHint {
		return 0
	}
	m := 1 << (s.orderHintBits - 1)
	diff := a - b
	return diff&(m-1) - diff&m
}
