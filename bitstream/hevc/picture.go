package hevc

// A Picture is what a packet says about a coded picture. Stream.Read sets the fields up to Segments,
// Parser.Parse the others. It keeps its memory from picture to picture, and shares none with packets.
type Picture struct {
	POC        int32 // PicOrderCntVal
	Type       UnitType
	TemporalID uint8
	Output     bool // pic_output_flag
	SPS        *SPS
	PPS        *PPS
	Layout     *Layout
	References ReferenceSet
	Segments   []Segment

	// CTUs has the coding tree units in raster order.
	CTUs []CTU
	// CUs, PUs and TUs are in coding order: those of a coding tree unit follow one another, and so do
	// the prediction units and the transform units of a coding unit.
	CUs []CU
	PUs []PU
	TUs []TU

	// Motion has the motion of each prediction unit, if a MotionDecoder derived it. MotionErr says why
	// it may not be the encoder's.
	Motion    []Motion
	MotionErr error

	// Faults counts the units with errors, and the gaps between slice segments. Err is the first error.
	Faults int
	Err    error

	rbsp []byte // the bytes of all slice segments, without emulation prevention
}

// A Segment is a slice segment: an independent one, which starts a slice, or a dependent one.
type Segment struct {
	SliceHeader
	// Ended: the segment's data ended exactly after its last coding tree unit.
	Ended bool
	// Units is the number of its coding tree units, from Address on in coding order.
	Units int

	begin, end int // of the data in rbsp
}

// A CTU is a coding tree unit.
type CTU struct {
	Bits    uint32 // that the arithmetic decoder read for it, with PCM samples
	Segment int32  // index in Segments; -1: no segment has the unit
	SAO     SAO
	FirstCU int32 // index of its first coding unit
	CUs     int32 // their number
}

// SAO says whether sample adaptive offset changes a coding tree unit's planes (clause 7.4.9.3).
type SAO uint8

const (
	SAOLuma     SAO = 1 << iota
	SAOChroma       // both chroma planes
	SAOLumaEdge     // the kind of offset: edge, else band
	SAOChromaEdge
)

// A Mode is the prediction mode of a coding unit.
type Mode uint8

const (
	Intra Mode = iota
	Inter
	Skip // inter, merged and without a residual
)

// A Part says how a coding unit divides into prediction units: PartMode (table 7-10).
type Part uint8

const (
	Part2Nx2N Part = iota
	Part2NxN
	PartNx2N
	PartNxN
	Part2NxnU
	Part2NxnD
	PartnLx2N
	PartnRx2N
)

// A CU is a coding unit.
type CU struct {
	X, Y             uint16 // in luma samples
	Log2             uint8  // of its size
	Mode             Mode
	Part             Part
	Bypass           bool // neither transform nor quantisation: cu_transquant_bypass_flag
	PCM              bool
	QP               int8   // QpY (clause 8.6.1)
	PUs              uint8  // the number of its prediction units
	FirstPU, FirstTU int32  // indices in PUs and TUs
	TUs              uint16 // the number of its transform units; 0 for one without a residual
	// Bits are those that the arithmetic decoder read from the end of the unit before to its end. What a
	// coding tree unit has before and after its coding units belongs to the first and to the last one.
	Bits uint32
}

// A PU is a prediction unit. The prediction units of an intra coding unit are its parts with an own
// direction.
type PU struct {
	X, Y          uint16 // in luma samples
	Width, Height uint8
	Intra         bool

	// Luma and Chroma are the directions of intra prediction: IntraPredModeY and IntraPredModeC, 0 to
	// 34 (clauses 8.4.2 and 8.4.3). With 4:2:0 and 4:2:2, all parts have the chroma direction of the
	// first one; with 4:0:0, it is 0.
	Luma, Chroma uint8

	Merge      bool
	MergeIndex uint8
	// Lists says which lists a unit that is not merged refers to: 1 list 0, 2 list 1, 3 both.
	Lists      uint8
	MVP        [2]uint8  // mvp_l0_flag, mvp_l1_flag
	Ref        [2]int8   // ref_idx_l0, ref_idx_l1; -1 if the list is not used, or the unit is merged
	Difference [2]Vector // MvdL0, MvdL1
}

// A Vector is a motion vector, or a difference of two, in quarters of a luma sample.
type Vector struct{ X, Y int16 }

// A TU is a transform unit: a leaf of the transform tree.
type TU struct {
	X, Y  uint16 // in luma samples
	Log2  uint8  // of its size in luma samples
	Coded Coded
}

// Coded says which planes of a transform unit have coefficients. With 4:2:2, chroma has two blocks, one
// above the other. The chroma of four luma blocks of 4 × 4 belongs to the last of them.
type Coded uint8

const (
	CodedLuma Coded = 1 << iota
	CodedCb
	CodedCb2
	CodedCr
	CodedCr2
	SkippedLuma // transform_skip_flag of luma
)

func (p *Picture) reset() {
	*p = Picture{Segments: p.Segments[:0], CTUs: p.CTUs[:0], CUs: p.CUs[:0], PUs: p.PUs[:0], TUs: p.TUs[:0], Motion: p.Motion[:0], rbsp: p.rbsp[:0]}
}

// fault counts an error; nil is none.
func (p *Picture) fault(err error) {
	if err == nil {
		return
	}
	p.Faults++
	if p.Err == nil {
		p.Err = err
	}
}
