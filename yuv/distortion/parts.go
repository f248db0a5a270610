package distortion

import (
	"math"

	"ffkvadrat/yuv"
)

// Parts are sums over two parts of pictures, such as regions and the rest, for all pictures added.
type Parts struct{ In, Out Part }

// Part is the distortion of one part of pictures.
type Part struct {
	SSE    uint64 // the sum of squared errors
	Pixels int64
	SSIM   float64 // the sum of the windows' structural similarities
	// Windows is the number of windows whose pixels are all in the part.
	Windows int64
	Most    int // the largest value of a sample
}

// PSNR returns the ratio of the largest value's square to the mean squared error in decibels; +Inf
// without an error, NaN without pixels.
func (p Part) PSNR() float64 {
	if p.Pixels == 0 {
		return math.NaN()
	}
	return Distortion{SSE: p.SSE, Pixels: int(p.Pixels), Most: p.Most}.PSNR()
}

// Similarity returns the mean structural similarity; NaN without windows.
func (p Part) Similarity() float64 { return p.SSIM / float64(p.Windows) }

// Luma is a plane of contiguous, unshifted samples of at most 16 bits.
type Luma struct {
	yuv.Plane
	Depth int
}

func (l *Luma) side() side { return side{Plane: &l.Plane, format: yuv.Format{Depth: l.Depth}} }

// AddParts adds the luma of two pictures with equal size and depth. side is the side of blocks, a
// multiple of 4; in says of each block, row by row, whether it belongs to In. Pixels count for their
// block's part. The windows are those of [Meter.Of]; a window that touches both parts does not count.
func (m *Meter) AddParts(sum *Parts, p, q *Luma, side int, in []bool) {
	width, height := p.Width, p.Height
	columns := (width + side - 1) / side
	across, down := m.begin(width, height)
	first, second := p.side(), q.side()
	most := first.format.MaxValue()
	c1, c2 := constants(most)
	sum.In.Most, sum.Out.Most = most, most
	for y := 0; y < height; y += 4 {
		n := min(4, height-y)
		line := in[y/side*columns:][:columns]
		for i := range n {
			a := first.unpack(&m.rows[0][i], y+i)
			b := second.unpack(&m.rows[1][i], y+i)
			for x := 0; x < width; x += side {
				end := min(x+side, width)
				part := sum.of(line[x/side])
				part.SSE += squaredErrors(a[x:end], b[x:end])
				part.Pixels += int64(end - x)
			}
		}
		if n < 4 || down < 2 {
			continue
		}
		m.above, m.below = m.below, m.above
		for x := range m.below {
			m.below[x] = m.block(4 * x)
		}
		if y == 0 {
			continue
		}
		before := in[(y-4)/side*columns:][:columns]
		for x := 1; x < across; x++ {
			left, right := 4*(x-1)/side, 4*x/side
			if line[left] != line[right] || before[left] != line[left] || before[right] != line[left] {
				continue
			}
			w := m.above[x-1].add(m.above[x]).add(m.below[x-1].add(m.below[x]))
			part := sum.of(line[left])
			part.SSIM += float64(w.similarity(c1, c2))
			part.Windows++
		}
	}
}

// of returns the part In or Out.
func (s *Parts) of(in bool) *Part {
	if in {
		return &s.In
	}
	return &s.Out
}
