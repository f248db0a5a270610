package decode

// #include "buffer.h"
// #include "hardware.h"
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/asticode/go-astiav"

	"ffkvadrat/yuv"
)

// maxErrors is how many errors in a row, without a packet or picture in
// between, end a stream, so no input keeps the decoder running for ever.
const maxErrors = 100

const again = -C.int(syscall.EAGAIN)

// decoder turns one stream's packets into frames in presentation order.
type decoder struct {
	dem      *demuxer
	cc       *astiav.CodecContext
	c        *C.AVCodecContext
	draining bool
	ended    bool
	errors   int   // in a row
	broken   error // why the file could not be opened again; all later calls fail with it

	faults      *Faults
	highest     int64 // furthest byte position that a packet was taken from
	endChecked  bool  // the container's length has been checked
	listChecked bool  // the packets of the container's index have been counted
	replay      bool  // the packets read now have been read before
	settled     bool  // false from a seek to its first good frame: damage is the seek's

	sought bool // no key frame has come since a seek's first picture: the log reports missing references
	logged damageLog
	read   int   // packets up to here, -1 if a seek has led to an unknown one
	last   int64 // byte after the last packet, -1 if unknown

	learnt   bool  // it has decoded a picture since it was opened, from the start on
	latest   int64 // highest time stamp of the packets since it was opened, noPTS before
	reorders bool  // time stamps of packets went back, as they do where pictures are decoded ahead

	joining joining
	waitKey bool  // skip packets up to a key frame
	keyPTS  int64 // after a seek, the key frame's pts: earlier frames lack their references

	wants yuv.Needs // what pictures come with, if the codec's decoder tells it
	can   telling   // what that tells
	on    onDevice
}

func openDecoder(d *demuxer, faults *Faults, h *Hardware, opt Options) (*decoder, error) {
	dec := &decoder{dem: d, faults: faults, highest: -1, last: -1, keyPTS: noPTS, wants: opt.Needs}
	dec.joining.waits = d.in.live != nil && from(d.fc.InputFormat().Name(), joinable)
	dec.chooseDevices(h, opt.Surfaces)
	if err := dec.open(opt.Threads); err != nil {
		return nil, err
	}
	return dec, nil
}

func (dec *decoder) open(threads int) error {
	id := dec.dem.current().CodecParameters().CodecID()
	dec.on.start = start{threads: threads, anything: dec.on.start.anything}
	codec := astiav.FindDecoder(id)
	if codec == nil {
		return dec.dem.unknownCodec(dec.dem.current())
	}
	dec.can = tellers[id.Name()]
	if dec.tells() == (telling{}) && dec.openOnDevice(id) {
		return nil
	}
	return dec.openCodec(codec, threads, nil)
}

// openCodec opens a decoder, with a device if there is one.
func (dec *decoder) openCodec(codec *astiav.Codec, threads int, device *device) error {
	s := dec.dem.current()
	p := s.CodecParameters()
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
	c.max_pixels = C.int64_t(dec.dem.in.access.codedPixels())
	if p.CodecID() == astiav.CodecIDMpeg4 {
		// Frame threads of FFmpeg 5.1 race for a guess at the encoder's bugs, by
		// which the end of a damaged slice is an error or none.
		threads = 1
	}
	c.thread_count = C.int(threads)
	c.thread_type = C.FF_THREAD_FRAME | C.FF_THREAD_SLICE
	if dec.dem.in.live != nil { // each thread with a frame of its own delays pictures by one
		c.thread_type = C.FF_THREAD_SLICE
	}
	if device != nil && device.ref != nil {
		if rc := C.device_attach(c, device.ref); rc < 0 {
			cc.Free()
			return astiav.Error(rc)
		}
	} else {
		C.clear_buffers(c)
		dec.tell(c)
	}
	C.pass_notes(c)
	logged, err := newDamageLog()
	if err != nil {
		cc.Free()
		return err
	}
	logged.watchDecoder(cc)
	if err := cc.Open(codec, nil); err != nil {
		cc.Free()
		logged.close()
		return fmt.Errorf("codec %s: %w", codec.Name(), err)
	}
	logged.keepErrors() // warnings by now are about our choices
	dec.cc, dec.c, dec.logged = cc, c, logged
	dec.draining, dec.ended, dec.errors, dec.read = false, false, 0, 0
	dec.waitKey, dec.keyPTS, dec.settled, dec.sought = false, noPTS, true, false
	dec.learnt, dec.latest, dec.reorders = false, noPTS, false
	return nil
}

// rewind starts again from the first packet, with a fresh demuxer and codec.
func (dec *decoder) rewind(threads int) error {
	if dec.broken != nil {
		return dec.broken
	}
	if !dec.dem.in.seekable() {
		return ErrNotSeekable
	}
	dec.close()
	dec.replay = true
	if dec.broken = dec.dem.rewind(); dec.broken == nil {
		dec.broken = dec.open(threads)
	}
	return dec.broken
}

// seek goes to a key frame at or before ts and drops everything decoded.
func (dec *decoder) seek(ts int64) error {
	if dec.broken != nil {
		return dec.broken
	}
	if err := dec.learn(); err != nil {
		return err
	}
	if err := dec.dem.seek(ts); err != nil {
		return err
	}
	C.avcodec_flush_buffers(dec.c)
	dec.draining, dec.ended, dec.errors = false, false, 0
	dec.waitKey, dec.keyPTS, dec.settled, dec.sought = true, noPTS, false, true
	dec.read = -1
	dec.on.stumbled = nil
	s := &dec.on.start
	s.sought, s.tick, s.given = true, ts, 0
	return nil
}

// learn has a decoder that was opened anew decode the stream's first picture, before it goes elsewhere. What
// that packet says may hold for all: with which version of x264 the stream was encoded, whose errors
// FFmpeg imitates.
func (dec *decoder) learn() error {
	if dec.learnt {
		return nil
	}
	f := C.av_frame_alloc()
	if f == nil {
		return errors.New("out of memory")
	}
	defer C.av_frame_free(&f)
	dec.settled = false // the seek counts no faults
	if err := dec.decode(f); err != nil && dec.dem.in.ctx.Err() != nil {
		return err
	}
	dec.learnt = true
	return nil
}

// decode decodes the next frame into f; io.EOF comes after the last one. It allocates in
// Go only if something is wrong with the input.
func (dec *decoder) decode(f *C.AVFrame) error {
	if dec.broken != nil {
		return dec.broken
	}
	for !dec.ended {
		rc := C.avcodec_receive_frame(dec.c, f)
		switch {
		case rc == 0:
			dec.errors, dec.learnt = 0, true
			if dec.damage(C.frame_is_corrupt(f) != 0) && dec.dem.in.ended() {
				C.av_frame_unref(f) // the user's end has cut it
				continue
			}
			if dec.settled && C.frame_is_key(f) != 0 {
				dec.sought = false
			}
			return nil
		case rc == C.AVERROR_EOF:
			dec.damage(false)
			dec.ended = true
			return io.EOF
		case rc == again && !dec.draining:
			if err := dec.feed(); err != nil {
				return err
			}
		default:
			dec.logged.take()
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
	if err == nil {
		if dec.read < 0 {
			dec.read = dec.dem.listedBefore(int64(pkt.pos))
		}
		dec.read++
		dec.last = -1
		if pkt.pos >= 0 {
			dec.replay = int64(pkt.pos) <= dec.highest
			dec.highest = max(dec.highest, int64(pkt.pos))
			dec.last = int64(pkt.pos) + int64(pkt.size)
		}
		if pkt.pts != noPTS {
			dec.reorders = dec.reorders || int64(pkt.pts) < dec.latest
			dec.latest = max(dec.latest, int64(pkt.pts))
		}
		if dec.skips(pkt) {
			C.av_packet_unref(pkt)
			return nil
		}
	}
	if logged := dec.dem.damage(); logged != nil {
		dec.fault(&dec.faults.Read, "the container is damaged", logged)
	}
	if err == io.EOF {
		dec.checkEnd()
		return dec.drain()
	}
	if err != nil {
		if cause := dec.dem.in.cause(); cause != nil {
			if ctxErr := dec.dem.in.ctx.Err(); ctxErr != nil {
				return ctxErr
			}
			dec.faults.Cut = dec.fault(&dec.faults.Read, "read", cause)
			return dec.drain()
		}
		dec.fault(&dec.faults.Read, "read", err)
		if dec.errors++; dec.errors > maxErrors {
			return dec.drain()
		}
		return nil
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
	C.note_packet(dec.c, pkt, C.int(dec.dem.segment()))
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
		dec.fault(&dec.faults.Decode, "the last pictures do not decode", astiav.Error(rc))
		dec.ended = true
	}
	return nil
}

// damage counts, and reports, a picture that is marked as damaged, or whose decoder has logged
// damage since the last one: with several threads some pictures are handed out
// before they are marked. After a seek the log also reports pictures that lack
// their references, until another key frame has come.
func (dec *decoder) damage(marked bool) bool {
	logged := dec.logged.take()
	if dec.sought {
		logged = nil
	}
	damaged := marked || logged != nil
	if damaged {
		dec.fault(&dec.faults.Decode, "a picture is damaged", logged)
	}
	return damaged
}

// fault counts a fault, and returns it if it counts.
func (dec *decoder) fault(counter *int, what string, cause error) error {
	if dec.on.device != nil {
		dec.on.fault(dec.settled, bare(dec.faultError(what, cause)))
	}
	// When the user ends a live source, FFmpeg hands out what it has of a packet.
	if dec.replay || !dec.settled || dec.dem.in.ended() {
		return nil
	}
	err := dec.faultError(what, cause)
	dec.faults.add(counter, err)
	return err
}

func (dec *decoder) faultError(what string, cause error) error {
	if cause == nil {
		return &fault{dec.dem.in.path, errors.New(what)}
	}
	return &fault{dec.dem.in.path, fmt.Errorf("%s: %w", what, cause)}
}

func (dec *decoder) close() {
	if dec.cc != nil {
		dec.cc.Free()
		dec.logged.close()
		dec.cc, dec.c = nil, nil
	}
	dec.on.closeDevice()
}
