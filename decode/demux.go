package decode

// #include "input.h"
// #include "log.h"
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"
	"unsafe"

	"github.com/asticode/go-astiav"
)

// noPTS marks an absent time stamp (FFmpeg's AV_NOPTS_VALUE).
const noPTS = -1 << 63

// readFailed is FFmpeg's AVERROR(EIO).
const readFailed = -C.int(C.EIO)

// demuxer splits an input into packets and returns those of one stream.
type demuxer struct {
	in     *input
	fc     *astiav.FormatContext
	c      *C.AVFormatContext
	pkt    *astiav.Packet
	cpkt   *C.AVPacket
	stream int // index of the stream that is read
	logged damageLog
	// listed is the number of the stream's packets in the container's index, or 0 if the index does not
	// list them all.
	listed int
	worker *callWorker // runs calls in another goroutine; nil if they run here
	breaks discontinuities
	span   span // of the chosen stream, set if there are discontinuities
	inLine bool // packets were read from the start without a seek
	next   int  // index of the sequence's picture that is read next
	rest   int  // bytes of the part of a frame with which raw video ends, 0 if it has ended with a frame or not at all
}

// Silence stops FFmpeg's messages to standard error. Everything that opens an input calls it; encoders
// that work without an input must call it.
func Silence() { C.log_silently() }

// openDemuxer reads the container's header. It takes ownership of in, also on failure.
func openDemuxer(in *input) (*demuxer, error) {
	Silence()
	d := &demuxer{in: in, pkt: astiav.AllocPacket(), breaks: newDiscontinuities()}
	if d.pkt == nil {
		in.close()
		return nil, errors.New("out of memory")
	}
	d.cpkt = packetPointer(d.pkt)
	var err error
	if d.logged, err = newDamageLog(); err != nil {
		d.close()
		return nil, err
	}
	if err = d.begin(); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// begin reads the header.
func (d *demuxer) begin() error {
	if d.in.live == nil || !d.in.live.hangs {
		return d.readHeader()
	}
	if d.worker = newCallWorker(d); d.worker == nil {
		return errors.New("out of memory")
	}
	var err error
	if !d.worker.run(func() { err = d.readHeader() }) {
		return d.openError(astiav.Error(-C.int(C.ETIMEDOUT)))
	}
	return err
}

// readHeader opens the container at the start of the input and reads its streams' parameters.
func (d *demuxer) readHeader() error {
	if err := d.openFormat(); err != nil {
		return err
	}
	if d.in.raw != nil {
		d.in.raw.begin(d)
		return nil
	}
	// A read can fail while FFmpeg looks ahead, or at the last time stamp in the end of the file. The
	// part before can still be read; reading packets reports the failure.
	rc := d.findStreams()
	if err := d.in.ctx.Err(); err != nil {
		return err
	}
	if rc < 0 {
		return d.openError(astiav.Error(rc))
	}
	if from(d.fc.InputFormat().Name(), streams) {
		d.logged.take() // FFmpeg looked for the last time stamps starting from an arbitrary byte
	}
	if err := d.beginPictures(); err != nil {
		return err
	}
	return d.checkSizes()
}

// openFormat opens the container at the start of the input.
func (d *demuxer) openFormat() error {
	fc := astiav.AllocFormatContext()
	if fc == nil {
		return errors.New("out of memory")
	}
	d.logged.watchDemuxer(fc)
	C.input_go_on(d.in.c)
	if rc := C.input_attach(d.in.c, formatPointer(fc)); rc < 0 {
		fc.Free()
		return fmt.Errorf("read: %w", astiav.Error(rc))
	}
	// Without a name FFmpeg detects the container by content alone, and "p%03d.png" is one file here.
	name, format := "", (*astiav.InputFormat)(nil)
	wanted := [][2]string{{"format_whitelist", formatList()}, {"protocol_whitelist", ""}}
	if kind := d.in.live; kind != nil {
		wanted = kind.demuxerOptions(d.in.access.Device)
		if kind.demuxer != "" {
			if name, format = kind.address(d.in.path), kind.format(); format == nil {
				fc.Free()
				return fmt.Errorf("this FFmpeg has no %s", kind.demuxer)
			}
		}
		if kind.polls {
			formatPointer(fc).flags |= C.AVFMT_FLAG_NONBLOCK
			C.input_poll(d.in.c)
		}
	}
	if d.in.raw != nil {
		wanted, format = d.in.raw.options(), astiav.FindInputFormat("rawvideo")
	}
	options := astiav.NewDictionary()
	defer options.Free()
	for _, kv := range wanted {
		if err := options.Set(kv[0], kv[1], 0); err != nil {
			fc.Free()
			return err
		}
	}
	if err := fc.OpenInput(name, format, options); err != nil {
		return d.openError(err)
	}
	d.fc, d.c = fc, formatPointer(fc)
	d.inLine = true
	d.logged.keepErrors() // warnings about a header are about metadata
	return d.checkSizes()
}

// findStreams makes FFmpeg read the parameters of the streams. It repeats that on a polled device until
// a frame comes.
func (d *demuxer) findStreams() C.int {
	var silent *time.Timer
	if d.in.live != nil && d.in.live.polls {
		silent = time.AfterFunc(silence*time.Second, d.in.cancel)
	}
	C.input_go_on(d.in.c)
	rc := C.find_stream_info(d.c, C.int64_t(d.in.access.codedPixels()))
	if silent != nil && !silent.Stop() {
		return -C.int(C.ETIMEDOUT)
	}
	return rc
}

func (d *demuxer) openError(err error) error {
	if kind := d.in.live; kind != nil && kind.demuxer != "" {
		return d.lack(kind.explain(err))
	}
	return d.lack(d.refusal(err))
}

// lack returns the error for missing data: the failed read that may be the cause, else err.
func (d *demuxer) lack(err error) error {
	if cause := d.in.cause(); cause != nil {
		return cause
	}
	return err
}

// checkSizes refuses frames that are too large before memory for them is allocated.
func (d *demuxer) checkSizes() error {
	for _, s := range d.fc.Streams() {
		p := s.CodecParameters()
		if p.MediaType() != astiav.MediaTypeVideo {
			continue
		}
		if err := d.in.access.check(p.Width(), p.Height()); err != nil {
			return err
		}
	}
	return nil
}

// rewind restarts from the first byte with the same stream.
func (d *demuxer) rewind() error {
	d.closeFormat()
	if err := d.readHeader(); err != nil {
		return err
	}
	if d.stream >= d.fc.NbStreams() {
		return ErrNoVideo
	}
	d.selectStream(d.stream)
	return nil
}

func (d *demuxer) selectStream(index int) {
	d.stream = index
	C.select_stream(d.c, C.int(index))
	d.listed = 0
	if from(d.fc.InputFormat().Name(), listing) {
		d.listed = int(C.index_packets(streamPointer(d.current()), math.MaxInt64))
	}
}

// listedBefore returns the number of packets that the index has before the one at pos.
func (d *demuxer) listedBefore(pos int64) int {
	if d.listed == 0 {
		return 0
	}
	return int(C.index_packets(streamPointer(d.current()), C.int64_t(pos))) - 1
}

func (d *demuxer) current() *astiav.Stream { return d.fc.Streams()[d.stream] }

// baseOf returns the time base of a stream without allocating.
func (d *demuxer) baseOf(stream int) C.AVRational {
	return unsafe.Slice(d.c.streams, d.c.nb_streams)[stream].time_base
}

// seek goes to a key frame at or before ts, in the stream's time base.
func (d *demuxer) seek(ts int64) error {
	d.inLine = false
	if s := d.in.pictures; s != nil {
		d.next = s.At(ts)
		return nil
	}
	C.input_go_on(d.in.c)
	flags := C.int(C.AVSEEK_FLAG_BACKWARD)
	if d.in.raw != nil { // without this FFmpeg reads the frames up to the place
		ts, flags = d.in.raw.position(ts, max(d.in.size, d.in.length())), C.AVSEEK_FLAG_BYTE
	}
	if rc := C.av_seek_frame(d.c, C.int(d.stream), C.int64_t(ts), flags); rc < 0 {
		if err := d.in.cause(); err != nil {
			return err
		}
		return astiav.Error(rc)
	}
	return nil
}

// read reads the stream's next packet into d.cpkt; io.EOF ends the file.
func (d *demuxer) read() error {
	for {
		if err := d.readAny(); err != nil || int(d.cpkt.stream_index) == d.stream {
			return err
		}
		C.av_packet_unref(d.cpkt)
	}
}

// readAny reads the next packet of any stream into d.cpkt.
func (d *demuxer) readAny() error {
	C.input_go_on(d.in.c)
	switch {
	case d.in.live != nil:
		return d.readLive()
	case d.in.pictures != nil:
		return d.readPicture()
	}
	rc := C.av_read_frame(d.c, d.cpkt)
	if rc >= 0 {
		return d.completeRaw()
	}
	// Demuxers may report an interrupted or failed read as the end of the file.
	if err := d.in.cause(); err != nil {
		return err
	}
	if d.isEnd(rc) {
		return io.EOF
	}
	return astiav.Error(rc)
}

// completeRaw completes the packet of raw video. The part of a frame at the end is no packet.
func (d *demuxer) completeRaw() error {
	raw, p := d.in.raw, d.cpkt
	if raw == nil {
		return nil
	}
	if d.rest = 0; int64(p.size) < raw.bytes {
		d.rest = int(p.size)
		C.av_packet_unref(p)
		return io.EOF
	}
	p.pts = C.int64_t(raw.number(int64(p.pos)))
	p.dts = p.pts
	return nil
}

// isEnd reports whether a demuxer's error means the end of the file.
func (d *demuxer) isEnd(rc C.int) bool {
	return rc == C.AVERROR_EOF || rc == readFailed && from(d.fc.InputFormat().Name(), failing) && d.c.pb.eof_reached != 0
}

// damage returns what the demuxer has logged about damage since the last call, or nil. It is always nil
// for a device, whose messages are about the device.
func (d *demuxer) damage() error {
	logged := d.logged.take()
	if d.in.live != nil && d.in.live.device {
		return nil
	}
	return logged
}

// readLive reads the next packet of a live source. The first failure ends the source, because packets
// after it would follow a gap.
func (d *demuxer) readLive() error {
	for begun := time.Now(); !d.in.ended(); d.in.pause() {
		rc := d.readFrame()
		if rc >= 0 {
			return nil
		}
		err := d.in.cause()
		switch {
		case d.in.ended():
		case err != nil:
			return err
		case d.isEnd(rc):
			return io.EOF
		case rc == again && time.Since(begun) < silence*time.Second:
			continue
		case rc == again:
			rc = -C.int(C.ETIMEDOUT)
		}
		if !d.in.ended() {
			d.in.lost = d.in.live.explain(astiav.Error(rc))
			return d.in.lost
		}
	}
	return io.EOF
}

// readFrame reads the next packet of any stream of a live source into d.cpkt.
func (d *demuxer) readFrame() C.int {
	if d.worker != nil {
		return d.worker.read(d.cpkt)
	}
	return C.av_read_frame(d.c, d.cpkt)
}

func (d *demuxer) closeFormat() {
	if d.fc != nil {
		d.fc.CloseInput()
		d.fc, d.c = nil, nil
	}
}

func (d *demuxer) close() {
	if d.worker != nil {
		d.worker.close(d.free)
		return
	}
	d.free()
}

func (d *demuxer) free() {
	d.closeFormat()
	d.logged.close()
	d.pkt.Free()
	d.in.close()
}

// formatPointer, packetPointer, codecPointer and framePointer return the C objects behind
// go-astiav's, for calls that it lacks and for calls that must not allocate.
func formatPointer(fc *astiav.FormatContext) *C.AVFormatContext {
	return *(**C.AVFormatContext)(unsafe.Pointer(fc))
}

func packetPointer(p *astiav.Packet) *C.AVPacket {
	return *(**C.AVPacket)(unsafe.Pointer(p))
}

func codecPointer(cc *astiav.CodecContext) *C.AVCodecContext {
	return *(**C.AVCodecContext)(unsafe.Pointer(cc))
}

func framePointer(f *astiav.Frame) *C.AVFrame {
	return (*C.AVFrame)(f.UnsafePointer())
}

func streamPointer(s *astiav.Stream) *C.AVStream {
	return *(**C.AVStream)(unsafe.Pointer(s))
}
