package yuv

// Needs is the data that pictures must have.
type Needs struct {
	Before  bool // the previous picture, as Picture.Before
	Vectors bool // the codec's motion vectors, as Picture.Vectors, if they are known
	Blocks  bool // the codec's blocks with their quantisation parameters, as Picture.Coded, if they are known
}

// Or returns the union of two needs.
func (n Needs) Or(o Needs) Needs {
	return Needs{n.Before || o.Before, n.Vectors || o.Vectors, n.Blocks || o.Blocks}
}

// MotionVectors are a picture's motion vectors, in the codec's order. Any goroutine may read them as
// long as the picture's samples are valid.
type MotionVectors interface {
	Len() int
	At(i int) MotionVector
}

// VectorUnit is the number of units of a [MotionVector] in a pixel.
const VectorUnit = 128

// MotionVector is the reference of a block of a picture.
type MotionVector struct {
	X, Y, Width, Height int  // the block in pixels, which can extend past the picture's edge
	DX, DY              int  // motion from the earlier picture to the later one, in 1/VectorUnit pixel
	Later               bool // the reference is shown later than the picture
	// List is 1 for the codec's reference list 0, 2 for its list 1, and 0 if that is unknown.
	List int
	// Distance is the reference's picture order count less the picture's, 0 if it is unknown.
	Distance int
}

// VectorList holds motion vectors in separate memory.
type VectorList []MotionVector

// Len implements [MotionVectors].
func (l VectorList) Len() int { return len(l) }

// At implements [MotionVectors].
func (l VectorList) At(i int) MotionVector { return l[i] }

// KeepVectors returns a copy of vectors, which may be nil, that outlives their picture.
func KeepVectors(v MotionVectors) MotionVectors {
	if v == nil {
		return nil
	}
	kept := make(VectorList, v.Len())
	for i := range kept {
		kept[i] = v.At(i)
	}
	return kept
}
