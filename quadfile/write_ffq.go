package quadfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"ffkvadrat/feature"
	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// ffqEncoder writes the frames' coded trees and an index. A frame is one piece. A frame depends only
// on the tree of the one before, which depends on no other frame, so frames are coded in parallel.
type ffqEncoder struct {
	*output
	last   *sharedTree // of the latest frame
	trees  chan *sharedTree
	coders chan *treecode.Encoder
	cubes  chan *treecode.OctEncoder
	// The state of put:
	written int64
	index   ffqIndexText
}

// sharedTree is the tree of a frame, shared with the frame after it. The first to need it builds
// it.
type sharedTree struct {
	users  atomic.Int32 // frames that still need it
	before *sharedTree  // the reference for coding, that of the frame before; nil for a key frame
	frame  Frame        // its lists belong to the piece or the caller, until the text is made
	most   int          // the longest list so far

	mutex   sync.Mutex
	made    bool
	width   int // of the frame
	height  int
	order   inTree
	tree    treecode.Tree
	octree  treecode.Octree // instead of the tree, for a window of cubes
	details treecode.Details
	means   []feature.Mean // a copy, because the next frame may need them after the piece is reused
	err     error
}

// make builds the tree unless it is built.
func (t *sharedTree) make(a *Analysis) error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.made {
		return t.err
	}
	t.made = true
	f := &t.frame
	t.width, t.height, t.most = f.Width, f.Height, max(t.most, len(f.Quads))
	if f.Window != 0 {
		t.err = t.octree.Build(f.Width, f.Height, f.Window, a.Cube, f.Quads, f.Starts)
		return t.err
	}
	var quads []quadpyramid.Quad
	if quads, t.details, t.err = t.order.prepare(a, f); t.err == nil {
		t.err = t.tree.Build(f.Width, f.Height, quads)
		t.means = append(t.means[:0], f.Means...)
		if len(t.means) > 0 {
			t.tree.Number()
		}
	}
	return t.err
}

// ffqSpare limits the trees and coders that are retained for reuse.
const ffqSpare = 64

func newFFQ(o *output) (encoder, error) {
	b := beginFFQ(&o.header)
	o.out.Write(b)
	return &ffqEncoder{
		output: o, written: int64(len(b)),
		trees: make(chan *sharedTree, ffqSpare), coders: make(chan *treecode.Encoder, ffqSpare), cubes: make(chan *treecode.OctEncoder, ffqSpare),
	}, nil
}

// beginFFQ returns the signature and the record of the header.
func beginFFQ(h *Header) []byte {
	b := beginRecord([]byte(ffqSignature), ffqHeader)
	b = binary.AppendUvarint(b, uint64(h.Analysis.ffqVersion()))
	return endRecord(appendHeader(b, h, false), len(ffqSignature))
}

func (e *ffqEncoder) plan(p *Piece) (plan, error) {
	t := take(e.trees)
	t.made = false
	t.users.Store(2) // this frame and the next
	switch {
	case e.last == nil:
	case p.framesAhead%ffqGroup != 0:
		t.before = e.last
	default:
		e.leave(e.last)
	}
	e.last = t
	return plan{passes: 1, each: 1, whole: true, own: t}, nil
}

// use sets the list for the tree.
func (t *sharedTree) use(f *Frame) { t.frame = *f }

// leave drops a frame's reference to a tree.
func (e *ffqEncoder) leave(t *sharedTree) {
	if t.users.Add(-1) == 0 && (e.keep == 0 || t.most <= e.keep) {
		give(e.trees, t)
	}
}

// end drops the reference of the tree's own frame, whose lists are no longer needed.
func (t *sharedTree) end(e *ffqEncoder) {
	t.frame, t.details, t.before = Frame{}, treecode.Details{}, nil
	e.leave(t)
}

// take returns a spare one or a new one.
func take[T any](from chan *T) *T {
	select {
	case one := <-from:
		return one
	default:
		return new(T)
	}
}

// give retains one if there is room.
func give[T any](to chan *T, one *T) {
	select {
	case to <- one:
	default:
	}
}

// append makes the frame's record. A fault in the list becomes the piece's fault.
func (e *ffqEncoder) append(b []byte, p *Piece) []byte {
	f, h, t := &p.frame, &e.header, p.plan.own.(*sharedTree)
	defer t.end(e)
	kind := byte(ffqKeyFrame)
	var known *sharedTree
	if before := t.before; before != nil {
		defer e.leave(before)
		if before.make(&h.Analysis) == nil && before.width == f.Width && before.height == f.Height {
			known, kind = before, ffqFrame
		}
	}
	if p.fault = t.make(&h.Analysis); p.fault != nil {
		return b
	}
	start := len(b)
	b = appendFFQFrame(beginRecord(b, kind), h, f, len(f.Quads))
	b = e.appendList(b, t, known)
	if len(b)-start > ffqMost {
		p.fault = errors.New("its record is larger than 2 GiB")
		return b
	}
	return endRecord(b, start)
}

// appendList appends a tree's coded list, with before as its reference; nil for none.
func (e *ffqEncoder) appendList(b []byte, t, before *sharedTree) []byte {
	if t.frame.Window != 0 {
		return e.appendCubes(b, t, before)
	}
	details := t.details
	var known *treecode.Tree
	if before != nil {
		known, details.Before = &before.tree, before.means
	}
	coder := take(e.coders)
	b = coder.Append(b, &t.tree, known, &details)
	give(e.coders, coder)
	return b
}

// appendFFQFrame appends the frame's fields, without its list.
func appendFFQFrame(b []byte, h *Header, f *Frame, count int) []byte {
	flags := uint64(0)
	set := func(flag uint64, on bool) bool {
		if on {
			flags |= flag
		}
		return on
	}
	set(ffqHasIndex, f.Index >= 0)
	set(ffqHasPTS, f.HasPTS)
	set(ffqIsKey, f.KeyFrame)
	set(ffqIsCorrupt, f.Corrupt)
	set(ffqHasErrors, f.Errors > 0)
	size := set(ffqHasSize, f.Width != h.Source.Width || f.Height != h.Source.Height)
	pixFmt := set(ffqHasPixFmt, f.PixFmt != h.Source.PixFmt)
	set(ffqIsCorrected, f.Corrected)
	set(ffqIsInterlaced, f.Interlacing != yuv.Progressive)
	set(ffqBottomFirst, f.Interlacing == yuv.BottomFirst)
	b = binary.AppendUvarint(b, flags)
	b = append(b, max(f.PictType, '?'))
	if f.Index >= 0 {
		b = binary.AppendUvarint(b, uint64(f.Index))
	}
	if f.HasPTS {
		b = binary.AppendVarint(b, f.PTS)
	}
	if !f.HasPTS || f.Corrected {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f.Time))
	}
	if f.Errors > 0 {
		b = binary.AppendUvarint(b, uint64(f.Errors))
	}
	if h.Analysis.EachFrame {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(math.Abs(f.Threshold)))
	}
	if size {
		b = binary.AppendUvarint(b, uint64(f.Width))
		b = binary.AppendUvarint(b, uint64(f.Height))
	}
	if pixFmt {
		name := string([]rune(f.PixFmt)) // U+FFFD for each byte that is not UTF-8, as in JSON
		b = binary.AppendUvarint(b, uint64(len(name)))
		b = append(b, name...)
	}
	if f.Window != 0 {
		b = binary.AppendUvarint(b, uint64(f.Window))
	}
	return binary.AppendUvarint(b, uint64(count))
}

// put writes a record and adds it to the index.
func (e *ffqEncoder) put(p *Piece) error {
	e.index.add(&p.frame, p.text[0] == ffqKeyFrame, int64(len(p.text)))
	e.written += int64(len(p.text))
	return e.output.put(p)
}

func (e *ffqEncoder) end() error {
	b := beginRecord(nil, ffqIndex)
	b = binary.AppendUvarint(b, uint64(e.index.entries))
	b = append(b, e.index.text...)
	if len(b) > ffqMost {
		return fmt.Errorf("the index of %d frames is larger than 2 GiB", e.index.entries)
	}
	b = endRecord(b, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(e.written))
	_, err := e.out.Write(append(b, ffqSignature...))
	return err
}
