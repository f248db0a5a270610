package parsing

import (
	"ffkvadrat/bitstream/hevc"
	"ffkvadrat/yuv"
)

// finish lists the vectors, and leaves out what an error makes doubtful: blocks of slice segments that do
// not end where their data do, and vectors that depend on a picture that is missing.
func (p *Picture) finish() {
	c := &p.coded
	if c.Err != nil {
		kept := c.CUs[:0]
		for _, cu := range c.CUs {
			if s := c.CTUs[p.unitOf(&cu)].Segment; s >= 0 && c.Segments[s].Ended {
				kept = append(kept, cu)
			}
		}
		c.CUs = kept
	}
	if c.MotionErr != nil {
		return
	}
	for i := range c.Motion {
		for list := range int32(2) {
			if c.Motion[i].Lists>>list&1 != 0 {
				p.units = append(p.units, 2*int32(i)+list)
			}
		}
	}
}

// unitOf returns the index of the coding tree unit of a coding unit.
func (p *Picture) unitOf(cu *hevc.CU) int {
	s := p.coded.SPS
	return int(cu.Y)>>s.CTBLog2*s.WidthInCTBs + int(cu.X)>>s.CTBLog2
}

// blocks are a picture's coding units.
type blocks Picture

// types are the types of blocks with a mode.
var types = [...]yuv.BlockType{hevc.Intra: yuv.IntraBlock, hevc.Inter: yuv.InterBlock, hevc.Skip: yuv.SkippedBlock}

// Len implements [yuv.CodedBlocks].
func (b *blocks) Len() int { return len(b.coded.CUs) }

// At implements [yuv.CodedBlocks].
func (b *blocks) At(i int) yuv.CodedBlock {
	cu := &b.coded.CUs[i]
	side := 1 << cu.Log2
	block := yuv.CodedBlock{
		X: int(cu.X) - b.left, Y: int(cu.Y) - b.top, Width: side, Height: side, QP: int(cu.QP), Type: types[cu.Mode],
		Depth: int(b.coded.SPS.CTBLog2) - int(cu.Log2), HasDepth: true, Bits: int(cu.Bits), HasBits: true,
	}
	if cu.Mode == hevc.Intra && !cu.PCM {
		block.Intra.Count = cu.PUs
		for i := range int(cu.PUs) {
			d := &block.Intra.Directions[i]
			d.DX, d.DY = hevc.Direction(b.coded.PUs[int(cu.FirstPU)+i].Luma)
		}
	}
	return block
}

// Units implements [yuv.PredictedBlocks]. PCM units have no mode. Units of a block share its transform blocks, whose borders
// need not be theirs.
func (b *blocks) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	c := &b.coded
	cu := &c.CUs[i]
	shared := yuv.NoUnit()
	for _, t := range c.TUs[cu.FirstTU:][:cu.TUs] {
		shared.Transforms.Add(1<<t.Log2, 1<<t.Log2)
	}
	for at := int(cu.FirstPU); at < int(cu.FirstPU)+int(cu.PUs); at++ {
		pu := &c.PUs[at]
		unit := shared
		unit.X, unit.Y, unit.Width, unit.Height = int(pu.X)-b.left, int(pu.Y)-b.top, int(pu.Width), int(pu.Height)
		switch {
		case cu.PCM:
		case pu.Intra:
			if unit.Mode, unit.Luma = hevc.ModeName(pu.Luma), int(pu.Luma); c.SPS.ChromaFormat != 0 {
				unit.Chroma = int(pu.Chroma)
			}
		default:
			ref := pu.Ref
			if pu.Merge {
				unit.Merge = int(pu.MergeIndex)
			}
			if c.MotionErr == nil && at < len(c.Motion) {
				ref = c.Motion[at].Ref
			}
			unit.Ref = [2]int{int(ref[0]), int(ref[1])}
		}
		to = append(to, unit)
	}
	return to
}

// QP implements [yuv.CodedBlocks]. Slices have a QP, pictures do not.
func (b *blocks) QP() (qp int, ok bool) { return 0, false }

// Scale implements [yuv.CodedBlocks]. It is that of H.264.
func (b *blocks) Scale() (finest, coarsest int) { return yuv.CodedList(nil).Scale() }

// vectors are a picture's motion vectors.
type vectors Picture

// Len implements [yuv.MotionVectors].
func (v *vectors) Len() int { return len(v.units) }

// At implements [yuv.MotionVectors].
func (v *vectors) At(i int) yuv.MotionVector {
	unit, list := v.units[i]>>1, v.units[i]&1
	pu, m := &v.coded.PUs[unit], &v.coded.Motion[unit]
	const scale = yuv.VectorUnit / 4
	to := yuv.MotionVector{
		X: int(pu.X) - v.left, Y: int(pu.Y) - v.top, Width: int(pu.Width), Height: int(pu.Height),
		DX: scale * int(m.Vectors[list].X), DY: scale * int(m.Vectors[list].Y), Later: m.POC[list] > v.coded.POC,
		List: 1 + int(list), Distance: int(m.POC[list]) - int(v.coded.POC),
	}
	if !to.Later { // the vector points from the unit to its reference
		to.DX, to.DY = -to.DX, -to.DY
	}
	return to
}
