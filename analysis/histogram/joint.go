package histogram

import (
	"encoding/binary"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/elementary"
)

// JointBins is the number of bins of each picture's luma in a [Joint]. With more bins, most pairs
// would be rare in a picture.
const JointBins = 1 << jointBits

const jointBits = 6

// jointLines is about the number of lines that a [Joint] samples.
const jointLines = 256

// darkBins is the number of bins that count as black, slightly above the limited range's black.
// Pixels that are black in both pictures, such as those of a letterbox, carry no information.
const darkBins = 5

// Joint is the joint histogram of the luma of a frame and the previous one: Counts[before][now]. It
// samples every n-th line, n = ceil(height / 256), and skips pixels that are black in both, below
// 20 of 255. The zero value is ready.
type Joint struct {
	Counts [JointBins][JointBins]uint32
	Pixels int // that are counted
	Looked int // that were sampled, including black ones
}

// Count counts the pairs of two pictures. It reports whether they have the same size and format.
func (j *Joint) Count(before, now *yuv.Picture) bool {
	if !now.Alike(before) {
		return false
	}
	clear(j.Counts[:])
	step := lineStep(now.Height)
	size, down := now.Format.SampleBytes(), now.Format.Depth-jointBits
	stepA, stepB := before.Luma.Step, now.Luma.Step
	const last = JointBins - 1
	for y := 0; y < now.Height; y += step {
		a, b := before.Luma.Row(y, size), now.Luma.Row(y, size)
		if size == 1 {
			for x := range now.Width {
				j.Counts[a[x*stepA]>>2&last][b[x*stepB]>>2&last]++
			}
			continue
		}
		for x := range now.Width {
			v, w := binary.LittleEndian.Uint16(a[x*stepA:])>>now.LumaShift, binary.LittleEndian.Uint16(b[x*stepB:])>>now.LumaShift
			j.Counts[min(v>>down, last)][min(w>>down, last)]++
		}
	}
	j.dropDark(now.Width * ((now.Height + step - 1) / step))
	return true
}

// lineStep returns the distance of the sampled lines.
func lineStep(height int) int { return (height + jointLines - 1) / jointLines }

// dropDark removes the pixels that are black in both; looked is the number of sampled pixels.
func (j *Joint) dropDark(looked int) {
	j.Looked, j.Pixels = looked, looked
	for a := range darkBins {
		for b := range darkBins {
			j.Pixels -= int(j.Counts[a][b])
			j.Counts[a][b] = 0
		}
	}
}

// Kept returns the part of the later picture's entropy that the earlier picture explains, 0 to 1.
// known is false if less than a hundredth of the pixels is counted, or all are in one bin. With
// w(n) = n·⌊2^24·log2 n⌋ it is
//
//	(w(N) + Σ w(n(a, b)) − Σ w(n(a)) − Σ w(n(b))) / (w(N) − Σ w(n(b)))
//
// clamped to 0 to 1. All sums are integers below 2^53, and one division rounds, so the result is the
// same on all machines.
func (j *Joint) Kept() (part float64, known bool) {
	if 100*j.Pixels < j.Looked || j.Pixels == 0 {
		return 0, false
	}
	var before, now [JointBins]uint32
	var both, apart int64
	for a := range j.Counts {
		for b, n := range j.Counts[a] {
			if n > 0 {
				before[a] += n
				now[b] += n
				both += int64(weigh(n))
			}
		}
	}
	entropy := int64(weigh(uint32(j.Pixels)))
	for i := range JointBins {
		apart += int64(weigh(before[i]))
		entropy -= int64(weigh(now[i]))
	}
	if entropy == 0 {
		return 0, false
	}
	information := entropy + both - apart
	return min(float64(max(information, 0))/float64(entropy), 1), true
}

// Information returns the mutual information of the two pictures in bits: how much the luma of a
// pixel in one says about its luma in the other. It is at most Entropy, and about 0 across a cut.
//
//	Σ n(a, b)/N · log2(n(a, b)·N / (n(a)·n(b)))
//
// in float64, in the order of a and then of b.
func (j *Joint) Information() float64 {
	if j.Pixels == 0 {
		return 0
	}
	var before, now [JointBins]uint64
	for a := range j.Counts {
		for b, n := range j.Counts[a] {
			before[a] += uint64(n)
			now[b] += uint64(n)
		}
	}
	all, sum := float64(j.Pixels), 0.0
	for a := range j.Counts {
		for b, n := range j.Counts[a] {
			if n > 0 {
				sum += float64(float64(n) * elementary.Log2(float64(n)*all/float64(before[a]*now[b])))
			}
		}
	}
	return max(sum, 0) / all
}

// Entropy returns the entropy of the later picture's luma in bits, Σ −n(b)/N · log2(n(b)/N): the
// value of Information if both pictures are the same.
func (j *Joint) Entropy() float64 {
	if j.Pixels == 0 {
		return 0
	}
	sum, all := 0.0, float64(j.Pixels)
	for b := range JointBins {
		n := 0.0
		for a := range JointBins {
			n += float64(j.Counts[a][b])
		}
		if n > 0 {
			sum += float64(n * elementary.Log2(all/n))
		}
	}
	return sum / all
}
