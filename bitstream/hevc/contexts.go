package hevc

import "math/bits"

// rangeLPS is rangeTabLps (table 9-52), with pStateIdx·4 + qRangeIdx as its index.
var rangeLPS = [256]uint8{
	128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205,
	116, 142, 169, 195, 111, 135, 160, 185, 105, 128, 152, 175, 100, 122, 144, 166,
	95, 116, 137, 158, 90, 110, 130, 150, 85, 104, 123, 142, 81, 99, 117, 135,
	77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116, 66, 80, 95, 110,
	62, 76, 90, 104, 59, 72, 86, 99, 56, 69, 81, 94, 53, 65, 77, 89,
	51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72,
	41, 50, 59, 69, 39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59,
	33, 41, 48, 56, 32, 39, 46, 53, 30, 37, 43, 50, 29, 35, 41, 48,
	27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39,
	22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33, 19, 23, 27, 31,
	18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25,
	14, 18, 21, 24, 14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21,
	12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18, 10, 12, 15, 17,
	10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14,
	8, 9, 11, 13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11,
	6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
}

// nextLPS is transIdxLps (table 9-53).
var nextLPS = [64]uint8{
	0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12,
	13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23, 24,
	24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33,
	33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
}

// A transition says what a bin does to an engine and to the state that it is decoded in.
type transition struct {
	// ranges has 16 bits for each qRangeIdx, that of 0 lowest: the range of the less probable symbol, and
	// above its 8 bits by how many that range is shifted, for engine.renormalise.
	ranges uint64
	// more and less are the states after the more and after the less probable symbol, which is bit 8.
	more, less uint32
}

// transitions has those of each state.
var transitions = func() (all [256]transition) {
	for state := range uint32(128) {
		t, p, mps := &all[state], state>>1, state&1
		for q := range uint32(4) {
			lps := uint64(rangeLPS[p<<2|q])
			t.ranges |= (lps | uint64(9-bits.Len64(lps))<<8) << (16 * q)
		}
		t.more = mps<<8 | min(p+1, 62)<<1 | mps
		if p == 63 {
			t.more = mps<<8 | state
		}
		flipped := mps
		if p == 0 {
			flipped = 1 - mps
		}
		t.less = (1-mps)<<8 | uint32(nextLPS[p])<<1 | flipped
	}
	return all
}()

// Contexts: the first of each syntax element (table 9-4).
const (
	ctxSAOMerge          = 0
	ctxSAOType           = ctxSAOMerge + 1
	ctxSplitCU           = ctxSAOType + 1
	ctxTransquantBypass  = ctxSplitCU + 3
	ctxSkip              = ctxTransquantBypass + 1
	ctxPredMode          = ctxSkip + 3
	ctxPartMode          = ctxPredMode + 1
	ctxPrevIntra         = ctxPartMode + 4
	ctxIntraChroma       = ctxPrevIntra + 1
	ctxRootCBF           = ctxIntraChroma + 1
	ctxMerge             = ctxRootCBF + 1
	ctxMergeIndex        = ctxMerge + 1
	ctxInterDirection    = ctxMergeIndex + 1
	ctxReference         = ctxInterDirection + 5
	ctxMVP               = ctxReference + 2
	ctxSplitTransform    = ctxMVP + 1
	ctxCBFLuma           = ctxSplitTransform + 3
	ctxCBFChroma         = ctxCBFLuma + 2
	ctxMVDGreater0       = ctxCBFChroma + 5
	ctxMVDGreater1       = ctxMVDGreater0 + 1
	ctxQPDelta           = ctxMVDGreater1 + 1
	ctxTransformSkip     = ctxQPDelta + 2
	ctxLastX             = ctxTransformSkip + 2
	ctxLastY             = ctxLastX + 18
	ctxCodedSubBlock     = ctxLastY + 18
	ctxSignificant       = ctxCodedSubBlock + 4
	ctxGreater1          = ctxSignificant + 44
	ctxGreater2          = ctxGreater1 + 24
	ctxExplicitRDPCM     = ctxGreater2 + 6
	ctxExplicitRDPCMDir  = ctxExplicitRDPCM + 2
	ctxChromaOffset      = ctxExplicitRDPCMDir + 2
	ctxChromaOffsetIndex = ctxChromaOffset + 1
	ctxResidualScale     = ctxChromaOffsetIndex + 1
	ctxResidualScaleSign = ctxResidualScale + 8
	contexts             = ctxResidualScaleSign + 2
)

// An element has the initValue of each of its context variables, for initType 0 to 2 (tables 9-5 to
// 9-37). One that does not occur in intra slices has 154 there, a probability of ½.
type element struct {
	first, n int
	values   [3][]uint8
}

func same(first int, values ...uint8) element {
	return element{first, len(values), [3][]uint8{values, values, values}}
}

func inter(first int, p, b []uint8) element {
	i := make([]uint8, len(p))
	for j := range i {
		i[j] = 154
	}
	return element{first, len(p), [3][]uint8{i, p, b}}
}

var lastPrefix = [3][]uint8{
	{110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63},
	{125, 110, 94, 110, 95, 79, 125, 111, 110, 78, 110, 111, 111, 95, 94, 108, 123, 108},
	{125, 110, 124, 110, 95, 94, 125, 111, 111, 79, 125, 126, 111, 111, 79, 108, 123, 93},
}

var elements = []element{
	same(ctxSAOMerge, 153),
	{ctxSAOType, 1, [3][]uint8{{200}, {185}, {160}}},
	{ctxSplitCU, 3, [3][]uint8{{139, 141, 157}, {107, 139, 126}, {107, 139, 126}}},
	same(ctxTransquantBypass, 154),
	inter(ctxSkip, []uint8{197, 185, 201}, []uint8{197, 185, 201}),
	inter(ctxPredMode, []uint8{149}, []uint8{134}),
	{ctxPartMode, 4, [3][]uint8{{184, 154, 154, 154}, {154, 139, 154, 154}, {154, 139, 154, 154}}},
	{ctxPrevIntra, 1, [3][]uint8{{184}, {154}, {183}}},
	{ctxIntraChroma, 1, [3][]uint8{{63}, {152}, {152}}},
	inter(ctxRootCBF, []uint8{79}, []uint8{79}),
	inter(ctxMerge, []uint8{110}, []uint8{154}),
	inter(ctxMergeIndex, []uint8{122}, []uint8{137}),
	inter(ctxInterDirection, []uint8{95, 79, 63, 31, 31}, []uint8{95, 79, 63, 31, 31}),
	inter(ctxReference, []uint8{153, 153}, []uint8{153, 153}),
	inter(ctxMVP, []uint8{168}, []uint8{168}),
	{ctxSplitTransform, 3, [3][]uint8{{153, 138, 138}, {124, 138, 94}, {224, 167, 122}}},
	{ctxCBFLuma, 2, [3][]uint8{{111, 141}, {153, 111}, {153, 111}}},
	{ctxCBFChroma, 5, [3][]uint8{{94, 138, 182, 154, 154}, {149, 107, 167, 154, 154}, {149, 92, 167, 154, 154}}},
	inter(ctxMVDGreater0, []uint8{140}, []uint8{169}),
	inter(ctxMVDGreater1, []uint8{198}, []uint8{198}),
	same(ctxQPDelta, 154, 154),
	same(ctxTransformSkip, 139, 139),
	{ctxLastX, 18, lastPrefix},
	{ctxLastY, 18, lastPrefix},
	{ctxCodedSubBlock, 4, [3][]uint8{{91, 171, 134, 141}, {121, 140, 61, 154}, {121, 140, 61, 154}}},
	{ctxSignificant, 44, [3][]uint8{
		{111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125,
			140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139, 111, 136, 139, 111, 141, 111},
		{155, 154, 139, 153, 139, 123, 123, 63, 153, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154,
			170, 153, 123, 123, 107, 121, 107, 121, 167, 151, 183, 140, 151, 183, 140, 140, 140},
		{170, 154, 139, 153, 139, 123, 123, 63, 124, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154,
			170, 153, 138, 138, 122, 121, 122, 121, 167, 151, 183, 140, 151, 183, 140, 140, 140},
	}},
	{ctxGreater1, 24, [3][]uint8{
		{140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139, 107, 122, 152, 140, 179, 166, 182, 140, 227, 122, 197},
		{154, 196, 196, 167, 154, 152, 167, 182, 182, 134, 149, 136, 153, 121, 136, 137, 169, 194, 166, 167, 154, 167, 137, 182},
		{154, 196, 167, 167, 154, 152, 167, 182, 182, 134, 149, 136, 153, 121, 136, 122, 169, 208, 166, 167, 154, 152, 167, 182},
	}},
	{ctxGreater2, 6, [3][]uint8{{138, 153, 136, 167, 152, 152}, {107, 167, 91, 122, 107, 167}, {107, 167, 91, 107, 107, 167}}},
	same(ctxExplicitRDPCM, 139, 139),
	same(ctxExplicitRDPCMDir, 139, 139),
	same(ctxChromaOffset, 154),
	same(ctxChromaOffsetIndex, 154),
	same(ctxResidualScale, 154, 154, 154, 154, 154, 154, 154, 154),
	same(ctxResidualScaleSign, 154, 154),
}

const (
	leastQP = 0
	mostQP  = 51
)

// initialStates has the states of all contexts for each initType and SliceQpY (equations 9-4 to 9-8).
var initialStates = func() (states [3][mostQP + 1][contexts]uint8) {
	for _, e := range elements {
		for initType, values := range e.values {
			for i, value := range values {
				for qp := range mostQP + 1 {
					states[initType][qp][e.first+i] = initialState(int(value), qp)
				}
			}
		}
	}
	return states
}()

func initialState(value, qp int) uint8 {
	slope, offset := value>>4*5-45, value&15<<3-16
	pre := min(max(slope*qp>>4+offset, 1), 126)
	if pre <= 63 {
		return uint8(63-pre) << 1
	}
	return uint8(pre-64)<<1 | 1
}

// reset initialises the context variables (clause 9.3.2.2).
func (c *cabac) reset(initType, qp int) {
	copy(c.states[:], initialStates[initType][min(max(qp, leastQP), mostQP)][:])
}
