package analysis

import (
	"sync"
	"sync/atomic"
)

// crew is a parallel loop over n pieces of work: each goroutine takes the next piece when it has
// finished one. The goroutines end with run, which allocates nothing.
type crew struct {
	members []func() // all but the first, which is the caller of run
	work    func(member, i int)
	n       int64
	next    atomic.Int64
	done    sync.WaitGroup
}

// newCrew returns a crew of at most size goroutines. work(m, i) does piece i as member m, 0 ≤ m <
// size.
func newCrew(size int, work func(member, i int)) *crew {
	c := &crew{work: work}
	for member := 1; member < size; member++ {
		c.members = append(c.members, func() {
			defer c.done.Done()
			c.take(member)
		})
	}
	return c
}

// run does the pieces 0 to n−1 with at most members members.
func (c *crew) run(members, n int) {
	c.n = int64(n)
	c.next.Store(0)
	more := max(min(members, n)-1, 0)
	c.done.Add(more)
	for _, member := range c.members[:more] {
		go member()
	}
	c.take(0)
	c.done.Wait()
}

func (c *crew) take(member int) {
	for i := c.next.Add(1) - 1; i < c.n; i = c.next.Add(1) - 1 {
		c.work(member, int(i))
	}
}
