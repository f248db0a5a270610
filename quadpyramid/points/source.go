package points

import (
	"encoding/binary"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Source is the plane that holds the values of a picture's points: luma or alpha. A value is the
// sample, clamped to the largest one of the picture's depth, which raw video can exceed.
type Source struct {
	plane       *yuv.Plane
	sampleBytes int
	shift       int
	most        uint16
}

// NewSource returns the plane of luma, or of alpha, which the picture must then have.
func NewSource(p *yuv.Picture, alpha bool) Source {
	s := Source{&p.Luma, p.Format.SampleBytes(), p.LumaShift, uint16(p.Format.MaxValue())}
	if alpha {
		s.plane, s.shift = &p.Alpha, p.Format.Shift
	}
	return s
}

// Read reads the values of points into values, which has the same length.
func (s *Source) Read(values []uint16, list []quadpyramid.Quad) {
	data, stride, step := s.plane.Data, s.plane.Stride, s.plane.Step
	values = values[:len(list)]
	if s.sampleBytes == 1 {
		for i, q := range list {
			values[i] = uint16(data[q.Y()*stride+q.X()*step])
		}
		return
	}
	for i, q := range list {
		values[i] = min(binary.LittleEndian.Uint16(data[q.Y()*stride+q.X()*step:])>>s.shift, s.most)
	}
}
