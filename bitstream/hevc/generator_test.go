package hevc

import "math/rand/v2"

// tools are what a generated stream uses.
type tools struct {
	name                        string
	chroma, depth               int
	columns, rows               int // of tiles
	wavefront, segments, slices bool
	lossless, skip, hide        bool
	maxSkip                     int
	delta, sao, cross, offsets  bool
	context, implicit, explicit bool
	extended, adapt, aligned    bool
}

// Pictures have 5 × 4 coding tree units of 16 × 16 samples, each of one coding unit.
const (
	unitsWide, unitsHigh = 5, 4
	unitSize             = 16
	sliceQP              = 30
	chromaOffsets        = 6 // fewer are read wrongly by FFmpeg 5.1, which takes that many bins
)

// A generator writes random syntax with these tools, by the syntax tables and not by the parser's ways.
type generator struct {
	encoder
	tools
	random *rand.Rand

	inter   bool // the picture is P
	slice   [unitsWide * unitsHigh]int
	mode    [unitsWide * 4][unitsHigh * 4]int // IntraPredModeY of places of 4 × 4 samples; 1 elsewhere
	qp      int
	row, ds encoder // contexts and statistics kept for synchronisation

	ctu struct { // the current one
		address              int
		intra, bypassed      bool
		luma, chroma         [4]int
		derived              [4]bool
		deltaCoded, offCoded bool
		delta                int
	}
	cus []CU
	tus []TU
	pus []PU
	pcm [][]int // samples of each unit, all planes; nil for units without PCM
}

func (g *generator) chance(percent int) bool { return g.random.IntN(100) < percent }

// parameterSets returns the three parameter sets.
func (g *generator) parameterSets() (units []byte) {
	level := func(e *encoder) { // profile_tier_level
		e.u(4, 8)
		for range 10 {
			e.u(0, 8)
		}
		e.u(93, 8)
	}
	v := &encoder{}
	v.u(0, 4)
	v.u(3, 2)
	v.u(0, 6)
	v.u(0, 3)
	v.flag(true)
	v.u(0xffff, 16)
	level(v)
	v.flag(true)
	v.ue(2)
	v.ue(0)
	v.ue(0)
	v.u(0, 6)
	v.ue(0)
	v.flag(false)
	v.flag(false)
	v.align()
	return append(append(v.unit(unitVPS), g.sps(level).unit(unitSPS)...), g.pps().unit(unitPPS)...)
}

func (g *generator) sps(level func(*encoder)) *encoder {
	s := &encoder{}
	s.u(0, 4)
	s.u(0, 3)
	s.flag(true)
	level(s)
	s.ue(0)
	s.ue(g.chroma)
	if g.chroma == 3 {
		s.flag(false)
	}
	s.ue(unitsWide * unitSize)
	s.ue(unitsHigh * unitSize)
	s.flag(false)
	s.ue(g.depth - 8)
	s.ue(g.depth - 8)
	s.ue(4) // 8 bits of order counts
	s.flag(true)
	s.ue(2)
	s.ue(0)
	s.ue(0)
	s.ue(1) // coding blocks of 16 × 16 only
	s.ue(0)
	s.ue(0) // transform blocks of 4 × 4 to 16 × 16
	s.ue(2)
	s.ue(2) // depth of transform trees
	s.ue(2)
	s.flag(false)
	s.flag(false)
	s.flag(g.sao)
	s.flag(true) // PCM
	s.u(g.depth-1, 4)
	s.u(g.depth-1, 4)
	s.ue(1)
	s.ue(0)
	s.flag(true) // no loop filter
	s.ue(0)
	s.flag(false)
	s.flag(false)
	s.flag(false)
	s.flag(false)
	s.flag(true)
	s.u(0x80, 8) // only the range extension
	for _, b := range []bool{false, g.context, g.implicit, g.explicit, g.extended, false, false, g.adapt, g.aligned} {
		s.flag(b)
	}
	s.align()
	return s
}

func (g *generator) pps() *encoder {
	p := &encoder{}
	p.ue(0)
	p.ue(0)
	p.flag(g.segments)
	p.flag(false)
	p.u(0, 3)
	p.flag(g.hide)
	p.flag(false)
	p.ue(0)
	p.ue(0)
	p.se(sliceQP - 26)
	p.flag(false)
	p.flag(g.skip)
	p.flag(g.delta)
	if g.delta {
		p.ue(0)
	}
	p.se(0)
	p.se(0)
	p.flag(false)
	p.flag(false)
	p.flag(false)
	p.flag(g.lossless)
	tiles := g.columns > 1 || g.rows > 1
	p.flag(tiles)
	p.flag(g.wavefront)
	if tiles {
		p.ue(g.columns - 1)
		p.ue(g.rows - 1)
		p.flag(true)
		p.flag(false)
	}
	p.flag(false)
	p.flag(true) // no deblocking
	p.flag(false)
	p.flag(true)
	p.flag(false)
	p.flag(false)
	p.ue(0)
	p.flag(false)
	p.flag(true)
	p.u(0x80, 8) // only the range extension
	if g.skip {
		p.ue(g.maxSkip - 2)
	}
	p.flag(g.cross)
	p.flag(g.offsets)
	if g.offsets {
		p.ue(0)
		p.ue(chromaOffsets - 1)
		for i := range 2 * chromaOffsets {
			p.se(i - 3)
		}
	}
	p.ue(0)
	p.ue(0)
	p.align()
	return p
}

// header writes a slice segment header.
func (g *generator) header(poc, address int, dependent bool) {
	g.flag(address == 0)
	if poc == 0 {
		g.flag(false)
	}
	g.ue(0)
	if address > 0 {
		if g.segments {
			g.flag(dependent)
		}
		g.u(address, 5) // of 20
	}
	if !dependent {
		if g.inter {
			g.ue(1)
		} else {
			g.ue(2)
		}
		if poc > 0 {
			g.u(poc, 8)
			g.flag(false) // a set of the picture before
			g.ue(1)
			g.ue(0)
			g.ue(0)
			g.flag(true)
		}
		if g.sao {
			g.flag(true)
			if g.chroma != 0 {
				g.flag(true)
			}
		}
		if g.inter {
			g.flag(false)
			g.ue(4) // one merge candidate
		}
		g.se(0)
		if g.offsets {
			g.flag(true)
		}
	}
	if g.columns > 1 || g.rows > 1 || g.wavefront {
		g.ue(0) // no entry points: readers with one thread do without
	}
	g.encoder.align()
}

// tile returns the tile of a unit, and whether the unit is the first of a row of it.
func (g *generator) tile(address int) (tile int, first bool) {
	x, y := address%unitsWide, address/unitsWide
	column := ((x+1)*g.columns - 1) / unitsWide
	row := ((y+1)*g.rows - 1) / unitsHigh
	return row*g.columns + column, column*unitsWide/g.columns == x
}

// order returns the addresses in coding order: tiles by their number, units in raster order.
func (g *generator) order() (order []int) {
	for tile := range g.columns * g.rows {
		for address := range unitsWide * unitsHigh {
			if t, _ := g.tile(address); t == tile {
				order = append(order, address)
			}
		}
	}
	return order
}

// picture returns the units of a picture.
func (g *generator) picture(poc int) (units []byte) {
	g.cus, g.tus, g.pus, g.pcm = nil, nil, nil, make([][]int, unitsWide*unitsHigh)
	g.inter = poc > 0
	for i := range g.slice {
		g.slice[i] = -1
	}
	kind := unitIDRNLP
	if poc > 0 {
		kind = 1 // TRAIL_R
	}
	order, slice, begun := g.order(), 0, -1
	for i, address := range order {
		tile, first := g.tile(address)
		newTile := i == 0
		if i > 0 {
			before, _ := g.tile(order[i-1])
			newTile = before != tile
		}
		newRow := g.wavefront && first
		starts := begun < 0
		dependent := starts && i > 0 && g.segments && (!g.slices || g.chance(60))
		if _, inRow := g.tile(slice); newRow && !inRow {
			dependent = false // a slice that starts inside a row ends with it (clause 7.4.7.1)
		}
		if starts {
			begun = i
			g.encoder = encoder{states: g.states, rice: g.rice}
			g.header(poc, address, dependent)
			if !dependent {
				slice = address
			}
		}
		g.slice[address] = slice
		if starts || newTile || newRow {
			g.start()
			g.synchronise(address, newTile, newRow, starts && dependent)
			if newTile || newRow || starts && !dependent {
				g.qp = sliceQP
			}
		}
		g.unit(address)
		ends := i == len(order)-1 || g.ends(order, begun, i)
		g.terminate(ends)
		if address%unitsWide > 0 {
			if t, second := g.tile(address - 1); t == tile && second {
				g.row = g.encoder
			}
		}
		if ends {
			g.ds = g.encoder
			units = append(units, g.encoder.unit(kind)...)
			begun = -1
			continue
		}
		if next, nextFirst := g.tile(order[i+1]); next != tile || g.wavefront && nextFirst {
			g.terminate(true)
		}
	}
	return units
}

func tileOf(g *generator, address int) int { tile, _ := g.tile(address); return tile }

// ends decides whether a segment ends after unit i of the order. One in a picture with tiles ends with a
// tile; one that starts inside a row ends with it if there are wavefronts.
func (g *generator) ends(order []int, begun, i int) bool {
	if !g.segments && !g.slices {
		return false
	}
	tile, _ := g.tile(order[i])
	next, nextFirst := g.tile(order[i+1])
	_, beganRow := g.tile(order[begun])
	switch {
	case g.wavefront && nextFirst && !beganRow:
		return true
	case g.columns > 1 || g.rows > 1:
		return next != tile && g.chance(50)
	}
	return g.chance(25)
}

// synchronise sets the contexts before the first unit of a segment or substream (clause 9.3.1).
func (g *generator) synchronise(address int, newTile, newRow, dependent bool) {
	above := address - unitsWide + 1
	switch {
	case newTile:
	case newRow:
		if x := address % unitsWide; above > 0 && x+1 < unitsWide && g.slice[above] == g.slice[address] && tileOf(g, above) == tileOf(g, address) {
			g.states, g.rice = g.row.states, g.row.rice
			return
		}
	case dependent:
		g.states, g.rice = g.ds.states, g.ds.rice
		return
	}
	initType := 0
	if g.inter {
		initType = 1
	}
	g.rice = [4]uint8{}
	for _, element := range elements {
		for i, value := range element.values[initType] {
			g.states[element.first+i] = initialState(int(value), sliceQP)
		}
	}
}
