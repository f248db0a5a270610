package av1

func missing(name string) error { return malformed("%s: a frame that is missing", name) }

// primary returns the frame whose state this one starts with, if any.
func (r *headerReader) primary() *Picture {
	if r.PrimaryRef == noPrimary {
		return nil
	}
	return r.slots[r.RefIndex[r.PrimaryRef]]
}

// markFrames is mark_ref_frames: frames whose numbers are too far away are no references any more. Frames stay in
// their slots, because which ones are valid is only a rule for encoders.
func (r *headerReader) markFrames() {
	if r.Type != KeyFrame && r.frameID == r.previousID {
		r.fail("current_frame_id", "%d again", r.frameID)
	}
}

// referenceHints reads ref_order_hint. A slot whose frame has another one lost its frame.
func (r *headerReader) referenceHints() {
	for i := range r.slots {
		hint := r.f("ref_order_hint", r.seq.orderHintBits)
		if p := r.slots[i]; p != nil && p.OrderHint != hint {
			p.Release()
			r.slots[i] = nil
		}
	}
}

// A search finds a slot with an order hint, by which it is better than the others.
type search struct {
	hints [8]int
	used  [8]bool
}

// find returns the unused slot that is accepted and not worse than another one; -1 if there is none.
func (s *search) find(accept func(hint int) bool, better func(hint, than int) bool) int {
	found := -1
	for i, hint := range s.hints {
		if !s.used[i] && accept(hint) && (found < 0 || better(hint, s.hints[found])) {
			found = i
		}
	}
	if found >= 0 {
		s.used[found] = true
	}
	return found
}

// setFrameRefs is set_frame_refs (section 7.8).
func (r *headerReader) setFrameRefs(last, gold int) {
	var s search
	for i, p := range r.slots {
		if p != nil {
			s.hints[i] = r.seq.distance(p.OrderHint, r.OrderHint) // 0 is the current frame's
		}
	}
	if s.hints[last] >= 0 || s.hints[gold] >= 0 {
		r.fail("frame_refs_short_signaling", "a reference is not before the frame")
	}
	s.used[last], s.used[gold] = true, true
	index := [7]int{-1, -1, -1, -1, -1, -1, -1}
	index[lastFrame-1], index[goldenFrame-1] = last, gold
	backward := func(hint int) bool { return hint >= 0 }
	forward := func(hint int) bool { return hint < 0 }
	latest := func(hint, than int) bool { return hint >= than }
	earliest := func(hint, than int) bool { return hint < than }
	index[altrefFrame-1] = s.find(backward, latest)
	index[bwdrefFrame-1] = s.find(backward, earliest)
	index[altref2Frame-1] = s.find(backward, earliest)
	for _, ref := range [5]int{last2Frame, last3Frame, bwdrefFrame, altref2Frame, altrefFrame} {
		if index[ref-1] < 0 {
			index[ref-1] = s.find(forward, latest)
		}
	}
	s.used = [8]bool{}
	rest := s.find(func(int) bool { return true }, earliest)
	for i, slot := range index {
		if slot < 0 {
			slot = rest
		}
		r.RefIndex[i] = uint8(slot)
	}
}

// skipMode reads skip_mode_params.
func (r *headerReader) skipMode() {
	s := r.seq
	if r.Type.intra() || !r.referenceSelect || !s.orderHint {
		return
	}
	forward, backward, second := -1, -1, -1
	hint := func(i int) int { return r.OrderHints[i+1] }
	for i := range r.RefIndex {
		switch d := s.distance(hint(i), r.OrderHint); {
		case d < 0 && (forward < 0 || s.distance(hint(i), hint(forward)) > 0):
			forward = i
		case d > 0 && (backward < 0 || s.distance(hint(i), hint(backward)) < 0):
			backward = i
		}
	}
	if forward < 0 {
		return
	}
	if backward < 0 {
		for i := range r.RefIndex {
			if s.distance(hint(i), hint(forward)) < 0 && (second < 0 || s.distance(hint(i), hint(second)) > 0) {
				second = i
			}
		}
		if backward = second; second < 0 {
			return
		}
	}
	r.skipModeFrames = [2]int8{int8(1 + min(forward, backward)), int8(1 + max(forward, backward))}
	r.skipModePresent = r.flag("skip_mode_present")
}
