package render

// #include "clean.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
)

// muxer writes packets to a file: the video's in stream 0, the sound's in the streams after it.
type muxer struct {
	sink  *sink
	fc    *astiav.FormatContext
	c     *C.AVFormatContext
	video *C.AVStream
	sound map[int]*C.AVStream // by the source's stream index
}

// openMuxer writes the header.
func openMuxer(w io.Writer, e *encoder, rate decode.Rational, turned decode.Orientation, sound []*astiav.Stream) (*muxer, error) {
	m := &muxer{sound: map[int]*C.AVStream{}}
	if err := m.open(w, e, rate, turned, sound); err != nil {
		failed := m.sink != nil && m.sink.err != nil
		m.close()
		if !failed && len(sound) > 0 && !errors.Is(err, ErrSound) {
			err = blame(e, rate, sound, err)
		}
		return nil, err
	}
	return m, nil
}

// blame returns why a muxer refuses video and sound: an error that matches [ErrSound] if it accepts
// the video alone, but not one of the sound's streams; else err.
func blame(e *encoder, rate decode.Rational, sound []*astiav.Stream, err error) error {
	try := func(sound []*astiav.Stream) error {
		m := &muxer{sound: map[int]*C.AVStream{}}
		defer m.close()
		return m.open(&discard{}, e, rate, decode.Orientation{}, sound)
	}
	if try(nil) != nil {
		return err
	}
	for i, s := range sound {
		if try(sound[i:i+1]) != nil {
			return soundError(s.CodecParameters().CodecID(), e.choice.container)
		}
	}
	return err
}

func soundError(id astiav.CodecID, t *containerTraits) error {
	return fmt.Errorf("%w: %s in %s", ErrSound, id.Name(), t.name)
}

// discard is a file that discards its data.
type discard struct{ at, end int64 }

func (n *discard) Write(p []byte) (int, error) {
	n.at += int64(len(p))
	n.end = max(n.end, n.at)
	return len(p), nil
}

func (n *discard) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += n.at
	case io.SeekEnd:
		offset += n.end
	}
	n.at = offset
	return offset, nil
}

func (m *muxer) open(w io.Writer, e *encoder, rate decode.Rational, turned decode.Orientation, sound []*astiav.Stream) (err error) {
	t := e.choice.container
	if t.goesBack && seekable(w) == nil {
		return fmt.Errorf("%s: %w", t.name, ErrNotSeekable)
	}
	if m.sink, err = openSink(w); err != nil {
		return err
	}
	if m.fc, err = astiav.AllocOutputFormatContext(nil, t.muxer, ""); err != nil {
		return fmt.Errorf("container %s: %w", t.name, err)
	}
	m.c = *(**C.AVFormatContext)(unsafe.Pointer(m.fc))
	C.sink_attach(m.sink.pb, m.c)
	if m.video, err = m.addVideo(e, rate); err != nil {
		return err
	}
	if turned != (decode.Orientation{}) && t.turns() {
		matrix := turn(turned)
		if rc := C.stream_turn(m.video, &matrix[0]); rc < 0 {
			return astiav.Error(rc)
		}
	}
	for _, s := range sound {
		id := s.CodecParameters().CodecID()
		if !t.holds(id) {
			return soundError(id, t)
		}
		if m.sound[s.Index()], err = m.addSound(s); err != nil {
			return err
		}
	}
	options, err := m.options(t)
	if err != nil {
		return err
	}
	defer options.Free()
	if err := m.fc.WriteHeader(options); err != nil {
		return m.fail(fmt.Sprintf("container %s refuses %s", t.name, e.choice.codec.Name()), err)
	}
	return nil
}

// options returns the muxer's options.
func (m *muxer) options(t *containerTraits) (*astiav.Dictionary, error) {
	options := astiav.NewDictionary()
	if !t.goesBack {
		return options, nil
	}
	// The time scale in which MP4 and QuickTime store when a stream begins, by default
	// milliseconds. It is made a multiple of each stream's.
	scale := 1
	for i := range m.fc.NbStreams() {
		den := m.fc.Streams()[i].TimeBase().Den()
		if l := scale / gcd(scale, den) * den; l <= maxTimescale {
			scale = l
		}
	}
	err := options.Set("movie_timescale", strconv.Itoa(max(scale, 1000)), 0)
	return options, err
}

// maxTimescale limits the ticks a second of a video: five hours of them fit into 32 bits.
const maxTimescale = 230000

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (m *muxer) addVideo(e *encoder, rate decode.Rational) (*C.AVStream, error) {
	s := C.avformat_new_stream(m.c, nil)
	if s == nil {
		return nil, errNoMemory
	}
	s.time_base = e.base
	s.avg_frame_rate = cRational(rate)
	s.sample_aspect_ratio = e.c.sample_aspect_ratio
	if rc := C.avcodec_parameters_from_context(s.codecpar, e.c); rc < 0 {
		return nil, astiav.Error(rc)
	}
	return s, nil
}

func (m *muxer) addSound(source *astiav.Stream) (*C.AVStream, error) {
	s := C.avformat_new_stream(m.c, nil)
	if s == nil {
		return nil, errNoMemory
	}
	if rc := C.stream_describe(s, streamPointer(source)); rc < 0 {
		return nil, astiav.Error(rc)
	}
	return s, nil
}

// write writes a packet, with times in a time base, to a stream. It takes over the packet's data.
func (m *muxer) write(pkt *C.AVPacket, base C.AVRational, s *C.AVStream) error {
	C.av_packet_rescale_ts(pkt, base, s.time_base)
	pkt.stream_index, pkt.pos = s.index, -1
	if rc := C.av_interleaved_write_frame(m.c, pkt); rc < 0 {
		return m.fail("write a packet", astiav.Error(rc))
	}
	return m.sink.err
}

// finish completes the file.
func (m *muxer) finish() error {
	if rc := C.av_write_trailer(m.c); rc < 0 {
		return m.fail("complete the file", astiav.Error(rc))
	}
	return m.sink.flush()
}

// fail returns the writer's error if that is the cause.
func (m *muxer) fail(action string, err error) error {
	if m.sink.err != nil {
		return m.sink.err
	}
	return fmt.Errorf("%s: %w", action, err)
}

// close frees everything, finished or not.
func (m *muxer) close() {
	if m == nil {
		return
	}
	if m.fc != nil {
		m.fc.Free()
	}
	if m.sink != nil {
		m.sink.close()
	}
}
