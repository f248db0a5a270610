package quadfile

import (
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Colour is R, G and B, 8 bits each.
type Colour [3]uint8

// colourOf rounds a colour of 14 bits to 8, halves up: (v·255 + 8191) / 16383 in integers.
func colourOf(v channel.Vector) (c Colour) {
	for i := range c {
		c[i] = uint8((uint32(v[i])*255 + channel.Peak/2) / channel.Peak)
	}
	return c
}

// Colours appends the colour of each quad in a picture: that of the pixel at its centre, the lower
// right of the four there.
func Colours(dst []Colour, p *yuv.Picture, quads []quadpyramid.Quad) []Colour {
	reader := channel.Read(p, channel.RGB)
	for _, q := range quads {
		dst = append(dst, colourOf(reader.At(q.X()+q.Size()/2, q.Y()+q.Size()/2)))
	}
	return dst
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
