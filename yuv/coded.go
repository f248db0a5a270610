package yuv

// CodedBlocks are a picture's coding blocks with their quantisation parameters, in the codec's order.
// Any goroutine may read them as long as the picture's samples are valid.
type CodedBlocks interface {
	Len() int
	At(i int) CodedBlock
	// QP returns the quantisation parameter of the whole picture; ok is false if the codec has none.
	QP() (qp int, ok bool)
	// Scale returns the range of most quantisation parameters of the codec.
	Scale() (finest, coarsest int)
}

// CodedBlock is a coding block of a picture.
type CodedBlock struct {
	X, Y, Width, Height int // in pixels; can extend past the picture's edge
	// QP is the quantisation parameter on the codec's scale: 0 to 51 for H.264 and H.265, and below 0 with more
	// than 8 bits; the index 0 to 255 for VP9; 2 to 62, or to 112 with MPEG-2's other scale, for
	// MPEG-1, MPEG-2, MPEG-4 and their relatives. That is MPEG-2's scale, on which quantiser 1 is 2.
	QP int
	// Type is how the codec predicted the block.
	Type BlockType
	// Depth is the number of divisions from the codec's largest block to this one, if HasDepth is set.
	Depth    int
	HasDepth bool
	// Bits is the number of bits that the block takes, if HasBits is set.
	Bits    int
	HasBits bool
	Intra   IntraParts // of an intra block, if they are known
}

// IntraParts are the directions of intra prediction of a block: of the whole one, or of its four quarters,
// row by row.
type IntraParts struct {
	Count      uint8 // 1 or 4; 0 if they are not known
	Directions [4]IntraDirection
}

// IntraDirection is the direction from a sample to those that predict it, in any unit; 0 if they have
// none.
type IntraDirection struct{ DX, DY int8 }

// PredictedBlocks are blocks whose prediction units are known.
type PredictedBlocks interface {
	CodedBlocks
	// Units appends the prediction units of block i, in the codec's order.
	Units(i int, to []PredictionUnit) []PredictionUnit
}

// DescribedBlocks are blocks whose prediction has a description in the codec's words.
type DescribedBlocks interface {
	CodedBlocks
	// Describe returns how the codec predicted block i.
	Describe(i int) string
}

// PredictionUnit is a part of a block, or a whole one, that the codec predicted in one way.
type PredictionUnit struct {
	X, Y, Width, Height int // in pixels; can extend past the picture's edge
	// Luma and Chroma are the codec's modes of intra prediction, Merge is the index of the candidate that
	// the motion was merged with, and Ref has the indices in both reference lists. −1: it has none, or it
	// is not known.
	Luma, Chroma, Merge int
	Ref                 [2]int
	// Mode is the standard's name of the mode that predicts luma, empty if it has none, and Inter the number of that mode
	// if it is one of AV1's inter modes (YMode), else −1.
	Mode  string
	Inter int
	// Filter has the filters between samples, horizontally and vertically: AV1's interp_filter; −1: it has none.
	Filter     [2]int
	Transforms Transforms
}

// NoUnit returns a prediction unit of which nothing is known.
func NoUnit() PredictionUnit {
	return PredictionUnit{Luma: -1, Chroma: -1, Merge: -1, Ref: [2]int{-1, -1}, Inter: -1, Filter: [2]int{-1, -1}}
}

// Transforms are the luma transform blocks of a block: their number, and the size of the largest. All are 0 if it has none.
type Transforms struct{ Width, Height, Count int }

// Add adds a transform block.
func (t *Transforms) Add(width, height int) {
	if t.Count++; width*height > t.Width*t.Height {
		t.Width, t.Height = width, height
	}
}

// BlockType is how a codec predicted a block.
type BlockType uint8

const (
	UnknownBlock BlockType = iota // not reported
	IntraBlock                    // from the same picture
	InterBlock                    // from other pictures
	SkippedBlock                  // from other pictures, without a difference
)

// CodedList holds coding blocks in separate memory, for a picture without a QP and with H.264's scale.
type CodedList []CodedBlock

// Len implements [CodedBlocks].
func (l CodedList) Len() int { return len(l) }

// At implements [CodedBlocks].
func (l CodedList) At(i int) CodedBlock { return l[i] }

// QP implements [CodedBlocks].
func (l CodedList) QP() (qp int, ok bool) { return 0, false }

// Scale implements [CodedBlocks].
func (l CodedList) Scale() (finest, coarsest int) { return 10, 45 }
