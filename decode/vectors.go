package decode

// #include <libavutil/frame.h>
// #include <libavutil/motion_vector.h>
import "C"

import (
	"unsafe"

	"ffkvadrat/yuv"
)

// vectors holds the codec's motion vectors of a frame; see [yuv.MotionVectors].
type vectors struct{ all []C.AVMotionVector }

// take takes the vectors of a decoded frame.
func (v *vectors) take(f *C.AVFrame) {
	v.all = nil
	if side := C.av_frame_get_side_data(f, C.AV_FRAME_DATA_MOTION_VECTORS); side != nil {
		v.all = unsafe.Slice((*C.AVMotionVector)(unsafe.Pointer(side.data)), int(side.size)/C.sizeof_AVMotionVector)
	}
}

// Len implements [yuv.MotionVectors].
func (v *vectors) Len() int { return len(v.all) }

// At implements [yuv.MotionVectors].
func (v *vectors) At(i int) yuv.MotionVector {
	m := &v.all[i]
	to := yuv.MotionVector{
		X: int(m.dst_x) - int(m.w)/2, Y: int(m.dst_y) - int(m.h)/2, Width: int(m.w), Height: int(m.h), Later: m.source > 0,
	}
	if m.motion_scale > 0 {
		scale := int(m.motion_scale)
		to.DX, to.DY = yuv.VectorUnit*int(m.motion_x)/scale, yuv.VectorUnit*int(m.motion_y)/scale
	}
	if !to.Later { // the vector points from the block to its reference
		to.DX, to.DY = -to.DX, -to.DY
	}
	return to
}
