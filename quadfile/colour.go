package quadfile

import (
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Colour is R, G and B of 8 bits.
type Colour [3]uint8

// colourOf rounds a colour of 14 bits, a half upwards: (v·255 + 8191) / 16383, integer
// division.
func colourOf(v channel.Vector) (c Colour) {
	for i := range c {
		c[i] = uint8((uint32(v[i])*255 + channel.Peak/2) / channel.Peak)
	}
	return c
}

// Colours appends the colours of quads in a picture: each that of the pixel at the quad's
// centre, of the four there the lower right one.
func Colours(dst []Colour, p *yuv.Picture, quads []quadpyramid.Quad) []Colour {
	reader := channel.Read(p, channel.RGB)
	for _, q := range quads {
		dst = append(dst, colourOf(reader.At(q.X()+q.Size()/2, q.Y()+q.Size()/2)))
	}
	return dst
}

// CubeColours appends the colours of the cubes of a window whose pictures these are: each that of the
// pixel at the cube's centre, of the eight there the last one.
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
