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

// finder finds the steps of a reference and an encode. Its goroutines read both videos.
type finder struct {
	steps  chan align.Step
	times  *[2]times // of the reference's frames and the encode's, as far as read; nil if nobody asks
	err    error     // why steps have ended
	cancel context.CancelFunc
	crew   sync.WaitGroup
}

// ahead is the number of steps, and of fingerprints, that wait.
const ahead = align.Window

// find starts to find steps. fitter converts the encode's pictures; it is closed at the end. times gets the
// frames' times, unless it is nil.
func find(ctx context.Context, o *Options, encode string, threads int, fitter *fit.Fitter, times *[2]times) *finder {
	f := &finder{steps: make(chan align.Step, ahead), times: times}
	ctx, f.cancel = context.WithCancel(ctx)
	like := make(chan fit.Kind, 1)
	reference := f.read(ctx, o, 0, o.Reference, o.Stream, threads, func(frame *decode.Frame, meter *align.Meter, to *align.Print) error {
		select {
		case like <- fit.KindOf(frame):
		default:
		}
		return meter.Of(&frame.Picture, to)
	}, func() { close(like) })
	var kind fit.Kind
	begun := false
	prints := f.read(ctx, o, 1, encode, decode.Best, threads, func(frame *decode.Frame, meter *align.Meter, to *align.Print) error {
		if !begun {
			kind, begun = <-like, true
		}
		picture, err := fitter.Run(&frame.Picture, kind)
		if err != nil {
			return err
		}
		return meter.Of(picture, to)
	}, fitter.Close)
	next := counted(reference, prints, o.Align.Offset)
	if o.Align.By == align.ByContent {
		next = align.New(reference, prints).Next
	}
	f.crew.Go(func() {
		defer close(f.steps)
		for {
			s, err := next()
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

// read reads the fingerprints of the reference, 0, or the encode, 1, in a goroutine. end is called at its end. By
// numbers, they are empty.
func (f *finder) read(ctx context.Context, o *Options, of int, name string, stream, threads int, measure func(*decode.Frame, *align.Meter, *align.Print) error, end func()) align.Source {
	prints, failed := make(chan align.Print, ahead), io.EOF
	f.crew.Go(func() {
		defer end()
		defer close(prints)
		if o.Begins != nil {
			o.Begins()
		}
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
			if err == nil && f.times != nil {
				f.times[of].add(frame.Time - video.Info().Start)
			}
			if err == nil && o.Align.By == align.ByContent {
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
