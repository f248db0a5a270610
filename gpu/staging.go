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
	stagingDepth = 16        // most writes in flight
)

// Staging copies the program's memory to buffers at the rate of the bus. Several goroutines copy it
// piece by piece to mapped memory, and the GPU fetches finished pieces while the others are copied.
// Without Caps.Mapping, and with software OpenGL, the driver copies in one thread.
type Staging struct {
	dev    *Device
	ring   *Mapped // a ring buffer
	next   int     // offset of the next write in ring
	writes [stagingDepth]stagingWrite
	oldest int // in writes
	n      int // writes in flight
	failed bool

	// State of the current Write.
	from, to []byte
	taken    atomic.Int64 // pieces
	copied   []atomic.Bool
	copiers  []func() // functions of a Write's further goroutines
	ended    sync.WaitGroup
}

// stagingWrite is a range of the ring that the GPU reads until it passes the fence.
type stagingWrite struct {
	from, to int
	fence    Fence
}

// NewStaging returns a Staging. It allocates memory on the first Write that needs it.
func (d *Device) NewStaging() *Staging {
	s := &Staging{dev: d}
	for range min(stagingCrew, runtime.GOMAXPROCS(0)) - 1 {
		s.copiers = append(s.copiers, func() {
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
	s.ring.Release()
	s.ring, s.next = nil, 0
}

// Write copies n bytes from p to the start of b. The memory at p can be reused when Write returns,
// although the GPU may still be copying.
func (s *Staging) Write(b *Buffer, p unsafe.Pointer, n int) {
	b.check(0, n)
	if n < stagingLeast || !s.fit(n) {
		b.Write(0, p, n)
		return
	}
	at := s.reserve(n)
	pieces := (n + stagingPiece - 1) / stagingPiece
	s.from, s.to = unsafe.Slice((*byte)(p), n), s.ring.memory[at:at+n]
	for len(s.copied) < pieces {
		s.copied = append(s.copied, atomic.Bool{})
	}
	for i := range pieces {
		s.copied[i].Store(false)
	}
	s.taken.Store(0)
	more := min(len(s.copiers), pieces-1)
	s.ended.Add(more)
	for _, member := range s.copiers[:more] {
		go member()
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.ring.id)
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
		gl.Flush() // the GPU starts with it now
		sent = ready
	}
	s.ended.Wait()
	s.from, s.to = nil, nil
	w := &s.writes[(s.oldest+s.n)%stagingDepth]
	w.from, w.to = at, at+n
	w.fence.Set()
	s.n++
}

// copyNext copies the next piece that no goroutine has taken; false if none is left.
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

// fit allocates a ring for three writes of n bytes, or fewer if that is beyond the driver's limit; false
// if mapped memory brings nothing.
func (s *Staging) fit(n int) bool {
	if s.failed || !s.dev.Caps.Mapping || s.dev.Caps.Software {
		return false
	}
	if s.ring != nil && s.ring.size >= n {
		return true
	}
	s.Release()
	ring, err := s.dev.NewMapped("staging", min(3*n, int(s.dev.Caps.MaxStorageSize)), ToGPU)
	if s.failed = err != nil; s.failed {
		return false // the driver's own copy works too, only slower
	}
	s.ring = ring
	return true
}

// reserve returns the offset of n free bytes in the ring. It waits for the GPU only if the whole ring
// is in use.
func (s *Staging) reserve(n int) int {
	if s.next+n > s.ring.size {
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
		// Waiting for a lost device fails; Device.Err reports the loss later.
		_ = s.writes[s.oldest].fence.Wait(s.dev)
		s.oldest = (s.oldest + 1) % stagingDepth
		s.n--
	}
	return at
}
