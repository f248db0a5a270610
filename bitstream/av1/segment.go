package av1

// intraSegment reads intra_segment_id.
func (t *modes) intraSegment() {
	if t.h.Segmentation.Enabled {
		t.segmentID()
	}
}

// segmentID reads read_segment_id.
func (t *modes) segmentID() {
	upLeft, up, left := -1, -1, -1
	if t.above != nil {
		up = int(t.above.Segment)
	}
	if t.left != nil {
		left = int(t.left.Segment)
		if up >= 0 {
			upLeft = int(t.at(t.row-1, t.col-1).Segment)
		}
	}
	predicted := 0
	switch {
	case up < 0:
		predicted = max(left, 0)
	case left < 0 || upLeft == up:
		predicted = up
	default:
		predicted = left
	}
	if t.b.Skip {
		t.b.Segment = uint8(predicted)
		return
	}
	context := 0
	switch {
	case upLeft < 0:
	case upLeft == up && upLeft == left:
		context = 2
	case upLeft == up || upLeft == left || up == left:
		context = 1
	}
	last := t.h.Segmentation.lastActive
	id := deinterleaved(t.symbol(cdfSegmentID+2*context, 8), predicted, last+1)
	if id < 0 || id > last {
		t.fail("segment_id: %d is more than %d", id, last)
		return
	}
	t.b.Segment = uint8(id)
}

// deinterleaved is neg_deinterleave.
func deinterleaved(diff, ref, most int) int {
	if ref == 0 {
		return diff
	}
	if ref >= most-1 {
		return most - diff - 1
	}
	near := 2 * ref
	if near >= most {
		near = 2 * (most - ref - 1)
	}
	switch {
	case diff <= near && diff&1 == 1:
		return ref + (diff+1)>>1
	case diff <= near:
		return ref - diff>>1
	case 2*ref < most:
		return diff
	}
	return most - (diff + 1)
}

// interSegment reads inter_segment_id before or after skip.
func (t *modes) interSegment(before bool) {
	seg := &t.h.Segmentation
	if !seg.Enabled {
		return
	}
	b := t.b
	if !seg.UpdateMap {
		b.Segment = t.previousSegment()
		return
	}
	if before && !seg.preSkip {
		return
	}
	if !before && b.Skip {
		if seg.TemporalUpdate {
			t.setSegmentPredicted(0)
		}
		t.segmentID()
		return
	}
	if !seg.TemporalUpdate {
		t.segmentID()
		return
	}
	predicted := t.bit(cdfSegmentPredicted + int(t.leftSeg[t.row&31]+t.aboveSeg[t.col]))
	if predicted == 1 {
		b.Segment = t.previousSegment()
	} else {
		t.segmentID()
	}
	t.setSegmentPredicted(uint8(predicted))
}

// setSegmentPredicted stores seg_id_predicted as a context.
func (t *modes) setSegmentPredicted(value uint8) {
	for i := range t.w4 {
		t.aboveSeg[t.col+i] = value
	}
	for i := range t.h4 {
		t.leftSeg[t.row&31+i] = value
	}
}

// previousSegment is get_segment_id: the smallest segment of the block's place in the frame before.
func (t *modes) previousSegment() uint8 {
	if len(t.previous) == 0 {
		return 0
	}
	least := uint8(7)
	columns := min(t.w4, t.h.miCols-t.col)
	for y := t.row; y < min(t.row+t.h4, t.h.miRows); y++ {
		for _, id := range t.previous[y*t.h.miCols+t.col:][:columns] {
			least = min(least, id)
		}
	}
	return least
}
