package parsing

import (
	"errors"
	"fmt"
	"unsafe"

	"ffkvadrat/bitstream/hevc"
	"ffkvadrat/yuv"
)

// Picture is a parsed picture. Between Wait and Release, any goroutine may read its blocks and vectors.
type Picture struct {
	parser *Parser
	number int
	coded  hevc.Picture
	units  []int32 // of the vectors: 2 · the index of the prediction unit + the list

	again bool // its fault is counted

	// left and top are the samples that the decoder's frame omits.
	left, top int

	// The Parser's mutex guards these.
	held    bool // nobody has released it
	taken   bool
	parsed  bool
	dropped bool // it was not parsed
	ready   bool
}

// Wait waits until the picture is parsed. It reports whether the picture is one of this size, which is
// that of the decoder's frame: if not, it is not the frame's.
func (p *Picture) Wait(width, height int) bool {
	q := p.parser
	q.mu.Lock()
	for !p.ready {
		q.done.Wait()
	}
	q.mu.Unlock()
	return !p.dropped && p.coded.SPS != nil && p.fits(width, height)
}

// fits reports whether the picture is one of this size, and sets the samples that the frame omits.
func (p *Picture) fits(width, height int) bool {
	// Decoders may omit fewer samples at the left than the stream says, so that rows stay aligned.
	left, right, top, bottom := p.coded.SPS.Cropped()
	p.left, p.top = p.coded.SPS.Width-right-width, p.coded.SPS.Height-bottom-height
	return p.left >= 0 && p.left <= left && p.top >= 0 && p.top <= top
}

// Fault returns, after Wait, why the picture is not wholly known, as the picture of a frame of this size: a
// slice segment does not end where its data do, or it is another frame's picture. A picture that is not
// supported has no fault. A nil picture is that of a frame without a packet.
func (p *Picture) Fault(width, height int) error {
	if p == nil {
		return errNoPacket
	}
	switch err := p.coded.Err; {
	case errors.Is(err, hevc.ErrUnsupported):
		return nil
	case err != nil:
		return err
	case p.coded.SPS == nil:
		return errNoPicture
	case !p.fits(width, height):
		return fmt.Errorf("hevc: picture %d has another size", p.coded.POC)
	}
	return nil
}

// Again reports whether it was called before for the picture's packet.
func (p *Picture) Again() bool {
	was := p.again
	p.again = true
	return was
}

var (
	errNoPacket  = errors.New("hevc: no packet has the picture")
	errNoPicture = errors.New("hevc: the packet has no picture")
)

// Release ends the use of a picture; nil is ignored.
func (p *Picture) Release() {
	if p == nil {
		return
	}
	p.parser.mu.Lock()
	defer p.parser.mu.Unlock()
	p.drop()
}

// drop is Release with the mutex held.
func (p *Picture) drop() {
	if p.held = false; p.ready {
		p.parser.put(p)
	}
}

// Bytes returns the size of a picture in memory, after Wait; 0 for nil.
func (p *Picture) Bytes() int {
	if p == nil {
		return 0
	}
	c := &p.coded
	return bytes(c.CTUs) + bytes(c.CUs) + bytes(c.PUs) + bytes(c.TUs) + bytes(c.Motion) + bytes(p.units)
}

func bytes[T any](list []T) int {
	var one T
	return cap(list) * int(unsafe.Sizeof(one))
}

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

// Blocks returns the coding units.
func (p *Picture) Blocks() yuv.CodedBlocks { return (*blocks)(p) }

// Vectors returns the motion vectors of the prediction units.
func (p *Picture) Vectors() yuv.MotionVectors { return (*vectors)(p) }

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

// Units implements [yuv.PredictedBlocks]. PCM units have no mode.
func (b *blocks) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	c := &b.coded
	cu := &c.CUs[i]
	for at := int(cu.FirstPU); at < int(cu.FirstPU)+int(cu.PUs); at++ {
		pu := &c.PUs[at]
		unit := yuv.PredictionUnit{
			X: int(pu.X) - b.left, Y: int(pu.Y) - b.top, Width: int(pu.Width), Height: int(pu.Height), Luma: -1, Chroma: -1, Merge: -1, Ref: [2]int{-1, -1},
		}
		switch {
		case cu.PCM:
		case pu.Intra:
			if unit.Luma = int(pu.Luma); c.SPS.ChromaFormat != 0 {
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
