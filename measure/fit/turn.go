package fit

import (
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// turner rotates and mirrors pictures. The zero value is ready; it allocates only when pictures
// grow.
type turner struct {
	planes [5]yuv.Plane // with their memory: the three of a picture, luma, alpha
	made   yuv.Picture
}

// run rotates and mirrors a picture as a display does. The result is valid until the next call, and
// has no previous picture.
func (t *turner) run(p *yuv.Picture, o decode.Orientation) *yuv.Picture {
	m := &t.made
	*m = yuv.Picture{Width: p.Width, Height: p.Height, Format: p.Format, LumaShift: p.LumaShift, Colour: p.Colour}
	if o.Sideways() {
		m.Width, m.Height, m.Format.SubX, m.Format.SubY = p.Height, p.Width, p.Format.SubY, p.Format.SubX
		if p.Format.SubX != p.Format.SubY {
			m.Format.Name = LayoutOf(m).Name()
		}
		if p.Colour.Matrix == yuv.MatrixUnspecified { // as of a video coded in this orientation
			m.Colour.Guess = yuv.Colour{}.Resolve(m.Width, m.Height).Matrix
		}
	}
	turned := func(i int, from *yuv.Plane) yuv.Plane {
		turn(&t.planes[i], from, p.Format.SampleBytes(), o)
		return t.planes[i]
	}
	for i := range LayoutOf(p).planes() {
		m.Planes[i] = turned(i, &p.Planes[i])
	}
	m.Luma = m.Planes[0]
	if p.Format.Model == yuv.RGB {
		m.Luma = turned(3, &p.Luma)
	}
	if p.Format.Alpha {
		m.Alpha = turned(4, &p.Alpha)
	}
	if p.Vectors != nil {
		m.Vectors = turnVectors(p, o)
	}
	m.Coded = turnBlocks(p, o)
	return m
}

// strip is the number of rows that are made together from columns, so that reads are consecutive in
// memory.
const strip = 64

// turn copies a plane's samples to their new positions.
func turn(to, from *yuv.Plane, bytes int, o decode.Orientation) {
	width, height := from.Width, from.Height
	if o.Sideways() {
		width, height = height, width
	}
	allocate(to, width, height, bytes)
	// The sample (x, y) of to is at start + x·right + y·down in from.
	var start, right, down int
	lastX, lastY := (from.Width-1)*from.Step, (from.Height-1)*from.Stride
	switch o.Rotate {
	case 0:
		right, down = from.Step, from.Stride
	case 90:
		start, right, down = lastY, -from.Stride, from.Step
	case 180:
		start, right, down = lastX+lastY, -from.Step, -from.Stride
	case 270:
		start, right, down = lastX, from.Stride, -from.Step
	}
	if o.Mirror { // read from right to left
		if o.Sideways() {
			start, down = start+down*(height-1), -down
		} else {
			start, right = start+right*(width-1), -right
		}
	}
	if !o.Sideways() {
		for y := range height {
			copySamples(to.Data[y*to.Stride:], bytes, from.Data, start+y*down, right, width, bytes)
		}
		return
	}
	for top := 0; top < height; top += strip {
		for x := range width {
			copySamples(to.Data[top*to.Stride+x*bytes:], to.Stride, from.Data, start+x*right+top*down, down, min(strip, height-top), bytes)
		}
	}
}

// copySamples copies n samples of one byte or two. They are a step apart in both slices; in from
// they begin at byte at.
func copySamples(to []byte, toStep int, from []byte, at, step, n, bytes int) {
	out := 0
	if bytes == 1 {
		for range n {
			to[out] = from[at]
			out, at = out+toStep, at+step
		}
		return
	}
	for range n {
		to[out], to[out+1] = from[at], from[at+1]
		out, at = out+toStep, at+step
	}
}

// turnVectors rotates a picture's motion vectors.
func turnVectors(p *yuv.Picture, o decode.Orientation) yuv.VectorList {
	list, t := make(yuv.VectorList, p.Vectors.Len()), turnOf(p, o)
	for i := range list {
		v := p.Vectors.At(i)
		t.place(&v.X, &v.Y, &v.Width, &v.Height)
		v.DX, v.DY = t.direction(v.DX, v.DY)
		list[i] = v
	}
	return list
}
