package feature

import (
	"encoding/binary"
	"errors"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Field makes a picture of a frame's motion vectors, as the codec has them. The combiner makes
// regions of equal motion from it, by features of [channel.YUV]. One goroutine at a time may use
// it; its zero value is ready. It allocates only when pictures grow.
type Field struct {
	made   yuv.Picture
	memory [3][]byte
	known  []byte // a row of samples of pixels that have a vector
}

// Still is the channel's value for a component without motion. A motion of one pixel adds
// [yuv.VectorUnit].
const Still = 1 << 13

// ErrNoVectors means that a picture has no motion vectors of the codec.
var ErrNoVectors = errors.New("no motion vectors: only H.264, MPEG-1, MPEG-2, MPEG-4 and related codecs have them, decoded in software")

// fieldFormat has three channels of 14 bits, which are used without conversion. Blocks begin at
// even pixels.
var fieldFormat = yuv.Format{Name: "yuv420p14le", Model: yuv.YUV, Depth: 14, SubX: 1, SubY: 1}

// Of returns the picture of vectors, in memory of f that is valid until the next call. Y is Peak
// where a pixel has a vector, else 0. U and V are the motion to the right and down in units of
// vectors, plus Still, clamped to the channel. Where several vectors cover a pixel the last one
// counts, and vectors from earlier frames take precedence over those from later ones. Pixels
// without a vector have U = V = Still. The error matches [ErrNoVectors].
func (f *Field) Of(p *yuv.Picture) (*yuv.Picture, error) {
	if p.Vectors == nil {
		return nil, ErrNoVectors
	}
	f.begin(p.Width, p.Height)
	for _, later := range [...]bool{true, false} {
		for i := range p.Vectors.Len() {
			if v := p.Vectors.At(i); v.Later == later {
				f.paint(v)
			}
		}
	}
	return &f.made, nil
}

// begin makes a picture in which no pixel has a vector.
func (f *Field) begin(width, height int) {
	f.made = yuv.Picture{Width: width, Height: height, Format: fieldFormat, Colour: yuv.Colour{Range: yuv.Full}}
	for i := range f.made.Planes {
		plane := &f.made.Planes[i]
		plane.Width, plane.Height, plane.Step = width, height, 2
		if i > 0 {
			plane.Width, plane.Height = (width+1)/2, (height+1)/2
		}
		plane.Stride = (plane.Width*2 + 63) &^ 63
		if n := plane.Stride * plane.Height; len(f.memory[i]) < n {
			f.memory[i] = make([]byte, n)
		}
		plane.Data = f.memory[i][:plane.Stride*plane.Height]
		if i == 0 {
			clear(plane.Data)
		} else {
			first := plane.Data[:plane.Stride]
			fill(first, Still)
			for at := plane.Stride; at < len(plane.Data); at += plane.Stride {
				copy(plane.Data[at:], first)
			}
		}
	}
	if n := f.made.Planes[0].Stride; len(f.known) < n {
		f.known = make([]byte, n)
		fill(f.known, channel.Peak)
	}
	f.made.Luma = f.made.Planes[0]
}

// paint fills a vector's block.
func (f *Field) paint(v yuv.MotionVector) {
	left, right := max(v.X, 0), min(v.X+v.Width, f.made.Width)
	top, bottom := max(v.Y, 0), min(v.Y+v.Height, f.made.Height)
	if left >= right || top >= bottom {
		return
	}
	for y := top; y < bottom; y++ {
		copy(f.made.Planes[0].Data[y*f.made.Planes[0].Stride+2*left:], f.known[:2*(right-left)])
	}
	left, right, top, bottom = left/2, (right+1)/2, top/2, (bottom+1)/2
	for i, d := range [...]int{v.DX, v.DY} {
		plane := &f.made.Planes[1+i]
		first := plane.Data[top*plane.Stride+2*left:][:2*(right-left)]
		fill(first, uint16(min(max(Still+d, 0), channel.Peak)))
		for y := top + 1; y < bottom; y++ {
			copy(plane.Data[y*plane.Stride+2*left:], first)
		}
	}
}

// fill sets all samples.
func fill(samples []byte, v uint16) {
	if len(samples) == 0 {
		return
	}
	binary.LittleEndian.PutUint16(samples, v)
	for n := 2; n < len(samples); n *= 2 {
		copy(samples[n:], samples[:n])
	}
}
