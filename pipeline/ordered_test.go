package pipeline

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// numbered are the items of some work on numbers, and their results.
type numbered struct {
	Ordered[int]
	filled   int
	worked   atomic.Int64
	given    []int
	underWay atomic.Int64
	most     int64 // largest number in flight
}

// numbers returns work on 0 to 99 for several goroutines; its items are finished in random order.
func numbers(items, workers int) *numbered {
	n := &numbered{}
	for range items {
		n.Items = append(n.Items, new(int))
	}
	n.Fill = func(_ context.Context, i *int) error {
		if n.filled == 100 {
			return io.EOF
		}
		n.most = max(n.most, n.underWay.Add(1))
		*i = n.filled
		n.filled++
		return nil
	}
	for range workers {
		n.Work = append(n.Work, func(_ context.Context, i *int) error {
			for range *i * 7 % 40 {
				runtime.Gosched() // lets the others run
			}
			n.worked.Add(1)
			return nil
		})
	}
	n.Give = func(_ context.Context, i *int) error {
		n.given = append(n.given, *i)
		n.underWay.Add(-1)
		return nil
	}
	return n
}

// Items keep their order, and no more than all items are in flight.
func TestOrdered(t *testing.T) {
	for _, c := range []struct{ items, workers int }{{1, 1}, {4, 1}, {3, 8}, {9, 4}} {
		n := numbers(c.items, c.workers)
		if err := n.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(n.given) != 100 || !slices.IsSorted(n.given) {
			t.Errorf("%+v: %v", c, n.given)
		}
		if n.most > int64(c.items) {
			t.Errorf("%+v: %d under way", c, n.most)
		}
	}
}

// The first error of any stage ends all stages: filled items are still worked
// on, and nothing after the error is given.
func TestOrderedErrors(t *testing.T) {
	errBroken := errors.New("broken")
	at := func(i *int) error {
		if *i == 40 {
			return errBroken
		}
		return nil
	}
	for name, spoil := range map[string]func(*numbered){
		"fill": func(n *numbered) {
			fill := n.Fill
			n.Fill = func(ctx context.Context, i *int) error {
				if n.filled == 40 {
					return errBroken
				}
				return fill(ctx, i)
			}
		},
		"work": func(n *numbered) {
			for k, work := range n.Work {
				n.Work[k] = func(ctx context.Context, i *int) error { return errors.Join(work(ctx, i), at(i)) }
			}
		},
		"give": func(n *numbered) {
			give := n.Give
			n.Give = func(ctx context.Context, i *int) error {
				if err := at(i); err != nil {
					return err
				}
				return give(ctx, i)
			}
		},
	} {
		n := numbers(5, 3)
		spoil(n)
		if err := n.Run(t.Context()); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
		if n.worked.Load() != int64(n.filled) || len(n.given) > 40 || !slices.IsSorted(n.given) || n.filled > 46 {
			t.Errorf("%s: %d filled, %d worked on, given %v", name, n.filled, n.worked.Load(), n.given)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := numbers(5, 3)
	give := n.Give
	n.Give = func(ctx context.Context, i *int) error {
		if *i == 40 {
			cancel()
		}
		return give(ctx, i)
	}
	if err := n.Run(ctx); !errors.Is(err, context.Canceled) || n.filled > 46 || n.worked.Load() != int64(n.filled) {
		t.Errorf("cancelled: %v with %d filled, %d worked on", err, n.filled, n.worked.Load())
	}
}
