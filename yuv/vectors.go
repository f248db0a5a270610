package yuv

// Needs are what pictures have to come with.
type Needs struct {
	Before  bool // the one before, as Picture.Before
	Vectors bool // the codec's motion vectors, as Picture.Vectors, where the decoder tells them
	Blocks  bool // the codec's blocks with their quantisers, as Picture.Coded, likewise
}

// Or returns what one or the other needs.
func (n Needs) Or(o Needs) Needs {
	return Needs{n.Before || o.Before, n.Vectors || o.Vectors, n.Blocks || o.Blocks}
}

// MotionVectors are those that a codec has for a picture, in its order. A picture's may be read
// as long as its samples, by any goroutine.
type MotionVectors interface {
	Len() int
	At(i int) MotionVector
}

// VectorUnit is how many units of a [MotionVector] are a pixel.
const VectorUnit = 128

// MotionVector says where the codec took a block of a picture from.
type MotionVector struct {
	X, Y, Width, Height int  // the block, in pixels, which may reach over the picture's edge
	DX, DY              int  // by how much it moves from the earlier picture to the later one, in parts of a pixel; see VectorUnit
	Later               bool // the other picture is one that is shown later
}

// VectorList is motion vectors in memory of their own.
type VectorList []MotionVector

// Len implements [MotionVectors].
func (l VectorList) Len() int { return len(l) }

// At implements [MotionVectors].
func (l VectorList) At(i int) MotionVector { return l[i] }

// KeepVectors copies vectors, which may be nil, so that they outlive their picture.
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
