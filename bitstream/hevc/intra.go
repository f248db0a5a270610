package hevc

// intraUnit reads the part of an intra coding unit before its transform tree.
func (d *Parser) intraUnit(cu *CU, x, y, log2 int) {
	if log2 == d.sps.MinCBLog2 && d.bin(ctxPartMode) == 0 {
		cu.Part = PartNxN
	}
	if cu.Part == Part2Nx2N && d.sps.PCM && log2 >= d.sps.MinPCMLog2 && log2 <= d.sps.MaxPCMLog2 && d.terminate() {
		cu.PCM = true
		d.setModes(x, y, 1<<log2, dc)
		d.pic.PUs = append(d.pic.PUs, PU{X: uint16(x), Y: uint16(y), Width: 1 << log2, Height: 1 << log2, Intra: true, Luma: dc, Chroma: dc, Ref: [2]int8{-1, -1}})
		d.pcmSamples(log2)
		return
	}
	parts, size := 1, 1<<log2
	if cu.Part == PartNxN {
		parts, size = 4, size>>1
	}
	var previous [4]bool
	for i := range parts {
		previous[i] = d.bin(ctxPrevIntra) == 1
	}
	for i := range parts {
		x, y := x+i&1*size, y+i>>1*size
		d.unit.luma[i] = d.lumaMode(x, y, previous[i])
		d.setModes(x, y, size, d.unit.luma[i])
	}
	d.chromaModes(parts)
	for i := range parts {
		d.pic.PUs = append(d.pic.PUs, PU{X: uint16(x + i&1*size), Y: uint16(y + i>>1*size), Width: uint8(size), Height: uint8(size),
			Intra: true, Luma: d.unit.luma[i], Chroma: d.unit.chroma[i], Ref: [2]int8{-1, -1}})
	}
}

// lumaMode reads mpm_idx or rem_intra_luma_pred_mode and derives IntraPredModeY (clause 8.4.2).
func (d *Parser) lumaMode(x, y int, previous bool) uint8 {
	mask := 1<<d.sps.CTBLog2 - 1
	a, b := d.leftMode[y&mask>>2], d.aboveMode[x&mask>>2]
	var likely [3]uint8 // candModeList
	switch {
	case a == b && a <= dc:
		likely = [3]uint8{planar, dc, vertical}
	case a == b:
		likely = [3]uint8{a, 2 + (a+29)%32, 2 + (a-2+1)%32}
	default:
		likely = [3]uint8{a, b, vertical}
		if a != planar && b != planar {
			likely[2] = planar
		} else if a != dc && b != dc {
			likely[2] = dc
		}
	}
	if previous {
		index := d.bypass()
		if index == 1 {
			index += d.bypass()
		}
		return likely[index]
	}
	if likely[0] > likely[1] {
		likely[0], likely[1] = likely[1], likely[0]
	}
	if likely[0] > likely[2] {
		likely[0], likely[2] = likely[2], likely[0]
	}
	if likely[1] > likely[2] {
		likely[1], likely[2] = likely[2], likely[1]
	}
	mode := uint8(d.bypasses(5))
	for _, l := range likely {
		if mode >= l {
			mode++
		}
	}
	return mode
}

// modes422 is the direction of 4:2:2 chroma blocks, whose samples are twice as wide as high (table 8-3).
var modes422 = [35]uint8{0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 11, 13, 15, 16, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31}

// chromaModes reads intra_chroma_pred_mode and derives IntraPredModeC (clause 8.4.3).
func (d *Parser) chromaModes(parts int) {
	if d.sps.ChromaFormat == 0 {
		return
	}
	if d.sps.ChromaFormat != 3 {
		mode, derived := d.chromaMode(d.unit.luma[0])
		if d.sps.ChromaFormat == 2 {
			mode = modes422[mode]
		}
		for i := range d.unit.chroma {
			d.unit.chroma[i], d.unit.derived[i] = mode, derived
		}
		return
	}
	for i := range parts {
		d.unit.chroma[i], d.unit.derived[i] = d.chromaMode(d.unit.luma[i])
	}
}

// chromaMode returns the direction of chroma in a part with this direction of luma (table 8-2).
func (d *Parser) chromaMode(luma uint8) (mode uint8, derived bool) {
	if d.bin(ctxIntraChroma) == 0 {
		return luma, true
	}
	mode = [4]uint8{planar, vertical, 10, dc}[d.bypasses(2)]
	if mode == luma {
		mode = 34
	}
	return mode, false
}

// setModes notes the direction of a block for its neighbours.
func (d *Parser) setModes(x, y, size int, mode uint8) {
	mask := 1<<d.sps.CTBLog2 - 1
	left, above := d.leftMode[y&mask>>2:][:size>>2], d.aboveMode[x&mask>>2:][:size>>2]
	for i := range left {
		left[i], above[i] = mode, mode
	}
}

// pcmSamples passes over pcm_sample (clause 7.3.8.7).
func (d *Parser) pcmSamples(log2 int) {
	at, ok := d.finish()
	luma := 1 << (2 * log2)
	chroma := 2 * luma >> [4]uint{8, 2, 1, 0}[d.sps.ChromaFormat]
	if d.sps.ChromaFormat == 0 {
		chroma = 0
	}
	at += (luma*d.sps.PCMBitDepth + chroma*d.sps.PCMBitDepthChroma + 7) / 8
	if !ok || at > len(d.data) {
		d.fail(malformed("the data end in PCM samples"))
		at = len(d.data)
	}
	if !d.start(at) {
		d.fail(malformed("the data after PCM samples start with 510 or 511"))
	}
}
