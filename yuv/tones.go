package yuv

import "encoding/binary"

// Percents are the percentiles of [Tones].
var Percents = [3]int{1, 50, 99}

// Tones summarises the brightness of a picture's luma.
type Tones struct {
	Sum         uint64    // of all samples
	Percentiles [3]uint16 // the percentiles of Percents
}

// Toner computes the tones of pictures. A sample above the largest value, which raw video can contain,
// counts as the largest value. One goroutine at a time may use it. It allocates only when the depth
// increases. The zero value is ready.
type Toner struct {
	bytes  Histogram
	counts []int // number of samples by value
}

// Of returns the tones of a picture, whose samples must be in its planes' memory.
func (t *Toner) Of(p *Picture) (tones Tones) {
	size, most := p.Format.SampleBytes(), p.Format.MaxValue()
	if len(t.counts) <= most {
		t.counts = make([]int, most+1)
	}
	counts := t.counts[:most+1]
	if size == 1 {
		t.bytes.Count(p)
		copy(counts, t.bytes[:])
	} else {
		clear(counts)
		for y := range p.Height {
			row := p.Luma.Row(y, size)
			for x := range p.Width {
				v := int(binary.LittleEndian.Uint16(row[x*p.Luma.Step:]) >> p.LumaShift)
				counts[min(v, most)]++
			}
		}
	}
	pixels, below, next := p.Width*p.Height, 0, 0
	for v, n := range counts {
		tones.Sum += uint64(v) * uint64(n)
		below += n
		for next < len(Percents) && 100*below >= Percents[next]*pixels {
			tones.Percentiles[next] = uint16(v)
			next++
		}
	}
	return tones
}
