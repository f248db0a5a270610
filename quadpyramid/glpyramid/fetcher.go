package glpyramid

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
)

const (
	fetchGroup  = 256 // invocations of a workgroup
	fetchGroups = 512
	fetchHeader = 32 // words before the quads, see shaders/quadlist_fetch.comp
	fetchFirst  = 1 << 14
)

// FetchDepth is how many lists a [Fetcher] has under way at most.
const FetchDepth = 3

// ErrTooLong is the error of a list for which a [Fetcher] had no room. It has room for
// one of that length from then on.
var ErrTooLong = errors.New("quadpyramid: a list longer than the room for it")

// Fetcher brings lists to the program's memory, in their order and only as long as they
// are, while the GPU goes on. It needs a device that keeps buffers mapped.
type Fetcher struct {
	dev     *gpu.Device
	passes  [2]*gpu.Program // without and with means
	slots   [FetchDepth]fetch
	started int // lists so far
	taken   int
	room    int // quads; what slots get when they are next used
}

// fetch is a list under way.
type fetch struct {
	quads *gpu.Mapped // with the header
	means *gpu.Mapped // nil until a list has means
	room  int         // quads
	fence gpu.Fence
	with  bool // the list has means
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
	s.means.Release()
	s.quads.Release()
	s.quads, s.means = nil, nil
}

// Start begins to fetch a list as the commands so far leave it, and returns at once. At
// most FetchDepth lists may be under way. What Take returned for the list FetchDepth before
// this one is no longer valid then. After an error no list is under way.
func (f *Fetcher) Start(l *List) error {
	if f.started-f.taken == FetchDepth {
		panic("quadpyramid: too many lists are fetched at once")
	}
	s := &f.slots[f.started%FetchDepth]
	if err := s.fit(f.dev, min(f.room, l.capacity), l.means != nil); err != nil {
		return fmt.Errorf("quadpyramid: %w", err)
	}
	pass, err := f.pass(s.with)
	if err != nil {
		return fmt.Errorf("quadpyramid: %w", err)
	}
	l.commands.BindStorage(1)
	l.quads.BindStorage(2)
	s.quads.BindStorage(4)
	if s.with {
		l.means.BindStorage(5)
		s.means.BindStorage(6)
	}
	pass.Int("capacity", s.room)
	pass.Dispatch(fetchGroups, 1)
	f.dev.Barrier(gpu.ToMapped)
	s.fence.Set()
	f.started++
	return nil
}

// pass returns the pass for lists with or without means.
func (f *Fetcher) pass(means bool) (*gpu.Program, error) {
	i, defines := 0, []string(nil)
	if means {
		i, defines = 1, []string{"MEANS"}
	}
	if f.passes[i] == nil {
		defines = append(defines, fmt.Sprintf("WG_SIZE %d", fetchGroup), fmt.Sprintf("TOTAL %du", fetchGroup*fetchGroups))
		var err error
		if f.passes[i], err = f.dev.Compute("quadlist_fetch.comp", defines...); err != nil {
			return nil, err
		}
	}
	return f.passes[i], nil
}

// fit makes room for a list.
func (s *fetch) fit(dev *gpu.Device, room int, means bool) (err error) {
	s.with = means
	if s.room != room {
		s.release()
	}
	s.room = room
	if s.quads == nil {
		if s.quads, err = dev.NewMapped("fetched quads", 4*(fetchHeader+room), gpu.FromGPU); err != nil {
			return err
		}
	}
	if means && s.means == nil {
		s.means, err = dev.NewMapped("fetched means", 8*room, gpu.FromGPU)
	}
	return err
}

// Take waits for the oldest list under way and returns it. The error matches [ErrTooLong],
// or the device has failed; the list is taken then, too.
func Take[Mean ~uint64](f *Fetcher) (quads []quadpyramid.Quad, means []Mean, err error) {
	s := &f.slots[f.taken%FetchDepth]
	f.taken++
	if err := s.fence.Wait(f.dev); err != nil {
		return nil, nil, fmt.Errorf("quadpyramid: %w", err)
	}
	memory := unsafe.Pointer(&s.quads.Bytes()[0])
	n := int(*(*uint32)(memory))
	if n > s.room {
		f.room = max(f.room, 1<<bits.Len(uint(n)))
		return nil, nil, ErrTooLong
	}
	quads = unsafe.Slice((*quadpyramid.Quad)(unsafe.Add(memory, 4*fetchHeader)), n)
	if s.with {
		means = unsafe.Slice((*Mean)(unsafe.Pointer(&s.means.Bytes()[0])), n)
	}
	return quads, means, nil
}
