package decode

import "slices"

// prefix records the ticks of the frames that were decoded from the start without a gap: frame i has
// ticks[i].
type prefix struct {
	ticks    []int64
	complete bool // the last frame is recorded
	uneven   bool // ticks are not strictly ascending, or not all of them are time stamps
}

// note records frame i, or compares it with the record and reports whether they agree.
func (p *prefix) note(i int64, f *Frame) bool {
	n := int64(len(p.ticks))
	if i < n {
		return p.ticks[i] == f.Tick
	}
	if !f.HasPTS || n > 0 && p.ticks[n-1] >= f.Tick {
		p.uneven = true
	}
	p.ticks = append(p.ticks, f.Tick)
	return true
}

// find returns the index of the frame at a tick, -1 if unknown.
func (p *prefix) find(tick int64) int64 {
	if i, ok := slices.BinarySearch(p.ticks, tick); ok {
		return int64(i)
	}
	return -1
}

// covers reports whether a frame at that tick would be in the record.
func (p *prefix) covers(tick int64) bool {
	return p.complete || tick <= p.ticks[len(p.ticks)-1]
}

// shown returns the index of the frame on screen at a tick: the one before the first later frame. ok is
// false if the tick is past the end of the record.
func (p *prefix) shown(tick int64) (index int64, ok bool) {
	i := slices.IndexFunc(p.ticks, func(t int64) bool { return t > tick })
	if i < 0 {
		return int64(len(p.ticks)) - 1, p.complete
	}
	return max(0, int64(i)-1), true
}
