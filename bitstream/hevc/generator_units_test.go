package hevc

// adaptiveOffset writes sao of a unit (clause 7.3.8.3).
func (g *generator) adaptiveOffset(address int) {
	x := address % unitsWide
	if x > 0 && g.slice[address-1] == g.slice[address] && tileOf(g, address-1) == tileOf(g, address) {
		merge := g.chance(20)
		if g.bin(ctxSAOMerge, merge); merge {
			return
		}
	}
	if up := address - unitsWide; up >= 0 && g.slice[up] == g.slice[address] && tileOf(g, up) == tileOf(g, address) {
		merge := g.chance(20)
		if g.bin(ctxSAOMerge, merge); merge {
			return
		}
	}
	kind := 0
	for plane := range 3 {
		if plane > 0 && g.chroma == 0 {
			return
		}
		if plane < 2 {
			kind = g.random.IntN(3)
			g.bin(ctxSAOType, kind > 0)
			if kind > 0 {
				g.bypass(kind == 2)
			}
		}
		if kind == 0 {
			continue
		}
		var offsets [4]int
		most := 1<<(min(g.depth, 10)-5) - 1
		for i := range offsets {
			offsets[i] = g.random.IntN(most + 1)
			for range offsets[i] {
				g.bypass(true)
			}
			if offsets[i] < most {
				g.bypass(false)
			}
		}
		if kind == 1 {
			for _, offset := range offsets {
				if offset != 0 {
					g.bypass(g.chance(50))
				}
			}
			g.bypasses(g.random.IntN(32), 5)
		} else if plane < 2 {
			g.bypasses(g.random.IntN(4), 2)
		}
	}
}

// unit writes coding_tree_unit with one coding unit.
func (g *generator) unit(address int) {
	if g.sao {
		g.adaptiveOffset(address)
	}
	g.ctu.address, g.ctu.deltaCoded, g.ctu.offCoded, g.ctu.delta = address, false, false, 0
	x, y := address%unitsWide*unitSize, address/unitsWide*unitSize
	cu := CU{X: uint16(x), Y: uint16(y), Log2: 4, FirstPU: int32(len(g.pus)), FirstTU: int32(len(g.tus)), PUs: 1}
	if g.lossless {
		cu.Bypass = g.chance(40)
		g.bin(ctxTransquantBypass, cu.Bypass)
	}
	g.ctu.bypassed = cu.Bypass
	g.ctu.intra = true
	if g.inter {
		g.bin(ctxSkip, false)
		g.ctu.intra = g.chance(50)
		g.bin(ctxPredMode, g.ctu.intra)
	}
	first := len(g.tus)
	switch {
	case !g.ctu.intra:
		cu.Mode = Inter
		g.bin(ctxPartMode, true)
		g.bin(ctxMerge, true)
		g.pus = append(g.pus, PU{X: cu.X, Y: cu.Y, Width: 16, Height: 16, Merge: true, Ref: [2]int8{-1, -1}})
		g.setMode(x, y, 16, 1)
		g.tree(x, y, 4, 0, 0, 0, [2]bool{true, true}, [2]bool{true, true})
	case g.chance(35):
		cu.PCM = true
		g.bin(ctxPartMode, true)
		g.terminate(true)
		g.samples(address)
		g.pus = append(g.pus, PU{X: cu.X, Y: cu.Y, Width: 16, Height: 16, Intra: true, Luma: 1, Chroma: 1, Ref: [2]int8{-1, -1}})
		g.setMode(x, y, 16, 1)
	default:
		parts := 1
		if g.chance(40) {
			cu.Part, cu.PUs, parts = PartNxN, 4, 4
		}
		g.bin(ctxPartMode, parts == 1)
		if parts == 1 {
			g.terminate(false) // pcm_flag
		}
		g.directions(x, y, parts)
		g.tree(x, y, 4, 0, 0, 0, [2]bool{true, true}, [2]bool{true, true})
	}
	cu.TUs = uint16(len(g.tus) - first)
	g.qp += g.ctu.delta
	cu.QP = int8(g.qp)
	g.cus = append(g.cus, cu)
}

// samples writes random PCM samples.
func (g *generator) samples(address int) {
	n := unitSize * unitSize
	n += 2 * n >> [4]int{10, 2, 1, 0}[g.chroma]
	for range n {
		v := g.random.IntN(1 << g.depth)
		g.u(v, g.depth)
		g.pcm[address] = append(g.pcm[address], v)
	}
	g.start()
}

func (g *generator) setMode(x, y, size, mode int) {
	for j := y / 4; j < (y+size)/4; j++ {
		for i := x / 4; i < (x+size)/4; i++ {
			g.mode[i][j] = mode
		}
	}
}

// directions writes the directions of intra prediction, and derives them (clauses 8.4.2 and 8.4.3).
func (g *generator) directions(x, y, parts int) {
	size := unitSize
	if parts == 4 {
		size /= 2
	}
	previous := make([]bool, parts)
	for i := range previous {
		previous[i] = g.chance(60)
		g.bin(ctxPrevIntra, previous[i])
	}
	for i := range parts {
		x, y := x+i%2*size, y+i/2*size
		a, b := 1, 1
		if left := g.ctu.address - 1; x%unitSize > 0 || x > 0 && g.slice[left] == g.slice[left+1] && tileOf(g, left) == tileOf(g, left+1) {
			a = g.mode[x/4-1][y/4]
		}
		if y%unitSize > 0 {
			b = g.mode[x/4][y/4-1]
		}
		var candidates [3]int
		if a == b {
			if a < 2 {
				candidates = [3]int{0, 1, 26}
			} else {
				candidates = [3]int{a, 2 + (a+29)%32, 2 + (a-2+1)%32}
			}
		} else {
			candidates = [3]int{a, b, 26}
			for _, c := range []int{1, 0} {
				if a != c && b != c {
					candidates[2] = c
				}
			}
		}
		mode := 0
		if previous[i] {
			index := g.random.IntN(3)
			g.bypass(index > 0)
			if index > 0 {
				g.bypass(index > 1)
			}
			mode = candidates[index]
		} else {
			rest := g.random.IntN(32)
			g.bypasses(rest, 5)
			for left := rest; ; mode++ { // the mode with this many others before it that are no candidates
				if mode != candidates[0] && mode != candidates[1] && mode != candidates[2] {
					if left == 0 {
						break
					}
					left--
				}
			}
		}
		g.ctu.luma[i] = mode
		g.setMode(x, y, size, mode)
	}
	for i := range 4 {
		if g.chroma == 0 || i > 0 && (g.chroma != 3 || parts == 1) {
			g.ctu.chroma[i], g.ctu.derived[i] = g.ctu.chroma[0], g.ctu.derived[0]
			if g.chroma == 0 {
				g.ctu.chroma[i] = 0
			}
			continue
		}
		choice := g.random.IntN(5)
		g.bin(ctxIntraChroma, choice < 4)
		g.ctu.derived[i] = choice == 4
		mode := g.ctu.luma[i]
		if choice < 4 {
			g.bypasses(choice, 2)
			if mode = []int{0, 26, 10, 1}[choice]; mode == g.ctu.luma[i] {
				mode = 34
			}
		}
		if g.chroma == 2 {
			mode = int(modes422[mode])
		}
		g.ctu.chroma[i] = mode
	}
	for i := range parts {
		g.pus = append(g.pus, PU{X: uint16(x + i%2*size), Y: uint16(y + i/2*size), Width: uint8(size), Height: uint8(size), Intra: true,
			Luma: uint8(g.ctu.luma[i]), Chroma: uint8(g.ctu.chroma[i]), Ref: [2]int8{-1, -1}})
	}
}
