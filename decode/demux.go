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
	"syscall"
	"time"
	"unsafe"

	"github.com/asticode/go-astiav"
)

// noPTS marks an absent time stamp (FFmpeg's AV_NOPTS_VALUE).
const noPTS = -1 << 63

// readFailed is FFmpeg's AVERROR(EIO).
const readFailed = -C.int(syscall.EIO)

// demuxer splits an input into packets and returns those of one stream.
type demuxer struct {
	in     *input
	fc     *astiav.FormatContext
	c      *C.AVFormatContext
	pkt    *astiav.Packet
	cpkt   *C.AVPacket
	stream int // index of the stream that is read
	logged damageLog
	// listed is how many packets of the stream the container's index has, if it lists
	// them all; else 0.
	listed int
	apart  *apart // makes the calls; nil if they are made here
	breaks discontinuities
	span   span // of the chosen stream, if there are discontinuities
	inLine bool // packets were read from the start on, without a seek
}

// Silence keeps FFmpeg from printing messages to standard error. Whatever opens an input does so; call it
// for encoders that work without one.
func Silence() { C.log_silently() }

// openDemuxer reads the container's header. The demuxer owns in from now on,
// also on failure.
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
	if d.apart = newApart(d); d.apart == nil {
		return errors.New("out of memory")
	}
	var err error
	if !d.apart.run(func() { err = d.readHeader() }) {
		return d.openError(astiav.Error(-C.int(syscall.ETIMEDOUT)))
	}
	return err
}

// readHeader opens the container at the start of the input, and looks into its streams.
func (d *demuxer) readHeader() error {
	if err := d.openFormat(); err != nil {
		return err
	}
	// A read may fail while FFmpeg looks ahead, or looks for the last time stamp at
	// the end. What comes before can still be read; reading packets reports the failure.
	rc := d.findStreams()
	if err := d.in.ctx.Err(); err != nil {
		return err
	}
	if rc < 0 {
		return d.openError(astiav.Error(rc))
	}
	if from(d.fc.InputFormat().Name(), streams) {
		d.logged.take() // the last time stamps were looked for from anywhere on
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
	// Without a name FFmpeg recognises the container by its content alone, and
	// "p%03d.png" is one file.
	name, format := "", (*astiav.InputFormat)(nil)
	wanted := [][2]string{{"format_whitelist", formatList()}, {"protocol_whitelist", ""}}
	if kind := d.in.live; kind != nil {
		wanted = kind.asked(d.in.access.Device)
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

// findStreams has FFmpeg look into the streams. It asks a device that it polls again and again, until
// a picture comes.
func (d *demuxer) findStreams() C.int {
	var silent *time.Timer
	if d.in.live != nil && d.in.live.polls {
		silent = time.AfterFunc(silence*time.Second, d.in.cancel)
	}
	C.input_go_on(d.in.c)
	rc := C.find_stream_info(d.c, C.int64_t(d.in.access.codedPixels()))
	if silent != nil && !silent.Stop() {
		return -C.int(syscall.ETIMEDOUT)
	}
	return rc
}

func (d *demuxer) openError(err error) error {
	if kind := d.in.live; kind != nil && kind.demuxer != "" {
		return d.lack(kind.explain(err))
	}
	return d.lack(d.refusal(err))
}

// lack returns the error for something that the file does not say: the failed read
// that may have hidden it, else err.
func (d *demuxer) lack(err error) error {
	if cause := d.in.cause(); cause != nil {
		return cause
	}
	return err
}

// checkSizes refuses pictures that are too large before anything of their
// size is allocated.
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

// rewind starts again from the first byte with the same stream.
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

// listedBefore returns how many packets of the index lie before the one at a position.
func (d *demuxer) listedBefore(pos int64) int {
	if d.listed == 0 {
		return 0
	}
	return int(C.index_packets(streamPointer(d.current()), C.int64_t(pos))) - 1
}

func (d *demuxer) current() *astiav.Stream { return d.fc.Streams()[d.stream] }

// baseOf is the time base of a stream. It allocates nothing.
func (d *demuxer) baseOf(stream int) C.AVRational {
	return unsafe.Slice(d.c.streams, d.c.nb_streams)[stream].time_base
}

// seek goes to a key frame at or before ts, in the stream's time base.
func (d *demuxer) seek(ts int64) error {
	d.inLine = false
	C.input_go_on(d.in.c)
	if rc := C.av_seek_frame(d.c, C.int(d.stream), C.int64_t(ts), C.AVSEEK_FLAG_BACKWARD); rc < 0 {
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
	if d.in.live != nil {
		return d.readLive()
	}
	rc := C.av_read_frame(d.c, d.cpkt)
	if rc >= 0 {
		return nil
	}
	// Demuxers may report an interrupted or failed read as the end.
	if err := d.in.cause(); err != nil {
		return err
	}
	if d.isEnd(rc) {
		return io.EOF
	}
	return astiav.Error(rc)
}

// isEnd reports whether a demuxer's error is the end.
func (d *demuxer) isEnd(rc C.int) bool {
	return rc == C.AVERROR_EOF || rc == readFailed && from(d.fc.InputFormat().Name(), failing) && d.c.pb.eof_reached != 0
}

// damage returns what the demuxer has logged about damage since the last call, nil if nothing. What
// a device logs is about the device.
func (d *demuxer) damage() error {
	logged := d.logged.take()
	if d.in.live != nil && d.in.live.device {
		return nil
	}
	return logged
}

// readLive does the same with a live source. Its first failure is its end: what comes after
// one, if anything, has a gap before it.
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
			rc = -C.int(syscall.ETIMEDOUT)
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
	if d.apart != nil {
		return d.apart.read(d.cpkt)
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
	if d.apart != nil {
		d.apart.close(d.free)
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
