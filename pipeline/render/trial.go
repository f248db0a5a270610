package render

// #include "clean.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
	"ffkvadrat/yuv/distortion"
)

// Trial compares the encode with regions and the same encode without them. A block counts as inside
// in the frames whose regions ask for more bits there; both encodes are measured in the same
// blocks.
type Trial struct{ With, Without Encode }

// Encode is the size and the quality of an encode.
type Encode struct {
	Bytes int64            // of the video packets
	Parts distortion.Parts // compared with the encoder's input, inside (In) and outside (Out)
}

// trial encodes a video's frames without their regions, decodes both encodes as they come, and
// compares them with the input. It keeps the frames inside the encoders: those from the first not
// yet decoded to the last sent.
type trial struct {
	plain *encoder
	lanes [2]lane // with regions, and without
	share *astiav.Frame
	begun []*sample // sent and not yet decoded by both, in order
	spare []*sample
	meter distortion.Meter
	depth int
}

// lane is one of the encodes.
type lane struct {
	encode  Encode
	decoder *astiav.CodecContext
	c       *C.AVCodecContext
	pkt     *astiav.Packet
	frame   *astiav.Frame
	seen    int // number of the trial's samples compared
}

// sample is a frame that was sent.
type sample struct {
	pts   int64 // in the packets' time base
	frame *astiav.Frame
	in    []bool
}

// openTrial opens the trial of a video whose encoder is open.
func openTrial(f *video, rate decode.Rational, globalHeader bool) (*trial, error) {
	e := f.encoder
	if e.choice.isRGB() {
		return nil, fmt.Errorf("%s has no luma to compare", e.choice.format.Name())
	}
	t := &trial{depth: int(e.choice.desc.comp[0].depth), share: astiav.AllocFrame()}
	if t.share == nil {
		return nil, errNoMemory
	}
	var err error
	if t.plain, err = openEncoder(e.choice, f.width, f.height, f.base, rate, globalHeader); err == nil {
		err = t.lanes[0].open(e)
	}
	if err == nil {
		err = t.lanes[1].open(t.plain)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// open opens the decoder of an encoder's packets.
func (l *lane) open(e *encoder) error {
	codec := astiav.FindDecoder(e.choice.codec.ID())
	if codec == nil {
		return fmt.Errorf("this FFmpeg does not decode %s, and cannot compare it", e.choice.codec.ID().Name())
	}
	if l.decoder = astiav.AllocCodecContext(codec); l.decoder == nil {
		return errNoMemory
	}
	l.c = codecPointer(l.decoder)
	l.pkt, l.frame = astiav.AllocPacket(), astiav.AllocFrame()
	if l.pkt == nil || l.frame == nil {
		return errNoMemory
	}
	if rc := C.codec_follow(l.c, e.c, e.base); rc < 0 {
		return astiav.Error(rc)
	}
	return l.decoder.Open(codec, nil)
}

func (l *lane) close() {
	if l.decoder != nil {
		l.decoder.Free()
	}
	if l.pkt != nil {
		l.pkt.Free()
	}
	if l.frame != nil {
		l.frame.Free()
	}
}

// add takes a frame that was sent to the video's encoder, with the offsets of its blocks.
func (t *trial) add(coded *C.AVFrame, pts, duration int64, blocks []int8) error {
	if t == nil {
		return nil
	}
	s, err := t.sample()
	if err != nil {
		return err
	}
	t.begun = append(t.begun, s)
	s.pts = rescale(pts, t.plain.ticks, t.plain.base)
	s.in = slices.Grow(s.in[:0], len(blocks))[:len(blocks)]
	for i, offset := range blocks {
		s.in[i] = offset < 0
	}
	frame := framePointer(s.frame)
	if rc := C.frame_share(frame, coded); rc < 0 {
		return astiav.Error(rc)
	}
	share := framePointer(t.share)
	if rc := C.frame_share(share, coded); rc < 0 {
		return astiav.Error(rc)
	}
	defer C.av_frame_unref(share)
	if err := t.plain.send(share, pts, duration); err != nil {
		return err
	}
	return t.drain()
}

// sample returns a new or reused sample.
func (t *trial) sample() (*sample, error) {
	if n := len(t.spare); n > 0 {
		s := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return s, nil
	}
	frame := astiav.AllocFrame()
	if frame == nil {
		return nil, errNoMemory
	}
	return &sample{frame: frame}, nil
}

// drain takes the available packets of the encoder without regions.
func (t *trial) drain() error {
	for {
		pkt, err := t.plain.receive()
		if err != nil || pkt == nil {
			return err
		}
		if err := t.take(&t.lanes[1], packetPointer(pkt)); err != nil {
			return err
		}
	}
}

// see takes a packet of the video, and does not take over its data.
func (t *trial) see(p *C.AVPacket) error {
	if t == nil {
		return nil
	}
	return t.take(&t.lanes[0], p)
}

// take decodes a packet of a lane, and compares the decoded frames.
func (t *trial) take(l *lane, p *C.AVPacket) error {
	pkt := packetPointer(l.pkt)
	if rc := C.av_packet_ref(pkt, p); rc < 0 {
		return astiav.Error(rc)
	}
	defer C.av_packet_unref(pkt)
	l.encode.Bytes += int64(pkt.size)
	for {
		rc := C.avcodec_send_packet(l.c, pkt)
		if rc != again {
			if rc < 0 {
				return l.fail(rc)
			}
			break
		}
		if err := t.compare(l); err != nil {
			return err
		}
	}
	return t.compare(l)
}

func (l *lane) fail(rc C.int) error {
	return fmt.Errorf("decode what was encoded: %w", astiav.Error(rc))
}

// compare takes the available frames of a lane's decoder; io.EOF comes after the last one.
func (t *trial) compare(l *lane) error {
	frame := framePointer(l.frame)
	for {
		switch rc := C.avcodec_receive_frame(l.c, frame); {
		case rc == again:
			return nil
		case rc == C.AVERROR_EOF:
			return io.EOF
		case rc < 0:
			return l.fail(rc)
		}
		err := t.measure(l, frame)
		C.av_frame_unref(frame)
		if err != nil {
			return err
		}
	}
}

// measure compares a decoded frame with the one that was sent.
func (t *trial) measure(l *lane, frame *C.AVFrame) error {
	if l.seen == len(t.begun) || int64(frame.pts) != t.begun[l.seen].pts {
		return errors.New("the encoder dropped a frame, so the videos cannot be compared")
	}
	s := t.begun[l.seen]
	sent := framePointer(s.frame)
	if frame.width != sent.width || frame.height != sent.height {
		return fmt.Errorf("a picture of %d×%d has become one of %d×%d", sent.width, sent.height, frame.width, frame.height)
	}
	p, q := t.luma(sent), t.luma(frame)
	t.meter.AddParts(&l.encode.Parts, &p, &q, regionSide, s.in)
	l.seen++
	for t.lanes[0].seen > 0 && t.lanes[1].seen > 0 {
		first := t.begun[0]
		C.av_frame_unref(framePointer(first.frame))
		t.begun = slices.Delete(t.begun, 0, 1)
		t.spare = append(t.spare, first)
		t.lanes[0].seen--
		t.lanes[1].seen--
	}
	return nil
}

func (t *trial) luma(f *C.AVFrame) distortion.Luma {
	return distortion.Luma{Plane: plane(f, 0, int(f.width), int(f.height), (t.depth+7)/8), Depth: t.depth}
}

// finish takes the rest, after the video's encoder has been drained.
func (t *trial) finish() (*Trial, error) {
	if t == nil {
		return nil, nil
	}
	if err := t.plain.end(); err != nil {
		return nil, err
	}
	if err := t.drain(); err != io.EOF {
		return nil, err
	}
	for i := range t.lanes {
		l := &t.lanes[i]
		if rc := C.avcodec_send_packet(l.c, nil); rc < 0 {
			return nil, l.fail(rc)
		}
		if err := t.compare(l); err != io.EOF {
			return nil, err
		}
	}
	if len(t.begun) > 0 {
		return nil, errors.New("the encoder dropped frames, so the videos cannot be compared")
	}
	return &Trial{t.lanes[0].encode, t.lanes[1].encode}, nil
}

func (t *trial) close() {
	if t == nil {
		return
	}
	t.plain.close()
	for i := range t.lanes {
		t.lanes[i].close()
	}
	for _, s := range append(t.begun, t.spare...) {
		s.frame.Free()
	}
	t.share.Free()
}
