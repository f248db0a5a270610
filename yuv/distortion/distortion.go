// Package distortion measures the difference between the luma, or all planes, of two pictures: the sum
// of squared errors, from which PSNR follows, and the structural similarity.
//
// Input is two pictures of equal size and format; output is a [Distortion], [Planes] with one for each
// plane, or an [Area] for a square. The numbers are those of FFmpeg's filters psnr and ssim, to the
// digits that these print. They are the same on every machine: sums are integers, and each
// floating-point operation is rounded separately, in a fixed order. No goroutines.
//
// Source: Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to
// Structural Similarity", 2004; the windows are those of FFmpeg's filter ssim.
package distortion

import (
	"encoding/binary"
	"math"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/elementary"
)

// Distortion is the difference between two planes.
type Distortion struct {
	SSE    uint64  // the sum of squared errors
	Pixels int     // number of pixels
	Most   int     // the largest value of a sample
	SSIM   float64 // the mean structural similarity, up to 1, if HasSSIM
	// HasSSIM is false for pictures without a window: with fewer than 8 pixels on a side.
	HasSSIM bool
}

// log2Of10 is the logarithm of 10 to the base 2.
const log2Of10 = math.Ln10 / math.Ln2

// PSNR returns the ratio of the largest value's square to the mean squared error in decibels, 10 ·
// log10(Most² · Pixels / SSE); +Inf for equal pictures.
func (d Distortion) PSNR() float64 {
	if d.SSE == 0 {
		return math.Inf(1)
	}
	peak := float64(d.Most) * float64(d.Most) * float64(d.Pixels)
	return 10 * elementary.Log2(peak/float64(d.SSE)) / log2Of10
}

// Ratio returns the PSNR of a mean squared error, with most as the largest value; mse is at most most².
func Ratio(most int, mse float64) float64 {
	if mse == 0 {
		return math.Inf(1)
	}
	return 10 * elementary.Log2(float64(most)*float64(most)/mse) / log2Of10
}

// Planes is the distortion of all planes of two pictures: Y, U and V, or R, G and B, or gray.
type Planes struct {
	Of    [3]Distortion
	Count int // 1 or 3
}

// PSNR returns the PSNR of the mean squared error of all samples; +Inf for equal pictures.
func (p *Planes) PSNR() float64 {
	all := Distortion{Most: p.Of[0].Most}
	for _, d := range p.Of[:p.Count] {
		all.SSE, all.Pixels = all.SSE+d.SSE, all.Pixels+d.Pixels
	}
	return all.PSNR()
}

// SSIM returns the mean of the planes' structural similarities, weighted by their numbers of samples;
// ok is false if a plane has no window.
func (p *Planes) SSIM() (mean float64, ok bool) {
	samples := 0
	for _, d := range p.Of[:p.Count] {
		samples += d.Pixels
	}
	for _, d := range p.Of[:p.Count] {
		if !d.HasSSIM {
			return 0, false
		}
		weight := float64(d.Pixels) / float64(samples)
		mean += float64(weight * d.SSIM)
	}
	return mean, true
}

// block holds the sums over 4×4 pixels of a first and a second picture that a window needs: of each, of
// their squares together, and of their products.
type block struct{ a, b, squares, products int64 }

func (s block) add(o block) block {
	return block{s.a + o.a, s.b + o.b, s.squares + o.squares, s.products + o.products}
}

// Meter compares pictures. One goroutine at a time may use it; it allocates only when pictures grow.
// The zero value is ready.
type Meter struct {
	rows         [2][4][]uint16
	above, below []block // two rows of blocks
}

// Of compares the luma of two pictures, whose samples must be in memory. A sample above the largest
// value, which raw video can contain, counts as the largest value.
func (m *Meter) Of(p, q *yuv.Picture) Distortion {
	return m.plane(side{&p.Luma, p.Format, p.LumaShift}, side{&q.Luma, q.Format, q.LumaShift}, nil)
}

// Planes compares all planes of two pictures in the same way.
func (m *Meter) Planes(p, q *yuv.Picture) (planes Planes) {
	planes.Count = planeCount(p)
	for i := range planes.Count {
		planes.Of[i] = m.plane(sideOf(p, i), sideOf(q, i), nil)
	}
	return planes
}

// planeCount returns the number of a picture's planes.
func planeCount(p *yuv.Picture) int {
	if p.Format.Model == yuv.Gray {
		return 1
	}
	return 3
}

// sideOf returns a plane of a picture.
func sideOf(p *yuv.Picture, plane int) side {
	return side{&p.Planes[plane], p.Format, p.Format.Shift}
}

// side is a plane of one of the two pictures.
type side struct {
	*yuv.Plane
	format yuv.Format
	shift  int // of its samples
}

// begin allocates the meter's rows for blocks of 4×4 pixels and returns the number of blocks across and
// down.
func (m *Meter) begin(width, height int) (across, down int) {
	across, down = width/4, height/4
	if cap(m.above) < across {
		m.above, m.below = make([]block, across), make([]block, across)
	}
	m.above, m.below = m.above[:across], m.below[:across]
	return across, down
}

// constants returns the paper's C1 and C2, scaled to sums instead of means and variances.
func constants(most int) (c1, c2 int64) {
	peak := float64(most)
	return int64(float64(.01*.01*peak*peak*64) + .5), int64(float64(.03*.03*peak*peak*64*63) + .5)
}

// plane compares two planes of one size. What its squares need goes to keep, unless that is nil.
func (m *Meter) plane(p, q side, keep *keeper) Distortion {
	d := Distortion{Pixels: p.Width * p.Height, Most: p.format.MaxValue()}
	across, down := m.begin(p.Width, p.Height)
	if keep != nil {
		keep.begin(across, down)
	}
	c1, c2 := constants(d.Most)
	for y := 0; y < p.Height; y += 4 {
		n := min(4, p.Height-y)
		for i := range n {
			a := p.unpack(&m.rows[0][i], y+i)
			d.SSE += squaredErrors(a, q.unpack(&m.rows[1][i], y+i))
		}
		if n < 4 || down < 2 && keep == nil {
			continue
		}
		m.above, m.below = m.below, m.above
		for x := range m.below {
			m.below[x] = m.block(4 * x)
		}
		var windows []float32
		if keep != nil {
			windows = keep.keep(y/4, m.below)
		}
		line, single := 0.0, float32(0)
		for x := 1; x < across && y > 0; x++ {
			w := m.above[x-1].add(m.above[x]).add(m.below[x-1].add(m.below[x]))
			v := w.similarity(c1, c2)
			line, single = line+float64(v), single+v
			if windows != nil {
				windows[x] = v
			}
		}
		if p.format.Depth > 8 {
			line = float64(single) // FFmpeg adds these up in the same way
		}
		d.SSIM += line
	}
	if windows := (across - 1) * (down - 1); across > 1 && down > 1 {
		d.SSIM, d.HasSSIM = d.SSIM/float64(windows), true
	}
	return d
}

// similarity returns the structural similarity of 8×8 pixels, with [constants]. Products and the
// quotient are in single precision, as in FFmpeg's filter; everything else is in integers.
func (s block) similarity(c1, c2 int64) float32 {
	variances := 64*s.squares - s.a*s.a - s.b*s.b
	covariance := 64*s.products - s.a*s.b
	above := float32(float32(2*s.a*s.b+c1) * float32(2*covariance+c2))
	return above / float32(float32(s.a*s.a+s.b*s.b+c1)*float32(variances+c2))
}

// block sums 4×4 pixels of the rows, starting at column x.
func (m *Meter) block(x int) (s block) {
	var a, b, squares, products uint64
	for i := range 4 {
		row, other := m.rows[0][i][x:][:4], m.rows[1][i][x:][:4]
		for j, v := range row {
			v, w := uint64(v), uint64(other[j])
			a, b = a+v, b+w
			squares += v*v + w*w
			products += v * w
		}
	}
	return block{int64(a), int64(b), int64(squares), int64(products)}
}

// squaredErrors adds up the squared differences of two rows.
func squaredErrors(a, b []uint16) (sum uint64) {
	b = b[:len(a)]
	for x, v := range a {
		d := int64(v) - int64(b[x])
		sum += uint64(d * d)
	}
	return sum
}

// unpack reads row y.
func (s side) unpack(to *[]uint16, y int) []uint16 {
	if cap(*to) < s.Width {
		*to = make([]uint16, s.Width)
	}
	row := (*to)[:s.Width]
	*to = row
	size, step := s.format.SampleBytes(), s.Step
	from := s.Row(y, size)
	switch {
	case size == 1 && step == 1:
		from = from[:len(row)]
		for x := range row {
			row[x] = uint16(from[x])
		}
	case size == 1:
		for x := range row {
			row[x] = uint16(from[x*step])
		}
	default:
		shift, most := s.shift&15, uint16(s.format.MaxValue())
		for x := range row {
			row[x] = min(binary.LittleEndian.Uint16(from[x*step:])>>shift, most)
		}
	}
	return row
}
