package compare

import "ffkvadrat/measure/align"

// Path is how frames are matched that are not matched by times.
type Path struct {
	Frames map[align.Kind]int64 // the number of frames of each kind
	// First has the first match, if there is one: the places in the reference and in the encode.
	First [2]Place
	Gaps  []Gap // the first gaps, at most [MostGaps]
	More  int64 // the number of further ones

	last align.Kind // of the row before
}

// MostGaps is the number of gaps in a report.
const MostGaps = 20

// Gap are frames in a row that have no match, of one kind.
type Gap struct {
	Kind        align.Kind
	Frames      int64
	First, Last Place // in the reference or, of extra frames and the encode's repeats, in the encode
}

// note counts a row.
func (p *Path) note(r *row) {
	if p.Frames == nil {
		p.Frames = map[align.Kind]int64{}
	}
	if r.found && p.Frames[align.Match] == 0 {
		p.First = [2]Place{r.place, r.match}
	}
	p.Frames[r.kind]++
	begins := p.last != r.kind
	if p.last = r.kind; r.kind == align.Match {
		return
	}
	at := r.place
	if !r.kind.OfReference() {
		at = r.match
	}
	switch {
	case p.More == 0 && !begins:
		gap := &p.Gaps[len(p.Gaps)-1]
		gap.Frames++
		gap.Last = at
	case begins && len(p.Gaps) == MostGaps:
		p.More++
	case begins:
		p.Gaps = append(p.Gaps, Gap{r.kind, 1, at, at})
	}
}
