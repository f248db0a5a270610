package hevc

import (
	"bytes"
	"errors"
	"fmt"

	"ffkvadrat/bitstream/nal"
)

// A Stream reads the headers of packets in decoding order. The zero Stream reads byte streams.
type Stream struct {
	lengthSize int // of the numbers before units; 0 for start codes

	vps     [16]set[VPS]
	sps     [16]set[SPS]
	pps     [64]set[PPS]
	layouts [64]*Layout
	cached  int // layouts made since there were none

	lost      bool    // the last independent slice segment had an error
	started   bool    // after the first picture of a coded video sequence
	previous  int32   // order count of prevTid0Pic (clause 8.3.1)
	available []int32 // order counts of the pictures that later ones may refer to
	kept      []int32 // the next available

	r     nal.Reader
	rbsp  []byte
	units [][]byte
}

const (
	maxSegments = 4096 // of a picture; levels allow 1000 at most
	maxLayouts  = 16   // kept at a time: one of a picture of the largest size has 6 MB
)

// A set is a parameter set with the bytes that it was read from, or why it could not be read.
type set[T any] struct {
	value *T
	err   error
	bytes []byte
}

// Configure reads a container's description of the stream: an HEVCDecoderConfigurationRecord
// (ISO/IEC 14496-15, clause 8.3.3.1), or a byte stream with parameter sets.
func (s *Stream) Configure(record []byte) error {
	if len(record) < 23 || record[0] == 0 && record[1] == 0 {
		s.units = nal.Split(s.units[:0], record)
		return s.parameterSets()
	}
	s.lengthSize = int(record[21]&3) + 1
	arrays, rest := int(record[22]), record[23:]
	s.units = s.units[:0]
	for range arrays {
		if len(rest) < 3 {
			return malformed("hevc: configuration record: %d bytes left of an array", len(rest))
		}
		n := int(rest[1])<<8 | int(rest[2])
		rest = rest[3:]
		for range n {
			if len(rest) < 2 || len(rest)-2 < int(rest[0])<<8|int(rest[1]) {
				return malformed("hevc: configuration record: a unit ends after the record")
			}
			length := int(rest[0])<<8 | int(rest[1])
			s.units = append(s.units, rest[2:2+length])
			rest = rest[2+length:]
		}
	}
	return s.parameterSets()
}

// Restart prepares for packets from another place of the stream, the first of which has to be an IRAP
// picture. Parameter sets stay.
func (s *Stream) Restart() {
	s.started, s.available = false, s.available[:0]
}

func (s *Stream) parameterSets() (err error) {
	for _, data := range s.units {
		if t, _, ok := unit(data); ok {
			err = errors.Join(err, s.parameterSet(t, data))
		}
	}
	return err
}

// parameterSet reads a unit if it is a parameter set.
func (s *Stream) parameterSet(t UnitType, data []byte) error {
	switch t {
	case unitVPS:
		return readSet(s, s.vps[:], data, "video parameter set", parseVPS)
	case unitSPS:
		return readSet(s, s.sps[:], data, "sequence parameter set", parseSPS)
	case unitPPS:
		return readSet(s, s.pps[:], data, "picture parameter set", parsePPS)
	}
	return nil
}

func (v *VPS) id() uint8 { return v.ID }
func (s *SPS) id() uint8 { return s.ID }
func (p *PPS) id() uint8 { return p.ID }

// readSet parses a parameter set, unless it is there already. One with an error replaces none.
func readSet[T any, P interface {
	*T
	id() uint8
}](s *Stream, sets []set[T], data []byte, name string, parse func(*nal.Reader) (*T, error)) error {
	if s.r.Trace == nil {
		for i := range sets {
			if sets[i].value != nil && bytes.Equal(sets[i].bytes, data) {
				return nil
			}
		}
	}
	s.rbsp = nal.Unescape(s.rbsp[:0], data[2:])
	s.r.Reset(s.rbsp)
	value, err := parse(&s.r)
	if err != nil {
		err = fmt.Errorf("hevc: %s: %w", name, err)
	}
	kept := &sets[P(value).id()]
	switch {
	case err == nil:
		*kept = set[T]{value: value, bytes: bytes.Clone(data)}
	case kept.value == nil:
		kept.err = err
	}
	return err
}

// get returns a parameter set, or why there is none.
func get[T any](sets []set[T], id uint8, name string) (*T, error) {
	kept := &sets[id]
	switch {
	case kept.value != nil:
		return kept.value, nil
	case kept.err != nil:
		return nil, kept.err
	}
	return nil, malformed("hevc: no %s %d", name, id)
}

// layout returns the parameter sets of pictures with this picture parameter set.
func (s *Stream) layout(id uint8) (*Layout, error) {
	pps, err := get(s.pps[:], id, "picture parameter set")
	if err != nil {
		return nil, err
	}
	sps, err := get(s.sps[:], pps.SPS, "sequence parameter set")
	if err != nil {
		return nil, err
	}
	kept := s.layouts[id]
	if kept == nil || kept.pps != pps || kept.sps != sps {
		if kept, err = newLayout(pps, sps); err != nil {
			return nil, err
		}
		if s.cached++; s.cached > maxLayouts {
			s.layouts, s.cached = [64]*Layout{}, 1
		}
		s.layouts[id] = kept
	}
	return kept, nil
}

// Seek forgets the pictures before a discontinuity, such as after a seek. Parameter sets stay.
func (s *Stream) Seek() {
	s.started, s.previous, s.available = false, 0, s.available[:0]
}

// Read reads a packet of one access unit into p, whose memory it uses again, and reports the first
// error. Units with errors are left out and counted in p.Faults. A packet without a picture leaves p
// without segments. Parser.Parse has to follow for the picture's blocks.
func (s *Stream) Read(packet []byte, p *Picture) error {
	p.reset()
	s.lost = false
	var err error
	if s.lengthSize == 0 {
		s.units = nal.Split(s.units[:0], packet)
	} else {
		s.units, err = nal.SplitLengths(s.units[:0], packet, s.lengthSize)
		p.fault(err)
	}
	for _, data := range s.units {
		t, temporalID, ok := unit(data)
		switch {
		case !ok:
		case t.slice():
			p.fault(s.segment(p, t, temporalID, data))
		case t == unitEOS, t == unitEOB:
			s.started = false
		default:
			p.fault(s.parameterSet(t, data))
		}
	}
	return p.Err
}

// segment reads the header of a slice segment and appends it to the picture.
func (s *Stream) segment(p *Picture, t UnitType, temporalID uint8, data []byte) error {
	begin := len(p.rbsp)
	p.rbsp = nal.Unescape(p.rbsp, data[2:])
	s.r.Reset(p.rbsp[begin:])
	var h SliceHeader
	n := len(p.Segments)
	if n > 0 {
		h = p.Segments[n-1].SliceHeader
	}
	layout, err := h.read(&s.r, t, s)
	if err == nil && h.Dependent && s.lost {
		return malformed("hevc: slice segment header: a dependent segment of a slice with an error")
	}
	s.lost = true
	switch {
	case err != nil:
		return fmt.Errorf("hevc: slice segment header: %w", err)
	case h.FirstInPicture && n > 0:
		return malformed("hevc: slice segment header: a second picture in the packet")
	case n > 0 && (layout != p.Layout || t != p.Type):
		return malformed("hevc: slice segment header: another picture's in the packet")
	case n > 0 && layout.Order[h.Address] <= layout.Order[p.Segments[n-1].Address]:
		return malformed("hevc: slice segment header: coding tree unit %d again", h.Address)
	case n == maxSegments:
		return malformed("hevc: slice segment header: more than %d segments", n)
	case n == 0 && h.Dependent:
		return malformed("hevc: slice segment header: a dependent segment without its slice")
	}
	if n == 0 {
		p.Layout, p.SPS, p.PPS = layout, layout.sps, layout.pps
		p.Type, p.TemporalID, p.Output = t, temporalID, h.Output
		s.startPicture(p, &h)
	}
	if !h.Dependent {
		h.lists(p)
	}
	s.lost = false
	p.Segments = append(p.Segments, Segment{SliceHeader: h, begin: begin + s.r.At()/8, end: len(p.rbsp)})
	return nil
}
