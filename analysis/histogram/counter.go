package histogram

import (
	"encoding/binary"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Counter counts. One goroutine at a time may use it; its zero value is ready, and it allocates
// only when pictures grow.
type Counter struct {
	bytes  yuv.Histogram
	sums   *edge.Sums
	bins   []uint8 // of each value below mostTabled
	tabled tabled
}

// tabled is the subject and format that bins was computed for.
type tabled struct {
	subject Subject
	format  yuv.Format
}

// mostTabled is the number of values whose bins are tabulated.
const mostTabled = 1 << 20

// Count counts the values of a picture, whose samples are in its planes' memory. For a decision
// that compares with the previous frame the picture is that of the differences, see
// [edge.Previous]. It fails if the subject does not fit the picture.
func (c *Counter) Count(p *yuv.Picture, s Subject) (h Histogram, err error) {
	if err := s.fits(p.Format); err != nil {
		return h, err
	}
	h = Histogram{Subject: s, Pixels: p.Width * p.Height}
	c.tabulate(s, p.Format)
	switch n, ofChannel := s.Source.Channel(); {
	case ofChannel:
		colours := channel.Read(p, channel.RGB)
		for y := range p.Height {
			for x := range p.Width {
				h.Counts[c.bins[colours.At(x, y)[n]]]++
			}
		}
	case s.Source == Luma && p.Format.SampleBytes() == 1:
		c.bytes.Count(p)
		for v, n := range c.bytes {
			h.Counts[c.bins[v]] += uint32(n)
		}
	case s.Source == Luma:
		most := uint16(p.Format.MaxValue())
		for y := range p.Height {
			row := p.Luma.Row(y, 2)
			for x := range p.Width {
				h.Counts[c.bins[min(binary.LittleEndian.Uint16(row[x*p.Luma.Step:])>>p.LumaShift, most)]]++
			}
		}
	default:
		c.count(&h, p)
	}
	return h, nil
}

// count counts D.
func (c *Counter) count(h *Histogram, p *yuv.Picture) {
	if c.sums == nil {
		c.sums = edge.NewSums()
	}
	bounds := h.Subject.Bounds(p.Format)
	used := bounds[:h.Subject.Bins]
	c.sums.Begin(p, h.Subject.Decision)
	defer c.sums.End()
	for y := range p.Height {
		for _, d := range c.sums.Row(y) {
			if d < uint64(len(c.bins)) {
				h.Counts[c.bins[d]]++
				continue
			}
			bin, here := slices.BinarySearch(used, d)
			if !here {
				bin--
			}
			h.Counts[bin]++
		}
	}
}

// tabulate fills the table of bins for values up to the largest, as far as the table reaches.
func (c *Counter) tabulate(s Subject, f yuv.Format) {
	now := tabled{s, f}
	if c.tabled == now {
		return
	}
	c.tabled = now
	peak, squares := s.peak(f)
	if squares {
		peak = s.Decision.MaxSum(f)
	}
	n := int(min(peak+1, mostTabled))
	c.bins = slices.Grow(c.bins[:0], n)[:n]
	bounds := s.Bounds(f)
	bin := 0
	for v := range c.bins {
		for bin+1 < s.Bins && bounds[bin+1] <= uint64(v) {
			bin++
		}
		c.bins[v] = uint8(bin)
	}
}
