// Package histogram counts the values of a picture's pixels in bins: luma, the channels R, G and B,
// or the number D on which a decision is based.
//
// Input is a picture and a [Subject]; output is a [Histogram], absolute, relative or cumulative,
// and its percentiles. [Reference] is the oracle, [Counter] the fast form, and package glhistogram
// counts on the GPU. [Joint] counts pairs of values of two pictures. No goroutines.
//
// Source: Kubias, Deinzer, Kreiser, Paulus, "Efficient Computation of Histograms on the GPU",
// section 2.
package histogram

import (
	"fmt"
	"math"

	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// The smallest and the largest number of bins of a histogram.
const LeastBins, MostBins = 16, 256

// Source is what is counted.
type Source uint8

const (
	Luma Source = iota
	Red
	Green
	Blue
	D           // of a decision
	SourceCount // the number of sources
)

var sources = [SourceCount]string{"luma", "red", "green", "blue", "d"}

// ParseSource returns the source with a name, as String writes it.
func ParseSource(name string) (Source, error) {
	for i, known := range sources {
		if name == known {
			return Source(i), nil
		}
	}
	return 0, fmt.Errorf("histogram: no source is called %q", name)
}

func (s Source) String() string { return sources[s] }

// Channel returns which of the channels R, G and B a source is; ok is false for others.
func (s Source) Channel() (c int, ok bool) { return int(s) - int(Red), s >= Red && s <= Blue }

// Subject is what is counted, and in how many bins.
type Subject struct {
	Source   Source
	Bins     int           // LeastBins to MostBins
	Decision edge.Decision // for D
}

// Check returns an error if a subject is wrong for every picture.
func (s *Subject) Check() error {
	if s.Source >= SourceCount {
		return fmt.Errorf("histogram: no source %d", s.Source)
	}
	if s.Bins < LeastBins || s.Bins > MostBins {
		return fmt.Errorf("histogram: %d bins are not between %d and %d", s.Bins, LeastBins, MostBins)
	}
	return nil
}

// Bounds returns for each bin the smallest value in it or above, for pictures of a format. Bins
// divide the scale of luma and of channels evenly. Sums of squared differences are binned by their
// square roots, whose scale is divided evenly.
func (s *Subject) Bounds(f yuv.Format) [MostBins]uint64 {
	var bounds [MostBins]uint64
	peak, squares := s.peak(f)
	n := uint64(s.Bins)
	for i := range n {
		bounds[i] = (i*(peak+1) + n - 1) / n
		if squares {
			bounds[i] *= bounds[i]
		}
	}
	return bounds
}

// peak returns the largest value; for squares, the largest root.
func (s *Subject) peak(f yuv.Format) (peak uint64, squares bool) {
	switch _, ofChannel := s.Source.Channel(); {
	case ofChannel:
		return channel.Peak, false
	case s.Source == Luma:
		return uint64(f.MaxValue()), false
	case s.Decision.Operator.Kind() == edge.Value:
		return s.Decision.MaxSum(f), false
	}
	return uint64(math.Sqrt(float64(s.Decision.MaxSum(f)))), true // below 2^53, so the root's integer part is exact
}

// Histogram has the number of pixels in each bin.
type Histogram struct {
	Subject Subject
	Pixels  int
	Counts  [MostBins]uint32 // the first Subject.Bins
}

// Relative returns the part of the pixels that is in a bin, 0 to 1.
func (h *Histogram) Relative(bin int) float64 { return float64(h.Counts[bin]) / float64(h.Pixels) }

// Cumulative returns for each bin the number of pixels in it and in all lower ones.
func (h *Histogram) Cumulative() (sums [MostBins]uint32) {
	var sum uint32
	for i := range h.Subject.Bins {
		sum += h.Counts[i]
		sums[i] = sum
	}
	return sums
}

// Percentile returns the bin of the nth percentile: the lowest one up to which at least percent of
// 100 pixels are.
func (h *Histogram) Percentile(percent int) int {
	below := 0
	for i := range h.Subject.Bins {
		below += int(h.Counts[i])
		if 100*below >= percent*h.Pixels {
			return i
		}
	}
	return h.Subject.Bins - 1
}

// Reference counts by the definition, a pixel at a time. It fails if the subject does not fit the
// picture.
func Reference(p *yuv.Picture, s Subject) (h Histogram, err error) {
	if err := s.fits(p.Format); err != nil {
		return h, err
	}
	h = Histogram{Subject: s, Pixels: p.Width * p.Height}
	bounds := s.Bounds(p.Format)
	var colours channel.Reader
	c, ofChannel := s.Source.Channel()
	if ofChannel {
		colours = channel.Read(p, channel.RGB)
	}
	for i := range h.Pixels {
		x, y := i%p.Width, i/p.Width
		var v uint64
		switch {
		case ofChannel:
			v = uint64(colours.At(x, y)[c])
		case s.Source == Luma:
			v = uint64(min(p.Sample(-1, x, y), p.Format.MaxValue()))
		default:
			v = s.Decision.Sum(p, x, y)
		}
		bin := s.Bins - 1
		for bounds[bin] > v {
			bin--
		}
		h.Counts[bin]++
	}
	return h, nil
}

// fits returns why pictures of a format do not have the subject, or nil.
func (s *Subject) fits(f yuv.Format) error {
	if err := s.Check(); err != nil {
		return err
	}
	if _, ofChannel := s.Source.Channel(); ofChannel {
		return channel.Check(f, channel.RGB)
	}
	return nil
}
