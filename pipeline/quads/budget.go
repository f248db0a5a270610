package quads

import (
	"context"
	"sync"
)

// mostQuads is the largest number of quads in the pieces in flight, some 20 bytes each. Only
// formats that code whole frames reach it. The free pieces together keep memory for as many.
const mostQuads = 16 << 20

// budget is a semaphore for the quads in flight.
type budget struct {
	mutex   sync.Mutex
	changed sync.Cond
	taken   int
}

func newBudget() *budget {
	r := new(budget)
	r.changed.L = &r.mutex
	return r
}

// acquire waits until n more quads fit, or nothing else is in flight, or ctx ends.
func (r *budget) acquire(ctx context.Context, n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.taken > 0 && r.taken+n > mostQuads {
		defer context.AfterFunc(ctx, func() {
			r.mutex.Lock() // or a waiter could miss the broadcast
			defer r.mutex.Unlock()
			r.changed.Broadcast()
		})()
		for r.taken > 0 && r.taken+n > mostQuads && ctx.Err() == nil {
			r.changed.Wait()
		}
	}
	r.taken += n
}

// release gives back n quads.
func (r *budget) release(n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.taken -= n
	r.changed.Broadcast()
}
