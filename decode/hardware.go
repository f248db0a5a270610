package decode

// #include <stdlib.h>
// #include "hardware.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/yuv"
)

// HardwareNames are the names that [NewHardware] takes.
var HardwareNames = append([]string{"auto", "no"}, devices...)

// devices are the device types, by FFmpeg's names, in the order in which auto tries them.
var devices = []string{"cuda", "vaapi", "vulkan"}

// onHardware are the codecs, by FFmpeg's names, that devices may decode: tests on a device found their
// frames equal to FFmpeg's. The standards of older codecs leave rounding open, so devices differ from
// FFmpeg. AV1 is untested; FFmpeg uses other decoders for it on devices than in software.
var onHardware = []string{"h264", "hevc", "vp8", "vp9"}

// Hardware is a choice of devices, next to the processor, for decoding videos. Videos share the
// devices. Any goroutine may use it.
//
// Frames, their data and faults are those of software decoding: if a device refuses a stream or fails,
// software decodes from that very frame on. One fault stays hidden: damage inside a frame whose headers
// are intact, which a device conceals in its own way.
type Hardware struct {
	kinds []string
	named bool        // the user named this one kind
	log   func(error) // or nil

	starting sync.WaitGroup
	mu       sync.Mutex
	opened   map[string]*device
	reported map[string]bool

	fake *fakeDevice // in tests
}

// device is an open device, or the reason why it cannot be opened. A fake one has no ref.
type device struct {
	kind string
	ref  *C.AVBufferRef
	err  error
}

// fakeDevice lets FFmpeg's software decoder play the device, in tests.
type fakeDevice struct {
	// fetch gets the number of frames that the decoder has returned before; its error counts as the
	// device's.
	fetch func(n int) error
	// software is the pixel format that decoding without the device would give, or empty for the
	// frame's own.
	software string
	// bring is called before the samples of a frame that stayed on the device are fetched; its error
	// counts as the device's. It can be nil.
	bring func() error
	lends bool // samples on the device can be read there
}

// NewHardware returns the devices for one of [HardwareNames]. log, which may be nil, is called when
// a named device cannot be used, and when any device is lost within a video, once for each text.
// Several goroutines may call it.
func NewHardware(name string, log func(error)) (*Hardware, error) {
	h := &Hardware{log: log, opened: map[string]*device{}, reported: map[string]bool{}}
	switch {
	case name == "auto":
		h.kinds = devices
	case slices.Contains(devices, name):
		h.kinds, h.named = []string{name}, true
	case name != "no":
		return nil, fmt.Errorf("decode: no hardware decoder is called %q", name)
	}
	return h, nil
}

// Start opens the device that videos will ask for first, in a goroutine that Close waits for: a CUDA device
// takes as long as several OpenGL contexts.
func (h *Hardware) Start() {
	if len(h.kinds) > 0 {
		h.starting.Go(func() {
			if d, err := h.open(h.kinds[0]); err == nil {
				d.close()
			}
		})
	}
}

// Close releases the devices. Videos that use them hold them until their own Close.
func (h *Hardware) Close() {
	if h == nil {
		return
	}
	h.starting.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.opened {
		C.av_buffer_unref(&d.ref)
		d.err = errors.New("closed")
	}
}

type hardwareKey struct{}

// WithHardware returns a context under which [OpenVideo] uses h.
func WithHardware(ctx context.Context, h *Hardware) context.Context {
	return context.WithValue(ctx, hardwareKey{}, h)
}

// hardwareOf returns the context's Hardware, or nil.
func hardwareOf(ctx context.Context) *Hardware {
	h, _ := ctx.Value(hardwareKey{}).(*Hardware)
	return h
}

// report reports why a device is not used. A device that the user did not name is reported only if it
// was in use.
func (h *Hardware) report(kind string, inUse bool, err error) {
	if h.log == nil || !inUse && !h.named {
		return
	}
	h.mu.Lock()
	err = fmt.Errorf("%s is not used: %w", kind, err)
	known := h.reported[err.Error()]
	h.reported[err.Error()] = true
	h.mu.Unlock()
	if !known {
		h.log(err)
	}
}

// open returns a reference to a device, which is opened once. The caller must close the reference.
func (h *Hardware) open(kind string) (*device, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d := h.opened[kind]
	if d == nil {
		d = &device{kind: kind}
		h.opened[kind] = d
		if h.fake == nil {
			name := C.CString(kind)
			defer C.free(unsafe.Pointer(name))
			if rc := C.device_open(name, &d.ref); rc < 0 {
				d.err = fmt.Errorf("there is no such device, or it cannot be opened: %w", astiav.Error(rc))
			}
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	mine := &device{kind: kind}
	if d.ref != nil {
		if mine.ref = C.av_buffer_ref(d.ref); mine.ref == nil {
			return nil, errors.New("out of memory")
		}
	}
	return mine, nil
}

func (d *device) close() {
	if d != nil {
		C.av_buffer_unref(&d.ref)
	}
}

// onDevice is the part of a decoder that works with a device.
type onDevice struct {
	hardware  *Hardware
	kinds     []string // the kinds still to try on the stream
	device    *device  // decodes now; nil is software
	fetcher   *C.Fetcher
	fetched   int          // frames since the decoder was opened
	failed    error        // the first error
	lost      bool         // failed was an error of the device, not damage in the input
	keep      func() bool  // whether frames may stay on the device, or nil
	kept      bool         // the last frame stayed there
	refused   *atomic.Bool // samples that stay on the device cannot be read
	seekError error        // the first error since a seek, before its first frame

	native, software C.int // formats of the last frame, AV_PIX_FMT_NONE in software
	start            start
}

// start is the point from which a decoder has decoded without a gap.
type start struct {
	threads  int
	sought   bool
	tick     int64 // target of the seek
	given    int64 // frames returned since
	lastPTS  int64 // time stamp of the last of them
	anything bool  // a frame was returned since the video was opened
}

// chooseDevices sets the devices that may decode the stream. keep is [Options].Surfaces.
func (dec *decoder) chooseDevices(h *Hardware, keep func() bool) {
	dec.on.native, dec.on.software = C.AV_PIX_FMT_NONE, C.AV_PIX_FMT_NONE
	if h == nil || len(h.kinds) == 0 {
		return
	}
	p := dec.dem.current().CodecParameters()
	codec := p.CodecID().Name()
	dec.on.hardware, dec.on.keep, dec.on.refused = h, keep, new(atomic.Bool)
	switch {
	case !slices.Contains(onHardware, codec) && h.fake == nil:
		h.report(h.kinds[0], false, fmt.Errorf("%s is decoded in software", codec))
	case codec == "h264" && isMonochrome(p.ExtraData()) && h.fake == nil:
		h.report(h.kinds[0], false, errors.New("H.264 without colour is decoded in software"))
	case !dec.dem.in.seekable():
		h.report(h.kinds[0], false, errors.New("input that cannot be read twice is decoded in software"))
	default:
		dec.on.kinds = h.kinds
	}
}

// openOnDevice opens the decoder on the first device that accepts the stream; ok is false if none does.
func (dec *decoder) openOnDevice(id astiav.CodecID) (ok bool) {
	on := &dec.on
	for ; len(on.kinds) > 0; on.kinds = on.kinds[1:] {
		kind := on.kinds[0]
		d, err := on.hardware.open(kind)
		if err == nil {
			if err = dec.openOn(d, id); err == nil {
				return true
			}
			d.close()
			err = fmt.Errorf("%q: %w", WithoutPassword(dec.dem.in.path), err)
		}
		on.hardware.report(kind, false, err)
	}
	return false
}

func (dec *decoder) openOn(d *device, id astiav.CodecID) error {
	codec := astiav.FindDecoder(id)
	if d.ref != nil {
		c := C.device_codec(C.enum_AVCodecID(id), d.ref)
		if c == nil {
			return fmt.Errorf("this FFmpeg does not decode %s there", id.Name())
		}
		codec = astiav.FindDecoderByName(C.GoString(c.name))
	}
	fetcher := C.fetcher_new(d.ref)
	if fetcher == nil {
		return errors.New("out of memory")
	}
	if err := dec.openCodec(codec, 1, d); err != nil {
		C.fetcher_free(fetcher)
		return err
	}
	dec.on.device, dec.on.fetcher, dec.on.fetched = d, fetcher, 0
	dec.on.failed, dec.on.seekError, dec.on.lost = nil, nil, false
	return nil
}

// decodedBy says where a frame was decoded.
type decodedBy struct {
	onDevice bool
	kept     bool  // its samples are on the device
	software C.int // the pixel format of software decoding, if a device decoded it
}

func (on *onDevice) decoded() decodedBy {
	if on.device == nil {
		return decodedBy{}
	}
	return decodedBy{true, on.kept, on.software}
}

// closeDevice releases what one opening of a decoder holds.
func (on *onDevice) closeDevice() {
	C.fetcher_free(on.fetcher)
	on.device.close()
	on.fetcher, on.device = nil, nil
	on.native, on.software = C.AV_PIX_FMT_NONE, C.AV_PIX_FMT_NONE
}

// fetch copies a decoded frame from the decoder's memory to system memory or to other device memory.
func (on *onDevice) fetch(f *C.AVFrame) error {
	n := on.fetched
	on.fetched++
	keep := C.int(0)
	if on.keep != nil && !on.refused.Load() && on.keep() {
		keep = 1
	}
	var software C.enum_AVPixelFormat
	var rc C.int
	if s := on.hardware.fake; s != nil {
		if err := s.fetch(n); err != nil {
			return err
		}
		software = C.enum_AVPixelFormat(f.format)
		if s.software != "" {
			software = C.enum_AVPixelFormat(astiav.FindPixelFormatByName(s.software))
		}
		rc = C.fetcher_stand_in(on.fetcher, f, keep)
	} else {
		rc = C.fetcher_fetch(on.fetcher, f, keep, &software)
	}
	if on.kept = rc > 0; rc < 0 {
		return fmt.Errorf("a picture cannot be fetched: %w", astiav.Error(rc))
	}
	if C.int(f.format) != on.native || C.int(software) != on.software {
		on.native, on.software = C.int(f.format), C.int(software)
		if _, err := layoutAs(astiav.PixelFormat(f.format), astiav.PixelFormat(software)); err != nil {
			return err
		}
	}
	return nil
}

// fault records an error during decoding on a device.
func (on *onDevice) fault(settled bool, err error) {
	if settled && on.failed == nil {
		on.failed = err
	}
	if !settled && on.seekError == nil {
		on.seekError = err
	}
}

// receive returns the next frame in f; io.EOF comes after the last one.
func (dec *decoder) receive(f *C.AVFrame) error {
	for {
		err := dec.decode(f)
		if dec.on.device == nil {
			return err
		}
		if err == nil {
			lost := dec.on.fetch(f)
			if lost == nil && dec.grain == yuv.GrainOn && hasGrain(f) {
				lost = errGrain
			}
			if ended := dec.dem.in.ctx.Err(); lost != nil && ended != nil {
				C.av_frame_unref(f)
				return ended
			}
			if lost != nil && dec.on.failed == nil {
				dec.on.failed, dec.on.lost = lost, !dec.faults.ofDecoding()
			}
		}
		cause := dec.deviceFailed(f, err)
		if cause == nil {
			return err
		}
		C.av_frame_unref(f)
		if err := dec.goOnWithout(cause); err != nil {
			return err
		}
	}
}

// deviceFailed returns why the result of decode can differ from that of software decoding, or nil.
func (dec *decoder) deviceFailed(f *C.AVFrame, err error) error {
	on := &dec.on
	switch {
	case dec.dem.in.ctx.Err() != nil:
		return nil
	case on.failed != nil:
		if logged := dec.logged.take(); logged != nil {
			return fmt.Errorf("%w: %w", on.failed, logged)
		}
		return on.failed
	case dec.faults.ofDecoding():
		return bare(dec.faults.First)
	case dec.settled || on.seekError == nil:
		return nil
	case err != nil:
		return on.seekError // no frame came after the seek
	case !dec.early(f) && int64(f.pts) != dec.keyPTS:
		return on.seekError // the key frame is missing
	}
	return nil
}

// early reports whether a frame precedes the key frame of the last seek. The first frame that does not
// settles the seek.
func (dec *decoder) early(f *C.AVFrame) bool {
	return dec.keyPTS != noPTS && f.pts != noPTS && int64(f.pts) < dec.keyPTS
}

// settle records that a frame is passed on to the video.
func (dec *decoder) settle(f *C.AVFrame) {
	dec.keyPTS, dec.settled = noPTS, true
	dec.on.seekError = nil
	s := &dec.on.start
	s.given++
	s.lastPTS, s.anything = int64(f.pts), true
}

// goOnWithout decodes again without the device, up to the last frame that was passed on. Decoding had
// no faults until then, so they are counted from zero.
func (dec *decoder) goOnWithout(cause error) error {
	on, s, lost := &dec.on, dec.on.start, dec.on.lost
	if on.device != nil {
		if !s.anything {
			cause = fmt.Errorf("it does not support this stream: %w", cause)
		}
		on.hardware.report(on.device.kind, s.anything, fmt.Errorf("%q: %w", WithoutPassword(dec.dem.in.path), cause))
	}
	if s.anything {
		on.kinds = nil
	} else {
		on.kinds = on.kinds[1:] // another device may accept the stream
	}
	frame := C.av_frame_alloc()
	if frame == nil {
		return errors.New("out of memory")
	}
	defer C.av_frame_free(&frame)
	restart := func(sought bool, tick int64) error {
		dec.faults.keepBlocks()
		dec.highest, dec.endChecked, dec.listChecked = -1, false, false
		if err := dec.rewind(s.threads); err != nil {
			return err
		}
		dec.replay = false
		if sought {
			return dec.seek(tick)
		}
		return nil
	}
	// In an undamaged stream a seek leads to the same frames. In a damaged one the result depends on
	// everything that the decoder has read, so it starts again.
	if lost && s.given > 0 && s.lastPTS != noPTS && canSeek(dec.dem.fc.InputFormat().Name()) {
		if restart(true, s.lastPTS) == nil && dec.skipTo(frame, s.lastPTS) {
			dec.logged.take() // about frames before the key frame
			dec.sought = false
			return nil
		}
		if dec.broken != nil {
			return dec.broken
		}
	}
	if err := restart(s.sought, s.tick); err != nil {
		return err
	}
	return dec.skip(frame, s.given)
}

// skipTo decodes up to the frame with time stamp pts; it returns false if there is none.
func (dec *decoder) skipTo(f *C.AVFrame, pts int64) bool {
	for dec.receive(f) == nil {
		if !dec.early(f) {
			dec.settle(f)
			if f.pts == noPTS || int64(f.pts) >= pts {
				return int64(f.pts) == pts
			}
		}
		C.av_frame_unref(f)
	}
	return false
}

// skip decodes n frames and drops them.
func (dec *decoder) skip(f *C.AVFrame, n int64) error {
	for n > 0 {
		if err := dec.receive(f); err != nil {
			return err
		}
		if !dec.early(f) {
			dec.settle(f)
			n--
		}
		C.av_frame_unref(f)
	}
	return nil
}
