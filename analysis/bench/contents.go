package bench

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
)

// Content names what a picture shows.
type Content string

// The contents.
const (
	Video Content = "video" // a real picture, mirrored to fill the plane if it is too small
	Noise Content = "noise" // white noise
	Full  Content = "full"  // one value: as few quads as the size allows

	// For the operator cross on luma:
	Empty Content = "empty" // no leaf pixels: a checkerboard of extremes
	Dense Content = "dense" // three of four pixels are single leaves: the largest number of quads
)

// Contents returns all contents.
func Contents() []Content { return []Content{Video, Noise, Empty, Full, Dense} }

// Fits reports whether the content is what its name says, with the parameters.
func (c Content) Fits(p analysis.Params) bool {
	return c != Empty && c != Dense ||
		p.Variant.Discriminates() && p.Operator == edge.Cross && p.Planes == edge.LumaPlane
}

// noiseSeed makes the noise the same on every machine.
const noiseSeed = 20070108

// Picture returns a picture of a content in 4:2:0 with 8 bits; Video has the format of the given
// picture. Dense is for the operator cross and depends on its threshold.
func Picture(content Content, width, height int, threshold float64, video *yuv.Picture) (*yuv.Picture, error) {
	format := yuv.Format{Name: "yuv420p", Model: yuv.YUV, Depth: 8, SubX: 1, SubY: 1}
	var at func(plane, x, y int) int
	switch content {
	case Video:
		if video == nil {
			return nil, fmt.Errorf("bench: no video for the content %q", content)
		}
		format = video.Format
		at = mirrored(video)
	case Noise:
		random := rand.New(rand.NewPCG(noiseSeed, 0))
		at = func(_, _, _ int) int { return int(random.Uint32() >> 24) }
	case Empty:
		at = func(_, x, y int) int { return (x ^ y) & 1 * 255 }
	case Full:
		at = func(_, _, _ int) int { return 128 }
	case Dense:
		// With a spike of height h in each 2×2 pixels, D is 4h² at the spike, or 3h² at the border,
		// 2h² next to it and 0 diagonally.
		spike := min(int(math.Round(255*math.Sqrt(threshold/2.5))), 255)
		at = func(_, x, y int) int { return x & y & 1 * spike }
	default:
		return nil, fmt.Errorf("bench: no content is called %q", content)
	}
	return fill(format, width, height, at), nil
}

// mirrored returns the samples of a picture, mirrored beyond its borders.
func mirrored(p *yuv.Picture) func(plane, x, y int) int {
	size := p.Format.SampleBytes()
	return func(plane, x, y int) int {
		from := &p.Planes[plane]
		row := from.Row(fold(y, from.Height), size)
		at := row[fold(x, from.Width)*from.Step:]
		if size == 1 {
			return int(at[0])
		}
		return int(binary.LittleEndian.Uint16(at) >> p.Format.Shift)
	}
}

// fold mirrors a coordinate into 0 to n − 1.
func fold(i, n int) int {
	if i %= 2 * n; i >= n {
		return 2*n - 1 - i
	}
	return i
}

// fill returns a picture whose rows are aligned to 64 bytes, as FFmpeg's are.
func fill(f yuv.Format, width, height int, at func(plane, x, y int) int) *yuv.Picture {
	f.Shift = 0
	p := &yuv.Picture{Width: width, Height: height, Format: f}
	size := f.SampleBytes()
	for i := range p.Planes {
		w, h := width, height
		if i > 0 {
			if f.Model == yuv.Gray {
				break
			}
			w, h = (width+1<<f.SubX-1)>>f.SubX, (height+1<<f.SubY-1)>>f.SubY
		}
		stride := (w*size + 63) &^ 63
		plane := yuv.Plane{Data: make([]byte, stride*h), Stride: stride, Step: size, Width: w, Height: h}
		for y := range h {
			row := plane.Row(y, size)
			for x := range w {
				if size == 1 {
					row[x] = byte(at(i, x, y))
				} else {
					binary.LittleEndian.PutUint16(row[2*x:], uint16(at(i, x, y)))
				}
			}
		}
		p.Planes[i] = plane
	}
	p.Luma = p.Planes[0]
	if f.Model == yuv.RGB {
		yuv.LumaFromRGB(p, nil)
	}
	return p
}

// panned returns the picture with a previous one that is shifted by one sample, as in a pan.
func panned(p *yuv.Picture) *yuv.Picture {
	after, before := *p, *p
	size := p.Format.SampleBytes()
	pan := func(plane *yuv.Plane) {
		plane.Data = slices.Clone(plane.Data)
		for y := range plane.Height {
			row := plane.Row(y, size)
			copy(row[min(plane.Step, len(row)):], slices.Clone(row))
		}
	}
	for i := range before.Planes {
		pan(&before.Planes[i])
	}
	pan(&before.Luma)
	pan(&before.Alpha)
	after.Before = &before
	return &after
}

// turning returns the picture with the motion vectors of a rotation about its centre by a
// hundredth, in blocks of 16×16 pixels.
func turning(p *yuv.Picture) *yuv.Picture {
	turned := *p
	turned.Vectors = rotation{p.Width, p.Height}
	return &turned
}

// rotation is a rotation of a picture of this size.
type rotation struct{ width, height int }

const turnBlock = 16

func (t rotation) across() int { return (t.width + turnBlock - 1) / turnBlock }

// Len implements [yuv.MotionVectors].
func (t rotation) Len() int { return t.across() * ((t.height + turnBlock - 1) / turnBlock) }

// At implements [yuv.MotionVectors].
func (t rotation) At(i int) yuv.MotionVector {
	v := yuv.MotionVector{X: i % t.across() * turnBlock, Y: i / t.across() * turnBlock, Width: turnBlock, Height: turnBlock}
	v.DX, v.DY = (t.height/2-v.Y)*yuv.VectorUnit/100, (v.X-t.width/2)*yuv.VectorUnit/100
	return v
}
