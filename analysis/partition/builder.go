package partition

import (
	"fmt"

	"ffkvadrat/yuv"
)

// NoBlocksError says that the decoder does not report the codec's blocks.
type NoBlocksError struct{ Codec string } // FFmpeg's name of the codec

func (e *NoBlocksError) Error() string {
	return fmt.Sprintf("FFmpeg does not report how %s divides pictures into blocks", e.Codec)
}

// Advice returns the error's text with advice, for commands that accept a trace.
func (e *NoBlocksError) Advice() string {
	return e.Error() + "; a trace of its encoder or decoder can show it (--trace)"
}

// macroblock is the side of a macroblock in pixels.
const macroblock = 16

// Builder makes partitions from what a decoder reports about its frames. One goroutine at a time may
// use it; its zero value is ready. It allocates only when pictures grow.
type Builder struct {
	Units bool // partitions have their prediction units, if these are known

	made  Picture
	qp    int // of the whole picture
	whole bool
	tells bool // the decoder reports vectors, so blocks without any are intra

	finest, coarsest int

	first []int32 // first vector of each macroblock, row by row; −1 if there is none
	next  []int32 // next vector in the same macroblock
	parts []Block // of the current macroblock
	units []yuv.PredictionUnit
}

// Of returns a frame's partition, in memory of t that is valid until the next call. The blocks are
// those of VP9, those of H.265 and AV1 with their types and rates, and macroblocks of other codecs. If
// the rectangles of a macroblock's vectors fill it, each of them is a block with the macroblock's QP; for
// H.264, FFmpeg reports no rectangles below 8×8. A macroblock without vectors is one block. If the picture has a list of vectors, even an
// empty one, macroblocks without vectors are intra, and others inter: decoders report vectors of
// skipped macroblocks, too, and do not tell them apart. bytes is the packet's size, 0 if unknown. ok
// is false if the decoder reports no blocks, as for a picture whose Coded is nil.
func (t *Builder) Of(p *yuv.Picture, bytes int) (made *Picture, ok bool) {
	t.made.Reset(p.Width, p.Height)
	t.made.Bytes = int64(bytes)
	if t.whole = false; p.Coded == nil {
		return nil, false
	}
	t.qp, t.whole = p.Coded.QP()
	t.finest, t.coarsest = p.Coded.Scale()
	t.tells = p.Vectors != nil
	t.made.Told = Told{Intra: t.tells, Inter: t.tells}
	t.vectors(p.Vectors)
	if predicted, ok := p.Coded.(yuv.PredictedBlocks); ok && t.Units {
		t.unitsOf(predicted)
	}
	for i := range p.Coded.Len() {
		b := p.Coded.At(i)
		rate := float32(0)
		if b.HasBits {
			rate = RateOf(b.Bits, b.Width, b.Height)
		}
		if b.X < 0 || b.Y < 0 {
			b.Intra = yuv.IntraParts{} // its parts lie elsewhere
		}
		if b.X < 0 {
			b.X, b.Width = 0, b.Width+b.X
		}
		if b.Y < 0 {
			b.Y, b.Height = 0, b.Height+b.Y
		}
		t.add(Block{
			X: int32(b.X), Y: int32(b.Y), Width: int32(b.Width), Height: int32(b.Height), QP: int16(b.QP), HasQP: true, Type: typesOf[b.Type],
			Depth: uint8(b.Depth), HasDepth: b.HasDepth, Rate: rate, HasRate: b.HasBits, Intra: b.Intra,
		})
	}
	return &t.made, true
}

// vectors copies the vectors, and lists them by macroblock.
func (t *Builder) vectors(all yuv.MotionVectors) {
	columns, rows := t.size()
	t.first, t.next = t.first[:0], t.next[:0]
	for range columns * rows {
		t.first = append(t.first, -1)
	}
	if all == nil {
		return
	}
	for i := range all.Len() {
		v := VectorOf(all.At(i))
		if !t.made.AddVector(v) {
			continue
		}
		first := &t.first[int(v.Y)/macroblock*columns+int(v.X)/macroblock]
		t.next = append(t.next, *first)
		*first = int32(len(t.made.Vectors) - 1)
	}
}

// VectorOf returns a decoder's vector as one that leads from its block to the source.
func VectorOf(from yuv.MotionVector) Vector {
	v := Vector{X: int32(from.X), Y: int32(from.Y), Width: int32(from.Width), Height: int32(from.Height), DX: int32(from.DX), DY: int32(from.DY), Scale: yuv.VectorUnit, Future: from.Later, List: uint8(from.List), Distance: int32(from.Distance)}
	if !v.Future { // it points from the earlier frame to this one
		v.DX, v.DY = -v.DX, -v.DY
	}
	return v
}

// unitsOf adds the prediction units of all blocks.
func (t *Builder) unitsOf(blocks yuv.PredictedBlocks) {
	for i := range blocks.Len() {
		kind := typesOf[blocks.At(i).Type]
		t.units = blocks.Units(i, t.units[:0])
		for j := range t.units {
			t.made.AddUnit(unitOf(&t.units[j], kind))
		}
	}
}

// unitOf returns a unit of a block of this type, without what lies left of the picture and above it.
func unitOf(u *yuv.PredictionUnit, kind Type) Unit {
	x, y := max(u.X, 0), max(u.Y, 0)
	return Unit{
		X: int32(x), Y: int32(y), Width: int32(u.Width - x + u.X), Height: int32(u.Height - y + u.Y), Type: kind,
		Luma: int8(u.Luma), Chroma: int8(u.Chroma), Merge: int8(u.Merge), Ref: [2]int8{int8(u.Ref[0]), int8(u.Ref[1])},
		Mode: u.Mode, Inter: int8(u.Inter), Filter: [2]int8{int8(u.Filter[0]), int8(u.Filter[1])}, Transforms: u.Transforms,
	}
}

// UnitAt returns the prediction unit at a pixel; ok is false if it is not known. It allocates.
func UnitAt(blocks yuv.CodedBlocks, x, y int) (u Unit, ok bool) {
	predicted, known := blocks.(yuv.PredictedBlocks)
	if !known {
		return Unit{}, false
	}
	in := func(left, top, width, height int) bool {
		return x >= left && y >= top && x < left+width && y < top+height
	}
	for i := range predicted.Len() {
		b := predicted.At(i)
		if !in(b.X, b.Y, b.Width, b.Height) {
			continue
		}
		for _, unit := range predicted.Units(i, nil) {
			if in(unit.X, unit.Y, unit.Width, unit.Height) {
				return unitOf(&unit, typesOf[b.Type]), true
			}
		}
	}
	return Unit{}, false
}

// DescriptionAt returns how the codec predicted the block at a pixel, in its words; empty if it is not known. It
// allocates.
func DescriptionAt(blocks yuv.CodedBlocks, x, y int) string {
	described, known := blocks.(yuv.DescribedBlocks)
	if !known {
		return ""
	}
	for i := range described.Len() {
		if b := described.At(i); x >= b.X && y >= b.Y && x < b.X+b.Width && y < b.Y+b.Height {
			return described.Describe(i)
		}
	}
	return ""
}

// size returns the number of columns and rows of macroblocks of the picture.
func (t *Builder) size() (columns, rows int) {
	return (t.made.Width + macroblock - 1) / macroblock, (t.made.Height + macroblock - 1) / macroblock
}

// typesOf are the types of what a decoder reports.
var typesOf = [...]Type{yuv.UnknownBlock: Unknown, yuv.IntraBlock: Intra, yuv.InterBlock: Inter, yuv.SkippedBlock: Skipped}

// add adds a block, or its parts.
func (t *Builder) add(b Block) {
	if b.Type != Unknown {
		t.made.Told = Told{Intra: true, Inter: true, Skipped: true}
		t.made.Add(b)
		return
	}
	if b.Width == macroblock && b.Height == macroblock && b.X%macroblock == 0 && b.Y%macroblock == 0 {
		b.Type = t.typeOf(b)
	}
	if b.Type == Inter && t.divide(b) {
		for i := len(t.parts) - 1; i >= 0; i-- { // the list of vectors is in reverse order
			t.made.Add(t.parts[i])
		}
		return
	}
	t.made.Add(b)
}

// typeOf returns a macroblock's type.
func (t *Builder) typeOf(b Block) Type {
	columns, rows := t.size()
	column, row := int(b.X)/macroblock, int(b.Y)/macroblock
	switch {
	case !t.tells || column >= columns || row >= rows:
		return Unknown
	case t.first[row*columns+column] < 0:
		return Intra
	}
	return Inter
}

// divide finds a macroblock's parts, and reports whether they fill it.
func (t *Builder) divide(b Block) bool {
	columns, _ := t.size()
	column, row := int(b.X)/macroblock, int(b.Y)/macroblock
	t.parts = t.parts[:0]
	area := int32(0)
next:
	for at := t.first[row*columns+column]; at >= 0; at = t.next[at] {
		v := &t.made.Vectors[at]
		part := Block{X: v.X, Y: v.Y, Width: v.Width, Height: v.Height, QP: b.QP, HasQP: true, Type: b.Type}
		for _, o := range t.parts {
			if o == part { // bidirectional prediction
				continue next
			}
			if overlap(o, part) {
				return false
			}
		}
		if v.X+v.Width > b.X+macroblock || v.Y+v.Height > b.Y+macroblock {
			return false
		}
		t.parts = append(t.parts, part)
		area += v.Width * v.Height
	}
	return area == macroblock*macroblock
}

func overlap(a, b Block) bool {
	return a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height
}

// Scale returns the ends of the usual range of QPs, for the codec of the last picture.
func (t *Builder) Scale() (finest, coarsest int) { return t.finest, t.coarsest }

// MeanQP returns the mean QP of the last picture's pixels. For a picture without blocks it is the
// QP of the whole picture. ok is false if neither is known.
func (t *Builder) MeanQP() (mean float64, ok bool) {
	if mean, ok := t.made.MeanQP(); ok {
		return mean, true
	}
	return float64(t.qp), t.whole
}

// MeanQP returns the mean QP of the pixels in blocks that have one; where blocks overlap, each
// counts. ok is false if there are none.
func (p *Picture) MeanQP() (mean float64, ok bool) {
	return p.mean(func(b *Block) (float64, bool) { return float64(b.QP), b.HasQP })
}

// CodedQP is MeanQP without skipped blocks, whose QP codes nothing. ok is false if no others have one.
func (p *Picture) CodedQP() (mean float64, ok bool) {
	return p.mean(func(b *Block) (float64, bool) { return float64(b.QP), b.HasQP && b.Type != Skipped })
}
