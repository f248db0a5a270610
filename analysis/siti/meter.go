package siti

import (
	"encoding/binary"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/yuv"
)

// kernels are the loops over a row.
type kernels struct {
	// spatial adds the magnitudes of all columns but the first and the last, minus shift.
	spatial func(s *sums, above, here, below []float64, shift float64)
	// temporal adds the differences of all columns, minus shift.
	temporal func(s *sums, now, before []float64, shift float64)
}

var table = append([]kernel.Row[kernels]{kernel.Portable(kernels{spatial, temporal})}, vector()...)

// Variants are the meters that this processor can run.
var Variants = kernel.Of(table, func(k kernels) *Meter { return &Meter{kernels: k} })

// Meter measures pictures. One goroutine at a time may use it; it allocates only when pictures
// grow.
type Meter struct {
	kernels kernels
	scale   scale
	numbers []float64    // of all samples, on the scale
	rows    [3][]float64 // of numbers
	row     sums
}

// NewMeter returns a meter.
func NewMeter() *Meter { return Variants.Best() }

// Of measures a picture; its samples and those of the previous one are in their planes' memory.
// Samples are clamped to the largest value, which raw video can exceed.
func (m *Meter) Of(p *yuv.Picture, d Domain) (v Values) {
	m.tabulate(scaleOf(p, d), p.Format)
	for i := range m.rows {
		if cap(m.rows[i]) < p.Width {
			m.rows[i] = make([]float64, p.Width)
		}
		m.rows[i] = m.rows[i][:p.Width]
	}
	v.HasSI, v.HasTI = p.Width > 2 && p.Height > 2, comparable(p, d)
	var detail, change spread
	var shift, start float64
	above, here, below := m.rows[0], m.rows[1], m.rows[2]
	for y := range p.Height {
		above, here, below = here, below, above
		m.read(below, p, y)
		if y >= 2 && v.HasSI {
			if y == 2 {
				shift = magnitude(above[0], above[1], above[2], here[0], here[2], below[0], below[1], below[2])
			}
			m.row = sums{}
			m.kernels.spatial(&m.row, above, here, below, shift)
			detail.row(&m.row, p.Width-2)
		}
	}
	if v.HasSI {
		v.SI = m.scale.unit() * detail.deviation()
	}
	if !v.HasTI {
		return v
	}
	now, before := m.rows[0], m.rows[1]
	for y := range p.Height {
		m.read(now, p, y)
		m.read(before, p.Before, y)
		if y == 0 {
			start = now[0] - before[0]
		}
		m.row = sums{}
		m.kernels.temporal(&m.row, now, before, start)
		change.row(&m.row, p.Width)
	}
	v.TI = m.scale.unit() * change.deviation()
	return v
}

// tabulate computes the numbers of all samples that can be stored, clamped to the largest value.
func (m *Meter) tabulate(s scale, f yuv.Format) {
	n := 1 << (8 * f.SampleBytes())
	if m.scale == s && len(m.numbers) == n {
		return
	}
	m.scale = s
	if cap(m.numbers) < n {
		m.numbers = make([]float64, n)
	}
	m.numbers = m.numbers[:n]
	for v := range m.numbers {
		if v <= f.MaxValue() {
			m.numbers[v] = s.number(v)
		} else {
			m.numbers[v] = m.numbers[f.MaxValue()]
		}
	}
}

// read reads the numbers of a row of luma.
func (m *Meter) read(to []float64, p *yuv.Picture, y int) {
	size, step := p.Format.SampleBytes(), p.Luma.Step
	from := p.Luma.Row(y, size)
	if size == 2 {
		numbers, shift := (*[1 << 16]float64)(m.numbers), p.LumaShift&15
		for x := range to {
			to[x] = numbers[binary.LittleEndian.Uint16(from[x*step:])>>shift]
		}
		return
	}
	numbers := (*[1 << 8]float64)(m.numbers)
	if step == 1 {
		from = from[:len(to)]
		// Four at a time: how fast a loop of one sample is depends on where the linker puts it, by half.
		for ; len(to) >= 4; to, from = to[4:], from[4:] {
			t, f := (*[4]float64)(to), (*[4]byte)(from)
			t[0], t[1], t[2], t[3] = numbers[f[0]], numbers[f[1]], numbers[f[2]], numbers[f[3]]
		}
		for x, v := range from {
			to[x] = numbers[v]
		}
		return
	}
	for x := range to {
		to[x] = numbers[from[x*step]]
	}
}

func spatial(s *sums, above, here, below []float64, shift float64) {
	spatialFrom(0, s, above, here, below, shift)
}

// spatialFrom adds the magnitudes from a column on.
func spatialFrom(x int, s *sums, above, here, below []float64, shift float64) {
	above, below = above[:len(here)], below[:len(here)]
	for ; x+2 < len(here); x++ {
		s.add(x, magnitude(above[x], above[x+1], above[x+2], here[x], here[x+2], below[x], below[x+1], below[x+2])-shift)
	}
}

func temporal(s *sums, now, before []float64, shift float64) { temporalFrom(0, s, now, before, shift) }

// temporalFrom adds the differences from a column on.
func temporalFrom(x int, s *sums, now, before []float64, shift float64) {
	before = before[:len(now)]
	for ; x < len(now); x++ {
		s.add(x, now[x]-before[x]-shift)
	}
}
