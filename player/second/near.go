package second

import (
	"math"
	"slices"

	"ffkvadrat/decode"
)

// Near returns the frame of the second video that is away frames after another one, if both are cached, else nil. The caller
// must release it.
func (f *Video) Near(of *decode.Frame, away int64) *decode.Frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	near := f.near(of, away)
	if near != nil {
		near.Retain()
	}
	return near
}

// near is Near without a hold; the caller holds f.mu.
func (f *Video) near(of *decode.Frame, away int64) *decode.Frame {
	i := int64(slices.Index(f.frames, of))
	if i < 0 || i+away < 0 || i+away >= int64(len(f.frames)) {
		return nil
	}
	return f.frames[i+away]
}

// Reference returns the time of the reference frame with which the frame is shown that is away frames after another one, which
// belongs to the reference frame at a time. ok is false if there is none, or it is not known.
func (f *Video) Reference(at float64, of *decode.Frame, away int64) (to float64, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := &f.pairs
	if i := p.index(at); p.rule.Steps() && i >= 0 && p.list[i].Number >= 0 {
		if to, ok, known := p.numbered(i, p.list[i].Number+away); known {
			return to, ok
		}
	}
	shift, ok := p.shift()
	if !ok {
		return 0, false
	}
	long := of.Duration
	if rate := f.info.AvgFrameRate.Float(); long <= 0 && rate > 0 {
		long = 1 / rate
	}
	to = f.time(of) + float64(away)*long
	if near := f.near(of, away); near != nil {
		to = f.time(near)
	}
	if to < -long/2 || f.length > 0 && to > f.length-long/2 {
		return 0, false
	}
	to += shift
	if length := p.of.Reference.Duration; to < -long/2 || length > 0 && to > length-long/2 {
		return 0, false
	}
	if rate := p.of.Reference.AvgFrameRate.Float(); rate > 0 && !p.oneRate() {
		nearest := math.Round(to*rate) / rate
		return nearest, math.Abs(nearest-to) < long/2 // else another frame is nearer
	}
	return max(to, 0), true
}

// numbered returns the time of the reference frame, from one with an index on or back, to which a frame with a number belongs, and
// whether there is one; known is false if the search has not come so far. The caller holds the mutex.
func (p *pairs) numbered(i int, number int64) (to float64, ok, known bool) {
	step := 1
	if number < p.list[i].Number {
		step = -1
	}
	for ; i >= 0 && i < len(p.list); i += step {
		switch n := p.list[i].Number; {
		case n == number:
			return p.list[i].Reference, true, true
		case n >= 0 && (n > number) == (step > 0): // numbers ascend
			return 0, false, true
		}
	}
	return 0, false, i < 0 || p.whole
}
