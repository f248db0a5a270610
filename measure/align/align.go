// Package align finds which frames of two videos belong together, by what they show.
//
// Input is the fingerprints of a reference and of an encode, each from a [Source]; output is a [Step]
// for each frame, in order: pairs, and frames that only one of both has or that it has twice. A
// [Meter] makes fingerprints. An [Aligner] holds 1,024 fingerprints of each video, whatever their
// length, and calls both sources on the goroutine that calls it; other goroutines measure distances
// and end with the call. All numbers are integers, and the steps are the same in every run.
//
// The alignment is that of sequences with costs for gaps (Gotoh, "An improved algorithm for matching
// biological sequences", 1982), in windows whose first half is kept (Macrae and Dixon, "Accurate
// real-time windowed time warping", 2010). The page docs/reference/measures.md has the exact rule.
package align

import (
	"errors"
	"io"
)

const (
	// Window is the number of frames of each video that are aligned at a time.
	Window = 1024
	// kept is the number of frames of one video after which a window's pairs are no longer kept.
	kept = Window / 2
)

// Kind is the kind of a step.
type Kind uint8

const (
	Match           Kind = iota // a frame of each video belongs to the other
	Missing                     // only the reference has the frame
	Extra                       // only the encode has the frame
	ReferenceRepeat             // the reference shows the frame of a match once more
	EncodeRepeat                // the encode shows the frame of a match once more
	kinds
)

var kindNames = [...]string{"match", "missing", "extra", "reference-repeat", "encode-repeat"}

func (k Kind) String() string { return kindNames[k] }

// OfReference reports whether the step passes a frame of the reference.
func (k Kind) OfReference() bool { return k == Match || k == Missing || k == ReferenceRepeat }

// OfEncode reports whether the step passes a frame of the encode.
func (k Kind) OfEncode() bool { return k == Match || k == Extra || k == EncodeRepeat }

// Step passes a frame of one video or of both. Frames count from 0. Reference is -1 for an extra
// frame, and Encode for a missing one. A repeat has the frame that it passes and the other video's
// frame of the match.
type Step struct {
	Kind              Kind
	Reference, Encode int64
}

// Source sets the fingerprint of a video's next frame. After the last one it returns io.EOF.
type Source func(*Print) error

// Aligner aligns two videos.
type Aligner struct {
	reference, encode stream
	window            window
	steps             []Step
	given             int
	shown             bool // the last step was a match or a repeat: the last frames passed show the same
}

// New returns an aligner of two videos.
func New(reference, encode Source) *Aligner {
	return &Aligner{reference: newStream(reference), encode: newStream(encode)}
}

// Next returns the next step, and io.EOF after the last one.
func (a *Aligner) Next() (Step, error) {
	for a.given == len(a.steps) {
		if err := a.more(); err != nil {
			return Step{}, err
		}
	}
	a.given++
	return a.steps[a.given-1], nil
}

// more makes steps from the next window.
func (a *Aligner) more() error {
	r, e := &a.reference, &a.encode
	if err := errors.Join(r.fill(), e.fill()); err != nil {
		return err
	}
	a.steps, a.given = a.steps[:0], 0
	if r.left()+e.left() == 0 {
		return io.EOF
	}
	path := a.window.align(r.prints, e.prints, a.shown, r.number()+e.number() == 0)
	path = path[:a.kept(path)]
	for _, m := range path {
		a.pass(m)
	}
	switch {
	case r.ended && e.ended:
		a.leave(r.left(), e.left())
	case len(path) > 0: // the next window begins here
	case r.ended:
		a.leave(0, min(kept, e.left()))
	case e.ended:
		a.leave(min(kept, r.left()), 0)
	default:
		a.leave(kept, kept)
	}
	r.drop(a.shown)
	e.drop(a.shown)
	return nil
}

// kept returns the number of a window's moves that are final: those before the first match in the
// second half of either video, but at least one; all if the videos end in the window.
func (a *Aligner) kept(path []move) int {
	if a.reference.ended && a.encode.ended {
		return len(path)
	}
	for i, m := range path {
		if i > 0 && m.kind == Match && (m.reference >= kept || m.encode >= kept) {
			return i
		}
	}
	return len(path)
}

// pass passes frames that show the same, and the frames before them.
func (a *Aligner) pass(m move) {
	r, e := &a.reference, &a.encode
	before, after := r.at, e.at
	if m.kind.OfReference() {
		before = m.reference
	}
	if m.kind.OfEncode() {
		after = m.encode
	}
	a.leave(before-r.at, after-e.at)
	a.steps, a.shown = append(a.steps, Step{m.kind, r.first + int64(m.reference), e.first + int64(m.encode)}), true
	if m.kind.OfReference() {
		r.at++
	}
	if m.kind.OfEncode() {
		e.at++
	}
}

// leave passes frames that only one video has: n of the reference, then m of the encode.
func (a *Aligner) leave(n, m int) {
	for range n {
		a.steps, a.shown = append(a.steps, Step{Missing, a.reference.number(), -1}), false
		a.reference.at++
	}
	for range m {
		a.steps, a.shown = append(a.steps, Step{Extra, -1, a.encode.number()}), false
		a.encode.at++
	}
}
