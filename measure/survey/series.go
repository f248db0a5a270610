package survey

import (
	"math"
	"slices"
	"sort"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Reading is what is known about one frame.
type Reading struct {
	Time     float64 // seconds after the first frame
	Duration float64 // seconds on the screen, as far as the stream says
	Index    int64   // in presentation order, −1 if unknown
	Quads    int
	Coverage float64     // 0 to 1
	Bytes    int         // of its packet, 0 if unknown
	Size     decode.Size // of the frame, as far as its packet was parsed
	KeyFrame bool
	Type     byte // 'I', 'P', 'B' …, '?' if unknown
	// Interlacing is the order of the frame's fields.
	Interlacing yuv.Interlacing
	Damaged     bool // the frame, or packets before it, had decoding errors
	Luma        Part // mean, 1st and 99th percentile, on the scale of the frame's luma
	Still       Part // share of static area, see still.go
	// PSNR and SSIM compare the frame with its reconstruction, if measured, see [Measures]. PSNR is
	// in decibels, +Inf if they are equal. Its Sum is of mean squared errors for a maximum value of
	// 1, see [Decibels].
	PSNR, SSIM Part
	SI, TI     Part // spatial and temporal information in units of 8 bits, if measured
	Coded      Part // bytes of the frame itself, if measured and known
	QP         Part // mean QP of the pixels, if measured and known, see [Measures]
	QPs        Part // the same, with the least and the largest QP of the blocks
	Coarsest   int  // the usual coarsest QP of the codec, which says its scale, if QP is known
	Density    Part // correlation of QPs with the density of small quads, if measured
	// Intra and Skip are the parts of the pixels in intra and in skipped blocks, Depth is the mean depth
	// of the pixels' blocks, if measured and known.
	Intra, Skip, Depth Part
}

// Part is a quantity of several frames, for most quantities from 0 to 1. It is unknown if N is 0.
type Part struct {
	N         int32   // number of frames
	Sum       float64 // of their values or means
	Low, High float64 // minimum and maximum
}

// Mean returns the mean over the frames.
func (p Part) Mean() float64 { return p.Sum / float64(p.N) }

// Join adds other frames.
func (p *Part) Join(o Part) {
	if p.N == 0 || o.N == 0 {
		if p.N == 0 {
			*p = o
		}
		return
	}
	*p = Part{p.N + o.N, p.Sum + o.Sum, min(p.Low, o.Low), max(p.High, o.High)}
}

// Range is minimum, maximum and sum of a quantity over the frames of a bin.
type Range struct{ Min, Max, Sum float64 }

func (r *Range) join(o Range) {
	r.Min, r.Max, r.Sum = min(r.Min, o.Min), max(r.Max, o.Max), r.Sum+o.Sum
}

// Bin is what is known about a part of the video: one frame, if the video has no more frames than
// the limit of bins, else all frames in a slot of time.
type Bin struct {
	Start      float64 // time of the first frame
	End        float64 // time of the last frame
	Until      float64 // end of the last frame
	Index      int64   // of the first frame, −1 if unknown
	Frames     int32   // number of frames
	KeyFrames  int32
	Damaged    int32
	Interlaced int32 // number of interlaced frames
	Type       byte  // of the first frame
	Kind       Kind  // the largest of the frames
	// Interlacing is that of the first frame.
	Interlacing yuv.Interlacing
	Quads       Range
	Most        float64 // time of the first frame with Quads.Max
	Coverage    Range
	Bytes       Range       // unknown sizes count as 0
	Size        decode.Size // of a single frame, as in Reading; of several 0
	Luma        Part        // of frames analysed by the survey itself
	Still       Part        // of frames analysed in the pass
	PSNR        Part        // as in [Reading], of frames with this measure
	SSIM        Part
	SI          Part // of frames with this measure
	TI          Part
	Coded       Part // as in Reading, of frames with a known size
	QP          Part // as in Reading, of frames with a known QP
	QPs         Part
	Coarsest    int // as in Reading, 0 if unknown
	Density     Part
	Intra       Part
	Skip        Part
	Depth       Part
}

func newBin(p Reading) Bin {
	quads, bytes := float64(p.Quads), float64(p.Bytes)
	b := Bin{
		Start: p.Time, End: p.Time, Until: p.Time + p.Duration, Index: p.Index, Frames: 1, Type: p.Type,
		Quads: Range{quads, quads, quads}, Most: p.Time, Coverage: Range{p.Coverage, p.Coverage, p.Coverage},
		Bytes: Range{bytes, bytes, bytes}, Size: p.Size, Luma: p.Luma, Still: p.Still, PSNR: p.PSNR, SSIM: p.SSIM, SI: p.SI, TI: p.TI,
	}
	b.Coded, b.QP, b.QPs, b.Density, b.Intra, b.Skip, b.Depth = p.Coded, p.QP, p.QPs, p.Density, p.Intra, p.Skip, p.Depth
	b.Coarsest = p.Coarsest
	if b.Kind = KindOf(p.Type); p.KeyFrame {
		b.KeyFrames = 1
	}
	if p.Damaged {
		b.Damaged = 1
	}
	if b.Interlacing = p.Interlacing; p.Interlacing != yuv.Progressive {
		b.Interlaced = 1
	}
	return b
}

// PerQuad returns the bytes per quad over all frames; unknown if either number is unknown or 0.
func (b *Bin) PerQuad() Part {
	if b.Bytes.Sum == 0 || b.Quads.Sum == 0 {
		return Part{}
	}
	ratio := b.Bytes.Sum / b.Quads.Sum
	return Part{N: b.Frames, Sum: ratio * float64(b.Frames), Low: ratio, High: ratio}
}

// join adds a part of the video that does not overlap b.
func (b *Bin) join(o Bin) {
	if o.Start < b.Start {
		b.Start, b.Index, b.Type, b.Interlacing = o.Start, o.Index, o.Type, o.Interlacing
	}
	if o.End >= b.End {
		b.End, b.Until = o.End, o.Until
	}
	b.Frames += o.Frames
	b.Kind = max(b.Kind, o.Kind)
	b.KeyFrames += o.KeyFrames
	b.Damaged += o.Damaged
	b.Interlaced += o.Interlaced
	if o.Quads.Max > b.Quads.Max || o.Quads.Max == b.Quads.Max && o.Most < b.Most {
		b.Most = o.Most
	}
	b.Quads.join(o.Quads)
	b.Coverage.join(o.Coverage)
	b.Bytes.join(o.Bytes)
	b.Size, b.Coarsest = decode.Size{}, max(b.Coarsest, o.Coarsest)
	b.Luma.Join(o.Luma)
	b.Still.Join(o.Still)
	of := o.measured()
	for i, p := range b.measured() {
		p.Join(*of[i])
	}
}

// measured returns the parts that only a survey with their measure has.
func (b *Bin) measured() [11]*Part {
	return [...]*Part{&b.PSNR, &b.SSIM, &b.SI, &b.TI, &b.Coded, &b.QP, &b.QPs, &b.Density, &b.Intra, &b.Skip, &b.Depth}
}

// complete adds what a bin of the same frame has measured, as far as b lacks it.
func (b *Bin) complete(o Bin) {
	of := o.measured()
	for i, p := range b.measured() {
		if p.N == 0 {
			*p = *of[i]
		}
	}
	b.Coarsest = max(b.Coarsest, o.Coarsest)
	if b.Size.Of == decode.OfPacket {
		b.Size = o.Size
	}
}

// series collects frames in bins ordered by time. Frames come from the pass, in order and without
// gaps, and from playback and samples, in any order and possibly repeated. Up to the pass's last
// frame, every frame is counted exactly once; after it, at most once. Any goroutine may use a
// series.
type series struct {
	mu      sync.Mutex
	limit   int // maximum number of bins, at least 4
	params  analysis.Params
	turn    uint64 // number of restarts
	bins    []Bin
	width   float64 // seconds per slot; 0 while each frame has its own bin
	reached float64 // time of the pass's last frame, −Inf before the first
	whole   bool    // the pass is complete
	// remeasures says that an earlier pass was complete, and this one replaces its bins.
	remeasures bool
	uneven     bool  // times do not ascend: only the pass counts
	err        error // why the pass ended early
	version    uint64

	// Cuts and times of frames do not depend on the parameters.
	cuts   []float64 // ascending
	cutAll bool      // all cuts are known
	times  []float64 // of the first frames, in ascending order; elements never change
	timed  bool      // times has all frames
}

func newSeries(limit int) *series { return &series{limit: max(limit, 4), reached: math.Inf(-1)} }

// restart drops all frames because of new parameters, and returns the number of the new turn.
func (s *series) restart(params analysis.Params) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	s.params, s.bins = params, s.bins[:0]
	s.width, s.reached, s.whole, s.remeasures, s.uneven, s.err = 0, math.Inf(-1), false, false, false, nil
	if !s.cutAll {
		s.cuts = s.cuts[:0]
	}
	s.version++
	return s.turn
}

// again begins another pass with the same parameters because of new measures, and returns the number of the new
// turn. The bins stay until the pass reaches them, like those of samples; refills drops what they have of
// reconstructions, which were with another fill.
func (s *series) again(refills bool) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	if s.remeasures, s.whole, s.err = s.whole || s.remeasures, false, nil; s.uneven { // order in time does not tell which bins a pass has replaced
		s.bins, s.width, s.uneven, s.remeasures = s.bins[:0], 0, false, false
	}
	s.reached = math.Inf(-1)
	if refills {
		for i := range s.bins {
			s.bins[i].PSNR, s.bins[i].SSIM = Part{}, Part{}
		}
	}
	if !s.cutAll {
		s.cuts = s.cuts[:0]
	}
	s.version++
	return s.turn
}

// add counts a frame from anywhere in the video, unless its turn is over. A frame that is counted already gets the
// measures that it lacks.
func (s *series) add(turn uint64, p Reading) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turn {
		return
	}
	if i, found := s.find(p.Time); found && s.width == 0 && p.Time > s.reached {
		s.bins[i].complete(newBin(p))
	}
	s.take(p)
	s.version++
}

// joined reports whether samples cannot add anything, as their frames are counted in bins with others.
func (s *series) joined() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.remeasures && s.width > 0
}

// offer counts a frame without waiting, unless it was analysed with other parameters. If another
// goroutine is using the bins, offer drops the frame, which the pass will count.
func (s *series) offer(params analysis.Params, p Reading) {
	if s.mu.TryLock() {
		defer s.mu.Unlock()
		if params == s.params {
			s.take(p)
		}
	}
}

func (s *series) take(p Reading) {
	if s.whole || s.uneven || p.Time <= s.reached || s.width > 0 && s.slot(p.Time) == s.slot(s.reached) {
		return // the pass has counted it or will soon
	}
	i, found := s.find(p.Time)
	switch {
	case !found:
		s.insert(i, newBin(p))
	case s.width == 0:
		if s.bins[i].Index >= 0 || p.Index < 0 {
			return
		}
		s.bins[i].Index = p.Index
	case p.Time >= s.bins[i].Start && p.Time <= s.bins[i].End:
		return // may be counted already
	default:
		s.bins[i].join(newBin(p))
	}
	s.version++
}

// pass counts the next frame of this turn's pass.
func (s *series) pass(turn uint64, p Reading) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turn {
		return
	}
	s.version++
	if p.Time <= s.reached {
		s.uneven, s.times = true, nil
		s.bins = s.bins[:s.after(s.reached)]
		p.Time = s.reached
	}
	if !s.uneven && p.Index == int64(len(s.times)) {
		s.times = append(s.times, p.Time)
	}
	low := s.after(s.reached)
	high := max(low, s.after(p.Time))
	fresh := true
	if s.width > 0 {
		here := s.slot(p.Time)
		high = low + sort.Search(len(s.bins)-low, func(i int) bool { return s.slot(s.bins[low+i].Start) > here })
		fresh = here != s.slot(s.reached)
	}
	s.bins = slices.Delete(s.bins, low, high)
	s.reached = p.Time
	if fresh {
		s.insert(low, newBin(p))
	} else {
		s.bins[low-1].join(newBin(p))
	}
}

// cut adds cuts found in this turn's pass.
func (s *series) cut(turn uint64, times ...float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn == s.turn && !s.cutAll {
		s.cuts = append(s.cuts, times...)
		s.version++
	}
}

// cutWhole reports whether all cuts are known.
func (s *series) cutWhole() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cutAll
}

// isWhole reports whether the pass is complete.
func (s *series) isWhole() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.whole
}

// finish ends the pass after the last frame, or with an error.
func (s *series) finish(turn uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turn {
		return
	}
	if err == nil {
		s.bins = s.bins[:s.after(s.reached)]
	}
	if s.whole, s.err = err == nil, err; s.whole {
		s.remeasures = false
	}
	s.cutAll = s.cutAll || s.whole
	s.timed = s.timed || s.whole && len(s.times) > 0
	s.version++
}

// slot returns the slot of a time. It requires that bins are slots.
func (s *series) slot(time float64) float64 { return math.Floor(time / s.width) }

// after returns the index of the first bin that begins after a time.
func (s *series) after(time float64) int {
	return sort.Search(len(s.bins), func(i int) bool { return s.bins[i].Start > time })
}

// find returns the index of the bin for a frame that the pass has not reached, or the index at
// which to insert one.
func (s *series) find(time float64) (i int, found bool) {
	if s.width == 0 {
		i = s.after(time) - 1
		if i >= 0 && s.bins[i].Start == time {
			return i, true
		}
		return i + 1, false
	}
	k := s.slot(time)
	i = sort.Search(len(s.bins), func(i int) bool { return s.slot(s.bins[i].Start) >= k })
	return i, i < len(s.bins) && s.slot(s.bins[i].Start) == k
}

// insert inserts a bin at index i, and widens the slots if there are too many.
func (s *series) insert(i int, b Bin) {
	s.bins = slices.Insert(s.bins, i, b)
	for len(s.bins) > s.limit {
		s.widen()
	}
}

// widen doubles the width of slots. The first width is chosen so that about half of the bins should
// suffice.
func (s *series) widen() {
	if s.width == 0 {
		span := s.bins[len(s.bins)-1].Start - s.bins[0].Start
		s.width = max(2*span/float64(s.limit), 1e-6)
	} else {
		s.width *= 2
	}
	out := s.bins[:0]
	for _, b := range s.bins {
		k := s.slot(b.Start)
		switch n := len(out) - 1; {
		case b.Start > s.reached && k == s.slot(s.reached):
			// The pass will count these frames.
		case n >= 0 && s.slot(out[n].Start) == k:
			out[n].join(b)
		default:
			out = append(out, b)
		}
	}
	s.bins = out
}
