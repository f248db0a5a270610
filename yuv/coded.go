package yuv

// CodedBlocks are the blocks that a codec has in a picture, each with its quantiser, in the codec's
// order. A picture's may be read as long as its samples, by any goroutine.
type CodedBlocks interface {
	Len() int
	At(i int) CodedBlock
	// QP returns the quantiser of the whole picture. Not every codec has one.
	QP() (qp int, ok bool)
	// Scale returns the ends of the range in which most quantisers of the codec are.
	Scale() (finest, coarsest int)
}

// CodedBlock is a block of a picture as a codec coded it.
type CodedBlock struct {
	X, Y, Width, Height int // in pixels; it may reach over the picture's edge
	// QP is the quantiser, on the codec's scale: 0 to 51 for H.264, and below 0 with more than 8 bits;
	// 0 to 255 for VP9, its index; 2 to 62, or to 112 with MPEG-2's other scale, for MPEG-1, MPEG-2,
	// MPEG-4 and what is like these: MPEG-2's scale, on which the quantiser 1 is 2.
	QP int
}

// CodedList is coded blocks in memory of their own, of a picture without a quantiser of its own, with
// the range of H.264.
type CodedList []CodedBlock

// Len implements [CodedBlocks].
func (l CodedList) Len() int { return len(l) }

// At implements [CodedBlocks].
func (l CodedList) At(i int) CodedBlock { return l[i] }

// QP implements [CodedBlocks].
func (l CodedList) QP() (qp int, ok bool) { return 0, false }

// Scale implements [CodedBlocks].
func (l CodedList) Scale() (finest, coarsest int) { return 10, 45 }
