package audio

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Source delivers interleaved stereo samples, nominally from −1 to 1, at the device's rate. Read
// fills dst from its start and returns the number of values, which is even. io.EOF marks the end
// and may accompany the last values. A slow Read causes a gap in the sound.
type Source interface {
	Read(dst []float32) (n int, err error)
}

// Stream plays one source. It starts paused, at volume 1.
//
// After Pause and Restart, the sound in the device's queue is still heard for about 0.1 s.
// Positions take that into account: at Pause, the position stops at once; after Play, it continues
// from there while the queue fills, and the next samples are heard at their position.
type Stream struct {
	feed   *feed
	rate   float64 // frames per second
	failed func() error

	// reading is locked while the source is read or moved. Lock it before mu.
	reading sync.Mutex
	src     Source

	mu      sync.Mutex
	playing bool
	closed  bool
	// aligned means that frame 0 of the source is at frame offset of the device's timeline. The
	// first Read after Play or Restart aligns again.
	aligned bool
	offset  float64
	lead    int     // frames of silence before the next sample
	given   int64   // frames of the source read by the device since Restart
	at      float64 // last position, in frames since Restart
	ended   bool    // the source has ended or failed with err
	err     error
	volume  float64
	muted   bool
}

func newStream(f *feed, rate int, src Source, failed func() error) *Stream {
	s := &Stream{feed: f, rate: float64(rate), failed: failed, src: src, volume: 1}
	if old := f.swap(s); old != nil {
		old.Close()
	}
	f.setVolume(s, s.volume)
	return s
}

// Play starts or resumes.
func (s *Stream) Play() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.playing {
		return
	}
	s.playing, s.aligned = true, false
}

// Pause stops at the current position.
func (s *Stream) Pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	s.playing = false
}

// Restart calls reposition, if not nil, while the source is not being read, and counts from zero. A
// playing stream continues to play; an earlier end or error of the source is cleared. Restart
// returns reposition's error, which also ends the stream.
//
// Restart waits for a Read in progress.
func (s *Stream) Restart(reposition func() error) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	s.mu.Lock()
	closed := s.closed
	s.aligned, s.lead, s.given, s.at, s.ended, s.err = false, 0, 0, 0, false, nil
	s.mu.Unlock()
	if closed {
		return nil
	}
	var err error
	if reposition != nil {
		err = reposition()
	}
	s.mu.Lock()
	s.ended, s.err = err != nil, err
	s.mu.Unlock()
	return err
}

// Position returns how much of the source has been heard since Restart or NewStream. It never goes
// back while the stream plays, does not change while it is paused, and stops at the source's end.
func (s *Stream) Position() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	return time.Duration(s.at / s.rate * float64(time.Second))
}

// advance updates at.
func (s *Stream) advance() {
	if s.playing && s.aligned {
		s.at = min(max(s.at, s.feed.heard()-s.offset), float64(s.given))
	}
}

// Ended reports whether the whole source has been heard, or the device has failed.
func (s *Stream) Ended() bool {
	if s.failed() != nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	return s.ended && s.at >= float64(s.given)
}

// Err returns the error of the device or the source that ended the stream, or nil.
func (s *Stream) Err() error {
	if err := s.failed(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("audio: read the sound: %w", s.err)
	}
	return nil
}

// SetVolume sets the factor for all samples, at least 0. Above 1, loud sound is clipped.
func (s *Stream) SetVolume(volume float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = max(volume, 0)
	s.sendVolume()
}

// SetMuted mutes the stream or restores its volume.
func (s *Stream) SetMuted(muted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted = muted
	s.sendVolume()
}

func (s *Stream) sendVolume() {
	volume := s.volume
	if s.muted {
		volume = 0
	}
	s.feed.setVolume(s, volume)
}

// Close ends the stream. It waits for a Read in progress; afterwards the source is not read and may
// be closed. A closed stream keeps its position; its other methods have no effect.
func (s *Stream) Close() {
	s.feed.drop(s)
	s.reading.Lock()
	defer s.reading.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	s.playing, s.closed = false, true
}

// fill writes sound from a frame of the device's timeline on, and returns the number of frames,
// which is less than dst has room for if the source returns less.
func (s *Stream) fill(dst []float32, start int64) int {
	s.reading.Lock()
	defer s.reading.Unlock()

	s.mu.Lock()
	if !s.playing {
		s.mu.Unlock()
		clear(dst)
		return len(dst) / channels
	}
	if !s.aligned {
		s.align(start)
	}
	silent := min(s.lead, len(dst)/channels)
	if s.ended {
		silent = len(dst) / channels
	}
	s.lead -= min(s.lead, silent)
	s.mu.Unlock()

	n := channels * silent
	clear(dst[:n])
	var err error
	for n < len(dst) && err == nil {
		var got int
		if got, err = s.src.Read(dst[n:]); got == 0 {
			break
		}
		n += got
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given += int64(n/channels - silent)
	if err != nil {
		s.ended = true
		if err != io.EOF {
			s.err = err
		}
		clear(dst[n:])
		n = len(dst)
	}
	return n / channels
}

// align makes the position continue from at: the source's next frame, number given, must be heard
// given − at frames from now. If the queue is shorter than that, align inserts silence.
func (s *Stream) align(start int64) {
	queue := float64(start) - s.feed.heard()
	ahead := float64(s.given) - s.at
	s.lead = int(max(ahead-queue, 0))
	s.offset = float64(start+int64(s.lead)) - float64(s.given)
	s.aligned = true
}
