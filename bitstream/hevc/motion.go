package hevc

import (
	"errors"
	"fmt"
)

// ErrMissing is the cause of errors about pictures that vectors depend on and the stream does not have.
var ErrMissing = errors.New("missing reference picture")

// A Motion says which pictures a prediction unit is predicted from, and where in them. That of an intra
// unit has no lists.
type Motion struct {
	// Vectors are mvL0 and mvL1, 0 if the list is not used.
	Vectors [2]Vector
	// POC has the order counts of the reference pictures, 0 if the list is not used.
	POC [2]int32
	// Ref has refIdxL0 and refIdxL1; -1 if the list is not used.
	Ref [2]int8
	// Lists says which lists are used, predFlagL0 and predFlagL1: 1 list 0, 2 list 1, 3 both.
	Lists uint8
	// LongTerm says of which lists the reference pictures are long-term ones, in the same way.
	LongTerm uint8
}

// A MotionDecoder derives the motion vectors of pictures (clause 8.5.3.2). Pictures go through it in
// decoding order, on one goroutine, after Stream.Read and Parser.Parse, which several goroutines may do
// for later pictures at the same time. It keeps the motion of at most 16 pictures that later ones may
// refer to, at one Motion for 16 × 16 samples. The zero MotionDecoder is ready for the first picture.
type MotionDecoder struct {
	fields []*motionField // of earlier pictures: the decoded picture buffer
	free   []*motionField

	pic        *Picture
	h          *SliceHeader // of the unit's segment
	collocated *motionField // of the slice; nil if no unit uses temporal prediction
	noBackward bool         // no reference picture of the slice follows the picture: NoBackwardPredFlag

	// grid has the index of the prediction unit of each 4 × 4 samples, or -1 for those of intra coding
	// units and those that are not derived yet. A unit may use those from first on: the ones in its
	// slice and its tile. Both are contiguous in coding order.
	grid         []int32
	stride       int
	first        int32
	firstInSlice int32
	firstInTile  int32
	slice, tile  int
}

// Derive sets p.Motion. It reports the first reason why vectors may not be those of the encoder, also
// kept in p.MotionErr: the picture has faults, a picture of its reference picture lists is missing, which
// makes the cause ErrMissing, or its collocated picture has such a reason. Vectors are then still derived,
// as if a collocated picture that is missing were intra (clause 8.3.3).
func (m *MotionDecoder) Derive(p *Picture) error {
	p.Motion, p.MotionErr = p.Motion[:0], nil
	if len(p.Segments) == 0 {
		return nil
	}
	m.pic = p
	m.retain(p)
	if p.Err != nil {
		m.doubt("faults: %w", p.Err)
	}
	m.stride = (p.SPS.Width + 3) / 4
	n := m.stride * ((p.SPS.Height + 3) / 4)
	if cap(m.grid) < n {
		m.grid = make([]int32, n)
	}
	m.grid = m.grid[:n]
	for i := range m.grid {
		m.grid[i] = -1
	}
	for range p.PUs {
		p.Motion = append(p.Motion, noMotion)
	}
	m.slice, m.tile = -1, -1
	segment := int32(-1)
	for _, address := range p.Layout.Raster {
		ctu := &p.CTUs[address]
		if ctu.Segment < 0 {
			continue
		}
		if ctu.Segment != segment {
			segment = ctu.Segment
			m.segment(&p.Segments[segment].SliceHeader, ctu)
		}
		if tile := int(p.Layout.Tile[address]); tile != m.tile && ctu.CUs > 0 {
			m.tile, m.firstInTile = tile, p.CUs[ctu.FirstCU].FirstPU
			m.first = max(m.firstInSlice, m.firstInTile)
		}
		for i := range p.CUs[ctu.FirstCU:][:ctu.CUs] {
			m.codingUnit(&p.CUs[int(ctu.FirstCU)+i])
		}
	}
	m.keep(p)
	m.pic, m.h, m.collocated = nil, nil, nil
	return p.MotionErr
}

// doubt records why the picture's vectors may be wrong.
func (m *MotionDecoder) doubt(format string, args ...any) {
	if m.pic.MotionErr == nil {
		m.pic.MotionErr = fmt.Errorf("hevc: motion of picture %d: "+format, append([]any{m.pic.POC}, args...)...)
	}
}

// segment prepares for the units of a slice segment, of which ctu is the first.
func (m *MotionDecoder) segment(h *SliceHeader, ctu *CTU) {
	m.h = h
	if h.SliceAddress == m.slice {
		return
	}
	m.slice, m.firstInSlice = h.SliceAddress, int32(len(m.pic.PUs))
	if ctu.CUs > 0 {
		m.firstInSlice = m.pic.CUs[ctu.FirstCU].FirstPU
	}
	m.first = max(m.firstInSlice, m.firstInTile)
	m.noBackward = true
	for list, n := range h.Active {
		for i := range h.Lists[list][:n] {
			ref := &h.Lists[list][i]
			m.noBackward = m.noBackward && ref.POC <= m.pic.POC
			if ref.Missing {
				m.doubt("picture %d of list %d: %w", ref.POC, list, ErrMissing)
			}
		}
	}
	m.collocated = nil
	if h.Type != SliceI && h.TemporalMVP {
		m.collocate()
	}
}

// codingUnit derives the motion of the prediction units of a coding unit.
func (m *MotionDecoder) codingUnit(cu *CU) {
	if cu.Mode == Intra {
		return
	}
	units := m.pic.PUs[cu.FirstPU:][:cu.PUs]
	motion := m.pic.Motion[cu.FirstPU:][:cu.PUs]
	for i := range units {
		pu := &units[i]
		if pu.Merge {
			motion[i] = m.merge(cu, pu, i)
		} else {
			motion[i] = m.predicted(pu)
		}
		m.cover(pu, cu.FirstPU+int32(i))
	}
}

// noMotion is the Motion of intra units.
var noMotion = Motion{Ref: [2]int8{-1, -1}}

// cover enters a prediction unit into the grid.
func (m *MotionDecoder) cover(pu *PU, index int32) {
	x, y := int(pu.X)/4, int(pu.Y)/4
	for j := y; j < y+int(pu.Height)/4; j++ {
		row := m.grid[j*m.stride+x:][:int(pu.Width)/4]
		for i := range row {
			row[i] = index
		}
	}
}

// at returns the motion at a place if a unit there may be used for the current one: it is inter, earlier
// in coding order, and in the same slice and tile (clauses 6.4.1 and 6.4.2). Else it is nil.
func (m *MotionDecoder) at(x, y int) *Motion {
	if x < 0 || y < 0 || x >= m.pic.SPS.Width || y >= m.pic.SPS.Height {
		return nil
	}
	index := m.grid[y>>2*m.stride+x>>2]
	if index < m.first {
		return nil
	}
	return &m.pic.Motion[index]
}

// refer makes a list of a motion refer to a picture of the slice's list.
func (m *MotionDecoder) refer(to *Motion, list int, ref int8, v Vector) {
	r := &m.h.Lists[list][ref]
	to.Vectors[list], to.Ref[list], to.POC[list] = v, ref, r.POC
	to.Lists |= 1 << list
	if r.LongTerm {
		to.LongTerm |= 1 << list
	}
}
