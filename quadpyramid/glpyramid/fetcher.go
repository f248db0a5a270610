package glpyramid

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
)

const (
	fetchGroup  = 256 // invocations of a workgroup
	fetchGroups = 512
	fetchFirst  = 1 << 14

	// Words, see shaders/quadlist_fetch.comp.
	fetchClasses = 2
	fetchHeader  = 32 // before the quads
)

// FetchDepth is how many lists a [Fetcher] has under way at most.
const FetchDepth = 3

// ErrTooLong is the error of a list for which a [Fetcher] had no room. It has room for
// one of that length from then on.
var ErrTooLong = errors.New("quadpyramid: the list is longer than its buffer")

// Fetcher brings lists to the program's memory, in their order and only as long as they
// are, while the GPU goes on. It needs a device that keeps buffers mapped.
type Fetcher struct {
	dev     *gpu.Device
	passes  [besideCount]*gpu.Program // by what lists have beside the quads
	slots   [FetchDepth]fetch
	started int // lists so far
	taken   int
	room    int // quads; what slots get when they are next used
}

// fetch is a list under way.
type fetch struct {
	quads  *gpu.Mapped // with the header
	means  *gpu.Mapped // nil until a list has means
	values *gpu.Mapped // nil until a list has values
	room   int         // quads
	fence  gpu.Fence
	with   beside
}

// beside is what a list has beside its quads.
type beside uint8

const (
	nothing beside = iota
	means
	values
	besideCount
)

// besideOf returns what a list has.
func besideOf(l *List) beside {
	switch {
	case l.means != nil:
		return means
	case l.values != nil:
		return values
	}
	return nothing
}

// NewFetcher makes a Fetcher. It allocates when lists need it.
func NewFetcher(dev *gpu.Device) *Fetcher { return &Fetcher{dev: dev, room: fetchFirst} }

// Release frees everything.
func (f *Fetcher) Release() {
	if f == nil {
		return
	}
	for i := range f.slots {
		f.slots[i].release()
	}
}

func (s *fetch) release() {
	s.fence.Release()
	s.values.Release()
	s.means.Release()
	s.quads.Release()
	s.quads, s.means, s.values = nil, nil, nil
}

// Start begins to fetch a list as the commands so far leave it, and returns at once. At
// most FetchDepth lists may be under way. What Take returned for the list FetchDepth before
// this one is no longer valid then. After an error no list is under way.
func (f *Fetcher) Start(l *List) error {
	if f.started-f.taken == FetchDepth {
		panic("quadpyramid: too many lists are fetched at once")
	}
	s := &f.slots[f.started%FetchDepth]
	if err := s.fit(f.dev, min(f.room, l.capacity), besideOf(l)); err != nil {
		return fmt.Errorf("quadpyramid: %w", err)
	}
	pass, err := f.pass(s.with)
	if err != nil {
		return fmt.Errorf("quadpyramid: %w", err)
	}
	l.commands.BindStorage(1)
	l.quads.BindStorage(2)
	s.quads.BindStorage(4)
	switch s.with {
	case means:
		l.means.BindStorage(5)
		s.means.BindStorage(6)
	case values:
		l.values.BindStorage(5)
		s.values.BindStorage(6)
	}
	pass.Int("capacity", s.room)
	pass.Dispatch(fetchGroups, 1)
	f.dev.Barrier(gpu.ToMapped)
	s.fence.Set()
	f.started++
	return nil
}

// pass returns the pass for lists with something beside the quads.
func (f *Fetcher) pass(i beside) (*gpu.Program, error) {
	if f.passes[i] == nil {
		defines := append([][]string{means: {"MEANS"}, values: {"VALUES"}}[i], fmt.Sprintf("WG_SIZE %d", fetchGroup), fmt.Sprintf("TOTAL %du", fetchGroup*fetchGroups))
		var err error
		if f.passes[i], err = f.dev.Compute("quadlist_fetch.comp", defines...); err != nil {
			return nil, err
		}
	}
	return f.passes[i], nil
}

// fit makes room for a list.
func (s *fetch) fit(dev *gpu.Device, room int, with beside) (err error) {
	s.with = with
	if s.room != room {
		s.release()
	}
	s.room = room
	if s.quads == nil {
		if s.quads, err = dev.NewMapped("fetched quads", 4*(fetchHeader+room), gpu.FromGPU); err != nil {
			return err
		}
	}
	switch {
	case with == means && s.means == nil:
		s.means, err = dev.NewMapped("fetched means", 8*room, gpu.FromGPU)
	case with == values && s.values == nil:
		s.values, err = dev.NewMapped("fetched values", (2*room+3)&^3, gpu.FromGPU)
	}
	return err
}

// Fetched is a list in the program's memory.
type Fetched[Mean ~uint64] struct {
	Quads   []quadpyramid.Quad
	Means   []Mean                   // if the list has means
	Values  []uint16                 // if it has values
	Classes *[edge.MaxClasses]uint32 // how many quads each class has, of lists that have classes
}

// Take waits for the oldest list under way and returns it. The error matches [ErrTooLong],
// or the device has failed; the list is taken then, too.
func Take[Mean ~uint64](f *Fetcher) (out Fetched[Mean], err error) {
	s := &f.slots[f.taken%FetchDepth]
	f.taken++
	if err := s.fence.Wait(f.dev); err != nil {
		return out, fmt.Errorf("quadpyramid: %w", err)
	}
	memory := unsafe.Pointer(&s.quads.Bytes()[0])
	n := int(*(*uint32)(memory))
	if n > s.room {
		f.room = max(f.room, 1<<bits.Len(uint(n)))
		return out, ErrTooLong
	}
	out.Quads = unsafe.Slice((*quadpyramid.Quad)(unsafe.Add(memory, 4*fetchHeader)), n)
	out.Classes = (*[edge.MaxClasses]uint32)(unsafe.Add(memory, 4*fetchClasses))
	switch s.with {
	case means:
		out.Means = unsafe.Slice((*Mean)(unsafe.Pointer(&s.means.Bytes()[0])), n)
	case values:
		out.Values = unsafe.Slice((*uint16)(unsafe.Pointer(&s.values.Bytes()[0])), n)
	}
	return out, nil
}
