package decode

// #include <libavcodec/avcodec.h>
// #include <libavutil/frame.h>
// #include <libavutil/video_enc_params.h>
import "C"

import (
	"unsafe"

	"ffkvadrat/yuv"
)

// telling is what a decoder tells about how the codec coded its pictures.
type telling struct {
	vectors bool // motion vectors
	blocks  bool // blocks with their quantisers
}

// all is what decoders of MPEG's older family tell.
var all = telling{vectors: true, blocks: true}

// tellers are the codecs, by FFmpeg's names, whose decoders tell something.
var tellers = map[string]telling{
	"flv1": all, "h263": all, "h263p": all, "h264": all, "mpeg1video": all, "mpeg2video": all, "mpeg4": all, "msmpeg4v1": all, "msmpeg4v2": all, "msmpeg4v3": all,
	"rv10": all, "rv20": all, "wmv1": all, "wmv2": all,
	"vp9": {blocks: true},
}

// TellsVectors reports whether pictures of the stream can come with the codec's motion vectors;
// see [Video.Need].
func (i *Info) TellsVectors() bool { return tellers[i.Codec].vectors }

// TellsBlocks reports whether pictures of the stream can come with the codec's blocks and their
// quantisers; see [Video.Need]. VP9 tells blocks only of pictures with segments.
func (i *Info) TellsBlocks() bool { return tellers[i.Codec].blocks }

// tells is what the decoder has to tell, and can.
func (dec *decoder) tells() telling {
	return telling{vectors: dec.can.vectors && dec.wants.Vectors, blocks: dec.can.blocks && dec.wants.Blocks}
}

// tell makes a decoder that is not open yet tell what it has to.
func (dec *decoder) tell(c *C.AVCodecContext) {
	t := dec.tells()
	if t == (telling{}) {
		return
	}
	// With threads for pictures, FFmpeg reads vectors and quantisers of some that are not decoded yet.
	c.thread_type = C.FF_THREAD_SLICE
	if t.vectors {
		c.flags2 |= C.AV_CODEC_FLAG2_EXPORT_MVS
	}
	if t.blocks {
		c.export_side_data |= C.AV_CODEC_EXPORT_DATA_VIDEO_ENC_PARAMS
	}
}

// coded are the blocks of a codec in a frame; see [yuv.CodedBlocks].
type coded struct{ all *C.AVVideoEncParams }

// take takes those of a decoded frame.
func (b *coded) take(f *C.AVFrame) {
	b.all = nil
	if side := C.av_frame_get_side_data(f, C.AV_FRAME_DATA_VIDEO_ENC_PARAMS); side != nil {
		b.all = (*C.AVVideoEncParams)(unsafe.Pointer(side.data))
	}
}

// Len implements [yuv.CodedBlocks].
func (b *coded) Len() int {
	if b.all == nil {
		return 0
	}
	return int(b.all.nb_blocks)
}

// At implements [yuv.CodedBlocks].
func (b *coded) At(i int) yuv.CodedBlock {
	p := (*C.AVVideoBlockParams)(unsafe.Add(unsafe.Pointer(b.all), uintptr(b.all.blocks_offset)+uintptr(i)*uintptr(b.all.block_size)))
	qp := int(b.all.qp) + int(p.delta_qp)
	if b.all._type == C.AV_VIDEO_ENC_PARAMS_VP9 {
		qp = min(max(qp, 0), 255)
	}
	return yuv.CodedBlock{X: int(p.src_x), Y: int(p.src_y), Width: int(p.w), Height: int(p.h), QP: qp}
}

// QP implements [yuv.CodedBlocks]. That of H.264 is only where slices begin to count, and MPEG has
// none.
func (b *coded) QP() (qp int, ok bool) {
	if b.all == nil || b.all._type != C.AV_VIDEO_ENC_PARAMS_VP9 {
		return 0, false
	}
	return int(b.all.qp), true
}

// Scale implements [yuv.CodedBlocks].
func (b *coded) Scale() (finest, coarsest int) {
	if b.all != nil {
		switch b.all._type {
		case C.AV_VIDEO_ENC_PARAMS_VP9:
			return 20, 220
		case C.AV_VIDEO_ENC_PARAMS_MPEG2:
			return 2, 62
		}
	}
	return 10, 45
}
