package hevc

// A Parser reads the slice data of pictures (clause 7.3.8). It is for one goroutine at a time; it keeps
// memory, but nothing of a picture, between calls.
type Parser struct {
	cabac
	pic    *Picture
	sps    *SPS
	pps    *PPS
	layout *Layout
	h      *SliceHeader
	err    error // the first in the coding tree unit

	order    int  // of the next coding tree unit in coding order, if no segment is lost
	complete bool // the segment before ended without an error
	mark     int  // position of the data that belong to no unit yet, in bits

	// Contexts and Rice statistics after the second unit of a row and after the last segment: TableStateIdxWpp
	// and TableStateIdxDs (clause 9.3.2.3).
	row, dependent synced
	rice           [4]uint8 // StatCoeff

	// What blocks depend on to the left and above, in blocks of 8 and of 4 samples. Those with a fixed
	// size are of the coding tree unit.
	above               []uint8 // depth in the coding quadtree, and skipped
	left                [8]uint8
	aboveQP, leftQP     [8]int8
	aboveMode, leftMode [16]uint8 // IntraPredModeY, or DC if that is inferred

	qp            int  // of the last coding unit: qPY_PREV
	qpPredicted   int  // of the quantisation group: qPY_PRED
	qpDelta       int  // CuQpDeltaVal
	qpCoded       bool // IsCuQpDeltaCoded
	offsetsCoded  bool // IsCuChromaQpOffsetCoded
	minQGLog2     int  // Log2MinCuQpDeltaSize
	minOffsetLog2 int  // Log2MinCuChromaQpOffsetSize

	unit blockState
}

type synced struct {
	states [256]uint8
	rice   [4]uint8
}

const (
	skipped  = 0x80 // in above and left
	planar   = 0
	dc       = 1
	vertical = 26
)

// Parse reads the slice data of a picture and sets its blocks. It reports the picture's first error,
// also of its headers; p.Faults counts them. What a faulty segment says before its error is kept.
func (d *Parser) Parse(p *Picture) error {
	p.CUs, p.PUs, p.TUs, p.CTUs = p.CUs[:0], p.PUs[:0], p.TUs[:0], p.CTUs[:0]
	if len(p.Segments) == 0 {
		return p.Err
	}
	d.pic, d.sps, d.pps, d.layout = p, p.SPS, p.PPS, p.Layout
	for range d.layout.Raster {
		p.CTUs = append(p.CTUs, CTU{Segment: -1})
	}
	if n := d.sps.Width>>3 + 8; len(d.above) < n {
		d.above = make([]uint8, n)
	}
	d.minQGLog2 = d.sps.CTBLog2 - d.pps.DiffCUQPDeltaDepth
	d.minOffsetLog2 = d.sps.CTBLog2 - d.pps.DiffCUChromaOffsetDepth
	d.order, d.complete = 0, false
	for i := range p.Segments {
		p.fault(d.segment(i))
	}
	if d.order < len(p.CTUs) {
		p.fault(malformed("hevc: picture %d: no data from coding tree unit %d of %d on", p.POC, d.order, len(p.CTUs)))
	}
	d.pic, d.h, d.data = nil, nil, nil
	return p.Err
}

// segment reads slice_segment_data (clause 7.3.8.1).
func (d *Parser) segment(index int) error {
	seg := &d.pic.Segments[index]
	d.h, d.data = &seg.SliceHeader, d.pic.rbsp[seg.begin:seg.end]
	first := int(d.layout.Order[seg.Address])
	switch {
	case first < d.order:
		return malformed("hevc: picture %d, segment %d: coding tree unit %d is in two segments", d.pic.POC, index, seg.Address)
	case first > d.order:
		d.pic.fault(malformed("hevc: picture %d: no data from coding tree unit %d on, in coding order", d.pic.POC, d.order))
		d.complete = false
	}
	if d.order = first; seg.Dependent && !d.complete {
		return malformed("hevc: picture %d, segment %d: it depends on one with an error", d.pic.POC, index)
	}
	d.complete = false
	if !d.begin(0) {
		return malformed("hevc: picture %d, segment %d: its data start with 510 or 511", d.pic.POC, index)
	}
	d.contexts(first, true)
	for {
		address := int(d.layout.Raster[d.order])
		d.codingTreeUnit(address, index)
		last := d.terminate()
		unit := &d.pic.CTUs[address]
		d.count(unit, d.position())
		switch {
		case d.err != nil:
			return malformed("hevc: picture %d, segment %d, coding tree unit %d: %w", d.pic.POC, index, address, d.err)
		case d.overrun():
			return malformed("hevc: picture %d, segment %d, coding tree unit %d: the data end in it", d.pic.POC, index, address)
		}
		d.order++
		seg.Units++
		d.save(address)
		if last {
			break
		}
		if d.order == len(d.pic.CTUs) {
			return malformed("hevc: picture %d, segment %d: it does not end with the picture", d.pic.POC, index)
		}
		if !d.substream(unit) {
			return malformed("hevc: picture %d, segment %d: the substream does not end after coding tree unit %d", d.pic.POC, index, address)
		}
	}
	return d.end(index, seg)
}

// end checks that the data end with the segment: rbsp_slice_segment_trailing_bits (clause 7.3.2.10).
func (d *Parser) end(index int, seg *Segment) error {
	at, ok := d.finish()
	last := &d.pic.CTUs[d.layout.Raster[d.order-1]]
	d.count(last, 8*at)
	for i := at; ok && i < len(d.data); i++ {
		ok = d.data[i] == 0 // cabac_zero_words
	}
	if !ok {
		return malformed("hevc: picture %d, segment %d: its data do not end after its last coding tree unit", d.pic.POC, index)
	}
	seg.Ended, d.complete = true, true
	d.dependent.states, d.dependent.rice = d.states, d.rice
	return nil
}

// begin starts a substream at a byte of the data. ok is false if no substream starts so.
func (d *Parser) begin(at int) (ok bool) {
	d.mark = 8 * at
	return d.start(at)
}

// count adds the bits up to a position to a coding tree unit and to its last coding unit.
func (d *Parser) count(unit *CTU, position int) {
	bits := uint32(position - d.mark)
	d.mark = position
	unit.Bits += bits
	if n := len(d.pic.CUs); n > int(unit.FirstCU) {
		d.pic.CUs[n-1].Bits += bits
	}
}

// substream starts the next substream if the next coding tree unit is the first of a tile, or of a row
// of it with wavefronts. ok is false if the one before does not end there.
func (d *Parser) substream(unit *CTU) (ok bool) {
	before, next := d.layout.Raster[d.order-1], d.layout.Raster[d.order]
	tile := d.layout.Tile[before] != d.layout.Tile[next]
	if !tile && !(d.pps.Wavefront && d.firstInRow(next)) {
		return true
	}
	if !d.terminate() { // end_of_subset_one_bit
		return false
	}
	at, ok := d.finish()
	d.count(unit, 8*at)
	ok = d.begin(at) && ok
	d.contexts(d.order, false)
	return ok
}

// firstInRow reports whether a coding tree unit is the first of a row of its tile.
func (d *Parser) firstInRow(address int32) bool {
	x := int(address) % d.sps.WidthInCTBs
	return int32(x) == d.layout.left[x]
}

// contexts initialises or synchronises the context variables (clause 9.3.1) and the QP before the first
// coding tree unit of a segment or of a substream.
func (d *Parser) contexts(order int, segment bool) {
	address := d.layout.Raster[order]
	newTile := order == 0 || d.layout.Tile[d.layout.Raster[order-1]] != d.layout.Tile[address]
	newRow := d.pps.Wavefront && d.firstInRow(address)
	if newTile || newRow || !d.h.Dependent {
		d.qp = d.h.QP
	}
	switch {
	case !newTile && newRow && int(address)%d.sps.WidthInCTBs+1 < d.sps.WidthInCTBs && d.available(int(address)-d.sps.WidthInCTBs+1, int(address)):
		d.states, d.rice = d.row.states, d.row.rice
	case !newTile && !newRow && segment && d.h.Dependent:
		d.states, d.rice = d.dependent.states, d.dependent.rice
	default:
		d.reset(d.initType(), d.h.QP)
		d.rice = [4]uint8{}
	}
}

func (d *Parser) initType() int {
	switch {
	case d.h.Type == SliceI:
		return 0
	case (d.h.Type == SliceP) != d.h.CABACInit:
		return 1
	}
	return 2
}

// save keeps the contexts for the next row after the second unit of a row of a tile.
func (d *Parser) save(address int) {
	x := address % d.sps.WidthInCTBs
	if d.pps.Wavefront && int32(x) == d.layout.left[x]+1 {
		d.row.states, d.row.rice = d.states, d.rice
	}
}

// available reports whether a coding tree unit precedes another one and is in the same slice and tile
// (clause 6.4.1).
func (d *Parser) available(address, from int) bool {
	if address < 0 {
		return false
	}
	unit := &d.pic.CTUs[address]
	return unit.Segment >= 0 && d.pic.Segments[unit.Segment].SliceAddress == d.h.SliceAddress && d.layout.Tile[address] == d.layout.Tile[from]
}

// fail records the first error of a coding tree unit.
func (d *Parser) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}
