package match

import (
	"encoding/binary"
	"slices"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/yuv"
)

// group is the number of places that a kernel computes at a time.
const group = 16

// Finder makes pictures of scores. One goroutine at a time may use it; see Begin for several. It
// allocates only when pictures or templates grow.
type Finder struct {
	kernels kernels
	p       *yuv.Picture
	pattern Pattern
	// columns and rows are the number of places where the pattern is inside the picture.
	columns, rows int

	samples []byte // a padded copy of the luma, so that kernels may read past the ends of rows
	stride  int    // of samples, in bytes
	sought  []byte // the pattern's samples, of the same width
	sums    []uint32
	width   int // row length of sums: columns, rounded up to whole groups

	near   []Offset // places to compare a hit with, nearest first
	nearOf [2]int   // the pattern's size for which near was made
	made   yuv.Picture
	memory []byte
	buf    []uint16 // of the pattern
}

// job is the input of a kernel: a group of places.
type job struct {
	sums          []uint32 // of the group
	samples       []byte   // from the first place on
	stride        int      // bytes
	sought        []byte
	width, height int
	most          uint32
	// run is the number of differences whose sum fits in 16 bits.
	run int
}

// kernels write the sums of differences of a group of places. If all exceed most, they may write
// any sums that exceed it.
type kernels struct {
	bytes, words func(j job)
}

func table() []kernel.Row[kernels] {
	return append([]kernel.Row[kernels]{kernel.Portable(portable())}, vector()...)
}

// Variants returns the finders that this processor can run.
func Variants() kernel.Variants[*Finder] { return kernel.Of(table(), newFinder) }

// NewFinder returns a finder with the best instructions that the processor has.
func NewFinder() *Finder { return Variants().Best() }

func newFinder(k kernels) *Finder { return &Finder{kernels: k} }

// Of returns the picture of scores of the hits, whose mean difference is at most threshold, in
// memory that is valid until the next call.
func (f *Finder) Of(p *yuv.Picture, s Search, threshold float64) (*yuv.Picture, error) {
	made, err := f.Begin(p, s, threshold)
	if err != nil {
		return nil, err
	}
	f.Load(0, p.Height)
	f.Sum(0, p.Height)
	f.Score(0, p.Height)
	return made, nil
}

// Begin is Of for several goroutines, which then call Load for all rows, Sum for all rows, and
// Score for all rows.
func (f *Finder) Begin(p *yuv.Picture, s Search, threshold float64) (*yuv.Picture, error) {
	pattern, err := s.Pattern(p, threshold, f.buf)
	if err != nil {
		return nil, err
	}
	f.p, f.pattern, f.buf = p, pattern, pattern.Samples
	f.made, f.memory = newScores(p.Width, p.Height, f.memory)
	f.columns, f.rows = pattern.Places(p)
	size := p.Format.SampleBytes()
	f.width = (f.columns + group - 1) / group * group
	f.sums = slices.Grow(f.sums[:0], f.width*f.rows)[:f.width*f.rows]
	f.stride = size * (p.Width + 4*group)
	f.samples = slices.Grow(f.samples[:0], f.stride*p.Height)[:f.stride*p.Height]
	f.sought = f.sought[:0]
	for _, v := range pattern.Samples {
		if f.sought = append(f.sought, byte(v)); size == 2 {
			f.sought = append(f.sought, byte(v>>8))
		}
	}
	if f.nearOf != [2]int{pattern.Width, pattern.Height} {
		f.near, f.nearOf = Near(pattern.Width, pattern.Height), [2]int{pattern.Width, pattern.Height}
	}
	return &f.made, nil
}

// Load reads the picture's rows first to end−1.
func (f *Finder) Load(first, end int) {
	if f.rows == 0 {
		return
	}
	size, most := f.p.Format.SampleBytes(), uint16(f.p.Format.MaxValue())
	step, shift := f.p.Luma.Step, f.p.LumaShift
	for y := first; y < end; y++ {
		to, from := f.samples[y*f.stride:(y+1)*f.stride], f.p.Luma.Row(y, size)
		switch {
		case size == 1 && step == 1:
			copy(to, from)
		case size == 1:
			for x := range f.p.Width {
				to[x] = from[x*step]
			}
		default:
			for x := range f.p.Width {
				binary.LittleEndian.PutUint16(to[2*x:], min(binary.LittleEndian.Uint16(from[x*step:])>>shift, most))
			}
		}
	}
}

// Sum computes the sums of differences of the rows first to end−1.
func (f *Finder) Sum(first, end int) {
	size := f.p.Format.SampleBytes()
	run := f.kernels.words
	if size == 1 {
		run = f.kernels.bytes
	}
	j := job{
		stride: f.stride, sought: f.sought, width: f.pattern.Width, height: f.pattern.Height, most: f.pattern.Most,
		run: 65535 / f.p.Format.MaxValue(),
	}
	for y := first; y < min(end, f.rows); y++ {
		row := f.sums[y*f.width : (y+1)*f.width]
		for x := 0; x < f.columns; x += group {
			j.sums, j.samples = row[x:x+group], f.samples[y*f.stride+x*size:]
			run(j)
		}
	}
}

// Hits appends the sums of the hits of row y to list, in order, after Sum has computed all rows.
func (f *Finder) Hits(list []uint32, y int) []uint32 {
	if y >= f.rows {
		return list
	}
	for x, sum := range f.sums[y*f.width : y*f.width+f.columns] {
		if f.hit(x, y, sum) {
			list = append(list, sum)
		}
	}
	return list
}

// hit reports whether the place (x, y), with this sum, is a hit.
func (f *Finder) hit(x, y int, sum uint32) bool {
	return sum <= f.pattern.Most && !(f.pattern.Suppress && f.suppressed(x, y, sum))
}

// Score writes the rows first to end−1 of the picture of scores.
func (f *Finder) Score(first, end int) {
	for y := first; y < end; y++ {
		to := f.made.Luma.Row(y, 2)
		clear(to)
		if y >= f.rows {
			continue
		}
		for x, sum := range f.sums[y*f.width : y*f.width+f.columns] {
			if f.hit(x, y, sum) {
				binary.LittleEndian.PutUint16(to[2*x:], f.pattern.Score(sum))
			}
		}
	}
}

// suppressed reports whether a better hit is near the one at (x, y).
func (f *Finder) suppressed(x, y int, sum uint32) bool {
	for _, o := range f.near {
		u, v := x+o.X, y+o.Y
		if uint(u) >= uint(f.columns) || uint(v) >= uint(f.rows) {
			continue
		}
		other := f.sums[v*f.width+u]
		if other < sum || other == sum && (o.Y < 0 || o.Y == 0 && o.X < 0) {
			return true
		}
	}
	return false
}

// portable returns the kernels without vector instructions.
func portable() kernels {
	return kernels{
		bytes: func(j job) {
			for i := range j.sums {
				var sum uint32
				for t := 0; t < j.height && sum <= j.most; t++ {
					sought := j.sought[t*j.width : (t+1)*j.width]
					row := j.samples[t*j.stride+i:][:len(sought)]
					for s, v := range sought {
						sum += uint32(max(v, row[s]) - min(v, row[s]))
					}
				}
				j.sums[i] = sum
			}
		},
		words: func(j job) {
			for i := range j.sums {
				var sum uint32
				for t := 0; t < j.height && sum <= j.most; t++ {
					sought := j.sought[2*t*j.width : 2*(t+1)*j.width]
					row := j.samples[t*j.stride+2*i:][:len(sought)]
					for s := 0; s < len(sought); s += 2 {
						v, w := binary.LittleEndian.Uint16(sought[s:]), binary.LittleEndian.Uint16(row[s:])
						sum += uint32(max(v, w) - min(v, w))
					}
				}
				j.sums[i] = sum
			}
		},
	}
}
