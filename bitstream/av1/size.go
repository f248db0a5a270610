package av1

// frameSize reads frame_size.
func (r *headerReader) frameSize() {
	s := r.seq
	r.UpscaledWidth, r.Height = s.Width, s.Height
	if r.sizeOverride {
		r.UpscaledWidth = r.f("frame_width_minus_1", s.widthBits) + 1
		r.Height = r.f("frame_height_minus_1", s.heightBits) + 1
		if r.UpscaledWidth > s.Width || r.Height > s.Height {
			r.fail("frame_width_minus_1", "%d × %d samples are more than the sequence's", r.UpscaledWidth, r.Height)
		}
	}
	r.superres()
}

// renderSize reads render_size.
func (r *headerReader) renderSize() {
	r.RenderWidth, r.RenderHeight = r.UpscaledWidth, r.Height
	if r.flag("render_and_frame_size_different") {
		r.RenderWidth = r.f("render_width_minus_1", 16) + 1
		r.RenderHeight = r.f("render_height_minus_1", 16) + 1
	}
}

// frameSizeWithRefs reads frame_size_with_refs.
func (r *headerReader) frameSizeWithRefs() {
	for _, i := range r.RefIndex {
		if r.flag("found_ref") {
			ref := r.slots[i]
			r.UpscaledWidth, r.Height = ref.UpscaledWidth, ref.Height
			r.RenderWidth, r.RenderHeight = ref.RenderWidth, ref.RenderHeight
			r.superres()
			return
		}
	}
	r.frameSize()
	r.renderSize()
}

// superres reads superres_params, and computes the size in blocks (compute_image_size).
func (r *headerReader) superres() {
	r.SuperresDenom = superresUnit
	if r.seq.superres && r.flag("use_superres") {
		r.SuperresDenom = r.f("coded_denom", 3) + 9
	}
	r.CodedWidth = (r.UpscaledWidth*superresUnit + r.SuperresDenom/2) / r.SuperresDenom
	r.miCols = 2 * ((r.CodedWidth + 7) >> 3)
	r.miRows = 2 * ((r.Height + 7) >> 3)
	if r.Type.intra() {
		return
	}
	for _, i := range r.RefIndex {
		ref := r.slots[i]
		if 2*r.CodedWidth < ref.UpscaledWidth || 2*r.Height < ref.Height || r.CodedWidth > 16*ref.UpscaledWidth || r.Height > 16*ref.Height {
			r.fail("ref_frame_idx", "a reference of %d × %d samples for a frame of %d × %d", ref.UpscaledWidth, ref.Height, r.CodedWidth, r.Height)
		}
	}
}

// scaled is is_scaled: whether a reference has another size.
func (h *Header) scaled(ref *Picture) bool {
	const unit = 1 << 14
	x := (ref.UpscaledWidth*unit + h.CodedWidth/2) / h.CodedWidth
	y := (ref.Height*unit + h.Height/2) / h.Height
	return x != unit || y != unit
}

// A TileLayout says how a frame divides into tiles.
type TileLayout struct {
	Columns, Rows int
	// ColumnStarts and RowStarts are in units of 4 samples, and end with the frame's.
	ColumnStarts, RowStarts [65]int

	columnsLog2, rowsLog2 int
	contextTile           int // context_update_tile_id
	sizeBytes             int // TileSizeBytes
}

// log2From is tile_log2: how often a size has to double to be at least a target.
func log2From(size, target int) (k int) {
	for size<<k < target {
		k++
	}
	return k
}

// read reads tile_info.
func (t *TileLayout) read(r *reader, h *Header, s *Sequence) {
	const maxWidth, maxArea, most = 4096, 4096 * 2304, 64
	shift := s.superblockLog2()
	columns := (h.miCols + 1<<shift - 1) >> shift
	rows := (h.miRows + 1<<shift - 1) >> shift
	widest := maxWidth >> (shift + 2)
	area := maxArea >> (2 * (shift + 2))
	leastColumns := log2From(widest, columns)
	leastTiles := max(leastColumns, log2From(area, rows*columns))
	if r.flag("uniform_tile_spacing_flag") {
		t.columnsLog2 = r.increment("tile_cols_log2", leastColumns, log2From(1, min(columns, most)))
		t.Columns = uniform(&t.ColumnStarts, columns, t.columnsLog2, shift)
		t.rowsLog2 = r.increment("tile_rows_log2", max(leastTiles-t.columnsLog2, 0), log2From(1, min(rows, most)))
		t.Rows = uniform(&t.RowStarts, rows, t.rowsLog2, shift)
	} else {
		var widestTile int
		t.Columns, widestTile = t.explicit(r, "width_in_sbs_minus_1", &t.ColumnStarts, columns, widest, shift)
		area := rows * columns
		if leastTiles > 0 {
			area >>= leastTiles + 1
		}
		t.Rows, _ = t.explicit(r, "height_in_sbs_minus_1", &t.RowStarts, rows, max(area/widestTile, 1), shift)
		t.columnsLog2, t.rowsLog2 = log2From(1, t.Columns), log2From(1, t.Rows)
	}
	t.ColumnStarts[t.Columns], t.RowStarts[t.Rows] = h.miCols, h.miRows
	if t.columnsLog2 > 0 || t.rowsLog2 > 0 {
		t.contextTile = r.f("context_update_tile_id", t.rowsLog2+t.columnsLog2)
		if t.contextTile >= t.Columns*t.Rows {
			r.fail("context_update_tile_id", "%d of %d tiles", t.contextTile, t.Columns*t.Rows)
		}
		t.sizeBytes = r.f("tile_size_bytes_minus_1", 2) + 1
	}
}

// uniform sets the starts of tiles of the same size, and returns their number.
func uniform(starts *[65]int, superblocks, log2, shift int) (n int) {
	size := (superblocks + 1<<log2 - 1) >> log2
	for start := 0; start < superblocks && n < 64; start += size {
		starts[n] = start << shift
		n++
	}
	return n
}

// explicit reads the sizes of tiles, and returns their number and the largest size.
func (t *TileLayout) explicit(r *reader, name string, starts *[65]int, superblocks, most, shift int) (n, largest int) {
	for start := 0; start < superblocks; n++ {
		if n == 64 {
			r.fail(name, "more than 64 tiles")
			break
		}
		starts[n] = start << shift
		size := r.ns(name, min(superblocks-start, most)) + 1
		largest = max(largest, size)
		start += size
	}
	return n, largest
}
