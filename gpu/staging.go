package gpu

import (
	"runtime"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

const (
	stagingChunk  = 1 << 20 // bytes that a goroutine copies at a time
	stagingChunks = 16      // under way at most
	stagingCrew   = 8       // goroutines at most
)

// Staging copies memory of the program to buffers at the rate of the bus: several
// goroutines copy it piece by piece to mapped memory, from where the GPU fetches each piece
// while the next ones are copied. Without Caps.Mapping, and with software OpenGL, it leaves
// the copy to the driver, which does it in one thread.
type Staging struct {
	dev    *Device
	room   *Mapped // for stagingChunks pieces
	fences [stagingChunks]Fence
	next   int // place of the next piece in room
	copies chan stagingCopy
	copied [stagingChunks]chan struct{} // by place
	failed bool
}

type stagingCopy struct {
	from, to []byte
	done     chan<- struct{}
}

// NewStaging makes a Staging. It allocates and starts its goroutines with the first Write
// that needs them.
func (d *Device) NewStaging() *Staging { return &Staging{dev: d} }

// Release ends the goroutines and frees the memory.
func (s *Staging) Release() {
	if s == nil || s.room == nil {
		return
	}
	close(s.copies)
	for i := range s.fences {
		s.fences[i].Release()
	}
	s.room.Release()
	*s = Staging{dev: s.dev}
}

// Write copies n bytes at p to the start of b. The memory at p is not needed any more when
// it returns; the GPU may still be under way.
func (s *Staging) Write(b *Buffer, p unsafe.Pointer, n int) {
	b.check(0, n)
	if n <= stagingChunk || !s.ready() {
		b.Write(0, p, n)
		return
	}
	from := unsafe.Slice((*byte)(p), n)
	pieces := (n + stagingChunk - 1) / stagingChunk
	first := s.next
	place := func(piece int) int { return (first + piece) % stagingChunks }
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.room.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
	given := 0
	for piece := range pieces {
		for ; given < pieces && given < piece+stagingChunks; given++ {
			// A lost device cannot be waited for. Device.Err tells the caller later.
			_ = s.fences[place(given)].Wait(s.dev)
			part := from[given*stagingChunk : min((given+1)*stagingChunk, n)]
			s.copies <- stagingCopy{part, s.room.memory[place(given)*stagingChunk:], s.copied[place(given)]}
		}
		at := place(piece)
		<-s.copied[at]
		size := min(stagingChunk, n-piece*stagingChunk)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, at*stagingChunk, piece*stagingChunk, size)
		s.fences[at].Set()
		gl.Flush() // the GPU begins with it now
	}
	s.next = place(pieces)
}

// ready makes room and goroutines, unless they are there or of no use.
func (s *Staging) ready() bool {
	if s.room != nil {
		return true
	}
	if s.failed || !s.dev.Caps.Mapping || s.dev.Caps.Software {
		return false
	}
	room, err := s.dev.NewMapped("staging", stagingChunks*stagingChunk, ToGPU)
	if s.failed = err != nil; s.failed {
		return false // the driver's own copy is as good, but for its speed
	}
	s.room = room
	s.copies = make(chan stagingCopy, stagingChunks)
	for i := range s.copied {
		s.copied[i] = make(chan struct{}, 1)
	}
	for range min(stagingCrew, runtime.GOMAXPROCS(0)) {
		go copyPieces(s.copies)
	}
	return true
}

// copyPieces is a goroutine of a Staging, which ends with its channel.
func copyPieces(copies <-chan stagingCopy) {
	for c := range copies {
		copy(c.to, c.from)
		c.done <- struct{}{}
	}
}
