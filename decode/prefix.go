package decode

import "slices"

// prefix remembers the ticks of the pictures that were decoded from the start
// without a break: picture i has ticks[i].
type prefix struct {
	ticks    []int64
	complete bool // there are no more pictures
	uneven   bool // ticks do not ascend strictly, or are not all time stamps
}

// note records picture i, or compares it with the record and reports whether they agree.
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

// find returns the index of the picture at a tick, -1 if it is not known.
func (p *prefix) find(tick int64) int64 {
	if i, ok := slices.BinarySearch(p.ticks, tick); ok {
		return int64(i)
	}
	return -1
}

// covers reports whether a picture at that tick would be in the prefix.
func (p *prefix) covers(tick int64) bool {
	return p.complete || tick <= p.ticks[len(p.ticks)-1]
}

// shown returns the index of the picture on screen at a tick: the one before the
// first later one. ok is false if that lies behind the prefix.
func (p *prefix) shown(tick int64) (index int64, ok bool) {
	i := slices.IndexFunc(p.ticks, func(t int64) bool { return t > tick })
	if i < 0 {
		return int64(len(p.ticks)) - 1, p.complete
	}
	return max(0, int64(i)-1), true
}
