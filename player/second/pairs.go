package second

import (
	"context"
	"sort"

	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
)

// pairs says which time of a second video belongs to a reference frame. The fields are guarded by the
// video's mutex, but for those that do not change.
type pairs struct {
	video *Video
	ctx   context.Context
	of    Options

	rule   align.Rule
	list   []compare.Pair // of the reference's first frames
	whole  bool           // of all
	err    error          // why there are no more
	paired int            // those with a counterpart
	shown  int            // percent of the reference when wake was last called
	wanted float64        // reference time that was not known yet
	waits  bool           // there is one
	cancel context.CancelFunc
	done   chan struct{} // closed when the search has ended; nil without one
}

// SetAlign sets how frames are matched. By numbers or contents, a goroutine of low priority reads both
// videos.
func (f *Video) SetAlign(rule align.Rule) {
	p := &f.pairs
	if rule == p.rule { // only this goroutine changes it
		return
	}
	p.stop()
	f.mu.Lock()
	*p = pairs{video: f, ctx: p.ctx, of: p.of, rule: rule}
	f.mu.Unlock()
	if rule.Steps() {
		p.start(rule)
	}
}

// Pairing is what the panel shows of how frames are matched.
type Pairing struct {
	On     bool // there is a second video
	Rule   align.Rule
	Offset int64  // frames by which the second video's frame on the screen comes earlier in its video
	State  string // progress, its result, or an error; empty for nothing to say
	Busy   bool   // frames are being aligned
}

// Aligned says how far frames are matched.
type Aligned struct {
	Rule  align.Rule
	Part  float64 // of the reference that was read; 1 if no more is to come
	Pairs int     // reference frames that have a counterpart, of Of
	Of    int
	Err   error // why the search has ended early
}

// Aligned returns how far frames are matched.
func (f *Video) Aligned() Aligned {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := &f.pairs
	a := Aligned{Rule: p.rule, Part: 1, Pairs: p.paired, Of: len(p.list), Err: p.err}
	if p.rule.Steps() && !p.whole && p.err == nil {
		a.Part = p.part()
	}
	return a
}

// Offset returns by how many frames the second video's frame at a reference frame, or else at the next one
// that has one, comes earlier in its video; ok is false if that is not known.
func (f *Video) Offset(at float64) (frames int64, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := f.pairs.index(at); i >= 0 {
		for ; i < len(f.pairs.list); i++ {
			if n := f.pairs.list[i].Number; n >= 0 {
				return int64(i) - n, true
			}
		}
	}
	return 0, false
}

// start starts a search.
func (p *pairs) start(rule align.Rule) {
	ctx, cancel := context.WithCancel(p.ctx)
	p.cancel, p.done = cancel, make(chan struct{})
	o := compare.Options{Reference: p.of.Path, Stream: p.of.Reference.Stream, Encodes: []string{p.video.path}, Align: rule, Begins: lowerPriority}
	go func() {
		defer close(p.done)
		err := compare.Pairs(ctx, o, p.video.fits.make(), p.add)
		if ctx.Err() == nil {
			p.end(err)
		}
	}()
}

// stop ends the search and waits for it.
func (p *pairs) stop() {
	if p.done != nil {
		p.cancel()
		<-p.done
		p.done = nil
	}
}

// add adds a pair.
func (p *pairs) add(pair compare.Pair) {
	f := p.video
	f.mu.Lock()
	if p.list = append(p.list, pair); pair.Number >= 0 {
		p.paired++
	}
	percent := int(100 * p.part())
	news := percent != p.shown || p.waits && p.index(p.wanted) >= 0
	if news {
		p.shown, p.waits = percent, false
	}
	f.mu.Unlock()
	f.arrive.Broadcast()
	if news {
		f.wake()
	}
}

// end ends the list.
func (p *pairs) end(err error) {
	f := p.video
	f.mu.Lock()
	p.whole, p.err = err == nil, err
	f.mu.Unlock()
	f.arrive.Broadcast()
	f.wake()
}

// part returns the part of the reference that was read; the caller holds the mutex.
func (p *pairs) part() float64 {
	if n := len(p.list); n > 0 && p.of.Reference.Duration > 0 {
		return min(p.list[n-1].Reference/p.of.Reference.Duration, 1)
	}
	return 0
}

// same is the most by which times of one frame differ.
const same = 1e-6

// index returns the index of the reference frame at a time, or −1 if it is not known; the caller holds
// the mutex.
func (p *pairs) index(at float64) int {
	i := sort.Search(len(p.list), func(i int) bool { return p.list[i].Reference > at+same }) - 1
	if i == len(p.list)-1 && i >= 0 && at > p.list[i].Reference+same && !p.whole {
		return -1
	}
	return i
}

// find returns the time of the frame that belongs to the reference frame at a time, and whether there is
// one; the caller holds the mutex. If all frames are equally long, the time says it before they are counted.
func (p *pairs) find(at float64) (to float64, ok, known bool) {
	switch i := p.index(at); {
	case p.rule.By == align.ByPTS:
		return at + p.of.Reference.Start - p.video.info.Start, true, true
	case !p.rule.Steps():
		return at, true, true
	case i >= 0:
		return p.list[i].Encode, p.list[i].Number >= 0, true
	case p.rule.By == align.ByNumber && !p.of.Exact:
		if by, ok := p.offset(); ok {
			return at - by, true, true
		}
	}
	p.wanted, p.waits = at, true
	return 0, false, p.whole
}
