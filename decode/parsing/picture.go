package parsing

import (
	"errors"
	"unsafe"

	"ffkvadrat/bitstream/av1"
	"ffkvadrat/bitstream/hevc"
	"ffkvadrat/yuv"
)

// Picture is a parsed picture. Between Wait and Release, any goroutine may read its blocks and vectors.
type Picture struct {
	parser *Parser
	number int
	coded  hevc.Picture
	units  []int32 // of the vectors: 2 · the index of the prediction unit or AV1's block + the list

	// Of AV1: the packet, the frame that it shows, and its first error; see Own.
	packet []byte
	frame  *av1.Picture
	err    error
	own    int
	before bool

	again bool // its fault is counted

	// left and top are the samples that the decoder's frame omits.
	left, top int

	// The Parser's mutex guards these.
	held    bool // nobody has released it
	taken   bool
	parsed  bool
	dropped bool // it was not parsed
	ready   bool
}

// Wait waits until the picture is parsed. It reports whether the picture is one of this size, which is
// that of the decoder's frame: if not, it is not the frame's.
func (p *Picture) Wait(width, height int) bool {
	q := p.parser
	q.mu.Lock()
	for !p.ready {
		q.done.Wait()
	}
	q.mu.Unlock()
	return !p.dropped && p.there() && p.fits(width, height)
}

// there reports whether the packet has a picture.
func (p *Picture) there() bool { return p.frame != nil || p.coded.SPS != nil }

// fits reports whether the picture is one of this size, and sets the samples that the frame omits.
func (p *Picture) fits(width, height int) bool {
	if p.frame != nil {
		return p.frame.UpscaledWidth == width && p.frame.Height == height
	}
	// Decoders may omit fewer samples at the left than the stream says, so that rows stay aligned.
	left, right, top, bottom := p.coded.SPS.Cropped()
	p.left, p.top = p.coded.SPS.Width-right-width, p.coded.SPS.Height-bottom-height
	return p.left >= 0 && p.left <= left && p.top >= 0 && p.top <= top
}

// Fault returns, after Wait, why the picture is not wholly known, as the picture of a frame of this size: a
// slice segment does not end where its data do, or it is another frame's picture. A picture that is not
// supported has no fault. A nil picture is that of a frame without a packet.
func (p *Picture) Fault(width, height int) error {
	if p == nil {
		return errNoPacket
	}
	err := p.coded.Err
	if p.parser.av1 != nil {
		if err = p.err; err == nil && p.frame != nil {
			err = p.frame.Err // of an earlier packet, whose frame this one shows
		}
	}
	switch {
	case errors.Is(err, hevc.ErrUnsupported), errors.Is(err, av1.ErrUnsupported):
		return nil
	case err != nil:
		return err
	case !p.there():
		return errNoPicture
	case !p.fits(width, height):
		return errOtherSize
	}
	return nil
}

// Again reports whether it was called before for the picture's packet.
func (p *Picture) Again() bool {
	was := p.again
	p.again = true
	return was
}

var (
	errNoPacket  = errors.New("parsing: no packet has the picture")
	errNoPicture = errors.New("parsing: the packet has no picture")
	errOtherSize = errors.New("parsing: the picture has another size")
)

// Release ends the use of a picture; nil is ignored.
func (p *Picture) Release() {
	if p == nil {
		return
	}
	p.parser.mu.Lock()
	defer p.parser.mu.Unlock()
	p.drop()
}

// drop is Release with the mutex held.
func (p *Picture) drop() {
	if p.held = false; p.ready {
		p.parser.put(p)
	}
}

// Own returns, after Wait, the number of bytes that code the picture, if that is not all that its packet codes; else 0.
// before: an earlier packet codes it.
func (p *Picture) Own() (bytes int, before bool) { return p.own, p.before }

// Bytes returns the size of a picture in memory, after Wait; 0 for nil.
func (p *Picture) Bytes() int {
	if p == nil {
		return 0
	}
	c := &p.coded
	n := bytes(c.CTUs) + bytes(c.CUs) + bytes(c.PUs) + bytes(c.TUs) + bytes(c.Motion) + bytes(p.units) + bytes(p.packet)
	if p.frame != nil {
		n += p.frame.Bytes()
	}
	return n
}

func bytes[T any](list []T) int {
	var one T
	return cap(list) * int(unsafe.Sizeof(one))
}

// Blocks returns the coding units, or AV1's blocks.
func (p *Picture) Blocks() yuv.CodedBlocks {
	if p.frame != nil {
		return (*av1Blocks)(p)
	}
	return (*blocks)(p)
}

// Vectors returns the motion vectors of the prediction units, or of AV1's blocks.
func (p *Picture) Vectors() yuv.MotionVectors {
	if p.frame != nil {
		return (*av1Vectors)(p)
	}
	return (*vectors)(p)
}
