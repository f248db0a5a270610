package hevc

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/tests/platform"
)

// A headerWriter writes random headers with the elements that libx265 does not use.
type headerWriter struct {
	encoder
	random *rand.Rand

	sets                             [][]written // short-term sets
	longTerm                         int         // entries of the sequence parameter set
	listedUsed                       []bool
	motion                           bool // temporal vectors
	dependent, output, lists, cabac  bool
	chromaOffsets, deblock, across   bool
	weighted, weightedB, segmentMore bool
	extra                            int
	active                           [2]int
	tiles, unfiltered                bool
}

// A written reference has its order count relative to the picture's, and whether the picture uses it.
type written struct {
	delta int
	used  bool
}

func (w *headerWriter) chance(percent int) bool { return w.random.IntN(100) < percent }

// any writes a random flag and returns it.
func (w *headerWriter) any() bool {
	b := w.chance(50)
	w.flag(b)
	return b
}

func (w *headerWriter) unit(t UnitType) []byte {
	w.encoder.align()
	data := w.encoder.unit(t)
	w.encoder = encoder{}
	return data
}

func (w *headerWriter) scalingLists() {
	for size := range 4 {
		for matrix := 0; matrix < 6; matrix += 1 + 2*(size/3) {
			if !w.any() {
				step := 1 + 2*(size/3)
				w.ue(w.random.IntN(matrix/step + 1))
				continue
			}
			if size > 1 {
				w.se(w.random.IntN(100))
			}
			for range min(64, 16<<(2*size)) {
				w.se(w.random.IntN(9) - 4)
			}
		}
	}
}

// set writes a short-term set: alone, or moved from an earlier one.
func (w *headerWriter) set(index int, inSlice bool) (set []written) {
	if index > 0 && w.any() {
		back := 1
		if inSlice {
			back = 1 + w.random.IntN(index)
			w.ue(back - 1)
		}
		from := append(slices.Clone(w.sets[index-back]), written{})
		sign, move := w.any(), 1+w.random.IntN(3)
		w.ue(move - 1)
		if sign {
			move = -move
		}
		for _, ref := range from {
			if ref.delta+move == 0 { // not the picture itself
				w.flag(false)
				w.flag(false)
				continue
			}
			used := w.any()
			if used || w.any() {
				set = append(set, written{ref.delta + move, used})
			}
		}
		slices.SortFunc(set, func(a, b written) int { // the negative ones from the nearest, then the positive ones
			if (a.delta < 0) != (b.delta < 0) {
				return cmp.Compare(a.delta, b.delta)
			}
			return cmp.Compare(max(a.delta, -a.delta), max(b.delta, -b.delta))
		})
		return set
	}
	negative, positive := w.random.IntN(3), w.random.IntN(3)
	w.ue(negative)
	w.ue(positive)
	return w.side(w.side(nil, -1, negative), 1, positive)
}

// side writes n references before (sign −1) or after a picture.
func (w *headerWriter) side(set []written, sign, n int) []written {
	delta := 0
	for range n {
		step := 1 + w.random.IntN(4)
		w.ue(step - 1)
		delta += sign * step
		set = append(set, written{delta, w.any()})
	}
	return set
}

func (w *headerWriter) sps() []byte {
	w.u(0, 4)
	w.u(0, 3)
	w.flag(true)
	w.u(1, 8)
	w.u(0x6000, 16)
	for range 8 {
		w.u(0, 8)
	}
	w.u(93, 8)
	for _, v := range []int{0, 1, 80, 64} {
		w.ue(v)
	}
	w.flag(false)
	for _, v := range []int{0, 0, 4} {
		w.ue(v)
	}
	w.flag(true)
	for _, v := range []int{15, 0, 0, 0, 1, 0, 2, 1, 1} {
		w.ue(v)
	}
	if w.any() {
		if w.any() {
			w.scalingLists()
		}
	}
	w.any()
	w.flag(true)
	w.flag(false)
	w.sets = nil
	n := w.random.IntN(6)
	w.ue(n)
	for i := range n {
		w.sets = append(w.sets, w.set(i, false))
	}
	w.longTerm, w.listedUsed = -1, nil
	if w.any() {
		w.longTerm = w.random.IntN(4)
		w.ue(w.longTerm)
		for range w.longTerm {
			w.u(w.random.IntN(256), 8)
			w.listedUsed = append(w.listedUsed, w.any())
		}
	}
	w.motion = w.any()
	w.any()
	w.flag(false)
	w.flag(false)
	return w.unit(unitSPS)
}

func (w *headerWriter) pps() []byte {
	w.ue(0)
	w.ue(0)
	w.dependent, w.output = w.any(), w.any()
	w.extra = w.random.IntN(3)
	w.u(w.extra, 3)
	w.any()
	w.cabac = w.any()
	for i := range w.active {
		w.active[i] = 1 + w.random.IntN(3)
		w.ue(w.active[i] - 1)
	}
	w.se(w.random.IntN(9) - 4)
	w.any()
	w.any()
	if w.any() {
		w.ue(w.random.IntN(2))
	}
	w.se(w.random.IntN(25) - 12)
	w.se(w.random.IntN(25) - 12)
	w.chromaOffsets, w.weighted, w.weightedB = w.any(), w.any(), w.any()
	w.any()
	w.tiles = w.any()
	wavefront := w.any()
	if w.tiles {
		w.ue(1)
		w.ue(1)
		w.flag(false)
		w.ue(w.random.IntN(4))
		w.ue(w.random.IntN(3))
		w.any()
	}
	w.tiles = w.tiles || wavefront
	w.across = w.any()
	w.deblock, w.unfiltered = false, false
	if w.any() {
		w.deblock = w.any()
		if w.unfiltered = w.any(); !w.unfiltered {
			w.se(w.random.IntN(13) - 6)
			w.se(w.random.IntN(13) - 6)
		}
	}
	if w.any() {
		w.scalingLists()
	}
	w.lists = w.any()
	w.ue(w.random.IntN(3))
	w.segmentMore = w.any()
	w.flag(false)
	return w.unit(unitPPS)
}

// slice writes a picture's only slice segment, with random data.
func (w *headerWriter) slice() []byte {
	w.flag(true)
	w.ue(0)
	w.u(0, w.extra)
	kind := w.random.IntN(3)
	w.ue(kind)
	if w.output {
		w.any()
	}
	w.u(w.random.IntN(256), 8)
	var set []written
	if n := len(w.sets); n > 0 && w.chance(60) {
		w.flag(true)
		index := w.random.IntN(n)
		w.u(index, bits.Len(uint(n-1)))
		set = w.sets[index]
	} else {
		w.flag(false)
		set = w.set(n, true)
	}
	total := 0
	for _, ref := range set {
		total += number(ref.used)
	}
	total += w.longTermPictures()
	motion := w.motion && w.any()
	luma, chroma := w.any(), w.any()
	if kind != 2 {
		w.inter(kind, total, motion)
	}
	w.se(w.random.IntN(9) - 4)
	if w.chromaOffsets {
		w.se(w.random.IntN(25) - 12)
		w.se(w.random.IntN(25) - 12)
	}
	unfiltered := w.unfiltered
	if w.deblock && w.any() {
		if unfiltered = w.any(); !unfiltered {
			w.se(w.random.IntN(13) - 6)
			w.se(w.random.IntN(13) - 6)
		}
	}
	if w.across && (luma || chroma || !unfiltered) {
		w.any()
	}
	if w.tiles {
		n := w.random.IntN(3)
		if w.ue(n); n > 0 {
			w.ue(15)
		}
		for range n {
			w.u(w.random.IntN(1<<16), 16)
		}
	}
	if w.segmentMore {
		n := w.random.IntN(4)
		w.ue(n)
		for range n {
			w.u(w.random.IntN(256), 8)
		}
	}
	w.encoder.align()
	for range 8 {
		w.u(1+w.random.IntN(255), 8)
	}
	return w.unit(1) // TRAIL_R
}

// longTermPictures writes the long-term pictures of a slice, and returns how many the picture uses.
func (w *headerWriter) longTermPictures() (used int) {
	if w.longTerm < 0 {
		return 0
	}
	listed := 0
	if w.longTerm > 0 {
		listed = w.random.IntN(min(w.longTerm, 2) + 1)
		w.ue(listed)
	}
	own := w.random.IntN(3)
	w.ue(own)
	for i := range listed + own {
		if i < listed {
			index := w.random.IntN(w.longTerm)
			w.u(index, bits.Len(uint(w.longTerm-1)))
			used += number(w.listedUsed[index])
		} else {
			w.u(w.random.IntN(256), 8)
			used += number(w.any())
		}
		if w.any() {
			w.ue(w.random.IntN(5))
		}
	}
	return used
}

// inter writes what slices with inter prediction have, which may refer to total pictures.
func (w *headerWriter) inter(kind, total int, motion bool) {
	active := w.active
	if w.any() {
		active = [2]int{1 + w.random.IntN(4), 1 + w.random.IntN(4)}
		w.ue(active[0] - 1)
		if kind == 0 {
			w.ue(active[1] - 1)
		}
	}
	lists := 2 - kind
	if w.lists && total > 1 {
		for list := range lists {
			if w.any() {
				for range active[list] {
					w.u(w.random.IntN(total), bits.Len(uint(total-1)))
				}
			}
		}
	}
	if kind == 0 {
		w.any()
	}
	if w.cabac {
		w.any()
	}
	if motion {
		from := 0
		if kind == 0 {
			from = 1 - number(w.any())
		}
		if active[from] > 1 {
			w.ue(w.random.IntN(active[from]))
		}
	}
	if w.weighted && kind == 1 || w.weightedB && kind == 0 {
		w.ue(w.random.IntN(8))
		w.se(0)
		for list := range lists {
			var luma, chroma []bool
			for range active[list] {
				luma = append(luma, w.any())
			}
			for range active[list] {
				chroma = append(chroma, w.any())
			}
			for i := range active[list] {
				for range number(luma[i]) + 2*number(chroma[i]) {
					w.se(w.random.IntN(41) - 20)
					w.se(w.random.IntN(41) - 20)
				}
			}
		}
	}
	w.ue(w.random.IntN(5))
}

// TestRandomHeaders: random parameter sets and slice segment headers, with long-term pictures, predicted
// sets, modified lists, weights, scaling lists and tiles, are read as FFmpeg's trace_headers reads them.
func TestRandomHeaders(t *testing.T) {
	platform.Program(t, "ffmpeg")
	for seed := range uint64(6) {
		w := &headerWriter{random: rand.New(rand.NewPCG(7, seed))}
		g := &generator{tools: generated[0]}
		stream := g.parameterSets()
		for range 8 {
			sps := w.sps()
			compareSets(t, sps, w.sets)
			stream = append(append(stream, sps...), w.pps()...)
			for range 12 {
				stream = append(stream, w.slice()...)
			}
		}
		if n := compareTrace(t, stream); n < 2000 {
			t.Errorf("only %d elements", n)
		}
	}
}

// compareSets compares the short-term sets of a sequence parameter set with those that were written.
func compareSets(t *testing.T, sps []byte, sets [][]written) {
	t.Helper()
	var s Stream
	if err := s.Read(sps, new(Picture)); err != nil {
		t.Fatal(err)
	}
	for i, set := range s.sps[0].value.ShortTerm {
		var got []written
		for j := range set.Negative + set.Positive {
			got = append(got, written{int(set.Delta[j]), set.Used[j]})
		}
		if !slices.Equal(got, sets[i]) {
			t.Errorf("set %d is %v, want %v", i, got, sets[i])
		}
	}
}
