package compare

import "ffkvadrat/measure/align"

// drift judges whether frames that were matched by times belong together: whether most are more like
// other frames nearby than like their matches. It sees all matches of an encode, in order.
type drift struct {
	before      [nearby][2]align.Print // of the reference and the encode
	seen        int
	off, inStep int64
}

const (
	// nearby is the number of matches before a frame whose frames it is compared with.
	nearby = 16
	// fewest is the number of frames that must be off.
	fewest = 8
)

// add judges a match, by its fingerprints.
func (d *drift) add(reference, encode *align.Print) {
	own, best := reference.Distance(encode), int32(align.Farthest)
	for i := range d.before[:min(d.seen, nearby)] {
		best = min(best, reference.Distance(&d.before[i][1]), encode.Distance(&d.before[i][0]))
	}
	switch {
	case own >= align.Farthest, 2*best+align.Level/8 < own:
		d.off++
	case 2*own+align.Level/8 < best:
		d.inStep++
	}
	d.before[d.seen%nearby] = [2]align.Print{*reference, *encode}
	d.seen++
}

// shifted reports whether the frames seem not to belong together.
func (d *drift) shifted() bool { return d.off >= fewest && d.off > 2*d.inStep }

// watches reports whether matches are judged: those by times of all frames, which are neighbours.
func (s *sink) watches() bool { return !s.options.Align.Steps() && s.selection.Every == 1 }
