package parsing

import (
	"math"

	"ffkvadrat/bitstream/av1"
	"ffkvadrat/yuv"
)

// finishAV1 lists the vectors of a frame. One with errors has no blocks: those before an error may be wrong, too.
func (p *Picture) finishAV1() {
	f := p.frame
	if f == nil || f.Err != nil {
		return
	}
	if !p.parser.vectors {
		return
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		for list, ref := range b.Ref {
			if ref > 0 {
				p.units = append(p.units, 2*int32(i)+int32(list))
			}
		}
	}
}

// stretch returns where a sample of a frame that is coded narrower is in the frame that the decoder makes (superres).
func stretch(f *av1.Picture, x int) int {
	if f.CodedWidth == f.UpscaledWidth {
		return x
	}
	return (x*f.UpscaledWidth + f.CodedWidth/2) / f.CodedWidth
}

// place returns the rectangle of a block.
func place(f *av1.Picture, b *av1.Block) (x, y, width, height int) {
	x = stretch(f, int(b.X))
	return x, int(b.Y), stretch(f, int(b.X)+b.Size.Width()) - x, b.Size.Height()
}

// av1Blocks are the blocks of a frame of AV1.
type av1Blocks Picture

// Len implements [yuv.CodedBlocks].
func (b *av1Blocks) Len() int {
	if b.frame.Err != nil {
		return 0
	}
	return len(b.frame.Blocks)
}

// At implements [yuv.CodedBlocks].
func (b *av1Blocks) At(i int) yuv.CodedBlock {
	f := b.frame
	from := &f.Blocks[i]
	block := yuv.CodedBlock{QP: int(from.QIndex), Depth: from.Size.Depth(f.Sequence.Superblock128), HasDepth: true, Bits: int(from.Bits), HasBits: true}
	block.X, block.Y, block.Width, block.Height = place(f, from)
	switch {
	case !from.Inter || from.IntraBC:
		block.Type = yuv.IntraBlock
	case from.Skip:
		block.Type = yuv.SkippedBlock
	default:
		block.Type = yuv.InterBlock
	}
	if !from.Inter && from.PaletteY == 0 {
		block.Intra.Count = 1
		if angle, ok := from.Angle(); ok {
			y, x := math.Sincos(float64(angle) * math.Pi / 180)
			block.Intra.Directions[0] = yuv.IntraDirection{DX: int8(math.Round(100 * x)), DY: int8(math.Round(-100 * y))}
		}
	}
	return block
}

// Units implements [yuv.PredictedBlocks]: a block is one unit.
func (b *av1Blocks) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	from := &b.frame.Blocks[i]
	unit := yuv.NoUnit()
	unit.X, unit.Y, unit.Width, unit.Height = place(b.frame, from)
	switch {
	case from.IntraBC:
	case from.Inter:
		unit.Mode, unit.Inter = from.Mode.Name(), from.Mode.Number()
	default:
		if unit.Mode, unit.Luma = from.Mode.Name(), from.Mode.Number(); from.Chroma {
			unit.Chroma = from.UVMode.Number()
		}
	}
	if from.Inter {
		unit.Filter = [2]int{int(from.Filters[1]), int(from.Filters[0])}
	}
	for _, t := range b.frame.Transforms[from.FirstTransform:][:from.Transforms] {
		unit.Transforms.Add(t.Size.Width(), t.Size.Height())
	}
	for list, ref := range from.Ref {
		unit.Ref[list] = max(int(ref), 0) - 1
	}
	return append(to, unit)
}

// Describe implements [yuv.DescribedBlocks].
func (b *av1Blocks) Describe(i int) string { return b.frame.Blocks[i].Describe() }

// QP implements [yuv.CodedBlocks]: the frame's base_q_idx.
func (b *av1Blocks) QP() (qp int, ok bool) { return b.frame.BaseQIndex, b.frame.Err == nil }

// Scale implements [yuv.CodedBlocks]. It is that of VP9.
func (b *av1Blocks) Scale() (finest, coarsest int) { return 20, 220 }

// av1Vectors are the motion vectors of a frame of AV1.
type av1Vectors Picture

// Len implements [yuv.MotionVectors].
func (v *av1Vectors) Len() int { return len(v.units) }

// At implements [yuv.MotionVectors].
func (v *av1Vectors) At(i int) yuv.MotionVector {
	f := v.frame
	b, list := &f.Blocks[v.units[i]>>1], v.units[i]&1
	const scale = yuv.VectorUnit / 8
	distance := f.Distance(b.Ref[list])
	to := yuv.MotionVector{
		DX: scale * stretch(f, int(b.MV[list].X)), DY: scale * int(b.MV[list].Y), Later: distance > 0, List: 1 + int(list), Distance: distance,
	}
	to.X, to.Y, to.Width, to.Height = place(f, b)
	if !to.Later { // the vector points from the block to its reference
		to.DX, to.DY = -to.DX, -to.DY
	}
	return to
}
