package gpu

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

const (
	stagingPiece = 512 << 10 // bytes that a goroutine copies at a time
	stagingCrew  = 8         // goroutines at most
	stagingLeast = 4 << 20   // bytes below which the driver's own copy is as fast
	stagingDepth = 16        // writes under way at most
)

// Staging copies memory of the program to buffers at the rate of the bus: several
// goroutines copy it piece by piece to mapped memory, from where the GPU fetches what is
// there while the rest is copied. Without Caps.Mapping, and with software OpenGL, it
// leaves the copy to the driver, which does it in one thread.
type Staging struct {
	dev    *Device
	room   *Mapped // a ring
	next   int     // where the next write begins in room
	writes [stagingDepth]stagingWrite
	oldest int // in writes
	n      int // writes under way
	failed bool

	// Of the Write that runs.
	from, to []byte
	taken    atomic.Int64 // pieces
	copied   []atomic.Bool
	members  []func() // goroutines of a Write besides its own
	ended    sync.WaitGroup
}

// stagingWrite is memory that the GPU reads until it passes the fence.
type stagingWrite struct {
	from, to int
	fence    Fence
}

// NewStaging makes a Staging. It allocates when a Write needs it.
func (d *Device) NewStaging() *Staging {
	s := &Staging{dev: d}
	for range min(stagingCrew, runtime.GOMAXPROCS(0)) - 1 {
		s.members = append(s.members, func() {
			defer s.ended.Done()
			for s.copyNext() {
			}
		})
	}
	return s
}

// Release frees the memory.
func (s *Staging) Release() {
	if s == nil {
		return
	}
	for ; s.n > 0; s.n-- {
		s.writes[s.oldest].fence.Release()
		s.oldest = (s.oldest + 1) % stagingDepth
	}
	s.room.Release()
	s.room, s.next = nil, 0
}

// Write copies n bytes at p to the start of b. The memory at p is not needed any more when
// it returns; the GPU may still be under way.
func (s *Staging) Write(b *Buffer, p unsafe.Pointer, n int) {
	b.check(0, n)
	if n < stagingLeast || !s.fit(n) {
		b.Write(0, p, n)
		return
	}
	at := s.reserve(n)
	pieces := (n + stagingPiece - 1) / stagingPiece
	s.from, s.to = unsafe.Slice((*byte)(p), n), s.room.memory[at:at+n]
	for len(s.copied) < pieces {
		s.copied = append(s.copied, atomic.Bool{})
	}
	for i := range pieces {
		s.copied[i].Store(false)
	}
	s.taken.Store(0)
	more := min(len(s.members), pieces-1)
	s.ended.Add(more)
	for _, member := range s.members[:more] {
		go member()
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.room.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
	for sent := 0; sent < pieces; {
		ready := sent
		for ready < pieces && s.copied[ready].Load() {
			ready++
		}
		if ready == sent {
			if !s.copyNext() {
				runtime.Gosched()
			}
			continue
		}
		offset, end := sent*stagingPiece, min(ready*stagingPiece, n)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, at+offset, offset, end-offset)
		gl.Flush() // the GPU begins with it now
		sent = ready
	}
	s.ended.Wait()
	s.from, s.to = nil, nil
	w := &s.writes[(s.oldest+s.n)%stagingDepth]
	w.from, w.to = at, at+n
	w.fence.Set()
	s.n++
}

// copyNext copies a piece that nobody has taken; false if there is none.
func (s *Staging) copyNext() bool {
	i := int(s.taken.Add(1)) - 1
	from := i * stagingPiece
	if from >= len(s.from) {
		return false
	}
	copy(s.to[from:], s.from[from:min(from+stagingPiece, len(s.from))])
	s.copied[i].Store(true)
	return true
}

// fit makes room for three writes of n bytes, unless mapped memory is of no use.
func (s *Staging) fit(n int) bool {
	if s.failed || !s.dev.Caps.Mapping || s.dev.Caps.Software {
		return false
	}
	if s.room != nil && s.room.size >= n {
		return true
	}
	s.Release()
	room, err := s.dev.NewMapped("staging", 3*n, ToGPU)
	if s.failed = err != nil; s.failed {
		return false // the driver's own copy is as good, but for its speed
	}
	s.room = room
	return true
}

// reserve returns where in room n bytes are free. It waits for the GPU only if all the
// room is in use.
func (s *Staging) reserve(n int) int {
	if s.next+n > s.room.size {
		s.next = 0
	}
	at := s.next
	s.next += (n + 255) &^ 255
	busy := func() bool {
		for i := range s.n {
			if w := &s.writes[(s.oldest+i)%stagingDepth]; w.from < at+n && at < w.to {
				return true
			}
		}
		return s.n == stagingDepth
	}
	for busy() {
		// A lost device cannot be waited for. Device.Err tells the caller later.
		_ = s.writes[s.oldest].fence.Wait(s.dev)
		s.oldest = (s.oldest + 1) % stagingDepth
		s.n--
	}
	return at
}
