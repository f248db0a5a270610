package av1

import (
	"sync/atomic"
	"unsafe"
)

// A Picture is what a packet says about a frame. Release gives it back to its Parser, which uses its memory again.
type Picture struct {
	Header
	Sequence *Sequence

	// Blocks has the blocks in coding order, and Transforms their transform blocks: those of a block follow one
	// another.
	Blocks     []Block
	Transforms []Transform
	// Superblocks are in raster order.
	Superblocks []Superblock
	// Tiles are in raster order.
	Tiles []Tile

	// Size is the number of bytes of the frame's OBUs: its header and its tiles.
	Size int

	// Faults counts the tiles and headers with errors. Err is the first error.
	Faults int
	Err    error

	parser *Parser
	users  atomic.Int32
	packet int // in which it is coded, counted by the parser

	// What later frames take over.
	cdfs     cdfs
	motion   []savedMotion // of blocks of 8 × 8 samples
	segments []uint8       // SegmentIds in units of 4 × 4 samples; empty if all are 0
}

// A Tile is a tile of a frame. Its borders are in Header.TileLayout.
type Tile struct {
	Bytes int
	Ended bool // its data ended exactly after its last superblock
}

// A Superblock has the blocks of a square of 64 or 128 samples.
type Superblock struct {
	Bits       uint32 // that the symbol decoder read for it
	FirstBlock int32  // index of its first block; -1: no tile has the superblock
	Blocks     int32
}

// A Block is a block of a partition (section 5.11.5).
type Block struct {
	X, Y     uint16 // in luma samples
	Size     BlockSize
	Inter    bool // is_inter: also of intra block copy
	Skip     bool // skip: without coefficients
	SkipMode bool
	Chroma   bool // HasChroma: the block codes the chroma planes
	Segment  uint8
	QIndex   uint8 // of the block, 0 to 255: base_q_idx with the superblock's and the segment's deltas

	Mode    Mode // YMode
	UVMode  Mode
	AngleY  int8 // AngleDeltaY, in steps of 3 degrees
	AngleUV int8
	Filter  int8 // filter_intra_mode, -1 if not used

	PaletteY, PaletteUV uint8 // the number of colours; 0 if there is no palette

	IntraBC bool      // intra block copy
	Ref     [2]int8   // RefFrame: 0 intra, 1 to 7 the frame's references, -1 none
	MV      [2]Vector // of the references
	Motion  MotionMode
	// InterIntra, with Ref[1] = 0: a second, intra prediction.
	InterIntra bool
	Compound   CompoundType
	Filters    [2]uint8 // interp_filter: vertical, horizontal

	compoundIndex  uint8
	compGroupIndex uint8

	FirstTransform int32 // index in Transforms
	Transforms     uint16
	// Bits are those that the symbol decoder read from the end of the block before to the block's end.
	Bits uint32
}

// A Vector is a motion vector in eighths of a luma sample.
type Vector struct{ Y, X int16 }

// A Transform is a luma transform block.
type Transform struct {
	X, Y  uint16 // in luma samples
	Size  TxSize
	Type  uint8 // the transform's type
	Coded bool  // it has coefficients
}

// A MotionMode is motion_mode.
type MotionMode uint8

const (
	SimpleMotion MotionMode = iota
	OBMC
	LocalWarp
)

// A CompoundType is compound_type.
type CompoundType uint8

const (
	CompoundWedge CompoundType = iota
	CompoundDiffWeighted
	CompoundAverage
	CompoundIntra
	CompoundDistance
)

// A Mode is YMode or UVMode.
type Mode uint8

const (
	DCPred Mode = iota
	VPred
	HPred
	D45Pred
	D135Pred
	D113Pred
	D157Pred
	D203Pred
	D67Pred
	SmoothPred
	SmoothVPred
	SmoothHPred
	PaethPred
	CfLPred // of chroma alone
	NearestMV
	NearMV
	GlobalMV
	NewMV
	NearestNearestMV
	NearNearMV
	NearestNewMV
	NewNearestMV
	NearNewMV
	NewNearMV
	GlobalGlobalMV
	NewNewMV
)

func (m Mode) directional() bool { return m >= VPred && m <= D67Pred }

// References of blocks.
const (
	noFrame      = -1
	intraFrame   = 0
	lastFrame    = 1
	last2Frame   = 2
	last3Frame   = 3
	goldenFrame  = 4
	bwdrefFrame  = 5
	altref2Frame = 6
	altrefFrame  = 7
)

// Release ends the use of a picture; nil is ignored.
func (p *Picture) Release() {
	if p != nil && p.users.Add(-1) == 0 {
		p.parser.put(p)
	}
}

// Bytes returns the size of the picture in memory.
func (p *Picture) Bytes() int {
	return int(unsafe.Sizeof(*p)) + cap(p.Blocks)*int(unsafe.Sizeof(Block{})) + cap(p.Transforms)*int(unsafe.Sizeof(Transform{})) +
		cap(p.Superblocks)*int(unsafe.Sizeof(Superblock{})) + cap(p.Tiles)*int(unsafe.Sizeof(Tile{})) +
		cap(p.motion)*int(unsafe.Sizeof(savedMotion{})) + cap(p.segments)
}

// retain adds a user.
func (p *Picture) retain() *Picture {
	p.users.Add(1)
	return p
}

// reset empties a picture, and keeps its memory.
func (p *Picture) reset() {
	p.Header = Header{}
	p.Sequence, p.Size, p.Faults, p.Err = nil, 0, 0, nil
	p.Blocks, p.Transforms, p.Superblocks, p.Tiles = p.Blocks[:0], p.Transforms[:0], p.Superblocks[:0], p.Tiles[:0]
	p.motion, p.segments = p.motion[:0], p.segments[:0]
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

// Depth returns how often the partition divided the superblock to get the block.
func (s BlockSize) Depth(superblock128 bool) int {
	w, h := int(blockLog2[s][0]), int(blockLog2[s][1])
	depth := 4 - max(w, h)
	if superblock128 {
		depth++
	}
	if w != h { // the last division is into halves or quarters
		depth++
	}
	return depth
}

// Angle returns the direction from a sample to those that predict it in an intra block, in degrees counterclockwise
// from the right. ok is false if there is none.
func (b *Block) Angle() (degrees int, ok bool) {
	if b.Inter || !b.Mode.directional() {
		return 0, false
	}
	angle := [9]int{0, 90, 180, 45, 135, 113, 157, 203, 67}[b.Mode] // Mode_To_Angle
	return angle + 3*int(b.AngleY), true
}

// Distance returns how many frames a reference is after the picture in output order, as far as order hints say it; 0
// if they do not.
func (p *Picture) Distance(ref int8) int {
	return p.Sequence.distance(p.OrderHints[ref], p.OrderHint)
}
