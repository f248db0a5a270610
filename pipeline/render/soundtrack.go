package render

// #include "shim.h"
import "C"

import (
	"io"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
)

// soundtrack copies a source's sound in step with the frames.
type soundtrack struct {
	packets *decode.SoundPackets
	muxer   *muxer
	origin  int64 // tick of the frames' time base that becomes 0
	ticks   C.AVRational
	clipped bool // sound before the origin is left out
	lines   map[int]*line
	held    *astiav.Packet // read and not yet copied
	ended   bool
}

// peek reads a packet ahead, unless one is held or the sound has ended.
func (s *soundtrack) peek() error {
	if s == nil || s.held != nil || s.ended {
		return nil
	}
	pkt, err := s.packets.Next()
	if err == io.EOF {
		s.ended = true
		return nil
	}
	s.held = pkt
	return err
}

// start returns the tick at which the sound begins; ok is false without sound.
func (s *soundtrack) start() (tick int64, ok bool, err error) {
	if err := s.peek(); err != nil || s == nil || s.held == nil || s.held.Pts() == noPTS {
		return 0, false, err
	}
	return rescale(s.held.Pts(), s.base(), s.ticks), true, nil
}

// base returns the held packet's time base.
func (s *soundtrack) base() C.AVRational {
	for _, stream := range s.packets.Streams() {
		if stream.Index() == s.held.StreamIndex() {
			return streamPointer(stream).time_base
		}
	}
	return s.ticks
}

// copyUntil copies the packets that begin before a tick after the origin.
func (s *soundtrack) copyUntil(tick int64) error { return s.copy(tick, false) }

// copyAll copies the rest.
func (s *soundtrack) copyAll() error { return s.copy(0, true) }

func (s *soundtrack) copy(limit int64, all bool) error {
	if s == nil {
		return nil
	}
	for {
		if err := s.peek(); err != nil || s.held == nil {
			return err
		}
		pkt, base := packetPointer(s.held), s.base()
		l := s.line(s.held.StreamIndex())
		origin := rescale(s.origin, s.ticks, base)
		begin := int64(pkt.dts)
		if begin == noPTS {
			begin = int64(pkt.pts)
		}
		if begin != noPTS {
			begin -= origin
		}
		if s.clipped && begin != noPTS && begin < 0 {
			s.held = nil
			continue
		}
		at := *l
		placed := at.place(begin, int64(pkt.duration))
		if !all && C.av_compare_ts(C.int64_t(placed), base, C.int64_t(limit), s.ticks) >= 0 {
			return nil
		}
		*l = at
		lag := int64(0) // of the PTS relative to the DTS
		if pkt.pts != noPTS && pkt.dts != noPTS {
			lag = int64(pkt.pts - pkt.dts)
		}
		pkt.dts, pkt.pts = C.int64_t(placed), C.int64_t(placed+lag)
		s.held = nil
		if err := s.muxer.write(pkt, base, s.muxer.sound[int(pkt.stream_index)]); err != nil {
			return err
		}
	}
}

func (s *soundtrack) line(stream int) *line {
	l := s.lines[stream]
	if l == nil {
		l = &line{}
		s.lines[stream] = l
	}
	return l
}
