// Package scope makes the scopes of quality control from a picture: waveform, RGB parade
// and vectorscope, and the extremes of its samples.
//
// Input is a picture, output are counts and their pictures. All pixels count. One
// goroutine at a time may use a [Scopes]; its memory is used again.
//
// What is counted is what FFmpeg's filters waveform, vectorscope and signalstats count;
// how counts become light is ours, see docs/reference/display.md.
package scope

import (
	"encoding/binary"
	"image"
	"math"

	"ffkvadrat/yuv"
)

// Values is the number of values on each axis of a scope: those of 8 bits. Of more bits the
// upper 8 count.
const Values = 256

// Most columns of a waveform and of a parade's channel. In a wider picture several columns
// of pixels share one.
const (
	waveColumns   = 512
	paradeColumns = 170
)

// Scopes are the scopes of one picture.
type Scopes struct {
	Waveform  Wave       // luma
	Parade    [3]Wave    // R, G and B as shown
	Vector    []uint32   // number of chroma samples with U and V: Values rows of V from 0 on
	Chroma    int        // number of chroma samples
	Planes    [3]Extent  // luma, and U and V where there are such
	Outside   int        // pixels with samples outside the limited range
	Pixels    int        // of the picture
	Depth     int        // bits of a sample
	Model     yuv.Model  // of the picture
	Shown     yuv.Colour // as it is shown, with nothing unspecified
	row       []byte     // R, G, B and 255 of a row
	bins      [2][]int   // where each pixel's column begins, of a waveform and of a parade
	values    [3][]int   // of a row
	converter yuv.Converter
}

// Wave is the number of samples by column and value.
type Wave struct {
	Columns int
	N       []uint32 // Values numbers for each column, from value 0 on
	Samples int      // of the fullest column
}

// Extent are the least, the largest and the mean of code values.
type Extent struct {
	Low, High int
	Mean      float64
}

// Count makes the scopes of a picture, of which colour says how it is shown.
func (s *Scopes) Count(p *yuv.Picture, colour yuv.Colour) {
	s.Pixels, s.Outside, s.Depth, s.Model = p.Width*p.Height, 0, p.Format.Depth, p.Format.Model
	s.Shown = colour.Resolve(p.Width, p.Height)
	s.Vector = cleared(s.Vector, Values*Values)
	s.Waveform.begin(p, waveColumns, &s.bins[0])
	for i := range s.Parade {
		s.Parade[i].begin(p, paradeColumns, &s.bins[1])
	}
	s.converter = s.converter.Next(p.Format, colour, p.Width, p.Height)
	for i := range s.values {
		s.values[i] = cleared(s.values[i], p.Width)
	}
	s.row = cleared(s.row, 4*p.Width)
	s.luma(p)
	s.colours(p)
	s.chroma(p)
}

// cleared returns n zeros, in memory that may be given.
func cleared[T uint32 | int | byte](memory []T, n int) []T {
	if cap(memory) < n {
		return make([]T, n)
	}
	memory = memory[:n]
	clear(memory)
	return memory
}

// begin makes room for the picture's columns, and puts where each begins into bins.
func (w *Wave) begin(p *yuv.Picture, most int, bins *[]int) {
	w.Columns = min(p.Width, most)
	w.N = cleared(w.N, Values*w.Columns)
	w.Samples = (p.Width + w.Columns - 1) / w.Columns * p.Height
	*bins = cleared(*bins, p.Width)
	for x := range *bins {
		(*bins)[x] = Values * (x * w.Columns / p.Width)
	}
}

// read puts the samples of a plane's row, of which each counts up to most, into values.
func read(values []int, plane *yuv.Plane, y, bytes, shift, most int) {
	row, step := plane.Row(y, bytes), plane.Step
	for x := range values {
		if bytes == 1 {
			values[x] = int(row[x*step])
		} else {
			values[x] = min(int(binary.LittleEndian.Uint16(row[x*step:])>>shift), most)
		}
	}
}

// luma counts the waveform, and pixels whose luma is out of range.
func (s *Scopes) luma(p *yuv.Picture) {
	f := p.Format
	most, down := f.MaxValue(), f.Depth-8
	allowed, _ := f.LimitedBands()
	if f.Model == yuv.RGB {
		allowed = yuv.Band{High: most}
	}
	extent, sum := Extent{Low: most}, 0
	values, bins := s.values[0], s.bins[0]
	for y := range p.Height {
		read(values, &p.Luma, y, f.SampleBytes(), p.LumaShift, most)
		for x, v := range values {
			s.Waveform.N[bins[x]+v>>down]++
			sum += v
			extent.Low, extent.High = min(extent.Low, v), max(extent.High, v)
			if allowed.Lacks(v) {
				s.Outside++
			}
		}
	}
	extent.Mean = float64(sum) / float64(s.Pixels)
	s.Planes = [3]Extent{extent}
}

// colours counts the parade.
func (s *Scopes) colours(p *yuv.Picture) {
	row := image.RGBA{Pix: s.row} // with a stride of 0: each row takes the place of the one before
	for y := range p.Height {
		s.converter.PaintRows(&row, p, y, y+1)
		for x, bin := range s.bins[1] {
			pixel := s.row[4*x : 4*x+3 : 4*x+3]
			s.Parade[0].N[bin+int(pixel[0])]++
			s.Parade[1].N[bin+int(pixel[1])]++
			s.Parade[2].N[bin+int(pixel[2])]++
		}
	}
}

// chroma counts the vectorscope, and pixels whose chroma alone is out of range.
func (s *Scopes) chroma(p *yuv.Picture) {
	switch f := p.Format; f.Model {
	case yuv.Gray:
		s.Chroma = s.Pixels
		s.Vector[Values*Values/2+Values/2] = uint32(s.Pixels)
	case yuv.RGB:
		s.Chroma = s.Pixels
		s.rgb(p)
	default:
		u, v := &p.Planes[1], &p.Planes[2]
		s.Chroma = u.Width * u.Height
		most, down := f.MaxValue(), f.Depth-8
		luma, allowed := f.LimitedBands()
		us, vs := s.values[1][:u.Width], s.values[2][:u.Width]
		s.Planes[1], s.Planes[2] = Extent{Low: most}, Extent{Low: most}
		sums := [2]int{}
		for y := range u.Height {
			read(us, u, y, f.SampleBytes(), f.Shift, most)
			read(vs, v, y, f.SampleBytes(), f.Shift, most)
			for x := range us {
				s.Vector[vs[x]>>down*Values+us[x]>>down]++
				s.Planes[1].take(us[x])
				s.Planes[2].take(vs[x])
				sums[0] += us[x]
				sums[1] += vs[x]
				if allowed.Lacks(us[x]) || allowed.Lacks(vs[x]) {
					s.Outside += inLuma(p, x, y, luma)
				}
			}
		}
		for i, sum := range sums {
			s.Planes[1+i].Mean = float64(sum) / float64(s.Chroma)
		}
	}
}

// take widens the extent.
func (e *Extent) take(v int) { e.Low, e.High = min(e.Low, v), max(e.High, v) }

// inLuma returns how many of the pixels that share chroma sample (x, y) have luma in range.
func inLuma(p *yuv.Picture, x, y int, allowed yuv.Band) (n int) {
	f := p.Format
	for py := y << f.SubY; py < min((y+1)<<f.SubY, p.Height); py++ {
		for px := x << f.SubX; px < min((x+1)<<f.SubX, p.Width); px++ {
			if !allowed.Lacks(min(p.Sample(-1, px, py), f.MaxValue())) {
				n++
			}
		}
	}
	return n
}

// Chroma of RGB at 8 bits, by BT.709 in limited range, times 2^16.
var toU, toV = [3]int{-6596, -22188, 28784}, [3]int{28784, -26145, -2639}

// rgb counts the vectorscope of an RGB picture.
func (s *Scopes) rgb(p *yuv.Picture) {
	f := p.Format
	down := f.Depth - 8
	for y := range p.Height {
		for i := range s.values {
			read(s.values[i], &p.Planes[i], y, f.SampleBytes(), f.Shift, f.MaxValue())
		}
		for x := range p.Width {
			r, g, b := s.values[0][x]>>down, s.values[1][x]>>down, s.values[2][x]>>down
			u := (toU[0]*r + toU[1]*g + toU[2]*b + 128<<16 + 1<<15) >> 16
			v := (toV[0]*r + toV[1]*g + toV[2]*b + 128<<16 + 1<<15) >> 16
			s.Vector[v*Values+u]++
		}
	}
}

// light is how bright a cell with n of all samples is, where that part of them which is
// full makes it white: 0 for none, at least 40 for any, and else it follows the root.
func light(n uint32, all int, full float64) float64 {
	if n == 0 {
		return 0
	}
	part := math.Sqrt(float64(n) / (float64(all) * full))
	return 40 + 215*min(part, 1)
}
