package decode

// #include "buffer.h"
// #include "hardware.h"
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/parsing"
	"ffkvadrat/yuv"
)

// maxErrors is the number of consecutive errors, without a packet or frame in between, that ends a
// stream. It keeps damaged input from running the decoder forever.
const maxErrors = 100

const again = -C.int(C.EAGAIN)

// decoder turns one stream's packets into frames in presentation order.
type decoder struct {
	dem      *demuxer
	cc       *astiav.CodecContext
	c        *C.AVCodecContext
	draining bool
	ended    bool
	errors   int   // consecutive
	broken   error // why the file could not be reopened; all later calls fail with it

	faults      *Faults
	highest     int64 // highest byte position that a packet came from
	endChecked  bool  // the container's length has been checked
	listChecked bool  // the packets of the container's index have been counted
	replay      bool  // the current packets were already read once
	settled     bool  // false from a seek to its first good frame; damage until then is due to the seek

	sought bool // no key frame since the first frame of a seek: the log still reports missing references
	logged damageLog
	read   int   // packets read, -1 if a seek has led to an unknown packet
	last   int64 // offset of the byte after the last packet, -1 if unknown

	learnt   bool  // a frame was decoded from the start since the decoder was opened
	latest   int64 // highest time stamp of the packets since it was opened, noPTS before
	reorders bool  // time stamps of packets decreased: frames are coded in another order

	joining joining
	waitKey bool  // skip packets before a key frame
	keyPTS  int64 // after a seek, the key frame's PTS; earlier frames lack their references

	wants yuv.Needs // data that frames should have, where the decoder exports it
	can   codedData // data that the decoder can export
	grain yuv.Grain

	parser *parsing.Parser // nil if packets are not parsed
	number int             // of the last packet for it
	parsed int64           // highest byte position that a parsed packet came from

	on onDevice
}

func openDecoder(d *demuxer, faults *Faults, h *Hardware, opt Options) (*decoder, error) {
	dec := &decoder{dem: d, faults: faults, highest: -1, parsed: -1, last: -1, keyPTS: noPTS, wants: opt.Needs, grain: PicturesOf(d.in.ctx).Grain}
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
	dec.can = exportsOf(id.Name(), PicturesOf(dec.dem.in.ctx).Fields)
	if t := dec.exports(); (t.parsed || !t.any()) && dec.openOnDevice(id) {
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
		// The frame threads of FFmpeg 5.1 race for a guess at the encoder's bugs. The guess decides
		// whether the end of a damaged slice is an error.
		threads = 1
	}
	c.thread_count = C.int(threads)
	c.thread_type = C.FF_THREAD_FRAME | C.FF_THREAD_SLICE
	if dec.dem.in.live != nil { // each frame thread delays the output by one frame
		c.thread_type = C.FF_THREAD_SLICE
	}
	if device != nil && device.ref != nil {
		if rc := C.device_attach(c, device.ref); rc < 0 {
			cc.Free()
			return astiav.Error(rc)
		}
	} else {
		C.clear_buffers(c)
		dec.setExports(c)
		dec.leaveGrain(c, codec.Name())
	}
	if runtime.GOARCH == "arm64" && p.CodecID() != astiav.CodecIDMpeg4 {
		// FFmpeg's own for arm64 rounds differently. With one that is named, MPEG-4 would not take Xvid's.
		c.idct_algo = C.FF_IDCT_SIMPLE
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
	logged.keepErrors() // warnings until now are about our choices of options
	dec.cc, dec.c, dec.logged = cc, c, logged
	dec.openParser()
	dec.draining, dec.ended, dec.errors, dec.read = false, false, 0, 0
	dec.waitKey, dec.keyPTS, dec.settled, dec.sought = false, noPTS, true, false
	dec.learnt, dec.latest, dec.reorders = false, noPTS, false
	return nil
}

// rewind restarts from the first packet, with a new demuxer and codec.
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

// seek goes to a key frame at or before ts and drops all that was decoded.
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
	if dec.parser != nil {
		dec.parser.Restart()
	}
	dec.draining, dec.ended, dec.errors = false, false, 0
	dec.waitKey, dec.keyPTS, dec.settled, dec.sought = true, noPTS, false, true
	dec.read = -1
	dec.on.seekError = nil
	s := &dec.on.start
	s.sought, s.tick, s.given = true, ts, 0
	return nil
}

// learn makes a newly opened decoder decode the stream's first frame before it seeks. That packet may
// have data for the whole stream: the version of x264 that encoded it, whose errors FFmpeg imitates.
func (dec *decoder) learn() error {
	if dec.learnt {
		return nil
	}
	f := C.av_frame_alloc()
	if f == nil {
		return errors.New("out of memory")
	}
	defer C.av_frame_free(&f)
	dec.settled = false // faults here belong to the seek and are not counted
	if err := dec.decode(f); err != nil && dec.dem.in.ctx.Err() != nil {
		return err
	}
	dec.learnt = true
	return nil
}

// decode decodes the next frame into f; io.EOF follows the last one. It allocates Go memory only for
// faulty input.
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
				C.av_frame_unref(f) // the user's end truncated it
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
	if err == nil {
		if broken := dec.dem.checkPicture(); broken != nil {
			dec.fault(&dec.faults.Read, "read", broken)
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
	C.note_packet(dec.c, pkt, C.int(dec.dem.segment()), C.int(dec.parse(pkt)))
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

// damage counts and reports a frame that is marked as damaged, or for which the decoder has logged
// damage: with several threads FFmpeg returns some frames before it marks them. After a seek the log
// also reports frames that lack their references, so it is ignored until the next key frame.
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

// fault counts a fault and returns it, or nil if it does not count.
func (dec *decoder) fault(counter *int, what string, cause error) error {
	if dec.on.device != nil {
		dec.on.fault(dec.settled, bare(dec.faultError(what, cause)))
	}
	// When the user ends a live source, FFmpeg returns the part of a packet that it has.
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
	dec.closeParser()
	dec.on.closeDevice()
}
