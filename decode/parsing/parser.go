// Package parsing parses a video's packets next to its decoder, for codecs whose FFmpeg decoders do not
// report how the codec divided pictures: H.265 and AV1.
//
// Input are the packets that the decoder gets, each with a number. Output is a [Picture] for a number:
// coding blocks and motion vectors. A [Parser] reads the packets' headers in the goroutine that sends
// them. Its own goroutines parse the pictures, several at a time, and derive the motion vectors in
// decoding order; they end with Close. Pictures of AV1 depend on one another, so they are parsed in decoding
// order, one at a time. A Parser keeps the memory of pictures that were released. No state is global.
package parsing

import (
	"sync"

	"ffkvadrat/bitstream/av1"
	"ffkvadrat/bitstream/hevc"
)

// inFlight is the number of pictures that a Parser keeps for a decoder without threads until they are
// taken. It is above the number of packets from a frame's to the one after which the decoder returns the
// frame: 16 for reordering (H.265, clause A.4.2), and those that have no frame in between.
const inFlight = 64

// Parser parses the packets of one stream. One goroutine at a time may use its methods; pictures may be
// released by any.
type Parser struct {
	stream  hevc.Stream
	av1     *av1.Parser // of AV1's packets; nil for H.265
	vectors bool
	pixels  int64
	ended   sync.WaitGroup

	mu       sync.Mutex
	more     sync.Cond // the queue has grown, or the Parser is closed
	done     sync.Cond // a picture is ready
	queue    []*Picture
	order    []*Picture // pictures that are not ready, in decoding order
	kept     []*Picture // a ring of those that may be taken; nil elsewhere
	next     int        // position in the ring
	free     []*Picture
	motion   hevc.MotionDecoder
	deriving bool
	closed   bool
}

// Options say how a Parser works.
type Options struct {
	AV1        bool  // the packets are AV1's, else H.265's
	Vectors    bool  // pictures have motion vectors
	Goroutines int   // that parse, at least 1
	Threads    int   // of the decoder, each of which can hold back a frame
	Pixels     int64 // of a coded picture at most; larger ones, which the decoder refuses, are not parsed
}

// New returns a Parser for a stream with this description in its container. The caller must call Close.
func New(description []byte, o Options) *Parser {
	p := &Parser{vectors: o.Vectors, pixels: o.Pixels, kept: make([]*Picture, inFlight+o.Threads)}
	p.more.L, p.done.L = &p.mu, &p.mu
	if o.AV1 {
		p.av1 = &av1.Parser{MaxPixels: o.Pixels}
	}
	p.Configure(description)
	for range o.Goroutines {
		p.ended.Go(p.work)
	}
	return p
}

// Configure reads a new description of the stream, which is empty if the packets have it. Errors in it
// are those of the pictures that need it.
func (p *Parser) Configure(description []byte) {
	switch {
	case len(description) == 0:
	case p.av1 != nil:
		p.mu.Lock()
		p.clear() // what was sent has the description before
		p.mu.Unlock()
		p.av1.Configure(description)
	default:
		p.stream.Configure(description)
	}
}

// Send parses the next packet in decoding order. The packet's memory is free on return. Numbers of packets
// that are kept at the same time have to differ. again: the packet was sent before; see
// [Picture.Again]. Send waits while as many pictures are not ready as are kept.
func (p *Parser) Send(number int, packet []byte, again bool) {
	p.mu.Lock()
	for len(p.order) >= len(p.kept) {
		p.done.Wait()
	}
	kept := &p.kept[p.next]
	p.next = (p.next + 1) % len(p.kept)
	if *kept != nil {
		(*kept).drop()
	}
	made := p.get()
	*made = Picture{parser: p, number: number, again: again, held: true, coded: made.coded, units: made.units[:0], packet: made.packet[:0]}
	*kept = made
	p.mu.Unlock()
	if p.av1 != nil {
		made.packet = append(made.packet, packet...)
	} else {
		p.stream.Read(packet, &made.coded) // the picture keeps the error
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.order = append(p.order, made)
	if s := made.coded.SPS; s != nil && int64(s.Width)*int64(s.Height) > p.pixels {
		made.dropped, made.parsed = true, true
		p.derive()
		return
	}
	p.queue = append(p.queue, made)
	p.more.Signal()
}

// Take returns the picture of a packet, which the caller must release, or nil if it is not known.
func (p *Parser) Take(number int) *Picture {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, picture := range p.kept {
		if picture != nil && picture.number == number {
			p.kept[i], picture.taken = nil, true
			return picture
		}
	}
	return nil
}

// Restart drops what was sent, because the next packet follows a seek. It starts with a picture that
// refers to no other.
func (p *Parser) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.stream.Restart()
	if p.av1 != nil {
		p.av1.Restart()
	}
}

// Close ends the goroutines. Pictures that were taken stay valid.
func (p *Parser) Close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.clear()
	p.closed, p.free = true, nil
	p.mu.Unlock()
	p.more.Broadcast()
	p.ended.Wait()
}

// clear drops all pictures that nobody has taken, and waits until no goroutine works.
func (p *Parser) clear() {
	for p.awaited() {
		p.done.Wait()
	}
	for _, picture := range p.queue {
		picture.dropped, picture.parsed = true, true
	}
	p.queue = p.queue[:0]
	p.derive()
	for len(p.order) > 0 || p.deriving {
		p.done.Wait()
	}
	for i, picture := range p.kept {
		if picture != nil {
			picture.drop()
			p.kept[i] = nil
		}
	}
}

// awaited reports whether somebody has taken a picture that is not ready.
func (p *Parser) awaited() bool {
	for _, picture := range p.order {
		if picture.held && picture.taken {
			return true
		}
	}
	return false
}

// get returns memory for a picture.
func (p *Parser) get() *Picture {
	if n := len(p.free); n > 0 {
		picture := p.free[n-1]
		p.free = p.free[:n-1]
		return picture
	}
	return new(Picture)
}

// work parses pictures until Close.
func (p *Parser) work() {
	var parser hevc.Parser
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		for len(p.queue) == 0 && !p.closed {
			p.more.Wait()
		}
		if p.closed {
			return
		}
		picture := pop(&p.queue)
		p.mu.Unlock()
		if p.av1 == nil {
			parser.Parse(&picture.coded)
		}
		p.mu.Lock()
		picture.parsed = true
		p.derive()
	}
}

// derive makes pictures ready in decoding order, as far as they are parsed. One goroutine at a time does
// it for all.
func (p *Parser) derive() {
	if p.deriving {
		return
	}
	p.deriving = true
	for len(p.order) > 0 && p.order[0].parsed {
		picture := p.order[0]
		p.mu.Unlock()
		switch {
		case picture.dropped:
		case p.av1 != nil:
			if picture.frame, picture.err = p.av1.Read(picture.packet); picture.frame != nil {
				picture.own, picture.before = p.av1.Own(picture.frame)
			}
			picture.finishAV1()
		default:
			if p.vectors {
				p.motion.Derive(&picture.coded)
			}
			picture.finish()
		}
		p.mu.Lock()
		pop(&p.order)
		if picture.ready = true; !picture.held {
			p.put(picture)
		}
		p.done.Broadcast()
	}
	p.deriving = false
	p.done.Broadcast()
}

// put keeps a picture's memory for a later one.
func (p *Parser) put(picture *Picture) {
	picture.frame.Release()
	picture.frame = nil
	if !p.closed {
		p.free = append(p.free, picture)
	}
}

// pop removes the first picture of a list and keeps the list's memory.
func pop(list *[]*Picture) *Picture {
	first := (*list)[0]
	n := copy(*list, (*list)[1:])
	(*list)[n] = nil
	*list = (*list)[:n]
	return first
}
