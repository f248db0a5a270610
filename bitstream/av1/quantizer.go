package av1

// quantizer reads quantization_params.
func (r *headerReader) quantizer() {
	r.BaseQIndex = r.f("base_q_idx", 8)
	lossless := r.deltaQIndex("delta_q_y_dc") == 0
	if r.seq.planes() > 1 {
		separate := r.seq.separateUVDeltaQ && r.flag("diff_uv_delta")
		lossless = r.deltaQIndex("delta_q_u_dc") == 0 && lossless
		lossless = r.deltaQIndex("delta_q_u_ac") == 0 && lossless
		if separate {
			lossless = r.deltaQIndex("delta_q_v_dc") == 0 && lossless
			lossless = r.deltaQIndex("delta_q_v_ac") == 0 && lossless
		}
	}
	r.codedLossless = lossless // of segments with qindex 0; losslessSegments completes it
	if r.flag("using_qmatrix") {
		r.f("qm_y", 4)
		r.f("qm_u", 4)
		if r.seq.separateUVDeltaQ {
			r.f("qm_v", 4)
		}
	}
}

// deltaQIndex reads read_delta_q.
func (r *headerReader) deltaQIndex(name string) int {
	if !r.flag(name) {
		return 0
	}
	return r.su(name, 7)
}

// deltas reads delta_q_params and delta_lf_params.
func (r *headerReader) deltas() {
	if r.BaseQIndex > 0 {
		r.deltaQ = r.flag("delta_q_present")
	}
	if !r.deltaQ {
		return
	}
	r.deltaQRes = r.f("delta_q_res", 2)
	if !r.IntraBC {
		r.deltaLF = r.flag("delta_lf_present")
	}
	if r.deltaLF {
		r.f("delta_lf_res", 2)
		r.deltaLFMulti = r.flag("delta_lf_multi")
	}
}

// losslessSegments sets which segments, and whether the frame, are lossless.
func (r *headerReader) losslessSegments() {
	noDeltas := r.codedLossless
	for i := range r.Lossless {
		r.Lossless[i] = noDeltas && r.segmentQIndex(i) == 0
		r.codedLossless = r.codedLossless && r.Lossless[i]
	}
	r.allLossless = r.codedLossless && r.CodedWidth == r.UpscaledWidth
}

// segmentQIndex is get_qindex(1, segment): the quantiser index of a segment without the blocks' deltas.
func (h *Header) segmentQIndex(segment int) int { return h.qIndex(segment, h.BaseQIndex) }

// qIndex returns the quantiser index of a segment whose frame or superblock has an index.
func (h *Header) qIndex(segment, index int) int {
	if h.Segmentation.active(segment, segmentQ) {
		index = min(max(index+int(h.Segmentation.Features[segment].Data[segmentQ]), 0), 255)
	}
	return index
}

// A Segmentation says what the segments of a frame are (section 5.9.14).
type Segmentation struct {
	Enabled        bool
	UpdateMap      bool
	TemporalUpdate bool
	Features       [maxSegments]Features

	preSkip    bool // SegIdPreSkip
	lastActive int  // LastActiveSegId
}

// Features are those of a segment: which are enabled, by bits, and their values.
type Features struct {
	Enabled uint8
	Data    [8]int16
}

// Features of segments.
const (
	segmentQ        = 0
	segmentRef      = 5
	segmentSkip     = 6
	segmentGlobalMV = 7
)

// active is seg_feature_active_idx.
func (s *Segmentation) active(segment, feature int) bool {
	return s.Enabled && s.Features[segment].Enabled>>feature&1 == 1
}

// segmentation reads segmentation_params.
func (r *headerReader) segmentation() {
	s := &r.Segmentation
	previous := s.Features
	*s = Segmentation{Enabled: r.flag("segmentation_enabled")}
	if !s.Enabled {
		return
	}
	s.Features = previous
	s.UpdateMap = true
	update := true
	if r.PrimaryRef != noPrimary {
		if s.UpdateMap = r.flag("segmentation_update_map"); s.UpdateMap {
			s.TemporalUpdate = r.flag("segmentation_temporal_update")
		}
		update = r.flag("segmentation_update_data")
	}
	if update {
		for i := range s.Features {
			s.Features[i].read(r.reader)
		}
	}
	for i, f := range s.Features {
		if f.Enabled != 0 {
			s.lastActive = i
		}
		s.preSkip = s.preSkip || f.Enabled>>segmentRef != 0
	}
}

// read reads the features of a segment.
func (f *Features) read(r *reader) {
	*f = Features{}
	for i, n := range [8]int{8, 6, 6, 6, 6, 3, 0, 0} {
		if !r.flag("feature_enabled") {
			continue
		}
		f.Enabled |= 1 << i
		switch limit := [8]int{255, 63, 63, 63, 63, 7}[i]; {
		case i < segmentRef:
			f.Data[i] = int16(min(max(r.su("feature_value", 1+n), -limit), limit))
		case n > 0:
			f.Data[i] = int16(r.f("feature_value", n))
		}
	}
}
