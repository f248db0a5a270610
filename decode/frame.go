package decode

// #include "shim.h"
import "C"

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/parsing"
	"ffkvadrat/decode/timecode"
	"ffkvadrat/yuv"
)

// Frame is one decoded frame with the stream's data about it.
type Frame struct {
	// Picture's planes point into the decoder's memory, except for pixel formats that had to be
	// unpacked. They are read-only and valid until Release.
	Picture yuv.Picture
	// Index counts frames in presentation order from 0. It is -1 after a seek to a part that was not
	// yet decoded from the start.
	Index  int64
	PTS    int64 // time stamp in ticks of the stream's time base, if HasPTS
	HasPTS bool  // the stream has a time stamp for this frame
	// Tick is when the frame is due, in ticks of the stream's time base. It differs from PTS if there
	// is no PTS or Corrected is set: decreasing time stamps are replaced with FFmpeg's best effort, and
	// gaps at discontinuities are closed. Ticks never decrease in presentation order.
	Tick      int64
	Corrected bool     // there is a PTS, and Tick differs from it
	Time      float64  // Tick in seconds: the stream's clock
	Duration  float64  // seconds for which the frame is shown, as far as the stream says
	SAR       Rational // aspect ratio of a sample (width to height); 0/1 if unknown
	Coding
	Group
	Number      int64         // of a sequence's picture, if HasNumber
	HasNumber   bool          // the video is a sequence
	Timecode    timecode.Code // if HasTimecode
	HasTimecode bool          // the frame has one, or the video has one for its first frame

	second  bool   // the second field of its frame
	track   parity // pictures that follow one another in Before have the same one
	decoded decodedBy
	surface surface   // if decoded.kept
	exports codedData // the data that the decoder exports
	vectors vectors   // if exported
	coded   coded     // if exported
	parsed  *parsing.Picture
	av      *astiav.Frame
	c       *C.AVFrame
	buf     []byte // unpacked planes
	luma    []byte // luma of an RGB frame
	pool    *framePool
	refs    atomic.Int32 // 0 in the pool
	filled  bool         // Picture is valid
	tags    colourTags   // of Picture

	uses   atomic.Int32 // uses of the samples: one by the frame while it has holders, and one by each frame whose Before they are
	own    yuv.Picture  // Picture without Before, for the frame after this one, if paired
	paired bool
	before *Frame // frame whose samples are Picture.Before, or nil
	done   func() // for frames from With, else nil
}

// With returns a frame with another picture at f's place in the video, with the stream's data about f.
// The last Release calls done, in any goroutine; the picture is in use until then. The new frame does
// not use f.
func (f *Frame) With(p yuv.Picture, done func()) *Frame {
	made := &Frame{
		Picture: p, Index: f.Index, PTS: f.PTS, HasPTS: f.HasPTS, Time: f.Time, Duration: f.Duration, SAR: f.SAR,
		Coding: f.Coding, Group: f.Group, Number: f.Number, HasNumber: f.HasNumber, Timecode: f.Timecode, HasTimecode: f.HasTimecode, done: done,
	}
	made.refs.Store(1)
	made.uses.Store(1)
	return made
}

// Coding says how a frame was coded.
type Coding struct {
	KeyFrame bool
	PictType byte // 'I', 'P', 'B', 'S' …, '?' if unknown, as ffprobe's pict_type
	Corrupt  bool // the decoder marks the frame as damaged
	Unparsed bool // the packet does not say how the whole frame was coded, though [Video.Need] asks for it
	Packet   int  // size of the frame's packet in bytes, 0 if unknown
	Own      int  // bytes that code the frame, if it has blocks and these are not all that its packet codes; else 0
	Earlier  bool // an earlier packet has these, and the frame's packet only shows it

	Interlacing yuv.Interlacing // as the decoder says
}

// Size is the number of bytes of a frame, and what they are.
type Size struct {
	Bytes int // 0 if unknown
	Of    Sized
}

// Sized is what a [Size] is of.
type Sized uint8

const (
	OfPacket    Sized = iota // the frame's packet; no other frame is known to be in it
	InPacket                 // the frame, whose packet also codes frames that are shown later
	CodedBefore              // the frame, which an earlier packet codes; its packet only shows it
)

// Size returns the number of bytes of the frame. Blocks' bits, where all are known, are those of it without headers.
func (c *Coding) Size() Size {
	switch {
	case c.Own == 0:
		return Size{c.Packet, OfPacket}
	case c.Earlier:
		return Size{c.Own, CodedBefore}
	}
	return Size{c.Own, InPacket}
}

// Group is the position of a frame between key frames, in presentation order.
type Group struct {
	SinceKey int // frames since the last key frame, 0 for a key frame, -1 if unknown
	ToKey    int // frames to the next key frame, 0 if unknown
}

// Retain requires one more call of Release, so that two parts of a program can share a frame without
// knowing each other. The caller must hold the frame. Any goroutine may call it.
func (f *Frame) Retain() { f.refs.Add(1) }

// Release ends one hold. The last one returns the frame to the decoder, which reuses it for a later
// frame: nothing of it may be used any more. Any goroutine may call it, before or after the Video's
// Close. One call too many is harmless until the Frame is reused. A nil Frame is ignored.
func (f *Frame) Release() {
	if f == nil {
		return
	}
	for {
		n := f.refs.Load()
		if n == 0 {
			return
		}
		if f.refs.CompareAndSwap(n, n-1) {
			if n == 1 {
				f.Picture.Before = nil
				f.before.leave()
				f.before = nil
				f.leave()
			}
			return
		}
	}
}

// use keeps the frame's samples until leave, even after its last Release.
func (f *Frame) use() *Frame {
	f.uses.Add(1)
	return f
}

// leave ends one use of the samples; a nil frame is ignored.
func (f *Frame) leave() {
	switch {
	case f == nil || f.uses.Add(-1) != 0:
	case f.done != nil:
		f.done()
	default:
		f.pool.put(f)
	}
}

// Bytes returns the size of the frame in memory, including the data that the decoder exports. If its
// samples are on a device, the size counts that memory.
func (f *Frame) Bytes() int {
	if f.decoded.kept {
		return int(f.c.buf[1].size) + f.parsed.Bytes()
	}
	n := cap(f.buf) + cap(f.luma) + f.parsed.Bytes()
	for _, b := range f.c.buf {
		if b == nil {
			break
		}
		n += int(b.size)
	}
	for _, side := range unsafe.Slice(f.c.side_data, int(f.c.nb_side_data)) {
		n += int(side.size)
	}
	return n
}

// framePool reuses released frames.
type framePool struct {
	mu     sync.Mutex
	free   []*Frame
	closed bool
}

func (p *framePool) get() (*Frame, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		f := p.free[n-1]
		p.free = p.free[:n-1]
		f.filled, f.paired = false, false
		f.refs.Store(1)
		f.uses.Store(1)
		return f, nil
	}
	av := astiav.AllocFrame()
	if av == nil {
		return nil, errors.New("out of memory")
	}
	f := &Frame{av: av, c: framePointer(av), pool: p}
	f.surface.c = f.c
	f.refs.Store(1)
	f.uses.Store(1)
	return f, nil
}

func (p *framePool) put(f *Frame) {
	C.av_frame_unref(f.c)
	f.parsed.Release()
	f.parsed = nil
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		f.drop()
		return
	}
	p.free = append(p.free, f)
}

// close frees the pooled frames now, and later ones when they are released.
func (p *framePool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, f := range p.free {
		f.drop()
	}
	p.free = nil
}

func (f *Frame) drop() {
	f.av.Free()
	f.c = nil
}

// pictureShaper makes pictures from decoded frames. It caches the meaning of the last frame's format
// and colour tags, which hardly ever change.
type pictureShaper struct {
	access  Access
	stream  colourTags
	format  C.int
	decoded decodedBy
	layout  layout
	err     error
	known   bool

	tags   colourTags
	colour yuv.Colour
	guess  yuv.Matrix // for an untagged matrix, from the size of the first frame
	halved bool       // pictures have half the frames' height

	row      *C.uint16_t
	rowWidth C.int

	outside int64 // the sum of all pictures' Outside
}

// shape fills in f.Picture.
func (s *pictureShaper) shape(f *Frame) error {
	if f.filled {
		return nil
	}
	c := f.c
	if err := s.access.check(int(c.width), int(c.height)); err != nil {
		return err
	}
	fresh := !s.known || c.format != s.format || f.decoded != s.decoded
	if fresh {
		s.format, s.decoded, s.known = c.format, f.decoded, true
		if f.decoded.onDevice {
			s.layout, s.err = layoutAs(astiav.PixelFormat(c.format), astiav.PixelFormat(f.decoded.software))
		} else {
			s.layout, s.err = layoutOf(astiav.PixelFormat(c.format))
		}
	}
	if s.err != nil {
		return s.err
	}
	tags := s.layout.retag(colourTags{c.colorspace, c.color_range, c.color_primaries, c.color_trc, C.frame_light(c)}.or(s.stream))
	if s.guess == yuv.MatrixUnspecified {
		height := int(c.height)
		if s.halved {
			height *= 2
		}
		s.guess = yuv.Colour{}.Resolve(int(c.width), height).Matrix
	}
	if fresh || tags != s.tags {
		s.tags, s.colour = tags, tags.colour(s.layout.full)
		if s.colour.Matrix == yuv.MatrixUnspecified {
			s.colour.Guess = s.guess
		}
	}
	if c.width > s.rowWidth {
		C.av_free(unsafe.Pointer(s.row))
		s.row, s.rowWidth = (*C.uint16_t)(C.av_malloc(2*C.size_t(c.width))), c.width
		if s.row == nil {
			s.rowWidth = 0
			return errors.New("out of memory")
		}
	}
	if f.Picture.Surface = nil; f.decoded.kept {
		if s.layout.inPlace && s.layout.format.Model != yuv.RGB {
			f.Picture.Surface = &f.surface
		} else if err := f.surface.Fetch(); err != nil {
			return err
		}
	}
	if f.Picture.Vectors = nil; f.exports.vectors {
		f.vectors.take(c)
		f.Picture.Vectors = &f.vectors
	}
	if f.Picture.Coded = nil; f.exports.blocks {
		f.coded.take(c)
		f.Picture.Coded = &f.coded
	}
	f.shapeParsed()
	f.buf = s.layout.planes(&f.Picture, c, f.buf, s.row)
	f.Picture.Colour, f.tags = s.colour, s.tags
	if f.Picture.Format.Model == yuv.RGB {
		f.luma = yuv.LumaFromRGB(&f.Picture, f.luma)
	}
	s.outside += f.Picture.Outside
	f.filled = true
	return nil
}

func (s *pictureShaper) close() {
	C.av_free(unsafe.Pointer(s.row))
	s.row, s.rowWidth = nil, 0
}
