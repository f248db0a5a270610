package quadfile

import (
	"slices"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Colour is R, G and B, 8 bits each.
type Colour [3]uint8

// colourOf rounds a colour of 14 bits to 8.
func colourOf(v channel.Vector) Colour { return Colour{to8(v[0]), to8(v[1]), to8(v[2])} }

// to8 rounds 14 bits to 8, halves up: (v·255 + 8191) / 16383 in integers.
func to8(v uint16) uint8 { return uint8((uint32(v)*255 + channel.Peak/2) / channel.Peak) }

// Colours appends the colour of each quad in a picture: that of the pixel at its centre, the lower
// right of the four there.
func Colours(dst []Colour, p *yuv.Picture, quads []quadpyramid.Quad) []Colour {
	if p.Format.Model == yuv.YUV {
		return yuvColours(dst, p, quads)
	}
	reader := channel.Read(p, channel.RGB)
	for _, q := range quads {
		dst = append(dst, colourOf(reader.At(q.X()+q.Size()/2, q.Y()+q.Size()/2)))
	}
	return dst
}

// yuvColours is Colours for YUV, several times as fast.
func yuvColours(dst []Colour, p *yuv.Picture, quads []quadpyramid.Quad) []Colour {
	f := p.Format
	converter := yuv.NewConverter14(f, p.Colour, p.Width, p.Height)
	luma, u, v := &p.Planes[0], &p.Planes[1], &p.Planes[2]
	right, down := uint(f.SubX)&7, uint(f.SubY)&7
	wide, shift, most := f.SampleBytes() == 2, uint(f.Shift)&15, f.MaxValue()
	n := len(dst)
	dst = slices.Grow(dst, len(quads))[:n+len(quads)]
	for i, q := range quads {
		half := sides[q.Level()] / 2
		x, y := q.X()+half, q.Y()+half
		cx, cy := x>>right, y>>down
		r, g, b := converter.Values(
			min(sampleAt(luma.Data, y*luma.Stride+x*luma.Step, wide, shift), most),
			min(sampleAt(u.Data, cy*u.Stride+cx*u.Step, wide, shift), most),
			min(sampleAt(v.Data, cy*v.Stride+cx*v.Step, wide, shift), most))
		c := &dst[n+i]
		c[0], c[1], c[2] = to8(r), to8(g), to8(b)
	}
	return dst
}

// sampleAt returns the sample at an offset, of one byte or of two with a shift.
func sampleAt(data []byte, at int, wide bool, shift uint) int {
	if wide {
		return int(uint16(data[at])|uint16(data[at+1])<<8) >> shift
	}
	return int(data[at])
}

// CubeColours appends the colour of each cube in a window of pictures: that of the pixel at its
// centre, the last of the eight there.
func CubeColours(dst []Colour, pictures []*yuv.Picture, list []ocpyramid.Cube) []Colour {
	var readers [ocpyramid.MaxFrames]channel.Reader
	for i, p := range pictures {
		readers[i] = channel.Read(p, channel.RGB)
	}
	for _, c := range list {
		half := c.Size() / 2
		dst = append(dst, colourOf(readers[c.Frame()+half].At(c.X()+half, c.Y()+half)))
	}
	return dst
}

// colour returns a quad's colour: its own, or that of its mean.
func (f *Frame) colour(i int) Colour {
	if len(f.Colours) != 0 {
		return f.Colours[i]
	}
	return colourOf(f.Means[i].Vector())
}
