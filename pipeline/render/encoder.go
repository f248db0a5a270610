package render

// #include "shim.h"
import "C"

import (
	"fmt"
	"io"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
)

const again = -C.int(C.EAGAIN)

// encoder encodes frames to packets.
type encoder struct {
	choice        *choice
	width, height int // the encoded size: the frames', or a pixel more
	cc            *astiav.CodecContext
	c             *C.AVCodecContext
	pkt           *astiav.Packet
	cpkt          *C.AVPacket
	ticks, base   C.AVRational // the frames' time base, and the packets'
	pending       []pending    // the frames inside the encoder
	decoded       decodeTimes
	counts        bool  // the encoder's time stamps are frame numbers
	sent          int64 // frames
}

// pending is a frame inside the encoder, which knows it by the time stamp called, and the time
// stamp and duration of its packet in the packets' time base.
type pending struct{ called, pts, duration int64 }

// usualRate is a rate that every encoder accepts.
var usualRate = decode.Rational{Num: 25, Den: 1}

// openEncoder opens an encoder for frames of a size. If the encoder does not accept odd sizes in a
// format with subsampled chroma, frames get a pixel more. Some encoders do not accept any time
// base: MPEG-2 has fixed frame rates, and MPEG-4 at most 65535 ticks a second. Their time stamps
// are frame numbers.
func openEncoder(c *choice, width, height int, ticks, rate decode.Rational, globalHeader bool) (*encoder, error) {
	e := &encoder{choice: c, width: width, height: height, ticks: C.AVRational{C.int(ticks.Num), C.int(ticks.Den)}}
	err := e.openAnySize(rate, globalHeader)
	if err != nil {
		e.counts = true
		if e.openAnySize(rate, globalHeader) == nil || e.openAnySize(usualRate, globalHeader) == nil {
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("encoder %s refuses pictures of %d×%d in %s, time base %v%s: %w", c.codec.Name(), e.width, e.height, c.format.Name(), ticks, c.said(), err)
	}
	if e.pkt = astiav.AllocPacket(); e.pkt == nil {
		e.close()
		return nil, errNoMemory
	}
	e.cpkt = packetPointer(e.pkt)
	return e, nil
}

// openAnySize opens the encoder for the size, or else for a pixel more.
func (e *encoder) openAnySize(rate decode.Rational, globalHeader bool) error {
	width, height := e.width, e.height
	err := e.open(rate, globalHeader)
	wide, high := roundUp(width, e.choice.desc.log2_chroma_w), roundUp(height, e.choice.desc.log2_chroma_h)
	if err == nil || wide == width && high == height {
		return err
	}
	e.width, e.height = wide, high
	if err = e.open(rate, globalHeader); err != nil {
		e.width, e.height = width, height
	}
	return err
}

func roundUp(n int, log2 C.uint8_t) int { return (n + 1<<log2 - 1) &^ (1<<log2 - 1) }

// said returns the options, for an error that they may cause.
func (c *choice) said() string {
	text := ""
	for _, o := range c.options {
		text += fmt.Sprintf(", %s %s", o[0], o[1])
	}
	return text
}

func (e *encoder) open(rate decode.Rational, globalHeader bool) error {
	cc := astiav.AllocCodecContext(e.choice.codec)
	if cc == nil {
		return errNoMemory
	}
	c := *(**C.AVCodecContext)(unsafe.Pointer(cc))
	c.width, c.height = C.int(e.width), C.int(e.height)
	c.pix_fmt = C.enum_AVPixelFormat(e.choice.format)
	c.time_base = e.ticks
	c.framerate = C.AVRational{C.int(rate.Num), C.int(rate.Den)}
	if e.counts {
		c.time_base = C.AVRational{c.framerate.den, c.framerate.num}
		c.max_b_frames = 0 // packets come in display order
	}
	c.sample_aspect_ratio = cRational(e.choice.sar)
	c.thread_count = 0
	c.bit_rate = 0 // the quality decides
	c.color_primaries, c.color_trc = C.AVCOL_PRI_BT709, C.AVCOL_TRC_BT709
	c.colorspace, c.color_range = C.AVCOL_SPC_BT709, C.AVCOL_RANGE_MPEG
	switch {
	case e.choice.isRGB():
		c.colorspace = C.AVCOL_SPC_RGB
	case e.choice.jfif:
		c.colorspace = C.AVCOL_SPC_BT470BG
	}
	if e.choice.full {
		c.color_range = C.AVCOL_RANGE_JPEG
	}
	if t := e.choice.tags; t != nil {
		c.color_primaries, c.color_trc = C.enum_AVColorPrimaries(t.Primaries), C.enum_AVColorTransferCharacteristic(t.Transfer)
		c.colorspace, c.color_range = C.enum_AVColorSpace(t.Matrix), C.enum_AVColorRange(t.Range)
		c.chroma_sample_location = C.enum_AVChromaLocation(t.ChromaLocation)
	}
	if globalHeader {
		c.flags |= C.AV_CODEC_FLAG_GLOBAL_HEADER
	}
	if e.choice.qscale > 0 {
		c.flags |= C.AV_CODEC_FLAG_QSCALE
		c.global_quality = C.int(e.choice.qscale * C.FF_QP2LAMBDA)
	}
	options := astiav.NewDictionary()
	defer options.Free()
	for _, o := range e.choice.options {
		if err := options.Set(o[0], o[1], 0); err != nil {
			cc.Free()
			return err
		}
	}
	if err := cc.Open(e.choice.codec, options); err != nil {
		cc.Free()
		return err
	}
	e.cc, e.c, e.base = cc, c, c.time_base
	if e.counts {
		e.base = e.ticks
	}
	return nil
}

// send sends a frame with a time in ticks. The encoder may still read the frame's memory
// afterwards.
func (e *encoder) send(frame *C.AVFrame, pts, duration int64) error {
	pts = int64(C.av_rescale_q(C.int64_t(pts), e.ticks, e.base))
	duration = max(1, int64(C.av_rescale_q(C.int64_t(duration), e.ticks, e.base)))
	if e.choice.reorders > 0 {
		e.decoded.sent(pts, duration)
	}
	called, stands := pts, duration
	if e.counts {
		called, stands = e.sent, 1
	}
	e.sent++
	e.pending = append(e.pending, pending{called, pts, duration})
	C.frame_describe(frame, e.c, C.int64_t(called), C.int64_t(stands))
	if rc := C.avcodec_send_frame(e.c, frame); rc < 0 {
		return e.fail(rc)
	}
	return nil
}

// end flushes the encoder.
func (e *encoder) end() error {
	if rc := C.avcodec_send_frame(e.c, nil); rc < 0 {
		return e.fail(rc)
	}
	return nil
}

// receive returns the next packet, valid until the next call; nil if the encoder needs more frames,
// and io.EOF after the last packet.
func (e *encoder) receive() (*astiav.Packet, error) {
	switch rc := C.avcodec_receive_packet(e.c, e.cpkt); {
	case rc == again:
		return nil, nil
	case rc == C.AVERROR_EOF:
		return nil, io.EOF
	case rc < 0:
		return nil, e.fail(rc)
	}
	for i, s := range e.pending {
		if s.called == int64(e.cpkt.pts) {
			e.cpkt.pts, e.cpkt.duration = C.int64_t(s.pts), C.int64_t(s.duration)
			e.pending[i] = e.pending[len(e.pending)-1]
			e.pending = e.pending[:len(e.pending)-1]
			break
		}
	}
	if e.counts {
		e.cpkt.dts = e.cpkt.pts
	}
	if delay := e.choice.reorders; delay > 0 {
		e.cpkt.dts = C.int64_t(e.decoded.next(int64(e.cpkt.pts), delay))
	}
	return e.pkt, nil
}

func (e *encoder) fail(rc C.int) error {
	return fmt.Errorf("encoder %s: %w", e.choice.codec.Name(), astiav.Error(rc))
}

func (e *encoder) close() {
	if e == nil {
		return
	}
	e.cc.Free()
	if e.pkt != nil {
		e.pkt.Free()
	}
}

func packetPointer(p *astiav.Packet) *C.AVPacket {
	return *(**C.AVPacket)(unsafe.Pointer(p))
}

func streamPointer(s *astiav.Stream) *C.AVStream {
	return *(**C.AVStream)(unsafe.Pointer(s))
}

func codecPointer(c *astiav.CodecContext) *C.AVCodecContext {
	return *(**C.AVCodecContext)(unsafe.Pointer(c))
}

func framePointer(f *astiav.Frame) *C.AVFrame { return (*C.AVFrame)(f.UnsafePointer()) }
