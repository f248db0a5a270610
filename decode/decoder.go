package decode

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/asticode/go-astiav"
)

// maxErrors is how many errors in a row, without a packet or picture in
// between, end a stream: no input makes the decoder turn for ever.
const maxErrors = 100

const again = -C.int(syscall.EAGAIN)

// decoder turns one stream's packets into frames in presentation order.
type decoder struct {
	dem      *demuxer
	cc       *astiav.CodecContext
	c        *C.AVCodecContext
	draining bool
	ended    bool
	errors   int // in a row

	faults     *Faults
	highest    int64 // furthest byte position that a packet was taken from
	endChecked bool
	replay     bool // what is read now has been read before
	settled    bool // false from a seek to its first good frame: damage is the seek's

	waitKey bool  // skip packets up to a key frame
	keyPTS  int64 // after a seek, the key frame's pts: earlier frames lack their references
}

func openDecoder(d *demuxer, threads int, faults *Faults) (*decoder, error) {
	dec := &decoder{dem: d, faults: faults, highest: -1, keyPTS: noPTS}
	if err := dec.open(threads); err != nil {
		return nil, err
	}
	return dec, nil
}

func (dec *decoder) open(threads int) error {
	s := dec.dem.current()
	p := s.CodecParameters()
	codec := astiav.FindDecoder(p.CodecID())
	if codec == nil {
		return &UnsupportedError{Codec: p.CodecID().Name()}
	}
	cc := astiav.AllocCodecContext(codec)
	if cc == nil {
		return errors.New("out of memory")
	}
	if err := cc.FromCodecParameters(p); err != nil {
		cc.Free()
		return err
	}
	c := codecPointer(cc)
	c.pkt_timebase = streamPointer(s).time_base
	c.max_pixels = maxPixels
	c.thread_count = C.int(threads)
	c.thread_type = C.FF_THREAD_FRAME | C.FF_THREAD_SLICE
	if err := cc.Open(codec, nil); err != nil {
		cc.Free()
		return fmt.Errorf("codec %s: %w", codec.Name(), err)
	}
	dec.cc, dec.c = cc, c
	dec.draining, dec.ended, dec.errors = false, false, 0
	dec.waitKey, dec.keyPTS, dec.settled = false, noPTS, true
	return nil
}

// rewind starts again from the first packet, with a fresh demuxer and codec.
func (dec *decoder) rewind(threads int) error {
	if err := dec.dem.rewind(); err != nil {
		return err
	}
	dec.close()
	dec.replay = true
	return dec.open(threads)
}

// seek goes to a key frame at or before ts and forgets everything decoded.
func (dec *decoder) seek(ts int64) error {
	if err := dec.dem.seek(ts); err != nil {
		return err
	}
	C.avcodec_flush_buffers(dec.c)
	dec.draining, dec.ended, dec.errors = false, false, 0
	dec.waitKey, dec.keyPTS, dec.settled = true, noPTS, false
	return nil
}

// receive decodes the next frame into f; io.EOF comes after the last one.
// It allocates nothing in Go unless something is wrong with the input.
func (dec *decoder) receive(f *C.AVFrame) error {
	for !dec.ended {
		rc := C.avcodec_receive_frame(dec.c, f)
		switch {
		case rc == 0:
			dec.errors = 0
			if C.frame_is_corrupt(f) != 0 {
				dec.fault(&dec.faults.Decode, "a picture is damaged", nil)
			}
			return nil
		case rc == C.AVERROR_EOF:
			dec.ended = true
			return io.EOF
		case rc == again && !dec.draining:
			if err := dec.feed(); err != nil {
				return err
			}
		default:
			dec.fault(&dec.faults.Decode, "a packet does not decode", astiav.Error(rc))
			if dec.errors++; dec.errors > maxErrors {
				dec.ended = true
			}
		}
	}
	return io.EOF
}

// feed sends the decoder one packet, or the end of the stream.
func (dec *decoder) feed() error {
	pkt := dec.dem.cpkt
	err := dec.dem.read()
	if err == io.EOF {
		dec.checkEnd()
		return dec.drain()
	}
	if err != nil {
		if cause := dec.dem.in.cause(); cause != nil {
			if ctxErr := dec.dem.in.ctx.Err(); ctxErr != nil {
				return ctxErr
			}
			dec.fault(&dec.faults.Read, "read", cause)
			return dec.drain()
		}
		dec.fault(&dec.faults.Read, "read", err)
		if dec.errors++; dec.errors > maxErrors {
			return dec.drain()
		}
		return nil
	}
	if pkt.pos >= 0 {
		dec.replay = int64(pkt.pos) <= dec.highest
		dec.highest = max(dec.highest, int64(pkt.pos))
	}
	if pkt.flags&C.AV_PKT_FLAG_CORRUPT != 0 {
		dec.fault(&dec.faults.Packets, "a packet is corrupt or cut short", nil)
	}
	if dec.waitKey {
		if pkt.flags&C.AV_PKT_FLAG_KEY == 0 || pkt.pts == noPTS {
			C.av_packet_unref(pkt)
			return nil
		}
		dec.waitKey, dec.keyPTS = false, int64(pkt.pts)
	}
	rc := C.avcodec_send_packet(dec.c, pkt)
	C.av_packet_unref(pkt)
	if rc < 0 {
		dec.fault(&dec.faults.Decode, "a packet does not decode", astiav.Error(rc))
		if dec.errors++; dec.errors > maxErrors {
			return dec.drain()
		}
		return nil
	}
	return nil
}

func (dec *decoder) drain() error {
	dec.draining = true
	if rc := C.avcodec_send_packet(dec.c, nil); rc < 0 && rc != C.AVERROR_EOF {
		dec.ended = true
	}
	return nil
}

func (dec *decoder) fault(counter *int, what string, cause error) {
	if dec.replay || !dec.settled {
		return
	}
	err := errors.New(what)
	if cause != nil {
		err = fmt.Errorf("%s: %w", what, cause)
	}
	dec.faults.add(counter, fmt.Errorf("decode: %q: %w", dec.dem.in.path, err))
}

func (dec *decoder) close() {
	if dec.cc != nil {
		dec.cc.Free()
		dec.cc, dec.c = nil, nil
	}
}
