package feature

import (
	"fmt"

	"ffkvadrat/yuv"
)

// Check fails if pictures of a format do not have the features of a space.
func Check(f yuv.Format, space Space) error {
	if space == YUV && f.Model == yuv.RGB {
		return fmt.Errorf("feature: features yuv: %s has no Y, U and V, only features rgb", f.Name)
	}
	return nil
}

// Pixels computes the features of all pixels, row by row, into dst, which grows
// if it is too small, and returns it. It fails if Check does.
//
// A sample above the largest value M, which raw video can hold, counts as M.
// Samples v of M+1 values become (v·16383 + ⌊M/2⌋) / M, integer division. For
// RGB features, the samples of a picture that is not RGB are converted first, by
// [yuv.NewConverter14]. Chroma is the sample that covers the pixel; a gray
// picture's chroma is the middle.
func Pixels(dst []Vector, p *yuv.Picture, space Space) ([]Vector, error) {
	if err := Check(p.Format, space); err != nil {
		return nil, err
	}
	if n := p.Width * p.Height; cap(dst) < n {
		dst = make([]Vector, n)
	} else {
		dst = dst[:n]
	}
	convert := space == RGB && p.Format.Model != yuv.RGB
	converter := yuv.NewConverter14(p.Format, p.Colour, p.Width, p.Height)
	for y := range p.Height {
		for x := range p.Width {
			most := p.Format.MaxValue()
			a, b, c := min(p.Sample(0, x, y), most), min(p.Sample(1, x, y), most), min(p.Sample(2, x, y), most)
			v := &dst[y*p.Width+x]
			if convert {
				*v = converter.RGB14(a, b, c)
			} else {
				*v = Vector{scale(a, most), scale(b, most), scale(c, most)}
			}
		}
	}
	return dst, nil
}

func scale(v, most int) uint16 { return uint16((v*Peak + most>>1) / most) }
