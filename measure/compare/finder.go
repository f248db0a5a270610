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
