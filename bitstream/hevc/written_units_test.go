package hevc

// slice writes the data of a slice.
func (e *motionEncoder) slice(start, end int) {
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
func (e *motionEncoder) neighbour(x, y int) int {
	if x < 0 || y < 0 {
		return -1
	}
	i := y/8*(e.width/8) + x/8
	if e.place[i] != e.current {
		return -1
	}
	return i
}

func (e *motionEncoder) quadtree(x, y, log2, depth int) {
	size := 1 << log2
	split := log2 > e.minCBLog2
	if split && x+size <= e.width && y+size <= e.height {
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
		if x, y := x+i&1*half, y+i>>1*half; x < e.width && y < e.height {
			e.quadtree(x, y, log2-1, depth+1)
		}
	}
}

func (e *motionEncoder) codingUnit(x, y, log2, depth int) {
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
			at := (y/8+j)*(e.width/8) + x/8 + i
			e.depth[at], e.skipped[at], e.place[at] = depth, skip, e.current
		}
	}
}

// inter writes an inter coding unit without a residual.
func (e *motionEncoder) inter(x, y, log2, depth int) {
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

func (e *motionEncoder) mergeIndex() {
	e.w.unary(e.IntN(e.candidates), e.candidates-1, ctxMergeIndex)
}

func (e *motionEncoder) predictionUnit(sides, depth int) {
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
func (e *motionEncoder) difference() {
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
