package decode

// #include "shim.h"
import "C"

import (
	"errors"
	"io"

	"github.com/asticode/go-astiav"
)

// Limits of continuous time stamps, in microseconds, as in FFmpeg's command line (dts_delta_threshold,
// and the tenth of a second in ffmpeg.c, ts_discontinuity_process).
const (
	furthestAhead  = 10_000_000
	furthestBehind = 100_000
)

// scanAtOnce is the largest size in bytes of a file that is scanned for discontinuities when it is
// opened. FFmpeg splits about 1 GB into packets per second, so a scan takes at most 60 ms. Larger files
// are scanned before their first exact seek, or when a discontinuity is read.
const scanAtOnce = 64 << 20

// maxSegments is the number of segments that a packet's note can name; see shim.h. Jumps of time stamps
// after that many stay.
const maxSegments = 1 << 16

// discontinuities are the places in a file where its time stamps jump, as in joined recordings. The
// gaps are closed as FFmpeg's command line does it: each segment has an offset, which is added to the
// time stamps of all streams, so that the stream with the segment's first packet continues without a
// gap.
type discontinuities struct {
	scanned bool    // the whole file was scanned
	offsets []int64 // per segment, in microseconds; the first is 0
	streams []streamTimes
	last    int64 // time stamp of the last packet of any stream, including the offset; noPTS at first
}

// streamTimes is the position of a stream in time, in microseconds including the offset. last is the last
// time stamp, next the one that would follow without a gap.
type streamTimes struct {
	known      bool
	last, next int64
	segment    int     // of the last packet
	begins     []begin // ascending
}

// begin is the position in bytes of a stream's first packet in a segment.
type begin struct {
	pos     int64
	segment int
}

func newDiscontinuities() discontinuities {
	return discontinuities{offsets: make([]int64, 1), last: noPTS}
}

// count returns the number of discontinuities.
func (d *discontinuities) count() int { return len(d.offsets) - 1 }

func (d *discontinuities) stream(n int) *streamTimes {
	for len(d.streams) <= n {
		d.streams = append(d.streams, streamTimes{})
	}
	return &d.streams[n]
}

// note records the next packet of a stream, in the order in which the demuxer returns them. dts is its
// decoding time stamp or noPTS, duration its duration or 0, both in microseconds. note reports whether
// a new discontinuity precedes the packet.
func (d *discontinuities) note(stream int, dts, duration, pos int64) bool {
	s := d.stream(stream)
	if dts == noPTS {
		s.next += duration
		return false
	}
	latest, before := d.count(), s.segment
	t := dts + d.offsets[s.segment]
	gap := int64(0)
	if s.known {
		if t-s.next > furthestAhead || t+furthestBehind < s.last {
			gap = t - s.next
		}
	} else {
		s.segment = latest
		if t = dts + d.offsets[latest]; d.last != noPTS && max(t-d.last, d.last-t) > furthestAhead {
			gap = t - d.last
		}
	}
	if gap != 0 {
		there := dts + d.offsets[latest]
		if s.segment < latest && max(there-d.last, d.last-there) <= furthestAhead {
			s.segment, t = latest, there // found before in another stream
		} else if len(d.offsets) < maxSegments {
			d.offsets = append(d.offsets, d.offsets[s.segment]-gap)
			s.segment, t = latest+1, t-gap
		}
	}
	if s.segment != before {
		s.begins = append(s.begins, begin{pos, s.segment})
	}
	s.known, s.last, s.next = true, t, t+duration
	d.last = t
	return s.segment > latest
}

// at returns the segment of a stream's packet at pos, or that of the last packet if pos is unknown.
func (d *discontinuities) at(stream int, pos int64) int {
	s := d.stream(stream)
	if pos >= 0 {
		s.segment = 0
		for _, b := range s.begins {
			if b.pos <= pos {
				s.segment = b.segment
			}
		}
	}
	return s.segment
}

// shift returns the offset of a segment in ticks of a time base.
func (d *discontinuities) shift(segment int, base C.AVRational) int64 {
	if segment == 0 {
		return 0
	}
	return int64(C.av_rescale_q(C.int64_t(d.offsets[segment]), microsecond, base))
}

var microsecond = C.AVRational{num: 1, den: C.AV_TIME_BASE}

// span is the time from a stream's first frame to the end of its last one, in microseconds including
// the offsets.
type span struct{ first, end int64 }

// jumps reports whether the container's time stamps may jump according to FFmpeg.
func (d *demuxer) jumps() bool { return d.c.iformat.flags&C.AVFMT_TS_DISCONT != 0 }

// scan finds all discontinuities of a file and the span of the chosen stream. The first, quick pass
// reads packets as the container has them. If it finds a discontinuity, a second pass splits them into
// frames, because the offsets depend on where each frame ends.
func (d *demuxer) scan() error {
	breaks, s, err := d.places((*demuxer).openFormat, C.AVFMT_FLAG_NOPARSE|C.AVFMT_FLAG_NOFILLIN)
	if err == nil && breaks.count() > 0 {
		breaks, s, err = d.places((*demuxer).readHeader, 0)
	}
	if err == nil {
		d.breaks, d.breaks.scanned, d.span = breaks, true, s
	}
	return err
}

// places reads all packets of the file and returns the discontinuities and the span.
func (d *demuxer) places(open func(*demuxer) error, flags C.int) (discontinuities, span, error) {
	breaks, s := newDiscontinuities(), span{1<<63 - 1, -1 << 63}
	err := d.look(open, flags, func(other *demuxer) bool {
		p := other.cpkt
		stream := int(p.stream_index)
		st := other.fc.Streams()[stream]
		if kind := st.CodecParameters().MediaType(); kind != astiav.MediaTypeVideo && kind != astiav.MediaTypeAudio {
			return true
		}
		base := streamPointer(st).time_base
		duration := micros(C.int64_t(p.duration), base)
		breaks.note(stream, micros(p.dts, base), duration, int64(p.pos))
		if stream == d.stream && p.pts != noPTS {
			t := micros(p.pts, base) + breaks.offsets[breaks.streams[stream].segment]
			s.first, s.end = min(s.first, t), max(s.end, t+duration)
		}
		return true
	})
	return breaks, s, err
}

// micros converts ticks of a time base to microseconds; noPTS stays noPTS.
func micros(ticks C.int64_t, base C.AVRational) int64 {
	return int64(C.av_rescale_q_rnd(ticks, base, microsecond, C.AV_ROUND_NEAR_INF|C.AV_ROUND_PASS_MINMAX))
}

// segment returns the segment of the demuxer's packet. If a packet jumps in a file that was not
// scanned, the file is scanned now. Input that cannot be read twice has only the discontinuities up to
// here.
func (d *demuxer) segment() int {
	b, p := &d.breaks, d.cpkt
	stream := int(p.stream_index)
	if b.scanned && b.count() == 0 {
		return 0
	}
	if !b.scanned && d.inLine {
		base := d.baseOf(stream)
		jumps := b.note(stream, micros(p.dts, base), micros(C.int64_t(p.duration), base), int64(p.pos))
		if !jumps || !d.in.seekable() || d.scan() != nil {
			return b.streams[stream].segment
		}
	}
	return b.at(stream, int64(p.pos))
}

// closeGap adds the offset of its segment to the demuxer's packet.
func (d *demuxer) closeGap() {
	p := d.cpkt
	shift := C.int64_t(d.breaks.shift(d.segment(), d.baseOf(int(p.stream_index))))
	if p.pts != noPTS {
		p.pts += shift
	}
	if p.dts != noPTS {
		p.dts += shift
	}
}

// look reads the file's packets from the start with a second demuxer, until more returns false. open
// opens that demuxer, with FFmpeg's flags.
func (d *demuxer) look(open func(*demuxer) error, flags C.int, more func(other *demuxer) bool) error {
	in, err := d.in.again()
	if err != nil {
		return err
	}
	other := &demuxer{in: in, pkt: astiav.AllocPacket(), breaks: newDiscontinuities()}
	if other.pkt == nil {
		in.close()
		return errors.New("out of memory")
	}
	defer other.close()
	other.cpkt = packetPointer(other.pkt)
	if other.logged, err = newDamageLog(); err != nil {
		return err
	}
	if err := open(other); err != nil {
		return err
	}
	other.c.flags |= flags
	for wrong := 0; wrong < maxErrors; {
		switch err := other.readAny(); {
		case err == io.EOF || err != nil && in.cause() != nil:
			return in.ctx.Err()
		case err != nil:
			wrong++
			continue
		}
		goOn := more(other)
		C.av_packet_unref(other.cpkt)
		if !goOn {
			break
		}
		wrong = 0
	}
	return nil
}

// findBreaks scans a file for discontinuities, once; large files only if all is set. Of a pipe or a
// server it knows the part that was read.
func (d *demuxer) findBreaks(all bool) error {
	if d.breaks.scanned = d.breaks.scanned || !d.jumps(); d.breaks.scanned || d.in.fd < 0 || !d.in.seekable() || d.in.size > scanAtOnce && !all {
		return nil
	}
	return d.scan()
}

// Discontinuities returns the number of places in a file where time stamps jump, as in joined
// recordings. Their gaps are closed in [Frame].Time, but not in PTS. It may read the whole file;
// [Info].Duration then excludes the gaps. Of a pipe or a server only the part decoded so far is known.
func (v *Video) Discontinuities() (int, error) {
	if err := v.findBreaks(true); err != nil {
		return 0, v.wrap("scan", err)
	}
	return v.dec.dem.breaks.count(), nil
}

func (v *Video) findBreaks(all bool) error {
	d := v.dec.dem
	err := d.findBreaks(all)
	if v.info.Discontinuities = d.breaks.count(); v.info.Discontinuities > 0 && d.span.end > d.span.first {
		v.info.Duration = float64(d.span.end-d.span.first) / C.AV_TIME_BASE
	}
	return err
}
