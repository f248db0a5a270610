package yuv

import "encoding/binary"

// AlphaSample selects the alpha plane for Sample.
const AlphaSample = 3

// Sample returns the sample of a plane at a pixel; plane −1 is luma, AlphaSample alpha. For a gray
// picture planes 1 and 2 are the middle of the scale.
func (p *Picture) Sample(plane, x, y int) int {
	f := p.Format
	from, shift := &p.Luma, p.LumaShift
	switch {
	case plane == AlphaSample:
		from, shift = &p.Alpha, f.Shift
	case plane >= 0:
		from, shift = &p.Planes[plane], f.Shift
	}
	if plane > 0 && plane < AlphaSample {
		switch f.Model {
		case Gray:
			return 1 << (f.Depth - 1)
		case YUV:
			x, y = x>>f.SubX, y>>f.SubY
		}
	}
	at := from.Data[y*from.Stride+x*from.Step:]
	if f.SampleBytes() == 1 {
		return int(at[0])
	}
	return int(binary.LittleEndian.Uint16(at) >> shift)
}
