package match

import (
	"encoding/binary"

	"ffkvadrat/yuv"
)

// Reference computes pictures of scores by the definition, a sample at a time. The zero value is
// ready.
type Reference struct {
	made   yuv.Picture
	memory []byte
	sums   []uint32
}

// Of returns the picture of scores, valid until the next call.
func (r *Reference) Of(p *yuv.Picture, pattern *Pattern) *yuv.Picture {
	r.made, r.memory = newScores(p.Width, p.Height, r.memory)
	clear(r.made.Luma.Data)
	columns, rows := pattern.Places(p)
	r.sums = r.sums[:0]
	for y := range rows {
		for x := range columns {
			sum, _ := pattern.Sum(p, x, y)
			r.sums = append(r.sums, sum)
		}
	}
	for i, s := range r.sums {
		x, y := i%columns, i/columns
		if s <= pattern.Most && !(pattern.Suppress && r.better(pattern, columns, rows, x, y)) {
			binary.LittleEndian.PutUint16(r.made.Luma.Row(y, 2)[2*x:], pattern.Score(s))
		}
	}
	return &r.made
}

// Sum returns the sum of differences between the pattern and the picture at a pixel; ok is false if
// the pattern is not inside the picture there.
func (pattern *Pattern) Sum(p *yuv.Picture, x, y int) (sum uint32, ok bool) {
	if columns, rows := pattern.Places(p); x >= columns || y >= rows {
		return 0, false
	}
	for t := range pattern.Height {
		for s := range pattern.Width {
			d := min(p.Sample(-1, x+s, y+t), p.Format.MaxValue()) - int(pattern.Samples[t*pattern.Width+s])
			sum += uint32(max(d, -d))
		}
	}
	return sum, true
}

// better reports whether a pixel near (x, y) has a smaller sum, or the same sum and comes before it
// line by line.
func (r *Reference) better(pattern *Pattern, columns, rows, x, y int) bool {
	at := y*columns + x
	for v := max(0, y-pattern.Height); v < min(y+pattern.Height, rows); v++ {
		for u := max(0, x-pattern.Width); u < min(x+pattern.Width, columns); u++ {
			near := 2*max(u-x, x-u) < pattern.Width && 2*max(v-y, y-v) < pattern.Height
			other := v*columns + u
			if near && (r.sums[other] < r.sums[at] || r.sums[other] == r.sums[at] && other < at) {
				return true
			}
		}
	}
	return false
}
