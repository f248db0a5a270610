package player

import "sync"

// inbox passes functions from goroutines to the loop, which calls them on its goroutine in the
// order of post. The zero value with a wake is ready.
type inbox struct {
	wake func() // ends the loop's wait for events

	mu      sync.Mutex
	posted  []func()
	opening []func() // memory of take
}

// post makes the loop call f. It may be called from any goroutine and never blocks. After the
// loop's end, f is not called.
func (b *inbox) post(f func()) {
	b.mu.Lock()
	b.posted = append(b.posted, f)
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) take() {
	b.mu.Lock()
	b.posted, b.opening = b.opening[:0], b.posted
	b.mu.Unlock()
	for i, f := range b.opening {
		b.opening[i] = nil
		f()
	}
}
