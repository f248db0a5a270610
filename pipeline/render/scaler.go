package render

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/asticode/go-astiav"
)

// scaler converts painted pictures to the encoder's format.
type scaler struct {
	encoder *encoder
	from    C.enum_AVPixelFormat
	sws     *C.struct_SwsContext
}

func newScaler(e *encoder, alone bool, threads int) (*scaler, error) {
	from := C.enum_AVPixelFormat(C.AV_PIX_FMT_RGB0)
	if alone {
		from = C.AV_PIX_FMT_RGBA
	}
	to := C.colours{C.AVCOL_SPC_BT709, truth(e.choice.full)}
	if e.choice.jfif {
		to.matrix = C.AVCOL_SPC_BT470BG
	}
	width, height := C.int(e.width), C.int(e.height)
	s := &scaler{encoder: e, from: from}
	s.sws = C.converter_new(width, height, from, C.colours{to.matrix, 1}, width, height, C.enum_AVPixelFormat(e.choice.format), to, C.int(threads))
	if s.sws == nil {
		return nil, fmt.Errorf("pictures of %d×%d cannot be converted to %s", e.width, e.height, e.choice.format.Name())
	}
	return s, nil
}

// run converts pixels of four bytes into a frame for the encoder.
func (s *scaler) run(pixels []byte, stride int, frame *C.AVFrame) error {
	e := s.encoder
	rc := C.frame_renew(frame, C.int(e.width), C.int(e.height), C.enum_AVPixelFormat(e.choice.format))
	if rc >= 0 {
		rc = C.scaler_run(s.sws, (*C.uint8_t)(&pixels[0]), C.int(stride), s.from, frame)
	}
	if rc < 0 {
		return fmt.Errorf("convert to %s: %w", e.choice.format.Name(), astiav.Error(rc))
	}
	return nil
}

func (s *scaler) close() {
	if s != nil {
		C.sws_freeContext(s.sws)
	}
}
