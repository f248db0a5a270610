package hevc

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A tools has what a written stream uses. Written streams are random decisions of an encoder that codes no
// residual: a picture of PCM samples, then pictures of merged and predicted units. They have what
// libx265 does not do.
type tools struct {
	ctbLog2, minCBLog2, parallelMerge int
	amp, temporal, weighted, modified bool
	longTerm, p, lowDelay, perTile    bool
	columns, rows, slices             int
	maxMerge, stride                  int
	mvdL1Zero                         bool
}

const (
	writtenWidth, writtenHeight = 208, 112
	writtenPictures             = 12
)

// An encoder writes a stream.
type encoder struct {
	tools
	*rand.Rand
	w      *bitWriter
	stream []byte
	layout *Layout
	known  []Reference // decoded pictures

	// of the slice
	poc        int32
	kind       SliceType
	active     [2]int
	mvdL1      bool // mvd_l1_zero_flag
	candidates int

	// of each 8 × 8 samples: the depth, whether skipped, and the slice and tile; -1: not coded yet
	depth, place []int
	skipped      []bool
	current      int // place
}

// write returns a byte stream.
func write(t tools, seed uint64) []byte {
	e := &encoder{tools: t, Rand: rand.New(rand.NewPCG(seed, 1)), w: new(bitWriter)}
	e.parameterSets()
	order := []int32{0}
	for i := range writtenPictures - 1 {
		order = append(order, int32((i+1)*e.stride))
	}
	if !e.lowDelay {
		e.Shuffle(writtenPictures-1, func(i, j int) { order[i+1], order[j+1] = order[j+1], order[i+1] })
	}
	for _, poc := range order {
		e.picture(poc)
	}
	return e.stream
}

func (e *encoder) emit(t UnitType) {
	e.stream = append(e.stream, e.w.unit(t)...)
	e.w = new(bitWriter)
}

func (e *encoder) profile() {
	w := e.w
	w.us(1, 0, 0, 0) // profile space, tier
	w.u(1, 5)        // Main
	w.u(6, 3)        // compatible with it: flags 0 to 2
	w.u(1<<28, 29)
	w.us(1, 1, 0, 0, 1)
	w.u(0, 44)
	w.u(186, 8)
}

func (e *encoder) parameterSets() {
	w := e.w
	w.u(0, 4)
	w.us(1, 1, 1)
	w.u(0, 6)
	w.u(0, 3)
	w.u(1, 1)
	w.u(0xffff, 16)
	e.profile()
	w.u(1, 1)
	w.ue(15, 15, 0)
	w.u(0, 6)
	w.ue(0)
	w.us(1, 0, 0)
	w.trail()
	e.emit(unitVPS)

	w = e.w
	w.u(0, 4)
	w.u(0, 3)
	w.u(1, 1)
	e.profile()
	w.ue(0, 1, writtenWidth, writtenHeight)
	w.u(0, 1)
	w.ue(0, 0, 12) // 8 bits; order counts of 16 bits
	w.u(1, 1)
	w.ue(15, 15, 0)
	w.ue(e.minCBLog2-3, e.ctbLog2-e.minCBLog2, 0, min(e.ctbLog2, 5)-2, 0, 0)
	w.u(0, 1)
	w.flag(e.amp)
	w.us(1, 0, 1) // no sample adaptive offset; PCM
	w.us(4, 7, 7)
	w.ue(e.minCBLog2-3, min(e.ctbLog2, 5)-e.minCBLog2)
	w.u(1, 1)
	w.ue(0)
	w.flag(e.longTerm)
	if e.longTerm {
		w.ue(0)
	}
	w.flag(e.temporal)
	w.us(1, 0, 0, 0)
	w.trail()
	e.emit(unitSPS)

	w = e.w
	w.ue(0, 0)
	w.us(1, 0, 0)
	w.u(0, 3)
	w.us(1, 0, 0)
	w.ue(0, 0)
	w.se(0)
	w.us(1, 0, 0, 0)
	w.se(0)
	w.se(0)
	w.u(0, 1)
	w.flag(e.weighted)
	w.flag(e.weighted)
	w.u(0, 1)
	tiles := e.columns*e.rows > 1
	w.flag(tiles)
	w.u(0, 1)
	if tiles {
		w.ue(e.columns-1, e.rows-1)
		w.us(1, 1, 0)
	}
	w.us(1, 0, 1, 0, 1) // no deblocking
	w.u(0, 1)
	w.flag(e.modified)
	w.ue(e.parallelMerge - 2)
	w.us(1, 0, 0)
	w.trail()
	e.emit(unitPPS)

	size := 1<<e.ctbLog2 - 1
	sps := &SPS{CTBLog2: e.ctbLog2, MinCBLog2: e.minCBLog2, MaxTBLog2: 5, WidthInCTBs: (writtenWidth + size) >> e.ctbLog2, HeightInCTBs: (writtenHeight + size) >> e.ctbLog2}
	e.layout, _ = newLayout(&PPS{TileColumns: e.columns, TileRows: e.rows, UniformTiles: true, ParallelMergeLog2: e.parallelMerge}, sps)
}

// picture writes a picture in one or more slices.
func (e *encoder) picture(poc int32) {
	e.poc = poc
	n := writtenWidth / 8 * writtenHeight / 8
	e.depth, e.place, e.skipped = make([]int, n), make([]int, n), make([]bool, n)
	for i := range e.place {
		e.place[i] = -1
	}
	units := len(e.layout.Raster)
	starts := []int{0}
	for i := 1; i < units; i++ {
		newTile := e.layout.Tile[e.layout.Raster[i]] != e.layout.Tile[e.layout.Raster[i-1]]
		if e.perTile && newTile || e.columns*e.rows == 1 && e.IntN(units) < e.slices-1 {
			starts = append(starts, i)
		}
	}
	var set, collocated []Reference
	if poc > 0 {
		set = e.references()
	}
	for i, start := range starts {
		end := append(starts, units)[i+1]
		e.current = i << 16
		collocated = e.header(start, end, set, collocated)
		e.slice(start, end)
		if poc == 0 {
			e.emit(unitIDRNLP)
		} else {
			e.emit(1)
		}
	}
	e.known = append(e.known, Reference{POC: poc})
}

// references chooses the pictures to keep, of which Missing marks those that the picture does not use.
func (e *encoder) references() []Reference {
	e.Shuffle(len(e.known), func(i, j int) { e.known[i], e.known[j] = e.known[j], e.known[i] })
	e.known = e.known[:min(len(e.known), 5)]
	for i := range e.known {
		e.known[i].LongTerm = e.known[i].LongTerm || e.longTerm && e.IntN(5) == 0
		e.known[i].Missing = i > 0 && e.IntN(4) == 0
	}
	return e.known
}

// header writes the header of a slice. The collocated picture is the same for all slices of a picture;
// it is returned.
func (e *encoder) header(start, end int, set, collocated []Reference) []Reference {
	w := e.w
	w.flag(start == 0)
	if e.poc == 0 {
		w.u(0, 1)
	}
	w.ue(0)
	if start > 0 {
		w.u(int(e.layout.Raster[start]), bits.Len(uint(len(e.layout.Raster)-1)))
	}
	e.kind = SliceI
	if e.poc > 0 {
		e.kind = SliceB
		if e.p || e.IntN(8) == 0 {
			e.kind = SliceP
		}
	}
	w.ue(int(e.kind))
	if e.poc > 0 {
		collocated = e.interHeader(set, collocated)
	}
	w.se(0)
	if e.columns*e.rows > 1 {
		tiles := 0
		for i := start + 1; i < end; i++ {
			if e.layout.Tile[e.layout.Raster[i]] != e.layout.Tile[e.layout.Raster[i-1]] {
				tiles++
			}
		}
		if w.ue(tiles); tiles > 0 {
			w.ue(31)
			for range tiles {
				w.u(1, 32) // no decoder that reads one substream after another needs the sizes
			}
		}
	}
	w.trail()
	return collocated
}

func (e *encoder) interHeader(set, collocated []Reference) []Reference {
	w := e.w
	w.u(int(e.poc)&0xffff, 16)
	w.u(0, 1)
	var before, after, long []Reference
	for _, ref := range set {
		switch {
		case ref.LongTerm:
			long = append(long, ref)
		case ref.POC < e.poc:
			before = append(before, ref)
		default:
			after = append(after, ref)
		}
	}
	slices.SortFunc(before, func(a, b Reference) int { return int(b.POC - a.POC) })
	slices.SortFunc(after, func(a, b Reference) int { return int(a.POC - b.POC) })
	w.ue(len(before), len(after))
	last := e.poc
	for _, ref := range before {
		w.ue(int(last - ref.POC - 1))
		w.flag(!ref.Missing)
		last = ref.POC
	}
	last = e.poc
	for _, ref := range after {
		w.ue(int(ref.POC - last - 1))
		w.flag(!ref.Missing)
		last = ref.POC
	}
	if e.longTerm {
		w.ue(len(long))
		for _, ref := range long {
			w.u(int(ref.POC)&0xffff, 16)
			w.flag(!ref.Missing)
			w.u(0, 1)
		}
	}
	if e.temporal {
		w.u(1, 1)
	}
	unused := func(r Reference) bool { return r.Missing }
	before, after, long = slices.DeleteFunc(before, unused), slices.DeleteFunc(after, unused), slices.DeleteFunc(long, unused)
	all := [2][]Reference{slices.Concat(before, after, long), slices.Concat(after, before, long)}
	n := len(all[0])

	// Lists are drawn until they have the collocated picture.
	var modified [2]bool
	var lists [2][]int // indices in all
	var places [][2]int
	for try := 0; ; try++ {
		places = places[:0]
		e.active = [2]int{}
		for list := range 2 {
			if lists[list] = nil; list == 1 && e.kind == SliceP {
				continue
			}
			e.active[list] = 1 + e.IntN(4)
			modified[list] = e.modified && n > 1 && e.IntN(2) == 0
			if try > 50 {
				e.active[list], modified[list] = n, false
			}
			for i := range e.active[list] {
				entry := i % n
				if modified[list] {
					entry = e.IntN(n)
				}
				lists[list] = append(lists[list], entry)
				if len(collocated) == 0 || collocated[0].POC == all[list][entry].POC {
					places = append(places, [2]int{list, i})
				}
			}
		}
		if len(places) > 0 {
			break
		}
	}
	w.u(1, 1)
	w.ue(e.active[0] - 1)
	if e.kind == SliceB {
		w.ue(e.active[1] - 1)
	}
	if e.modified && n > 1 {
		for list := range 2 {
			if list == 1 && e.kind == SliceP {
				break
			}
			if w.flag(modified[list]); modified[list] {
				for _, entry := range lists[list] {
					w.u(entry, bits.Len(uint(n-1)))
				}
			}
		}
	}
	if e.mvdL1 = e.mvdL1Zero && e.IntN(2) == 0; e.kind == SliceB {
		w.flag(e.mvdL1)
	}
	if e.temporal {
		place := places[e.IntN(len(places))]
		collocated = []Reference{all[place[0]][lists[place[0]][place[1]]]}
		if e.kind == SliceB {
			w.flag(place[0] == 0)
		}
		if e.active[place[0]] > 1 {
			w.ue(place[1])
		}
	}
	if e.weighted {
		e.weights()
	}
	e.candidates = e.maxMerge
	if e.maxMerge == 0 {
		e.candidates = 1 + e.IntN(5)
	}
	w.ue(5 - e.candidates)
	return collocated
}

func (e *encoder) weights() {
	w := e.w
	w.ue(e.IntN(7))
	w.se(0)
	for list := range 2 {
		flags := make([]bool, e.active[list])
		for i := range flags {
			flags[i] = e.IntN(2) == 0
			w.flag(flags[i])
		}
		for range flags {
			w.u(0, 1)
		}
		for _, flag := range flags {
			if flag {
				w.se(e.IntN(41) - 20)
				w.se(e.IntN(61) - 30)
			}
		}
	}
}

// slice writes the data of a slice.
func (e *encoder) slice(start, end int) {
	w := e.w
	w.start()
	initType := map[SliceType]int{SliceI: 0, SliceP: 1, SliceB: 2}[e.kind]
	copy(w.states[:], initialStates[initType][26][:])
	for i := start; i < end; i++ {
		address := int(e.layout.Raster[i])
		e.current = e.current>>16<<16 | int(e.layout.Tile[address])
		columns := e.layout.sps.WidthInCTBs
		e.quadtree(address%columns<<e.ctbLog2, address/columns<<e.ctbLog2, e.ctbLog2, 0)
		w.terminate(i == end-1)
		if i < end-1 && e.layout.Tile[e.layout.Raster[i+1]] != e.layout.Tile[address] {
			w.terminate(true)
			w.start()
			copy(w.states[:], initialStates[initType][26][:])
		}
	}
}

// neighbour returns the index of a place in the arrays, or -1 if it is not available.
func (e *encoder) neighbour(x, y int) int {
	if x < 0 || y < 0 {
		return -1
	}
	i := y/8*(writtenWidth/8) + x/8
	if e.place[i] != e.current {
		return -1
	}
	return i
}

func (e *encoder) quadtree(x, y, log2, depth int) {
	size := 1 << log2
	split := log2 > e.minCBLog2
	if split && x+size <= writtenWidth && y+size <= writtenHeight {
		context := ctxSplitCU
		for _, i := range []int{e.neighbour(x-1, y), e.neighbour(x, y-1)} {
			if i >= 0 && e.depth[i] > depth {
				context++
			}
		}
		split = e.IntN(3) > 0 || e.kind == SliceI && log2 > 5
		e.w.bin(context, split)
	}
	if !split {
		e.codingUnit(x, y, log2, depth)
		return
	}
	half := size / 2
	for i := range 4 {
		if x, y := x+i&1*half, y+i>>1*half; x < writtenWidth && y < writtenHeight {
			e.quadtree(x, y, log2-1, depth+1)
		}
	}
}

func (e *encoder) codingUnit(x, y, log2, depth int) {
	w := e.w
	skip, pcm := e.IntN(3) == 0, log2 <= 5 && e.IntN(12) == 0
	if e.kind != SliceI {
		context := ctxSkip
		for _, i := range []int{e.neighbour(x-1, y), e.neighbour(x, y-1)} {
			if i >= 0 && e.skipped[i] {
				context++
			}
		}
		if w.bin(context, skip); !skip {
			w.bin(ctxPredMode, pcm)
		}
	} else {
		skip, pcm = false, true
	}
	switch {
	case skip:
		e.mergeIndex()
	case pcm:
		if log2 == e.minCBLog2 {
			w.bin(ctxPartMode, true)
		}
		w.terminate(true)
		smooth := e.IntN(256)
		for range 1<<(2*log2) + 1<<(2*log2-1) {
			smooth = (smooth*3 + e.IntN(256)) / 4
			w.u(smooth, 8)
		}
		w.start()
	default:
		e.inter(x, y, log2, depth)
	}
	for j := range 1 << log2 / 8 {
		for i := range 1 << log2 / 8 {
			at := (y/8+j)*(writtenWidth/8) + x/8 + i
			e.depth[at], e.skipped[at], e.place[at] = depth, skip, e.current
		}
	}
}

// inter writes an inter coding unit without a residual.
func (e *encoder) inter(x, y, log2, depth int) {
	w := e.w
	size := 1 << log2
	half, quarter := size/2, size/4
	parts := []Part{Part2Nx2N, Part2NxN, PartNx2N}
	if log2 == e.minCBLog2 && log2 > 3 {
		parts = append(parts, PartNxN)
	}
	if log2 > e.minCBLog2 && e.amp {
		parts = append(parts, Part2NxnU, Part2NxnD, PartnLx2N, PartnRx2N)
	}
	part := parts[e.IntN(len(parts))]
	sizes := map[Part][][2]int{
		Part2Nx2N: {{size, size}}, Part2NxN: {{size, half}, {size, half}}, PartNx2N: {{half, size}, {half, size}},
		PartNxN:   {{half, half}, {half, half}, {half, half}, {half, half}},
		Part2NxnU: {{size, quarter}, {size, size - quarter}}, Part2NxnD: {{size, size - quarter}, {size, quarter}},
		PartnLx2N: {{quarter, size}, {size - quarter, size}}, PartnRx2N: {{size - quarter, size}, {quarter, size}},
	}[part]
	bins := map[Part]string{Part2Nx2N: "1", Part2NxN: "01", PartNx2N: "00"}
	switch {
	case log2 == e.minCBLog2 && log2 > 3:
		bins[PartNx2N], bins[PartNxN] = "001", "000"
	case log2 > e.minCBLog2 && e.amp:
		bins = map[Part]string{Part2Nx2N: "1", Part2NxN: "011", PartNx2N: "001", Part2NxnU: "0100", Part2NxnD: "0101", PartnLx2N: "0000", PartnRx2N: "0001"}
	}
	for i, b := range bins[part] {
		switch context := i; {
		case i == 3:
			w.bypass(b == '1')
		case i == 2 && log2 > e.minCBLog2:
			context = 3
			fallthrough
		default:
			w.bin(ctxPartMode+context, b == '1')
		}
	}
	for _, s := range sizes {
		if merge := e.IntN(2) == 0 && part != Part2Nx2N; merge {
			w.bin(ctxMerge, true)
			e.mergeIndex()
		} else {
			w.bin(ctxMerge, false)
			e.predictionUnit(s[0]+s[1], depth)
		}
	}
	w.bin(ctxRootCBF, false)
}

func (e *encoder) mergeIndex() {
	e.w.unary(e.IntN(e.candidates), e.candidates-1, ctxMergeIndex)
}

func (e *encoder) predictionUnit(sides, depth int) {
	w := e.w
	lists := 1
	if e.kind == SliceB {
		if lists = 1 + e.IntN(3); sides == 12 {
			lists = 1 + e.IntN(2)
		} else {
			w.bin(ctxInterDirection+depth, lists == 3)
		}
		if lists < 3 {
			w.bin(ctxInterDirection+4, lists == 2)
		}
	}
	for list := range 2 {
		if lists>>list&1 == 0 {
			continue
		}
		w.unary(e.IntN(e.active[list]), e.active[list]-1, ctxReference, ctxReference+1)
		if list == 0 || !e.mvdL1 || lists != 3 {
			e.difference()
		}
		w.bin(ctxMVP, e.IntN(2) == 0)
	}
}

// difference writes a difference of vectors: often none, mostly small.
func (e *encoder) difference() {
	w := e.w
	var v [2]int
	if limit := []int{0, 3, 40, 40, 40, 500}[e.IntN(6)]; limit > 0 {
		v = [2]int{e.IntN(2*limit) - limit, e.IntN(2*limit) - limit}
	}
	size := func(i int) int { return max(v[i], -v[i]) }
	for i := range 2 {
		w.bin(ctxMVDGreater0, size(i) > 0)
	}
	for i := range 2 {
		if size(i) > 0 {
			w.bin(ctxMVDGreater1, size(i) > 1)
		}
	}
	for i := range 2 {
		if size(i) > 1 {
			w.golomb(size(i)-2, 1)
		}
		if size(i) > 0 {
			w.bypass(v[i] < 0)
		}
	}
}
