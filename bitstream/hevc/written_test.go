package hevc

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// motionTools are what a written stream uses. Written streams are random decisions of an encoder that codes no
// residual: a picture of PCM samples, then pictures of merged and predicted units. They have what
// libx265 does not do.
type motionTools struct {
	width, height                     int
	ctbLog2, minCBLog2, parallelMerge int
	amp, temporal, weighted, modified bool
	longTerm, p, lowDelay, perTile    bool
	columns, rows, slices             int
	maxMerge, stride                  int
	mvdL1Zero                         bool
}

const writtenPictures = 12

// A motionEncoder writes a stream.
type motionEncoder struct {
	motionTools
	*rand.Rand
	w      *syntaxWriter
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
func write(t motionTools, seed uint64) []byte {
	e := &motionEncoder{motionTools: t, Rand: rand.New(rand.NewPCG(seed, 1)), w: new(syntaxWriter)}
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

func (e *motionEncoder) emit(t UnitType) {
	e.stream = append(e.stream, e.w.unit(t)...)
	e.w = new(syntaxWriter)
}

func (e *motionEncoder) profile() {
	w := e.w
	w.us(1, 0, 0, 0) // profile space, tier
	w.u(1, 5)        // Main
	w.u(6, 3)        // compatible with it: flags 0 to 2
	w.u(1<<28, 29)
	w.us(1, 1, 0, 0, 1)
	w.u(0, 44)
	w.u(186, 8)
}

func (e *motionEncoder) parameterSets() {
	w := e.w
	w.u(0, 4)
	w.us(1, 1, 1)
	w.u(0, 6)
	w.u(0, 3)
	w.u(1, 1)
	w.u(0xffff, 16)
	e.profile()
	w.u(1, 1)
	w.ues(15, 15, 0)
	w.u(0, 6)
	w.ues(0)
	w.us(1, 0, 0)
	w.align()
	e.emit(unitVPS)

	w = e.w
	w.u(0, 4)
	w.u(0, 3)
	w.u(1, 1)
	e.profile()
	w.ues(0, 1, e.width, e.height)
	w.u(0, 1)
	w.ues(0, 0, 12) // 8 bits; order counts of 16 bits
	w.u(1, 1)
	w.ues(15, 15, 0)
	w.ues(e.minCBLog2-3, e.ctbLog2-e.minCBLog2, 0, min(e.ctbLog2, 5)-2, 0, 0)
	w.u(0, 1)
	w.flag(e.amp)
	w.us(1, 0, 1) // no sample adaptive offset; PCM
	w.us(4, 7, 7)
	w.ues(e.minCBLog2-3, min(e.ctbLog2, 5)-e.minCBLog2)
	w.u(1, 1)
	w.ues(0)
	w.flag(e.longTerm)
	if e.longTerm {
		w.ues(0)
	}
	w.flag(e.temporal)
	w.us(1, 0, 0, 0)
	w.align()
	e.emit(unitSPS)

	w = e.w
	w.ues(0, 0)
	w.us(1, 0, 0)
	w.u(0, 3)
	w.us(1, 0, 0)
	w.ues(0, 0)
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
		w.ues(e.columns-1, e.rows-1)
		w.us(1, 1, 0)
	}
	w.us(1, 0, 1, 0, 1) // no deblocking
	w.u(0, 1)
	w.flag(e.modified)
	w.ues(e.parallelMerge - 2)
	w.us(1, 0, 0)
	w.align()
	e.emit(unitPPS)

	size := 1<<e.ctbLog2 - 1
	sps := &SPS{CTBLog2: e.ctbLog2, MinCBLog2: e.minCBLog2, MaxTBLog2: 5, WidthInCTBs: (e.width + size) >> e.ctbLog2, HeightInCTBs: (e.height + size) >> e.ctbLog2}
	e.layout, _ = newLayout(&PPS{TileColumns: e.columns, TileRows: e.rows, UniformTiles: true, ParallelMergeLog2: e.parallelMerge}, sps)
}

// A syntaxWriter writes several syntax elements at once.
type syntaxWriter struct{ encoder }

// us writes values of n bits each.
func (w *syntaxWriter) us(n int, values ...int) {
	for _, v := range values {
		w.u(v, n)
	}
}

func (w *syntaxWriter) ues(values ...int) {
	for _, v := range values {
		w.ue(v)
	}
}

// unary writes a truncated unary code of which the first bins have contexts.
func (w *syntaxWriter) unary(value, most int, contexts ...int) {
	for i := range most {
		if i < len(contexts) {
			w.bin(contexts[i], i < value)
		} else {
			w.bypass(i < value)
		}
		if i == value {
			return
		}
	}
}

// picture writes a picture in one or more slices.
func (e *motionEncoder) picture(poc int32) {
	e.poc = poc
	n := e.width / 8 * e.height / 8
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
func (e *motionEncoder) references() []Reference {
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
func (e *motionEncoder) header(start, end int, set, collocated []Reference) []Reference {
	w := e.w
	w.flag(start == 0)
	if e.poc == 0 {
		w.u(0, 1)
	}
	w.ues(0)
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
	w.ues(int(e.kind))
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
		if w.ues(tiles); tiles > 0 {
			w.ues(31)
			for range tiles {
				w.u(1, 32) // no decoder that reads one substream after another needs the sizes
			}
		}
	}
	w.align()
	return collocated
}

func (e *motionEncoder) interHeader(set, collocated []Reference) []Reference {
	all := e.referenceSet(set)
	w := e.w
	if e.temporal {
		w.u(1, 1)
	}
	n := len(all[0])
	lists, modified, places := e.drawLists(all, collocated)
	w.u(1, 1)
	w.ues(e.active[0] - 1)
	if e.kind == SliceB {
		w.ues(e.active[1] - 1)
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
			w.ues(place[1])
		}
	}
	if e.weighted {
		e.weights()
	}
	e.candidates = e.maxMerge
	if e.maxMerge == 0 {
		e.candidates = 1 + e.IntN(5)
	}
	w.ues(5 - e.candidates)
	return collocated
}

// referenceSet writes the order count and the reference picture set, and returns the pictures that lists 0
// and 1 begin with.
func (e *motionEncoder) referenceSet(set []Reference) (all [2][]Reference) {
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
	w.ues(len(before), len(after))
	last := e.poc
	for _, ref := range before {
		w.ues(int(last - ref.POC - 1))
		w.flag(!ref.Missing)
		last = ref.POC
	}
	last = e.poc
	for _, ref := range after {
		w.ues(int(ref.POC - last - 1))
		w.flag(!ref.Missing)
		last = ref.POC
	}
	if e.longTerm {
		w.ues(len(long))
		for _, ref := range long {
			w.u(int(ref.POC)&0xffff, 16)
			w.flag(!ref.Missing)
			w.u(0, 1)
		}
	}
	unused := func(r Reference) bool { return r.Missing }
	before, after, long = slices.DeleteFunc(before, unused), slices.DeleteFunc(after, unused), slices.DeleteFunc(long, unused)
	return [2][]Reference{slices.Concat(before, after, long), slices.Concat(after, before, long)}
}

// drawLists draws reference picture lists, as indices in all, until they have the collocated picture. places
// has where that is, or all places if there is none yet.
func (e *motionEncoder) drawLists(all [2][]Reference, collocated []Reference) (lists [2][]int, modified [2]bool, places [][2]int) {
	n := len(all[0])
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
			return lists, modified, places
		}
	}
}

func (e *motionEncoder) weights() {
	w := e.w
	w.ues(e.IntN(7))
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
