package player

import "sync"

// inbox passes functions from goroutines to the loop: they post functions,
// which the loop calls on its own goroutine, in the order of the calls of post.
// Its zero value with a wake is ready.
type inbox struct {
	wake func() // ends the loop's wait for events

	mu      sync.Mutex
	posted  []func()
	opening []func() // memory for take
}

// post makes the loop call f. Any goroutine may call it; it never waits. After
// the loop's end nobody calls f.
func (b *inbox) post(f func()) {
	b.mu.Lock()
	b.posted = append(b.posted, f)
	b.mu.Unlock()
	b.wake()
}

// take calls the posted functions.
func (b *inbox) take() {
	b.mu.Lock()
	b.posted, b.opening = b.opening[:0], b.posted
	b.mu.Unlock()
	for i, f := range b.opening {
		b.opening[i] = nil
		f()
	}
}
