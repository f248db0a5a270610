package pipeline

import (
	"context"
	"io"
	"sync"
)

// Ordered processes items in parallel and passes them on in order. Items circulate: free → filled →
// worked on → given → free.
type Ordered[T any] struct {
	Items []*T // at most this many are in flight
	// Fill prepares the next item, or returns io.EOF after the last one. It
	// runs on the caller's goroutine.
	Fill func(context.Context, *T) error
	// Each function of Work has its own goroutine. Every filled item passes one of them, even after
	// an error elsewhere.
	Work []func(context.Context, *T) error
	// Give receives the items in order, in its own goroutine, until the first error.
	Give func(context.Context, *T) error
}

// Run ends with the first error, or the context's. All its goroutines have ended then. The context
// that it passes to the functions ends at the first error.
func (o *Ordered[T]) Run(ctx context.Context) error {
	type slot struct {
		item   *T
		worked chan error
	}
	// Senders never block: each channel has space for all items.
	n := len(o.Items)
	free, todo, order := make(chan *slot, n), make(chan *slot, n), make(chan *slot, n)
	for _, item := range o.Items {
		free <- &slot{item, make(chan error, 1)}
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var crew sync.WaitGroup
	for _, work := range o.Work {
		crew.Go(func() {
			for s := range todo {
				s.worked <- work(ctx, s.item)
			}
		})
	}
	crew.Go(func() {
		for s := range order {
			err := <-s.worked
			if err == nil && ctx.Err() == nil {
				err = o.Give(ctx, s.item)
			}
			if err != nil {
				fail(err)
			}
			free <- s
		}
	})
	for {
		s := <-free
		if ctx.Err() != nil {
			break
		}
		if err := o.Fill(ctx, s.item); err != nil {
			if err != io.EOF {
				fail(err)
			}
			break
		}
		todo <- s
		order <- s
	}
	close(todo)
	close(order)
	crew.Wait()
	return context.Cause(ctx)
}
