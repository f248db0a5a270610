package decode

// #include "shim.h"
import "C"

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/timecode"
	"ffkvadrat/yuv"
)

// Frame is one decoded picture with the stream's data about it.
type Frame struct {
	// Picture's planes are the decoder's own memory, except for pixel formats that had to
	// be unpacked. They are read-only, until Release.
	Picture yuv.Picture
	// Index counts pictures in presentation order from 0; it is -1 after a
	// seek into a part that was not yet decoded from the start.
	Index  int64
	PTS    int64 // time stamp in ticks of the stream's time base, if HasPTS
	HasPTS bool  // the stream has a time stamp for this picture
	// Tick is when the picture is due, in ticks of the stream's time base. It is PTS unless there is none, or Corrected
	// is set: where the file's time stamps go back, FFmpeg's best effort is taken, and gaps at discontinuities are closed.
	// Ticks never go back in presentation order.
	Tick      int64
	Corrected bool     // there is a PTS, and Tick is another
	Time      float64  // Tick in seconds: the stream's clock
	Duration  float64  // seconds for which the picture is shown, as far as the stream says
	SAR       Rational // shape of a pixel, width to height; 0/1 if unknown
	Coding
	Group
	Timecode    timecode.Code // if HasTimecode
	HasTimecode bool          // the picture has one, or the video has one for its first picture

	decoded decodedBy
	surface surface // if decoded.kept
	tells   telling // what the decoder tells
	vectors vectors // if it does
	coded   coded   // likewise
	av      *astiav.Frame
	c       *C.AVFrame
	buf     []byte // unpacked planes
	luma    []byte // luma of an RGB picture
	pool    *framePool
	refs    atomic.Int32 // 0 in the pool
	filled  bool         // Picture is valid
	tags    colourTags   // of it

	uses   atomic.Int32 // of the samples: by the frame while it has holders, and by others' before
	own    yuv.Picture  // Picture without Before, for the frame after this one, if paired
	paired bool
	before *Frame // whose samples this frame uses as its Picture's Before, or nil
	done   func() // of With, else nil
}

// With returns a frame of another picture at f's place in the video, with what the stream says about f. The
// last Release calls done, in any goroutine: the picture is in use until then. It uses nothing of f.
func (f *Frame) With(p yuv.Picture, done func()) *Frame {
	made := &Frame{
		Picture: p, Index: f.Index, PTS: f.PTS, HasPTS: f.HasPTS, Time: f.Time, Duration: f.Duration, SAR: f.SAR,
		Coding: f.Coding, Group: f.Group, Timecode: f.Timecode, HasTimecode: f.HasTimecode, done: done,
	}
	made.refs.Store(1)
	made.uses.Store(1)
	return made
}

// Coding says how a picture was coded.
type Coding struct {
	KeyFrame bool
	PictType byte // 'I', 'P', 'B', 'S' …, '?' if unknown, as ffprobe's pict_type
	Corrupt  bool // the decoder marks the picture as damaged
	Packet   int  // bytes of the packet from which the picture was decoded, 0 if unknown
}

// Group says where a picture is between key frames, in presentation order.
type Group struct {
	SinceKey int // pictures since the last key frame, 0 for a key frame, -1 if unknown
	ToKey    int // pictures to the next key frame, 0 if unknown
}

// Retain requires one more call of Release, which lets two parts of a program share a
// picture without knowing of each other. The caller must hold the frame; any goroutine
// may call it.
func (f *Frame) Retain() { f.refs.Add(1) }

// Release, called by the last holder, returns the picture to the decoder, which uses the
// Frame again for a later picture: nothing of it may be used any more. Any goroutine may
// call it, before or after the Video's Close. One call too many is harmless until the
// Frame is used again; a nil Frame is ignored.
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

// use keeps the frame's samples until leave, also when nobody holds the frame any more.
func (f *Frame) use() *Frame {
	f.uses.Add(1)
	return f
}

// leave ends a use of the samples; nil is ignored.
func (f *Frame) leave() {
	switch {
	case f == nil || f.uses.Add(-1) != 0:
	case f.done != nil:
		f.done()
	default:
		f.pool.put(f)
	}
}

// Bytes returns the size of the picture in memory with what the decoder tells about it, or in the device's if its samples
// are there.
func (f *Frame) Bytes() int {
	if f.decoded.kept {
		return int(f.c.buf[1].size)
	}
	n := cap(f.buf) + cap(f.luma)
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

// framePool keeps released frames for reuse.
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
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		f.drop()
		return
	}
	p.free = append(p.free, f)
}

// close frees the frames that are in the pool now, and later ones when they
// are released.
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

// pictureShaper turns decoded frames into pictures. It remembers the meaning of the
// last frame's format and colour tags, because they hardly ever change.
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
	guess  yuv.Matrix // of an untagged matrix, from the first picture's size

	row      *C.uint16_t
	rowWidth C.int
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
	tags := colourTags{c.colorspace, c.color_range, c.color_primaries, c.color_trc, C.frame_light(c)}.or(s.stream)
	if s.guess == yuv.MatrixUnspecified {
		s.guess = yuv.Colour{}.Resolve(int(c.width), int(c.height)).Matrix
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
	if f.Picture.Vectors = nil; f.tells.vectors {
		f.vectors.take(c)
		f.Picture.Vectors = &f.vectors
	}
	if f.Picture.Coded = nil; f.tells.blocks {
		f.coded.take(c)
		f.Picture.Coded = &f.coded
	}
	f.buf = s.layout.planes(&f.Picture, c, f.buf, s.row)
	f.Picture.Colour, f.tags = s.colour, s.tags
	if f.Picture.Format.Model == yuv.RGB {
		f.luma = yuv.LumaFromRGB(&f.Picture, f.luma)
	}
	f.filled = true
	return nil
}

func (s *pictureShaper) close() {
	C.av_free(unsafe.Pointer(s.row))
	s.row, s.rowWidth = nil, 0
}
