// Package channel gives each pixel three channels of 14 bits, whatever its picture's format: R, G and
// B, or Y, U and V. Whatever compares colours compares these.
//
// Input is a picture; output is a [Vector] per pixel, in integer arithmetic. This is the reference; the
// fast engines compute the same numbers in their own passes. No goroutines.
package channel

import (
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/yuv"
)

// Peak is the largest value of a channel.
const Peak = 1<<14 - 1

// Space selects a pixel's channels.
type Space uint8

const (
	RGB        Space = iota // R, G and B, converted if the picture is not RGB
	YUV                     // Y, U and V unconverted; not for RGB pictures
	Vectors                 // the codec's motion vectors, as colours; see feature.Field
	SpaceCount              // number of spaces
)

var names = [SpaceCount]string{"rgb", "yuv", "vectors"}

// ParseSpace parses "rgb", "yuv" and "vectors".
func ParseSpace(name string) (Space, error) {
	if i := slices.Index(names[:], name); i >= 0 {
		return Space(i), nil
	}
	return 0, fmt.Errorf("channel: no features are called %q", name)
}

func (s Space) String() string { return names[s] }

// Title returns the player's name for the space.
func (s Space) Title() string { return [SpaceCount]string{"RGB", "YUV", "Motion vectors"}[s] }

// Check returns an error if pictures of a format do not have the channels of a space.
func Check(f yuv.Format, space Space) error {
	switch {
	case space == YUV && f.Model == yuv.RGB:
		return fmt.Errorf("channel: %s has no Y, U and V: use features rgb", f.Name)
	case space == Vectors:
		return errors.New("channel: motion vectors are not colours: use features yuv or rgb")
	}
	return nil
}

// Vector is the three channels of a pixel, or their average over several pixels: R, G, B or Y, U, V,
// each from 0 to Peak.
type Vector [3]uint16

// Reader computes the channels of single pixels.
type Reader struct {
	picture   *yuv.Picture
	most      int
	convert   bool
	converter yuv.Converter14
}

// Read returns a reader of a picture, which must have the channels; see [Check].
//
// A sample above the largest value M, which raw video can contain, counts as M. A sample v becomes
// (v·16383 + ⌊M/2⌋) / M, integer division. For RGB, samples of pictures that are not RGB are converted
// first, by [yuv.NewConverter14]. Chroma is the sample that covers the pixel; a gray picture's chroma
// is the middle of the scale.
func Read(p *yuv.Picture, space Space) Reader {
	return Reader{
		picture: p, most: p.Format.MaxValue(),
		convert:   space == RGB && p.Format.Model != yuv.RGB,
		converter: yuv.NewConverter14(p.Format, p.Colour, p.Width, p.Height),
	}
}

// At returns the channels of a pixel.
func (r *Reader) At(x, y int) Vector {
	p := r.picture
	a, b, c := min(p.Sample(0, x, y), r.most), min(p.Sample(1, x, y), r.most), min(p.Sample(2, x, y), r.most)
	if r.convert {
		return r.converter.RGB14(a, b, c)
	}
	return Vector{scale(a, r.most), scale(b, r.most), scale(c, r.most)}
}

func scale(v, most int) uint16 { return uint16((v*Peak + most>>1) / most) }

// Pixels computes the channels of all pixels, row by row, into dst, which grows if it is too small, and
// returns dst. It fails if Check does.
func Pixels(dst []Vector, p *yuv.Picture, space Space) ([]Vector, error) {
	if err := Check(p.Format, space); err != nil {
		return nil, err
	}
	if n := p.Width * p.Height; cap(dst) < n {
		dst = make([]Vector, n)
	} else {
		dst = dst[:n]
	}
	reader := Read(p, space)
	for y := range p.Height {
		for x := range p.Width {
			dst[y*p.Width+x] = reader.At(x, y)
		}
	}
	return dst, nil
}
