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

// FetchDepth is the largest number of lists that a [Fetcher] has in flight.
const FetchDepth = 3

// ErrTooLong is the error for a list that is longer than the [Fetcher]'s buffer. The buffer is
// enlarged to that length.
var ErrTooLong = errors.New("quadpyramid: the list is longer than its buffer")

// Fetcher reads lists back to main memory, in order and no more bytes than each list has, while the
// GPU continues. It needs a device with persistently mapped buffers.
type Fetcher struct {
	dev      *gpu.Device
	passes   [extraCount]*gpu.Program // by the lists' contents
	slots    [FetchDepth]fetch
	started  int // number of lists started
	taken    int
	capacity int // capacity of slots that are allocated from now on, in quads
}

// fetch is a list in flight.
type fetch struct {
	quads    *gpu.Mapped // with the header
	means    *gpu.Mapped // nil until a list has means
	values   *gpu.Mapped // nil until a list has values
	capacity int         // capacity in quads
	fence    gpu.Fence
	with     extra
}

// extra is what a list has in addition to its quads.
type extra uint8

const (
	nothing extra = iota
	means
	values
	extraCount
)

// extraOf returns what a list has in addition to its quads.
func extraOf(l *List) extra {
	switch {
	case l.means != nil:
		return means
	case l.values != nil:
		return values
	}
	return nothing
}

// NewFetcher returns a Fetcher. It allocates its buffers when lists need them.
func NewFetcher(dev *gpu.Device) *Fetcher { return &Fetcher{dev: dev, capacity: fetchFirst} }

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

// Start begins to read back a list as the commands issued so far leave it, and returns at once. At
// most FetchDepth lists may be in flight. Start invalidates what Take returned for the list
// FetchDepth lists earlier. After an error the list is not in flight.
func (f *Fetcher) Start(l *List) error {
	if f.started-f.taken == FetchDepth {
		panic("quadpyramid: too many lists are fetched at once")
	}
	s := &f.slots[f.started%FetchDepth]
	if err := s.fit(f.dev, min(f.capacity, l.capacity), extraOf(l)); err != nil {
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
	pass.Int("capacity", s.capacity)
	pass.Dispatch(fetchGroups, 1)
	f.dev.Barrier(gpu.ToMapped)
	s.fence.Set()
	f.started++
	return nil
}

// pass returns the pass for lists with an extra.
func (f *Fetcher) pass(i extra) (*gpu.Program, error) {
	if f.passes[i] == nil {
		defines := append([][]string{means: {"MEANS"}, values: {"VALUES"}}[i], fmt.Sprintf("WG_SIZE %d", fetchGroup), fmt.Sprintf("TOTAL %du", fetchGroup*fetchGroups))
		var err error
		if f.passes[i], err = f.dev.Compute("quadlist_fetch.comp", defines...); err != nil {
			return nil, err
		}
	}
	return f.passes[i], nil
}

// fit allocates for a list.
func (s *fetch) fit(dev *gpu.Device, capacity int, with extra) (err error) {
	s.with = with
	if s.capacity != capacity {
		s.release()
	}
	s.capacity = capacity
	if s.quads == nil {
		if s.quads, err = dev.NewMapped("fetched quads", 4*(fetchHeader+capacity), gpu.FromGPU); err != nil {
			return err
		}
	}
	switch {
	case with == means && s.means == nil:
		s.means, err = dev.NewMapped("fetched means", 8*capacity, gpu.FromGPU)
	case with == values && s.values == nil:
		s.values, err = dev.NewMapped("fetched values", (2*capacity+3)&^3, gpu.FromGPU)
	}
	return err
}

// Fetched is a list in main memory.
type Fetched[Mean ~uint64] struct {
	Quads   []quadpyramid.Quad
	Means   []Mean                   // if the list has means
	Values  []uint16                 // if it has values
	Classes *[edge.MaxClasses]uint32 // the number of quads of each class, if the list has classes
}

// Take waits for the oldest list in flight, removes it and returns it. The error matches
// [ErrTooLong], or the device has failed; the list is removed in both cases.
func Take[Mean ~uint64](f *Fetcher) (out Fetched[Mean], err error) {
	s := &f.slots[f.taken%FetchDepth]
	f.taken++
	if err := s.fence.Wait(f.dev); err != nil {
		return out, fmt.Errorf("quadpyramid: %w", err)
	}
	memory := unsafe.Pointer(&s.quads.Bytes()[0])
	n := int(*(*uint32)(memory))
	if n > s.capacity {
		f.capacity = max(f.capacity, 1<<bits.Len(uint(n)))
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
