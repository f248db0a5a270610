package cli

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/export/quads"
)

// check is one record of an export on its way from the reader to the verdict.
type check struct {
	frame   export.Frame
	unread  error         // why there is no frame
	picture *decode.Frame // the video's, where there is one; the checker releases it
	part    float64       // of the video that is behind then
	fault   error         // what is wrong with the frame
	err     error         // what kept it from being checked
	done    chan struct{} // has a value when the checker is through with it
}

const (
	// maxCheckers and maxPixels bound how many pictures are analysed at a time, and
	// thereby memory: a reference takes some bytes for each pixel.
	maxCheckers = 8
	maxPixels   = 1 << 27
)

// run takes all records through reading, decoding, checking and the verdict at
// the same time; the verdicts come in the export's order. Checks go round: free →
// read → found → checked → free. All that it starts has ended when it returns.
// r is nil without a video. The error is not the export's.
func (v *verification) run(r *rederiver) error {
	ctx, stop := context.WithCancel(v.env.ctx)
	defer stop()
	header := v.reader.Header()
	checkers := max(1, min(runtime.GOMAXPROCS(0), maxCheckers, maxPixels/(header.Source.Width*header.Source.Height)))
	n := checkers + 2 // one that is read, one that is looked for
	// No sender waits: there is room for all of them in each channel.
	free, read, found, order := make(chan *check, n), make(chan *check, n), make(chan *check, n), make(chan *check, n)
	for range n {
		free <- &check{done: make(chan struct{}, 1)}
	}
	var crew sync.WaitGroup
	var unfinished error // why the video's end is not known
	crew.Go(func() {
		defer close(read)
		v.read(ctx, free, read)
	})
	crew.Go(func() {
		defer close(found)
		defer close(order)
		for c := range read {
			if r != nil {
				r.find(c)
			}
			found <- c
			order <- c
		}
		if r != nil && ctx.Err() == nil {
			unfinished = r.finish()
		}
	})
	for range checkers {
		crew.Go(func() {
			reference := analysis.NewReference()
			defer reference.Release()
			for c := range found {
				c.check(v.env.ctx, &header.Analysis, r, reference)
				c.done <- struct{}{}
			}
		})
	}
	var err error
	for c := range order {
		<-c.done
		if err == nil {
			err = c.err
		}
		if err != nil || v.env.ctx.Err() != nil {
			stop()
		} else {
			v.take(c)
			r.show(c)
		}
		free <- c
	}
	crew.Wait()
	if ctxErr := v.env.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	if err == nil {
		err = unfinished
	}
	return err
}

// read reads records until the export ends, or can no longer be read.
func (v *verification) read(ctx context.Context, free <-chan *check, read chan<- *check) {
	for {
		select {
		case c := <-free:
			c.unread, c.picture, c.fault, c.err = v.reader.Next(&c.frame), nil, nil, nil
			if c.unread == io.EOF {
				return
			}
			read <- c
			if c.unread != nil && !errors.As(c.unread, new(*export.FrameError)) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// check holds a frame against the rules of its analysis and against the video's
// picture.
func (c *check) check(ctx context.Context, a *export.Analysis, r *rederiver, reference *analysis.Reference) {
	defer c.picture.Release()
	if c.unread != nil || c.err != nil || ctx.Err() != nil {
		return
	}
	if err := a.CheckQuads(&c.frame); err != nil {
		c.fault = err
	}
	if c.fault != nil || c.picture == nil {
		return
	}
	result, err := reference.Analyze(&c.picture.Picture, r.params)
	if err != nil {
		c.err = err
		return
	}
	var want export.Frame
	quads.Describe(&want, c.picture, c.frame.Errors, result)
	c.fault = difference(&c.frame, &want)
}
