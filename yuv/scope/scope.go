// Package scope computes the scopes of quality control from a picture: waveform, RGB parade and
// vectorscope, and the extremes of its samples.
//
// Input is a picture; output is counts and an image of them. All pixels count. One goroutine at a time
// may use a [Scopes], which reuses its memory.
//
// The counts are those of FFmpeg's filters waveform, vectorscope and signalstats; their brightness is
// defined in docs/reference/display.md.
package scope

import (
	"encoding/binary"
	"image"
	"math"

	"ffkvadrat/yuv"
)

// Values is the number of values on each axis of a scope, which has 8 bits. Deeper samples count by
// their upper 8 bits.
const Values = 256

// Most columns of a waveform and of a parade's channel. In a wider picture several pixel columns share
// one.
const (
	waveColumns   = 512
	paradeColumns = 170
)

// Scopes are the scopes of one picture.
type Scopes struct {
	Waveform  Wave       // luma
	Parade    [3]Wave    // R, G and B as shown
	Vector    []uint32   // number of chroma samples by U and V: Values rows, V ascending
	Chroma    int        // number of chroma samples
	Planes    [3]Extent  // luma, then U and V if present
	Outside   int        // pixels with samples outside limited range
	Pixels    int        // of the picture
	Depth     int        // bits of a sample
	Model     yuv.Model  // of the picture
	Shown     yuv.Colour // the resolved colour with which it is shown
	row       []byte     // R, G, B and 255 of a row
	bins      [2][]int   // offset of each pixel's column, for a waveform and for a parade
	values    [3][]int   // of a row
	converter yuv.Converter
}

// Wave counts samples by column and value.
type Wave struct {
	Columns int
	N       []uint32 // Values numbers per column, value ascending
	Samples int      // of the fullest column
}

// Extent is the minimum, maximum and mean of code values.
type Extent struct {
	Low, High int
	Mean      float64
}

// Count computes the scopes of a picture; colour says how it is shown.
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

// cleared returns n zeros, in memory if that is large enough.
func cleared[T uint32 | int | byte](memory []T, n int) []T {
	if cap(memory) < n {
		return make([]T, n)
	}
	memory = memory[:n]
	clear(memory)
	return memory
}

// begin clears the counts for p and sets bins to the offset of each pixel's column.
func (w *Wave) begin(p *yuv.Picture, most int, bins *[]int) {
	w.Columns = min(p.Width, most)
	w.N = cleared(w.N, Values*w.Columns)
	w.Samples = (p.Width + w.Columns - 1) / w.Columns * p.Height
	*bins = cleared(*bins, p.Width)
	for x := range *bins {
		(*bins)[x] = Values * (x * w.Columns / p.Width)
	}
}

// read stores the samples of a plane's row in values, each limited to most.
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

// luma counts the waveform, and the pixels with luma out of range.
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
	row := image.RGBA{Pix: s.row} // with a stride of 0 each row replaces the one before
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

// chroma counts the vectorscope, and pixels of which only the chroma is out of range.
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

// take extends the extent to v.
func (e *Extent) take(v int) { e.Low, e.High = min(e.Low, v), max(e.High, v) }

// inLuma returns the number of pixels with luma in range among those that share chroma sample (x, y).
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

// 8-bit chroma of RGB by BT.709 in limited range, times 2^16.
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

// light returns the brightness of a cell with n of all samples. The fraction full is white, no samples
// are 0, few are at least 40; in between it follows the square root.
func light(n uint32, all int, full float64) float64 {
	if n == 0 {
		return 0
	}
	part := math.Sqrt(float64(n) / (float64(all) * full))
	return 40 + float64(215*min(part, 1))
}
