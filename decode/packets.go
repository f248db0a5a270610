package decode

// #include "shim.h"
import "C"

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/asticode/go-astiav"
)

// SoundPackets reads a file's sound without decoding it, to copy it into another file: the packets of
// all audio streams in the container's order. One goroutine at a time may use it.
type SoundPackets struct {
	ctx     context.Context
	path    string // for messages
	dem     *demuxer
	streams []*astiav.Stream
	indexed bool // the container's seeks are reliable
	held    bool // the demuxer's packet was read and not yet returned
	errors  int  // consecutive
	faults  Faults
}

// OpenSoundPackets opens a file by its plain name. Errors match [ErrNoSound], [ErrNotSeekable] for a
// pipe, whose frames could not be read any more, and those of [OpenVideo].
func OpenSoundPackets(ctx context.Context, path string) (*SoundPackets, error) {
	p, err := openSoundPackets(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("decode: open sound of %q: %w", WithoutPassword(path), err)
	}
	return p, nil
}

func openSoundPackets(ctx context.Context, path string) (*SoundPackets, error) {
	if IsLive(ctx, path) { // a second connection would be at another position
		return nil, ErrNotSeekable
	}
	in, err := openInput(ctx, path)
	if err != nil {
		return nil, err
	}
	if !in.seekable() {
		in.close()
		return nil, ErrNotSeekable
	}
	dem, err := openDemuxer(in)
	if err != nil {
		return nil, err
	}
	p := &SoundPackets{ctx: ctx, path: WithoutPassword(path), dem: dem}
	if p.choose(); len(p.streams) == 0 {
		err := dem.lack(ErrNoSound)
		dem.close()
		return nil, err
	}
	if err := dem.findBreaks(true); err != nil {
		dem.close()
		return nil, err
	}
	p.indexed = canSeek(dem.fc.InputFormat().Name()) && dem.breaks.count() == 0
	return p, nil
}

// choose selects the audio streams and makes the demuxer skip the others.
func (p *SoundPackets) choose() {
	p.streams = p.streams[:0]
	for _, s := range p.dem.fc.Streams() {
		par := s.CodecParameters()
		if par.MediaType() == astiav.MediaTypeAudio && par.CodecID() != astiav.CodecIDNone && par.SampleRate() > 0 {
			p.streams = append(p.streams, s)
			streamPointer(s).discard = C.AVDISCARD_DEFAULT
		} else {
			streamPointer(s).discard = C.AVDISCARD_ALL
		}
	}
	if len(p.streams) > 0 {
		p.dem.stream = p.streams[0].Index()
	}
}

// Streams returns the audio streams, which belong to p and are valid until its Close or
// SeekTime. There is at least one.
func (p *SoundPackets) Streams() []*astiav.Stream { return p.streams }

// Faults returns what was wrong with the sound so far.
func (p *SoundPackets) Faults() Faults { return p.faults }

// Next returns the next packet, which belongs to p and is valid until the following call; io.EOF
// follows the last one. Unreadable packets are left out and counted as faults.
func (p *SoundPackets) Next() (*astiav.Packet, error) {
	if p.held {
		p.held = false
		return p.dem.pkt, nil
	}
	for {
		C.av_packet_unref(p.dem.cpkt)
		err := p.dem.readAny()
		switch {
		case err == nil:
			p.errors = 0
			if p.chosen() {
				p.note()
				p.dem.closeGap()
				return p.dem.pkt, nil
			}
		case err == io.EOF:
			return nil, io.EOF
		case p.ctx.Err() != nil:
			return nil, fmt.Errorf("decode: sound of %q: %w", p.path, p.ctx.Err())
		default:
			p.faults.add(&p.faults.Read, fmt.Errorf("decode: %q: read sound: %w", p.path, err))
			if p.errors++; p.errors > maxErrors || p.dem.in.cause() != nil {
				return nil, io.EOF
			}
		}
	}
}

// chosen reports whether the demuxer's packet belongs to a selected stream; new streams can appear
// while a file is read.
func (p *SoundPackets) chosen() bool {
	for _, s := range p.streams {
		if int(p.dem.cpkt.stream_index) == s.Index() {
			return true
		}
	}
	return false
}

func (p *SoundPackets) note() {
	if p.dem.cpkt.flags&C.AV_PKT_FLAG_CORRUPT != 0 {
		p.faults.add(&p.faults.Packets, fmt.Errorf("decode: %q: a packet of sound is corrupt or cut short", p.path))
	}
}

// lead is how far before its target a seek aims, in seconds, so that each stream starts early enough.
const lead = 2

// SeekTime seeks to a packet at or before a time in seconds on the stream's clock. The next packets can
// be earlier than the time; no later packet is left out.
func (p *SoundPackets) SeekTime(seconds float64) error {
	if err := p.seek(seconds); err != nil {
		return fmt.Errorf("decode: seek sound of %q: %w", p.path, err)
	}
	return nil
}

func (p *SoundPackets) seek(seconds float64) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	base := p.streams[0].TimeBase()
	tick := float64(base.Num()) / float64(base.Den())
	aim := math.Floor((seconds - lead) / tick)
	if p.indexed && math.Abs(aim) < 1<<62 && p.dem.seek(int64(aim)) == nil {
		p.held = false
		pkt, err := p.Next()
		if err == nil && pkt.Pts() != noPTS && float64(pkt.Pts()) <= aim+lead/2/tick {
			p.held = true
			return nil
		}
	}
	if err := p.ctx.Err(); err != nil {
		return err
	}
	// The demuxer's seek is unreliable: read everything from the start.
	p.held, p.errors = false, 0
	C.av_packet_unref(p.dem.cpkt)
	if err := p.dem.rewind(); err != nil {
		return err
	}
	if p.choose(); len(p.streams) == 0 {
		return ErrNoSound
	}
	return nil
}

// Close releases everything.
func (p *SoundPackets) Close() {
	if p == nil || p.dem == nil {
		return
	}
	p.dem.close()
	p.dem, p.streams = nil, nil
}
