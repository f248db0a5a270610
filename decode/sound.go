package decode

// #include "resample.h"
// #include "shim.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"

	"github.com/asticode/go-astiav"
)

// SoundInfo is what a file says about an audio stream.
type SoundInfo struct {
	Stream   int    // index of the stream
	Codec    string // FFmpeg's name, such as "aac"
	Profile  string // FFmpeg's name, such as "LC"; empty if unknown
	Rate     int    // samples per second as coded
	Channels int
	Layout   string // FFmpeg's name, such as "stereo"; empty if unknown
	BitRate  int64  // bits a second, 0 if unknown
	Language string // as tagged, such as "eng"; else empty
}

func soundInfo(s *astiav.Stream) SoundInfo {
	c, par := streamPointer(s), s.CodecParameters()
	info := SoundInfo{
		Stream:   s.Index(),
		Codec:    par.CodecID().Name(),
		Profile:  profileOf(c),
		Rate:     par.SampleRate(),
		Channels: int(c.codecpar.ch_layout.nb_channels),
		BitRate:  max(0, int64(c.codecpar.bit_rate)),
		Language: C.GoString(C.language(c)),
	}
	if info.Language == "und" { // undetermined
		info.Language = ""
	}
	var name [256]C.char
	if C.layout_name(c, &name[0], C.size_t(len(name))) != 0 {
		info.Layout = C.GoString(&name[0])
	}
	return info
}

// Sound decodes one audio stream to interleaved stereo at a fixed rate. The position of a sample, in
// pairs since the origin, is its time times the rate. A gap in the stream becomes silence; if packets
// overlap, the later one loses its start. After a seek the samples are those of a linear decode, as far
// as the codec allows. If the stream's time base is coarser than a sample (Matroska's millisecond),
// they can be off by a tick. One goroutine at a time may use it.
type Sound struct {
	ctx    context.Context
	path   string // for messages
	rate   int
	info   SoundInfo
	origin float64 // time of position 0 on the stream's clock, seconds
	base   float64 // seconds per tick
	linear bool    // seeks decode from the start
	faults Faults
	dec    *decoder
	frame  *astiav.Frame
	c      *C.AVFrame // the same frame
	held   bool       // the frame is decoded and not yet used
	ended  bool
	fresh  bool // nothing has been read since the start of the file
	seg    *segment
	buf    []float32 // memory of unread, reused
	unread []float32 // resampled samples that follow position at
	at     int64
	next   int64 // the next position for Read
}

// OpenSound opens a file's best audio stream, resampled to rate samples per second. The origin of time
// is 0 on the stream's clock; see [Sound.SetOrigin]. Errors match [ErrNoSound] and those of
// [OpenVideo].
func OpenSound(ctx context.Context, path string, rate int) (*Sound, error) {
	s, err := openSound(ctx, path, rate)
	if err != nil {
		return nil, fmt.Errorf("decode: open sound of %q: %w", WithoutPassword(path), err)
	}
	return s, nil
}

func openSound(ctx context.Context, path string, rate int) (*Sound, error) {
	if rate <= 0 {
		return nil, fmt.Errorf("sample rate %d", rate)
	}
	if IsLive(ctx, path) { // a second connection would be at another position
		return nil, ErrNotSeekable
	}
	in, err := openInput(ctx, path)
	if err != nil {
		return nil, err
	}
	if in.fd >= 0 && !in.seekable() { // what is read here is lost to the pictures
		in.close()
		return nil, ErrNotSeekable
	}
	dem, err := openDemuxer(in)
	if err != nil {
		return nil, err
	}
	stream := int(C.best_stream(dem.c, C.AVMEDIA_TYPE_AUDIO))
	if stream < 0 {
		err := dem.lack(ErrNoSound)
		dem.close()
		return nil, err
	}
	dem.selectStream(stream)
	st := dem.current()
	s := &Sound{ctx: ctx, path: WithoutPassword(path), rate: rate, info: soundInfo(st)}
	s.base = rational(streamPointer(st).time_base).Float()
	s.linear = !canSeek(dem.fc.InputFormat().Name())
	if err = dem.findBreaks(false); err == nil {
		s.dec, err = openDecoder(dem, &s.faults, nil, Options{Threads: 1})
	}
	if err != nil {
		err = dem.lack(err)
		dem.close()
		return nil, err
	}
	if s.frame = astiav.AllocFrame(); s.frame == nil {
		s.Close()
		return nil, errors.New("out of memory")
	}
	s.c = framePointer(s.frame)
	s.fresh = true
	return s, nil
}

// Info returns what the file says about the stream. It does not change.
func (s *Sound) Info() SoundInfo { return s.info }

// Faults returns what was wrong with the input so far.
func (s *Sound) Faults() Faults { return s.faults }

// Position returns the number of pairs from the origin to the next pair that Read returns.
func (s *Sound) Position() int64 { return s.next }

// SetOrigin makes a time in seconds on the stream's clock the origin, and seeks there. With
// [Info].Start of the same file's video, sound and frames share an origin.
func (s *Sound) SetOrigin(seconds float64) error {
	s.origin = seconds
	return s.SeekTime(0)
}

// Read fills dst, whose length must be even, with interleaved left and right samples and returns their
// number; io.EOF follows the last one. It returns fewer only at the end or with an error.
func (s *Sound) Read(dst []float32) (n int, err error) {
	for n+2 <= len(dst) {
		if len(s.unread) == 0 {
			if err := s.fill(); err != nil {
				if err == io.EOF && n > 0 {
					return n, nil
				}
				if err != io.EOF {
					err = fmt.Errorf("decode: sound of %q: %w", s.path, err)
				}
				return n, err
			}
			continue
		}
		if late := min(s.next-s.at, int64(len(s.unread)/2)); late > 0 {
			s.unread, s.at = s.unread[2*late:], s.at+late
			continue
		}
		if gap := s.at - s.next; gap > 0 {
			k := int(min(gap, int64(len(dst)-n)/2))
			clear(dst[n : n+2*k])
			n += 2 * k
			s.next += int64(k)
			continue
		}
		k := copy(dst[n:len(dst)&^1], s.unread)
		s.unread, s.at = s.unread[k:], s.at+int64(k/2)
		n += k
		s.next += int64(k / 2)
	}
	return n, nil
}

// fill takes the next step of decoding. If it leaves unread empty, Read calls it again.
func (s *Sound) fill() error {
	if err := s.decode(); err == io.EOF {
		if s.seg == nil {
			return io.EOF
		}
		return s.endSegment()
	} else if err != nil {
		return err
	}
	at := s.position()
	if s.seg != nil && (C.resampler_fits(s.seg.c, s.c) == 0 || at > s.seg.in+s.tolerance()) {
		return s.endSegment()
	}
	s.held = false
	if s.seg == nil {
		seg, err := newSegment(s.c, at, s.rate)
		if err != nil {
			return err
		}
		s.seg = seg
	}
	skip := 0
	if early := s.seg.in - at; early > s.tolerance() && early < s.seg.rate {
		skip = int(min(early, int64(s.c.nb_samples)))
	}
	return s.append(s.c, skip)
}

// decode makes sure that a frame is held.
func (s *Sound) decode() error {
	if s.held {
		return nil
	}
	if err := s.usable(); err != nil {
		return err
	}
	if s.ended {
		return io.EOF
	}
	s.fresh = false
	for {
		err := s.dec.receive(s.c)
		if err == io.EOF {
			s.ended = true
		}
		if err != nil {
			return err
		}
		s.dec.settled = true
		if s.c.sample_rate > 0 && s.c.nb_samples > 0 {
			s.held = true
			return nil
		}
	}
}

// usable returns why nothing can be decoded any more, or nil.
func (s *Sound) usable() error {
	if s.dec == nil {
		return fs.ErrClosed
	}
	return s.ctx.Err()
}

// position returns the position of the held frame by its time stamp, in samples at the frame's rate;
// without a time stamp the frame follows the one before. float64(…) forbids a fused multiply-add, so
// that all processors round alike.
func (s *Sound) position() int64 {
	if s.c.pts == noPTS {
		if s.seg != nil {
			return s.seg.in
		}
		return int64(math.Round(float64(s.next) / float64(s.rate) * float64(s.c.sample_rate)))
	}
	dem := s.dec.dem
	tick := int64(s.c.pts) + dem.breaks.shift(int(C.frame_segment(s.c)), dem.baseOf(dem.stream))
	return int64(math.Round((float64(float64(tick)*s.base) - s.origin) * float64(s.c.sample_rate)))
}

// tolerance is how far, in input samples, a time stamp may be off without an audible correction: two
// ticks, or 5 ms if two ticks are finer.
func (s *Sound) tolerance() int64 {
	return int64(max(2*s.base, 0.005) * float64(s.c.sample_rate))
}

// append resamples a frame into unread; a nil f ends the segment.
func (s *Sound) append(f *C.AVFrame, skip int) error {
	s.at = s.seg.out
	buf, err := s.seg.feed(f, skip, s.buf[:0])
	s.buf, s.unread = buf, buf
	return err
}

func (s *Sound) endSegment() error {
	err := s.append(nil, 0)
	s.dropSegment()
	return err
}

func (s *Sound) dropSegment() {
	if s.seg != nil {
		s.seg.close()
		s.seg = nil
	}
}

// preroll is how long before the target of a seek decoding starts, in seconds. It exceeds the memory of
// codecs and of the resampler (MP3 about 0.3 s at its lowest rate, Opus 0.08 s).
const preroll = 0.5

// SeekTime seeks to a time in seconds after the origin: the next pair that Read returns has position
// seconds·rate, rounded.
func (s *Sound) SeekTime(seconds float64) error {
	if math.IsNaN(seconds) || math.Abs(seconds) > 1e9 {
		return fmt.Errorf("decode: sound of %q: seek to %v s", s.path, seconds)
	}
	if err := s.seek(seconds); err != nil {
		return fmt.Errorf("decode: seek sound of %q: %w", s.path, err)
	}
	return nil
}

func (s *Sound) seek(seconds float64) error {
	if err := s.usable(); err != nil {
		return err
	}
	s.next = int64(math.Round(seconds * float64(s.rate)))
	if err := s.dec.dem.findBreaks(true); err != nil {
		return err
	}
	if !s.linear && s.dec.dem.breaks.count() == 0 {
		target := seconds + s.origin
		for back := preroll; back < 20*preroll; back *= 3 {
			if ok, err := s.land(target-back, target-preroll/2); ok || err != nil {
				return err
			}
		}
	}
	s.reset()
	if s.fresh {
		return nil
	}
	s.fresh = true
	return s.dec.rewind(1)
}

// land seeks to stream time aim and reports whether the sound there starts no later than time latest.
func (s *Sound) land(aim, latest float64) (bool, error) {
	start := streamPointer(s.dec.dem.current()).start_time
	ts := int64(math.Floor(aim / s.base))
	if start == noPTS || ts <= int64(start) {
		return false, nil
	}
	s.reset()
	s.fresh = false
	if err := s.dec.seek(ts); err != nil {
		return false, s.ctx.Err()
	}
	err := s.decode()
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return s.c.pts != noPTS && float64(s.c.pts)*s.base <= latest, nil
}

// reset drops everything that was decoded.
func (s *Sound) reset() {
	s.dropSegment()
	s.unread = nil
	s.held, s.ended = false, false
}

// Close releases everything.
func (s *Sound) Close() {
	if s.dec == nil {
		return
	}
	s.dropSegment()
	if s.frame != nil {
		s.frame.Free()
	}
	s.dec.close()
	s.dec.dem.close()
	s.dec = nil
}
