package quads

import (
	"context"
	"testing"
	"testing/synctest"
)

// TestBudget: a single piece always fits, others wait until there is space, and nobody waits after the
// context has ended.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		r := newBudget()
		r.acquire(ctx, 2*mostQuads)
		taken := false
		go func() {
			r.acquire(ctx, 5)
			taken = true
		}()
		synctest.Wait()
		if taken {
			t.Error("there was no room")
		}
		r.release(2 * mostQuads)
		synctest.Wait()
		if !taken || r.taken != 5 {
			t.Errorf("taken %v, %d quads", taken, r.taken)
		}
		ended := false
		go func() {
			r.acquire(ctx, mostQuads)
			ended = true
		}()
		synctest.Wait()
		if ended {
			t.Error("there was no room")
		}
		cancel()
		synctest.Wait()
		if !ended {
			t.Error("it waits past the end")
		}
	})
}
