package decode

// #include "convert.h"
// #include "shim.h"
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/yuv"
)

// layout describes how the samples of a pixel format become a yuv.Picture.
type layout struct {
	format    yuv.Format
	full      bool         // always full range
	inPlace   bool         // samples stay in the decoder's memory; else they are unpacked
	component [4]component // in the order of format.Model, then alpha
	count     int          // components used, without alpha: 1 or 3
	storage   storage
	big       bool    // stored samples are big-endian
	half      bool    // stored samples are float16, else float32, if floating
	light     bool    // the present frame's floats are light, else code values; see retag
	floats    *floats // if floating
}

// component is the position of a channel's samples in a frame.
type component struct {
	index        int // among the pixel format's components
	plane        int
	offset, step int // bytes
}

// alpha is the index of alpha among a layout's components.
const alpha = 3

// layoutOf returns the layout of a pixel format, or an error that names the format.
func layoutOf(format astiav.PixelFormat) (layout, error) {
	f, err := descriptionOf(format)
	if err != nil {
		return layout{}, err
	}
	return f.layout()
}

// layout returns the layout of frames in the format, or an error that names it.
func (f *description) layout() (layout, error) {
	switch f.storage() {
	case refused:
		return layout{}, &UnsupportedError{PixelFormat: f.name}
	case mosaic:
		return f.mosaicLayout(), nil
	case tristimulus:
		return f.xyzLayout(), nil
	case bytes332:
		return layout{format: yuv.Format{Name: f.name, Model: yuv.RGB, Depth: 8}, full: true, count: 3, storage: bytes332}, nil
	case groups411:
		return layout{format: yuv.Format{Name: f.name, Depth: 8, SubX: f.subX}, count: 3, storage: groups411}, nil
	}
	l := layout{format: yuv.Format{Name: f.name, SubX: f.subX, SubY: f.subY}, count: 3, storage: f.storage(), big: f.has(C.AV_PIX_FMT_FLAG_BE)}
	switch {
	case f.has(C.AV_PIX_FMT_FLAG_RGB | C.AV_PIX_FMT_FLAG_PAL):
		l.format.Model, l.full = yuv.RGB, true
	case f.count < 3:
		l.format.Model, l.count = yuv.Gray, 1
	default:
		l.format.Model = yuv.YUV
	}
	if strings.HasPrefix(f.name, "yuvj") {
		l.full = true
	}
	l.inPlace = !f.has(C.AV_PIX_FMT_FLAG_BITSTREAM | C.AV_PIX_FMT_FLAG_PAL)
	first := f.channels[0]
	take := func(i, index int) {
		c := f.channels[index]
		l.component[i] = component{index: index, plane: c.plane, offset: c.offset, step: c.step}
		l.format.Depth = max(l.format.Depth, c.depth)
		if c.depth != first.depth || c.shift != first.shift || c.depth < 8 {
			l.inPlace = false
		}
	}
	for i := range l.count {
		take(i, i)
	}
	if l.format.Alpha = f.has(C.AV_PIX_FMT_FLAG_ALPHA); l.format.Alpha {
		take(alpha, f.count-1)
	}
	if l.big && first.depth+first.shift > 8 {
		l.inPlace = false
	}
	if f.has(C.AV_PIX_FMT_FLAG_PAL) {
		// A palette entry is little-endian ARGB: B, G, R, A in memory.
		l.component = [4]component{{index: 2}, {index: 1}, {index: 0}, {index: 3}}
	}
	if l.inPlace {
		l.format.Shift = first.shift
	} else {
		// A palette entry has 8 bits per channel, whatever the depth of its index.
		l.format.Depth = max(l.format.Depth, 8)
	}
	switch l.storage {
	case wide:
		l.upper()
	case floating:
		l.half, l.floats = first.depth == 16, newFloats()
		l.full, l.inPlace, l.format.Depth, l.format.Shift = true, false, 16, 0
	}
	return l, nil
}

// upper makes a layout of 32-bit samples that of their upper halves.
func (l *layout) upper() {
	l.format.Depth = 16
	for i := range l.component {
		if !l.big {
			l.component[i].offset += 2
		}
	}
}

// mosaicLayout returns the layout of a sensor's samples as gray.
func (f *description) mosaicLayout() layout {
	depth := f.channels[0].depth + f.channels[1].depth + f.channels[2].depth // of a sample: each colour's share of it
	l := layout{format: yuv.Format{Name: f.name, Model: yuv.Gray, Depth: depth}, full: true, count: 1, storage: mosaic, big: f.has(C.AV_PIX_FMT_FLAG_BE)}
	l.component[0].step = l.format.SampleBytes()
	l.inPlace = !l.big
	return l
}

// xyzLayout returns the layout of XYZ as RGB. The samples of X, Y and Z follow one another.
func (f *description) xyzLayout() layout {
	l := layout{format: yuv.Format{Name: f.name, Model: yuv.RGB, Depth: 16}, full: true, count: 3, storage: tristimulus, big: f.has(C.AV_PIX_FMT_FLAG_BE)}
	l.component[0].step = f.channels[0].step
	return l
}

// retag returns the colour tags of the picture that the next frame, with tags t, becomes. Floats are light if
// no transfer is tagged: the decoders of OpenEXR and PFM tag none.
func (l *layout) retag(t colourTags) colourTags {
	switch {
	case l.storage == tristimulus:
		t.space, t.primaries, t.transfer = C.AVCOL_SPC_RGB, C.AVCOL_PRI_SMPTE432, C.AVCOL_TRC_IEC61966_2_1
	case l.storage == floating:
		if l.light = t.transfer == C.AVCOL_TRC_UNSPECIFIED || t.transfer == C.AVCOL_TRC_LINEAR; l.light {
			t.transfer = C.AVCOL_TRC_IEC61966_2_1
		}
	}
	return t
}

// layoutAs returns the layout of pictures in the native format, described as the format of software
// decoding: the samples are the same, but stored in another order or shifted.
func layoutAs(native, software astiav.PixelFormat) (layout, error) {
	have, err := layoutOf(native)
	if err != nil || native == software {
		return have, err
	}
	want, err := layoutOf(software)
	if err != nil {
		return layout{}, err
	}
	a, b := have.format, want.format
	bits := 8 * b.SampleBytes()
	if !have.inPlace || !want.inPlace || a.Model != yuv.YUV || b.Model != yuv.YUV || a.SubX != b.SubX || a.SubY != b.SubY ||
		a.Alpha != b.Alpha || a.SampleBytes() != b.SampleBytes() || a.Depth < b.Depth || a.Depth > b.Depth && a.Depth+a.Shift != bits {
		return layout{}, fmt.Errorf("pictures in %s cannot replace pictures in %s", a.Name, b.Name)
	}
	have.full = want.full
	have.format.Name, have.format.Depth = b.Name, b.Depth
	if a.Depth > b.Depth { // such as P016 with 12 bits: they are the high ones
		have.format.Shift = bits - b.Depth
	}
	return have, nil
}

// size returns the size of a component's plane in a picture of w by h pixels.
func (l *layout) size(i, w, h int) (int, int) {
	if i == 0 || i == alpha || l.format.Model == yuv.RGB {
		return w, h
	}
	return -(-w >> l.format.SubX), -(-h >> l.format.SubY)
}

// planes fills in p from f. Samples stay in place where possible; otherwise they are unpacked into buf,
// which grows as needed and is returned. row is C memory for one row.
func (l *layout) planes(p *yuv.Picture, f *C.AVFrame, buf []byte, row *C.uint16_t) []byte {
	p.Width, p.Height = int(f.width), int(f.height)
	p.Format = l.format
	p.Planes, p.Alpha, p.Outside = [3]yuv.Plane{}, yuv.Plane{}, 0
	inPlace := l.inPlace
	for i, c := range l.component {
		inPlace = inPlace && (!l.uses(i) || f.linesize[c.plane] > 0)
	}
	if inPlace {
		l.wrap(p, f)
	} else {
		p.Format.Shift = 0
		buf = l.unpack(p, f, buf, row)
	}
	p.Luma, p.LumaShift = p.Planes[0], p.Format.Shift
	return buf
}

// uses reports whether pictures have component i.
func (l *layout) uses(i int) bool { return i < l.count || i == alpha && l.format.Alpha }

// planeOf returns the plane of p for a component.
func planeOf(p *yuv.Picture, i int) *yuv.Plane {
	if i == alpha {
		return &p.Alpha
	}
	return &p.Planes[i]
}

// wrap points the planes at the frame's own memory.
func (l *layout) wrap(p *yuv.Picture, f *C.AVFrame) {
	bytes := l.format.SampleBytes()
	for i, c := range l.component {
		if !l.uses(i) {
			continue
		}
		w, h := l.size(i, p.Width, p.Height)
		stride := int(f.linesize[c.plane])
		start := (*byte)(unsafe.Add(unsafe.Pointer(f.data[c.plane]), c.offset))
		*planeOf(p, i) = yuv.Plane{
			Data:   unsafe.Slice(start, (h-1)*stride+(w-1)*c.step+bytes),
			Stride: stride, Step: c.step, Width: w, Height: h,
		}
	}
}

// samples returns where a frame has the samples of component i.
func (l *layout) samples(i int, f *C.AVFrame, w, h int) C.samples {
	c := l.component[i]
	s := C.samples{
		data: (*C.uint8_t)(unsafe.Add(unsafe.Pointer(f.data[c.plane]), c.offset)), stride: C.ptrdiff_t(f.linesize[c.plane]), step: C.int(c.step),
		width: C.int(w), height: C.int(h),
	}
	if l.big {
		s.big = 1
	}
	return s
}

// unpack copies the components one by one into tight planes.
func (l *layout) unpack(p *yuv.Picture, f *C.AVFrame, buf []byte, row *C.uint16_t) []byte {
	bytes := p.Format.SampleBytes()
	total := 0
	for i := range l.component {
		if !l.uses(i) {
			continue
		}
		w, h := l.size(i, p.Width, p.Height)
		total += w * h * bytes
	}
	if cap(buf) < total {
		buf = make([]byte, total)
	}
	buf = buf[:total]
	if l.storage == tristimulus {
		n := total / 3
		C.convert_xyz(l.samples(0, f, p.Width, p.Height), xyzTable(), (*C.uint8_t)(&buf[0]), (*C.uint8_t)(&buf[n]), (*C.uint8_t)(&buf[2*n]))
	}
	at := 0
	for i := range l.component {
		if !l.uses(i) {
			continue
		}
		w, h := l.size(i, p.Width, p.Height)
		data := buf[at : at+w*h*bytes]
		at += len(data)
		switch to := (*C.uint8_t)(&data[0]); l.storage {
		case tristimulus: // converted together
		case floating:
			l.floats.add(l.samples(i, f, w, h), l.half, l.light && i != alpha, data)
		case bytes332:
			C.copy_rgb8(l.samples(i, f, w, h), C.int(i), to)
		case groups411:
			C.copy_411(l.samples(i, f, w, h), C.int(i), to)
		case mosaic, wide:
			C.copy_samples(l.samples(i, f, w, h), C.int(bytes), to)
		default:
			C.unpack(f, C.int(l.component[i].index), C.int(w), C.int(h), C.int(p.Format.Depth), to, row)
		}
		*planeOf(p, i) = yuv.Plane{Data: data, Stride: w * bytes, Step: bytes, Width: w, Height: h}
	}
	if l.storage == floating {
		p.Outside = l.floats.run()
	}
	return buf
}
