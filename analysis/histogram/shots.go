package histogram

import (
	"encoding/binary"
	"slices"

	"ffkvadrat/yuv"
)

// Shots finds the cuts in a sequence of frames, with [Cuts], from how much of each frame the
// previous one explains. The result is the same with every engine and on every machine. It keeps
// the sampled luma of one frame, not the frame; it allocates only when frames grow, or at a cut.
// The zero value is ready.
type Shots struct {
	joint       Joint
	before, now sketch
	cuts        Cuts
	taken       int64
	whole       bool
	found       []int64 // the frames that begin after a cut, in order
}

// sketch is the part of a picture that a [Joint] samples: the bins of its luma.
type sketch struct {
	of   yuv.Picture // without its planes
	bins []uint8     // line by line
}

// Add takes the next frame, whose samples are in its planes' memory.
func (s *Shots) Add(p *yuv.Picture) {
	s.before, s.now = s.now, s.before
	s.now.draw(p)
	part, known := 0.0, false
	if s.taken > 0 && s.joint.count(&s.before, &s.now) {
		part, known = s.joint.Kept()
	}
	if cut, found := s.cuts.Add(float64(s.taken), part, known); found {
		s.found = append(s.found, int64(cut))
	}
	s.taken++
}

// End says that no frame follows; all frames are decided then.
func (s *Shots) End() {
	if s.whole {
		return
	}
	s.whole = true
	for _, cut := range s.cuts.End() {
		s.found = append(s.found, int64(cut))
	}
}

// Reset begins another sequence.
func (s *Shots) Reset() {
	s.cuts, s.taken, s.whole, s.found = Cuts{}, 0, false, s.found[:0]
}

// Taken returns the number of frames so far.
func (s *Shots) Taken() int64 { return s.taken }

// Cut reports whether there is a cut before frame n of the sequence, counted from 0; known is false
// until Wait frames after it have come. After End it is always known; frames after the last one
// have no cut.
func (s *Shots) Cut(n int64) (cut, known bool) {
	if !s.whole && n >= s.taken-around {
		return false, false
	}
	_, cut = slices.BinarySearch(s.found, n)
	return cut, true
}

// Last returns the last frame up to n that is known to begin after a cut, 0 if there is none.
func (s *Shots) Last(n int64) int64 {
	i, found := slices.BinarySearch(s.found, n)
	switch {
	case found:
		return n
	case i == 0:
		return 0
	}
	return s.found[i-1]
}

// Wait is the number of frames that must come after a frame before it is decided.
const Wait = around

// draw samples a picture.
func (s *sketch) draw(p *yuv.Picture) {
	s.of = yuv.Picture{Format: p.Format, Width: p.Width, Height: p.Height, LumaShift: p.LumaShift}
	every := lineStep(p.Height)
	n := p.Width * ((p.Height + every - 1) / every)
	s.bins = slices.Grow(s.bins[:0], n)[:n]
	size, down := p.Format.SampleBytes(), p.Format.Depth-jointBits
	step := p.Luma.Step
	to := s.bins
	for y := 0; y < p.Height; y += every {
		from, line := p.Luma.Row(y, size), to[:p.Width]
		to = to[p.Width:]
		switch {
		case size == 1 && step == 1:
			for x, v := range from[:p.Width] {
				line[x] = v >> 2
			}
		case size == 1:
			for x := range line {
				line[x] = from[x*step] >> 2
			}
		default:
			for x := range line {
				line[x] = uint8(min(binary.LittleEndian.Uint16(from[x*step:])>>p.LumaShift>>down, JointBins-1))
			}
		}
	}
}

// count is Count of the pictures of two sketches.
func (j *Joint) count(before, now *sketch) bool {
	if !now.of.Alike(&before.of) {
		return false
	}
	clear(j.Counts[:])
	a := before.bins[:len(now.bins)]
	for i, b := range now.bins {
		j.Counts[a[i]&(JointBins-1)][b&(JointBins-1)]++
	}
	j.dropDark(len(now.bins))
	return true
}
