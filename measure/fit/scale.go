package fit

// #cgo pkg-config: libswscale libavutil
// #include <stdlib.h>
// #include "scale.h"
import "C"

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"ffkvadrat/yuv"
)

// Layout has the properties of pictures that must agree to compare them sample by sample.
type Layout struct {
	Width, Height int
	model         yuv.Model
	depth         int
	subX, subY    int
	span          yuv.Range
}

// LayoutOf returns a picture's layout.
func LayoutOf(p *yuv.Picture) Layout {
	return Layout{p.Width, p.Height, p.Format.Model, p.Format.Depth, p.Format.SubX, p.Format.SubY, p.Colour.Resolve(p.Width, p.Height).Range}
}

func (k Layout) String() string {
	text := fmt.Sprintf("%d×%d %s", k.Width, k.Height, k.Name())
	if k.model == yuv.RGB {
		return text
	}
	return fmt.Sprintf("%s, %v range", text, k.span)
}

// subsamplings are the names of values of subX and subY.
var subsamplings = map[[2]int]string{{0, 0}: "444", {1, 0}: "422", {1, 1}: "420", {0, 1}: "440", {2, 0}: "411", {2, 2}: "410"}

// Name returns FFmpeg's pixel format with such samples in planes.
func (k Layout) Name() string {
	name := "gray"
	switch k.model {
	case yuv.YUV:
		sub, ok := subsamplings[[2]int{k.subX, k.subY}]
		if !ok { // rotated pictures may have one that FFmpeg lacks
			return fmt.Sprintf("yuv with chroma of 1/%d × 1/%d", 1<<k.subX, 1<<k.subY)
		}
		name = "yuv" + sub + "p"
	case yuv.RGB:
		name = "gbrp"
	}
	if k.depth > 8 {
		return fmt.Sprintf("%s%dle", name, k.depth)
	}
	return name
}

// planes returns the number of planes.
func (k Layout) planes() int {
	if k.model == yuv.Gray {
		return 1
	}
	return 3
}

// bytes returns the size of a sample.
func (k Layout) bytes() int { return (k.depth + 7) / 8 }

// scaler converts pictures to the size and the format of others, as FFmpeg's filter scale does. The
// zero value is ready; it allocates when the pictures change.
type scaler struct {
	from, to Layout
	matrices [2]yuv.Matrix
	sws      *C.struct_SwsContext
	packed   [3]yuv.Plane // copies of samples that are not planar
	made     yuv.Picture
}

// run converts a picture to the properties of like. The result is valid until the next call.
func (s *scaler) run(p *yuv.Picture, like Kind) (*yuv.Picture, error) {
	used := [2]yuv.Matrix{p.Colour.Matrix, like.Colour.Matrix}
	for i, m := range used {
		if m == yuv.MatrixUnspecified {
			used[i] = used[1-i] // encoders lose the tag, and the size must not decide
		}
	}
	if used[0] == yuv.MatrixUnspecified {
		m := like.Colour.Resolve(like.Width, like.Height).Matrix
		used = [2]yuv.Matrix{m, m}
	}
	if from, to := LayoutOf(p), like.Layout(); s.sws == nil || from != s.from || to != s.to || used != s.matrices {
		s.close()
		s.from, s.to, s.matrices = from, to, used
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	a, b := s.from.Planes(p, &s.packed), ordered(s.to, s.made.Planes)
	at := func(p yuv.Plane) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(p.Data)) }
	if rc := C.planes_run(s.sws, C.int(p.Height), at(a[0]), at(a[1]), at(a[2]), C.int(a[0].Stride), C.int(a[1].Stride), C.int(a[2].Stride),
		at(b[0]), at(b[1]), at(b[2]), C.int(b[0].Stride), C.int(b[1].Stride), C.int(b[2].Stride)); rc < 0 {
		return nil, fmt.Errorf("scale %s to %s: FFmpeg's error %d", s.from, s.to, rc)
	}
	s.made.Colour = p.Colour // the light is not converted
	s.made.Colour.Matrix, s.made.Colour.Guess, s.made.Colour.Range = like.Colour.Matrix, like.Colour.Guess, like.Colour.Range
	if s.to.model == yuv.RGB {
		s.made.Luma.Data = yuv.LumaFromRGB(&s.made, s.made.Luma.Data)
	} else {
		s.made.Luma, s.made.LumaShift = s.made.Planes[0], 0
	}
	return &s.made, nil
}

// Planes returns the planes of a picture as FFmpeg's format of this layout has them, in its order and with
// consecutive samples. Planes that differ from that are copied to packed.
func (k Layout) Planes(p *yuv.Picture, packed *[3]yuv.Plane) [3]yuv.Plane {
	in := p.Planes
	for i := range k.planes() {
		if from := &p.Planes[i]; from.Step != k.bytes() || p.Format.Shift != 0 {
			pack(&packed[i], from, k.bytes(), p.Format.Shift)
			in[i] = packed[i]
		}
	}
	return ordered(k, in)
}

// ordered returns the planes in the order of FFmpeg's format: G, B, R.
func ordered(k Layout, p [3]yuv.Plane) [3]yuv.Plane {
	if k.model == yuv.RGB {
		return [3]yuv.Plane{p[1], p[2], p[0]}
	}
	return p
}

// open creates the converter.
func (s *scaler) open() error {
	var kinds [2]C.struct_kind
	for i, k := range [...]Layout{s.from, s.to} {
		name := C.CString(k.Name())
		format := C.av_get_pix_fmt(name)
		C.free(unsafe.Pointer(name))
		if format == C.AV_PIX_FMT_NONE {
			return fmt.Errorf("pictures of %s cannot be scaled", k)
		}
		kinds[i] = C.struct_kind{width: C.int(k.Width), height: C.int(k.Height), format: format, matrix: matrices[s.matrices[i]]}
		if k.span == yuv.Full {
			kinds[i].full = 1
		}
		if k.subX == 1 && k.subY == 1 {
			kinds[i].centred = 1
		}
	}
	if s.sws = C.planes_new(kinds[0], kinds[1]); s.sws == nil {
		return fmt.Errorf("pictures of %s cannot be scaled to %s", s.from, s.to)
	}
	k := s.to
	s.made = yuv.Picture{Width: k.Width, Height: k.Height, Format: yuv.Format{Name: k.Name(), Model: k.model, Depth: k.depth, SubX: k.subX, SubY: k.subY}}
	for i := range k.planes() {
		width, height := k.Width, k.Height
		if i > 0 {
			width, height = (k.Width+1<<k.subX-1)>>k.subX, (k.Height+1<<k.subY-1)>>k.subY
		}
		allocate(&s.made.Planes[i], width, height, k.bytes())
	}
	return nil
}

// matrices are swscale's numbers.
var matrices = map[yuv.Matrix]C.int{yuv.BT601: C.SWS_CS_ITU601, yuv.BT709: C.SWS_CS_ITU709, yuv.BT2020: C.SWS_CS_BT2020}

// padding is the number of bytes after a row that vector instructions may access.
const padding = 64

// allocate allocates a plane of a size.
func allocate(p *yuv.Plane, width, height, bytes int) {
	stride := (width*bytes + 2*padding - 1) / padding * padding
	p.Width, p.Height, p.Step, p.Stride = width, height, bytes, stride
	if n := stride*height + padding; cap(p.Data) < n {
		p.Data = make([]byte, n)
	} else {
		p.Data = p.Data[:n]
	}
}

// pack copies samples to consecutive memory.
func pack(to, from *yuv.Plane, bytes, shift int) {
	allocate(to, from.Width, from.Height, bytes)
	for y := range from.Height {
		row, out := from.Row(y, bytes), to.Row(y, bytes)
		if bytes == 1 {
			for x := range from.Width {
				out[x] = row[x*from.Step]
			}
			continue
		}
		for x := range from.Width {
			binary.LittleEndian.PutUint16(out[2*x:], binary.LittleEndian.Uint16(row[x*from.Step:])>>shift)
		}
	}
}

func (s *scaler) close() {
	if s.sws != nil {
		C.sws_freeContext(s.sws)
		s.sws = nil
	}
}
