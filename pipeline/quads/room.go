package quads

import (
	"context"
	"sync"
)

// mostQuads is how many quads may be in pieces that are under way, some 20 bytes each. Only formats
// that code frames as a whole come near it. Together, the pieces that wait for use keep memory for as many.
const mostQuads = 16 << 20

// room is how many more quads may be under way.
type room struct {
	mutex   sync.Mutex
	changed sync.Cond
	taken   int
}

func newRoom() *room {
	r := new(room)
	r.changed.L = &r.mutex
	return r
}

// take waits until there is room for n quads, or nothing else is under way, or ctx ends.
func (r *room) take(ctx context.Context, n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.taken > 0 && r.taken+n > mostQuads {
		defer context.AfterFunc(ctx, func() {
			r.mutex.Lock() // or the one that waits could miss it
			defer r.mutex.Unlock()
			r.changed.Broadcast()
		})()
		for r.taken > 0 && r.taken+n > mostQuads && ctx.Err() == nil {
			r.changed.Wait()
		}
	}
	r.taken += n
}

// leave gives back the room of n quads.
func (r *room) leave(n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.taken -= n
	r.changed.Broadcast()
}
