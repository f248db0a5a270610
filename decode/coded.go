package decode

// #include <libavcodec/avcodec.h>
// #include <libavutil/frame.h>
// #include <libavutil/video_enc_params.h>
import "C"

import (
	"unsafe"

	"ffkvadrat/yuv"
)

// codedData says which data about their coding frames have.
type codedData struct {
	vectors bool // motion vectors
	blocks  bool // coding blocks with their quantisation parameters
	parsed  bool // package parsing says them from the packets, else FFmpeg's decoder exports them
}

// any reports whether there are data.
func (t codedData) any() bool { return t.vectors || t.blocks }

// all is what the decoders of MPEG's older family export.
var all = codedData{vectors: true, blocks: true}

// exporters are the codecs, by FFmpeg's names, whose frames can have such data.
var exporters = map[string]codedData{
	"flv1": all, "h263": all, "h263p": all, "h264": all, "mpeg1video": all, "mpeg2video": all, "mpeg4": all, "msmpeg4v1": all, "msmpeg4v2": all, "msmpeg4v3": all,
	"rv10": all, "rv20": all, "wmv1": all, "wmv2": all,
	"vp9":  {blocks: true},
	"hevc": {vectors: true, blocks: true, parsed: true},
	"av1":  {vectors: true, blocks: true, parsed: true},
}

// ExportsVectors reports whether frames of the stream can have the codec's motion vectors; see
// [Video.Need].
func (i *Info) ExportsVectors() bool { return exportsOf(i.Codec, i.Fields).vectors }

// ExportsBlocks reports whether frames of the stream can have the codec's blocks with their quantisation
// parameters; see [Video.Need]. VP9 has blocks only in frames with segments.
func (i *Info) ExportsBlocks() bool { return exportsOf(i.Codec, i.Fields).blocks }

// CodesEarly reports whether packets of the stream can code frames that later packets show, whose own size is known with their
// blocks; see [Coding.Size].
func (i *Info) CodesEarly() bool { return i.Codec == "av1" && i.ExportsBlocks() }

// ExportsUnits reports whether blocks of frames of the stream are [yuv.PredictedBlocks].
func (i *Info) ExportsUnits() bool { return exportsOf(i.Codec, i.Fields).parsed }

// exportsOf returns what the frames of a codec can have. It describes frames, so fields have none of it.
func exportsOf(codec string, fields yuv.Fields) codedData {
	if fields != yuv.WholeFrames {
		return codedData{}
	}
	return exporters[codec]
}

// exports returns the data that is wanted and that frames can have.
func (dec *decoder) exports() codedData {
	return codedData{vectors: dec.can.vectors && dec.wants.Vectors, blocks: dec.can.blocks && dec.wants.Blocks, parsed: dec.can.parsed}
}

// setExports sets the options of a decoder that is not open yet, so that it exports [decoder.exports].
func (dec *decoder) setExports(c *C.AVCodecContext) {
	t := dec.exports()
	if t.parsed || !t.any() {
		return
	}
	// With frame threads, FFmpeg reads vectors and quantisers of frames that are not decoded yet.
	c.thread_type = C.FF_THREAD_SLICE
	if t.vectors {
		c.flags2 |= C.AV_CODEC_FLAG2_EXPORT_MVS
	}
	if t.blocks {
		c.export_side_data |= C.AV_CODEC_EXPORT_DATA_VIDEO_ENC_PARAMS
	}
}

// coded holds the codec's blocks of a frame; see [yuv.CodedBlocks].
type coded struct{ all *C.AVVideoEncParams }

// take takes the blocks of a decoded frame.
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

// QP implements [yuv.CodedBlocks]. H.264 has only a value that slices are relative to, and MPEG has no
// value.
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
