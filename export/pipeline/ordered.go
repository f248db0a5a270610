package pipeline

import (
	"context"
	"io"
	"sync"
)

// Ordered takes items through work that is done side by side, and gives them on
// in their order. Items go round: free → filled → worked on → given → free.
type Ordered[T any] struct {
	Items []*T // as many are under way at most
	// Fill makes the next one ready, or returns io.EOF after the last one. It runs on
	// the caller's goroutine.
	Fill func(context.Context, *T) error
	// Work has a goroutine each; every item that was filled goes through one of them,
	// also after an error elsewhere.
	Work []func(context.Context, *T) error
	// Give takes the items in their order, in a goroutine of its own, until the first
	// error.
	Give func(context.Context, *T) error
}

// Run ends with the first error, or the context's. All that it starts has ended
// then. The context that it hands on ends as soon as there is an error.
func (o *Ordered[T]) Run(ctx context.Context) error {
	type slot struct {
		item   *T
		worked chan error
	}
	// No sender waits: there is room for all slots in each channel.
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
