package ladder

// #cgo pkg-config: libavcodec libavutil
// #include <stdlib.h>
// #include "intra.h"
import "C"

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/yuv"
)

// coders has the kinds of points that FFmpeg's encoders code, at several qualities each.
var coders = []struct {
	kind     Kind
	encoder  string
	settings []float64
	qscale   bool   // the setting is the encoder's quality scale; else it is in options
	options  string // with the setting
}{
	{kind: JPEG, encoder: "mjpeg", settings: []float64{2, 3, 4, 6, 8, 11, 15, 20, 26, 31}, qscale: true},
	{kind: X264, encoder: "libx264", settings: []float64{6, 11, 16, 20, 24, 28, 32, 37, 42, 48}, options: "preset=medium:crf=%g"},
}

// coded appends the points of the encoders that this FFmpeg has, for a picture of 8 bits.
func (m *meter) coded(ctx context.Context, list []Point, p *yuv.Picture) ([]Point, error) {
	if p.Format.Depth != 8 {
		return list, nil
	}
	width, height := (p.Width+1)&^1, (p.Height+1)&^1
	luma, out := make([]byte, width*height), make([]byte, width*height)
	for y := range height {
		for x := range width {
			luma[y*width+x] = byte(p.Sample(-1, min(x, p.Width-1), min(y, p.Height-1)))
		}
	}
	made := *p
	made.Luma = yuv.Plane{Data: out, Stride: width, Step: 1, Width: p.Width, Height: p.Height}
	for _, c := range coders {
		encoder := astiav.FindEncoderByName(c.encoder)
		if encoder == nil {
			continue
		}
		for _, setting := range c.settings {
			if err := ctx.Err(); err != nil {
				return list, err
			}
			options, qscale := "", 0
			if c.qscale {
				qscale = int(setting)
			} else {
				options = fmt.Sprintf(c.options, setting)
			}
			bytes, err := code(encoder, options, qscale, luma, width, height, out)
			if err != nil {
				return list, fmt.Errorf("ladder: %v at %g: %w", c.kind, setting, err)
			}
			list = append(list, Point{Kind: c.kind, Setting: setting, Bytes: bytes, Distortion: m.distortion.Of(&made, p)})
		}
	}
	return list, nil
}

// code encodes and decodes a picture of luma.
func code(encoder *astiav.Codec, options string, qscale int, luma []byte, width, height int, out []byte) (int, error) {
	text := C.CString(options)
	defer C.free(unsafe.Pointer(text))
	codec := *(**C.AVCodec)(unsafe.Pointer(encoder))
	var bytes C.int64_t
	rc := C.intra_code(codec, text, C.int(qscale), (*C.uint8_t)(&luma[0]), C.int(width), C.int(height), (*C.uint8_t)(&out[0]), &bytes)
	if rc < 0 {
		return 0, astiav.Error(rc)
	}
	return int(bytes), nil
}
