package av1

// A tile reads the data of tiles (section 5.11).
type tile struct{ modes }

// startFrame prepares for the tiles of a frame. An error is about the state of other frames that it needs.
func (t *tile) startFrame(p *Picture, slots *[8]*Picture) error {
	t.p, t.h, t.s = p, &p.Header, p.Sequence
	h := t.h
	n := h.miCols * h.miRows
	t.grid = grown(t.grid, n)
	clear(t.grid)
	width := h.miCols + 64
	for i := range t.aboveLevels {
		t.aboveLevels[i] = grown(t.aboveLevels[i], width)
	}
	t.aboveTx, t.aboveSeg = grown(t.aboveTx, width), grown(t.aboveSeg, width)
	if h.ScreenContent {
		for i := range t.aboveColors {
			t.aboveColors[i] = grown(t.aboveColors[i], width)
		}
	}
	shift := t.s.superblockLog2()
	columns, rows := (h.miCols+1<<shift-1)>>shift, (h.miRows+1<<shift-1)>>shift
	for range columns * rows {
		p.Superblocks = append(p.Superblocks, Superblock{FirstBlock: noBlock})
	}
	for range h.TileLayout.Columns * h.TileLayout.Rows {
		p.Tiles = append(p.Tiles, Tile{})
	}
	t.refs = [8]*Picture{}
	if !h.Type.intra() {
		for i, slot := range h.RefIndex {
			t.refs[i+1] = slots[slot]
		}
	}
	var primary *Picture
	if h.PrimaryRef != noPrimary {
		primary = slots[h.RefIndex[h.PrimaryRef]]
		p.cdfs = primary.cdfs
	} else {
		p.cdfs = *defaultCDFs(h.BaseQIndex)
	}
	if primary != nil && primary.Err != nil {
		return malformed("av1: primary_ref_frame: a frame with errors")
	}
	t.previous = nil
	if primary != nil && h.Segmentation.Enabled && primary.miCols == h.miCols && primary.miRows == h.miRows {
		t.previous = primary.segments
	}
	if h.useRefMVs {
		for _, ref := range t.refs[1:] {
			if ref.Err != nil {
				return malformed("av1: use_ref_frame_mvs: a reference with errors")
			}
		}
		t.field.estimate(&t.cursor)
	}
	return nil
}

// grown returns a list of n elements in the memory of another one if that suffices.
func grown[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}

// parse reads a tile.
func (t *tile) parse(index int, data []byte) error {
	layout := &t.h.TileLayout
	row, column := index/layout.Columns, index%layout.Columns
	t.rowStart, t.rowEnd = layout.RowStarts[row], layout.RowStarts[row+1]
	t.colStart, t.colEnd = layout.ColumnStarts[column], layout.ColumnStarts[column+1]
	t.cdfs = t.p.cdfs
	t.start(data, t.h.adapt)
	t.err = nil
	t.qIndex, t.mark = t.h.BaseQIndex, 0
	t.clearAbove()
	size := 1 << t.s.superblockLog2()
	for r := t.rowStart; r < t.rowEnd && t.err == nil; r += size {
		t.clearLeft()
		for c := t.colStart; c < t.colEnd && t.err == nil; c += size {
			t.superblock(r, c)
		}
	}
	made := &t.p.Tiles[index]
	made.Bytes = len(data)
	if t.err == nil && !t.end() {
		t.fail("the data do not end where the tile does, at bit %d of %d", t.position(), 8*len(data))
	}
	if t.err != nil {
		return wrap("tile", t.err)
	}
	made.Ended = true
	if index == layout.contextTile && t.h.updateCDFs {
		t.saved = t.cdfs
	}
	return nil
}

// endFrame computes what later frames take over.
func (t *tile) endFrame() {
	p, h := t.p, t.h
	if h.updateCDFs {
		p.cdfs = t.saved
		p.cdfs.clearCounts()
	}
	if s := &h.Segmentation; s.Enabled {
		p.segments = grown(p.segments, h.miCols*h.miRows)
		if !s.UpdateMap {
			if n := copy(p.segments, t.previous); n == 0 {
				clear(p.segments)
			}
		} else {
			for i, block := range t.grid {
				if p.segments[i] = 0; block > 0 {
					p.segments[i] = p.Blocks[block-1].Segment
				}
			}
		}
	}
	t.saveMotion()
}

// clearAbove clears the contexts above a tile.
func (t *tile) clearAbove() {
	for i := range t.aboveLevels {
		sub := uint8(0)
		if i > 0 {
			sub = t.s.SubX
		}
		clear(t.aboveLevels[i][t.colStart>>sub : t.colEnd>>sub+32])
	}
	for i := t.colStart; i < t.colEnd+32; i++ {
		t.aboveTx[i], t.aboveSeg[i] = 16, 0
	}
	for i := range t.wiener {
		for pass := range 2 {
			t.wiener[i][pass] = [3]int{3, -7, 15}
		}
		t.sgrproj[i] = [2]int{-32, 31}
	}
}

// clearLeft clears the contexts to the left of a tile.
func (t *tile) clearLeft() {
	t.leftLevels = [3][32]uint8{}
	t.leftSeg = [32]uint8{}
	for i := range t.leftTx {
		t.leftTx[i] = 16
	}
}

// superblock reads a superblock.
func (t *tile) superblock(r, c int) {
	shift := t.s.superblockLog2()
	columns := (t.h.miCols + 1<<shift - 1) >> shift
	unit := &t.p.Superblocks[r>>shift*columns+c>>shift]
	unit.FirstBlock = int32(len(t.p.Blocks))
	begin := t.position()
	t.readDeltas = t.h.deltaQ
	t.cdefRead = [4]bool{}
	t.restoration(r, c, 1<<shift)
	size := Block64x64
	if t.s.Superblock128 {
		size = Block128x128
	}
	t.partition(r, c, size)
	if t.overrun() {
		t.fail("after the end of the data")
	}
	unit.Blocks = int32(len(t.p.Blocks)) - unit.FirstBlock
	unit.Bits = uint32(t.position() - begin)
}

// Values of partition.
const (
	partitionNone = iota
	partitionHorz
	partitionVert
	partitionSplit
	partitionHorzA
	partitionHorzB
	partitionVertA
	partitionVertB
	partitionHorz4
	partitionVert4
)

// partition reads decode_partition.
func (t *tile) partition(r, c int, size BlockSize) {
	if r >= t.h.miRows || c >= t.h.miCols || t.err != nil {
		return
	}
	log2 := int(blockLog2[size][0])
	half, quarter := 1<<log2>>1, 1<<log2>>2
	rows, columns := r+half < t.h.miRows, c+half < t.h.miCols
	kind := partitionNone
	if log2 > 0 {
		kind = t.partitionKind(r, c, log2, rows, columns)
	}
	horizontal, vertical := blockSizes, blockSizes
	split := Block4x4
	if log2 > 0 {
		horizontal, vertical, split = sizeOf[log2][log2-1], sizeOf[log2-1][log2], sizeOf[log2-1][log2-1]
	}
	switch kind {
	case partitionNone:
		t.decode(r, c, size)
	case partitionHorz:
		t.decode(r, c, horizontal)
		if rows {
			t.decode(r+half, c, horizontal)
		}
	case partitionVert:
		t.decode(r, c, vertical)
		if columns {
			t.decode(r, c+half, vertical)
		}
	case partitionSplit:
		t.partition(r, c, split)
		t.partition(r, c+half, split)
		t.partition(r+half, c, split)
		t.partition(r+half, c+half, split)
	case partitionHorzA:
		t.decode(r, c, split)
		t.decode(r, c+half, split)
		t.decode(r+half, c, horizontal)
	case partitionHorzB:
		t.decode(r, c, horizontal)
		t.decode(r+half, c, split)
		t.decode(r+half, c+half, split)
	case partitionVertA:
		t.decode(r, c, split)
		t.decode(r+half, c, split)
		t.decode(r, c+half, vertical)
	case partitionVertB:
		t.decode(r, c, vertical)
		t.decode(r, c+half, split)
		t.decode(r+half, c+half, split)
	case partitionHorz4:
		for i := 0; i < 4 && r+i*quarter < t.h.miRows; i++ {
			t.decode(r+i*quarter, c, sizeOf[log2][log2-2])
		}
	case partitionVert4:
		for i := 0; i < 4 && c+i*quarter < t.h.miCols; i++ {
			t.decode(r, c+i*quarter, sizeOf[log2-2][log2])
		}
	}
}

// partitionKind reads partition, split_or_horz or split_or_vert.
func (t *tile) partitionKind(r, c, log2 int, rows, columns bool) int {
	if !rows && !columns {
		return partitionSplit
	}
	context := 0
	if r > t.rowStart && int(blockLog2[t.at(r-1, c).Size][0]) < log2 {
		context = 1
	}
	if c > t.colStart && int(blockLog2[t.at(r, c-1).Size][1]) < log2 {
		context += 2
	}
	var at, n int
	switch log2 {
	case 1:
		at, n = cdfPartition8+context, 4
	case 2:
		at, n = cdfPartition16+3*context, 10
	case 3:
		at, n = cdfPartition32+3*context, 10
	case 4:
		at, n = cdfPartition64+3*context, 10
	default:
		at, n = cdfPartition128+2*context, 8
	}
	if rows && columns {
		if n == 4 {
			return t.symbol4(at, n)
		}
		return t.symbol(at, n)
	}
	if columns { // split_or_horz
		kinds := []int{partitionVert, partitionSplit, partitionHorzA, partitionVertA, partitionVertB, partitionVert4}
		return partitionHorz + (partitionSplit-partitionHorz)*t.gathered(at, n, kinds)
	}
	kinds := []int{partitionHorz, partitionSplit, partitionHorzA, partitionHorzB, partitionVertA, partitionHorz4}
	return partitionVert + (partitionSplit-partitionVert)*t.gathered(at, n, kinds)
}

// gathered decodes a bin that is 1 with the probability of several values of a symbol together.
func (t *tile) gathered(at, n int, kinds []int) int {
	above := func(i int) int { // 32768 times the probability of a value above i
		if i < 0 {
			return 32768
		}
		if i >= n-1 {
			return 0
		}
		return int(t.cdfs[at+i/4] >> (i % 4 * 16) & 0xffff)
	}
	sum := 0
	for _, kind := range kinds {
		if kind < n {
			sum += above(kind-1) - above(kind)
		}
	}
	split := t.width>>8*uint64(sum>>6)>>1 + 4
	if t.value>>valueShift < split {
		t.take(split, 0)
		return 1
	}
	t.take(t.width, split)
	return 0
}
