package second

import (
	"math"

	"ffkvadrat/measure/align"
)

// Span returns the times of the reference between which the second video has frames, as far as its length and the
// rule, or the frames matched by it, say; from 0 and up to the reference's length if both begin and end within half a frame.
// known is false if nobody knows.
func (f *Video) Span() (from, to float64, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, length := &f.pairs, f.pairs.of.Reference.Duration
	if p.rule.Steps() && p.whole {
		from, to, known = p.ends(length)
	} else if shift, ok := p.shift(); ok && f.length > 0 {
		from, to, known = shift, shift+f.length, true
	}
	half := 0.
	if rate := p.of.Reference.AvgFrameRate.Float(); rate > 0 {
		half = 0.5 / rate
	}
	if from < half {
		from = 0
	}
	if length > 0 && to > length-half {
		to = length
	}
	return from, max(from, to), known
}

// ends returns the times of the first reference frame that has a counterpart, and of the end of the last one; length is
// the reference's.
func (p *pairs) ends(length float64) (from, to float64, known bool) {
	from = math.Inf(1)
	for i := range p.list {
		if p.list[i].Number < 0 {
			continue
		}
		from, to = min(from, p.list[i].Reference), length
		if i+1 < len(p.list) {
			to = p.list[i+1].Reference
		}
	}
	return from, to, to > 0
}

// shift returns by how much later the second video begins by the rule; false if that needs the frames.
func (p *pairs) shift() (seconds float64, known bool) {
	switch {
	case p.rule.By == align.ByPTS:
		return p.video.info.Start - p.of.Reference.Start, true
	case !p.rule.Steps():
		return 0, true
	case p.rule.By == align.ByNumber:
		return p.offset()
	}
	return 0, false
}

// offset returns the seconds of a rule's offset in frames, if all frames of both videos are equally long.
func (p *pairs) offset() (seconds float64, known bool) {
	if !p.oneRate() {
		return 0, false
	}
	return float64(p.rule.Offset) / p.of.Reference.AvgFrameRate.Float(), true
}

// oneRate reports whether both videos have one frame rate.
func (p *pairs) oneRate() bool {
	rate := p.of.Reference.AvgFrameRate.Float()
	return rate > 0 && math.Abs(p.video.info.AvgFrameRate.Float()/rate-1) < 1e-4
}
