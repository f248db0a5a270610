package compare

import (
	"context"
	"fmt"
	"io"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/fit"
)

// path is the steps through a reference and an encode.
type path struct {
	next func() (align.Step, error) // the next step; io.EOF after the last one
	step align.Step                 // the first one not yet passed
	end  bool                       // there is none
	last Place                      // of the reference's last frame that matched
	seen Place                      // of the encode's
}

// newPath returns a path, with its first step.
func newPath(next func() (align.Step, error)) (*path, error) {
	p := &path{next: next}
	return p, p.pass()
}

// pass passes a step.
func (p *path) pass() (err error) {
	if p.end {
		return nil
	}
	if p.step, err = p.next(); err == io.EOF {
		p.end, err = true, nil
	}
	return err
}

// shifted returns the steps of videos whose frames have numbers that differ by an offset. They do not
// end.
func shifted(offset int64) func() (align.Step, error) {
	at := align.Step{}
	return func() (align.Step, error) {
		s := at
		switch {
		case at.Reference < offset:
			s.Kind, s.Encode = align.Missing, -1
			at.Reference++
		case at.Encode < -offset:
			s.Kind, s.Reference = align.Extra, -1
			at.Encode++
		default:
			at.Reference++
			at.Encode++
		}
		return s, nil
	}
}

// shows says how a frame of the reference is matched, and passes it. frame is the encode's frame,
// which the caller must release; nil without one.
func (f *input) shows(at Place) (kind align.Kind, frame *decode.Frame, match Place, err error) {
	p := f.path
	kind = p.step.Kind
	if p.end || f.next == nil && kind != align.ReferenceRepeat {
		kind = align.Missing // the encode has ended
	}
	switch kind {
	case align.Match:
		frame = f.next
		p.last, p.seen = at, placeOf(frame)
		match = p.seen
		err = f.pass()
	case align.ReferenceRepeat:
		if match = p.seen; f.next != nil && p.step.Encode == f.passed {
			match = placeOf(f.next)
		}
	}
	if err == nil && p.step.Kind.OfReference() {
		err = p.pass()
	}
	if err != nil {
		frame.Release()
		return kind, nil, match, err
	}
	return kind, frame, match, nil
}

// stray reports whether the next frame of the encode comes before the reference's next frame, and does
// not match. If so, it passes the frame. number and now are those of the reference's frame; now is nil
// after its end.
func (f *input) stray(number int64, now *Place) (r row, ok bool, err error) {
	p := f.path
	if p == nil || f.next == nil || now != nil && (p.end || p.step.Kind.OfReference()) {
		return r, false, nil
	}
	r.kind, r.match, r.alone = align.Extra, placeOf(f.next), true
	if !p.end && p.step.Kind == align.EncodeRepeat {
		r.kind, r.place, r.alone = p.step.Kind, p.last, false
		if now != nil && p.step.Reference == number {
			r.place = *now
		}
	}
	f.leave(f.next)
	if err = f.pass(); err == nil && !p.end && !p.step.Kind.OfReference() {
		err = p.pass()
	}
	return r, true, err
}

// skipTo passes the steps before a frame of the reference.
func (f *input) skipTo(number int64) error {
	for p := f.path; !p.end && (!p.step.Kind.OfReference() || p.step.Reference < number); {
		if p.step.Kind == align.Match && f.next != nil {
			p.seen = placeOf(f.next)
		}
		if p.step.Kind.OfEncode() && f.next != nil {
			f.next.Release()
			if err := f.pass(); err != nil {
				return err
			}
		}
		if err := p.pass(); err != nil {
			return err
		}
	}
	return nil
}

// finder finds the steps of a reference and an encode. Its goroutines read both videos.
type finder struct {
	steps  chan align.Step
	err    error // why steps have ended
	cancel context.CancelFunc
	crew   sync.WaitGroup
}

// ahead is the number of steps, and of fingerprints, that wait.
const ahead = align.Window

// find starts to find steps. fitter converts the encode's pictures; it is closed at the end.
func find(ctx context.Context, o *Options, encode string, threads int, fitter *fit.Fitter) *finder {
	f := &finder{steps: make(chan align.Step, ahead)}
	ctx, f.cancel = context.WithCancel(ctx)
	like := make(chan fit.Kind, 1)
	reference := f.read(ctx, o.Reference, o.Stream, threads, func(frame *decode.Frame, meter *align.Meter, to *align.Print) error {
		select {
		case like <- fit.KindOf(frame):
		default:
		}
		return meter.Of(&frame.Picture, to)
	}, func() { close(like) })
	var kind fit.Kind
	begun := false
	prints := f.read(ctx, encode, decode.Best, threads, func(frame *decode.Frame, meter *align.Meter, to *align.Print) error {
		if !begun {
			kind, begun = <-like, true
		}
		picture, err := fitter.Run(&frame.Picture, kind)
		if err != nil {
			return err
		}
		return meter.Of(picture, to)
	}, fitter.Close)
	aligner := align.New(reference, prints)
	f.crew.Go(func() {
		defer close(f.steps)
		for {
			s, err := aligner.Next()
			if err != nil {
				f.err = err
				return
			}
			select {
			case f.steps <- s:
			case <-ctx.Done():
				f.err = ctx.Err()
				return
			}
		}
	})
	return f
}

// read reads a video's fingerprints in a goroutine. end is called at its end.
func (f *finder) read(ctx context.Context, name string, stream, threads int, measure func(*decode.Frame, *align.Meter, *align.Print) error, end func()) align.Source {
	prints, failed := make(chan align.Print, ahead), io.EOF
	f.crew.Go(func() {
		defer end()
		defer close(prints)
		video, err := decode.OpenVideo(ctx, name, decode.Options{Stream: stream, Threads: threads, Software: threads == 1})
		if err != nil {
			failed = err
			return
		}
		defer video.Close()
		meter := align.NewMeter()
		for {
			var p align.Print
			frame, err := video.Next()
			if threads != 1 && video.Faults().Any() && (err == nil || err == io.EOF) {
				err = errAgain
			}
			if err == nil {
				err = measure(frame, meter, &p)
			}
			frame.Release()
			if err != nil {
				if failed = err; err != io.EOF && err != errAgain {
					failed = fmt.Errorf("%s: %w", name, err)
				}
				return
			}
			select {
			case prints <- p:
			case <-ctx.Done():
				failed = ctx.Err()
				return
			}
		}
	})
	return func(to *align.Print) error {
		p, ok := <-prints
		if !ok {
			return failed
		}
		*to = p
		return nil
	}
}

// next returns the next step.
func (f *finder) next() (align.Step, error) {
	s, ok := <-f.steps
	if !ok {
		return s, f.err
	}
	return s, nil
}

// close ends the goroutines. A nil finder is ignored.
func (f *finder) close() {
	if f != nil {
		f.cancel()
		for range f.steps {
		}
		f.crew.Wait()
	}
}
