package gloverlay

import (
	"fmt"
	"math/bits"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// agesGroup is the number of quads per workgroup.
const agesGroup = 256

// ageHeader is the size of the header before the quads in a buffer of ages.
const ageHeader = 8

// Ages tracks the ages of quads from frame to frame on the GPU, without waiting for it; on the CPU if the
// GPU does not compute. It belongs to its device's thread, and its memory grows with the lists.
type Ages struct {
	dev     *gpu.Device
	pass    *gpu.Program   // nil if the GPU does not compute
	lists   [2]agedList    // the same as buffers, then
	buffers [2]*gpu.Buffer // the current list and the one before: quads with ages
	now     int            // index of the current list
	read    []uint32
	pairs   [][2]uint32 // memory for Upload
}

// agedList is a list with its ages on the CPU.
type agedList struct {
	quads []quadpyramid.Quad
	ages  []uint32
}

// NewAges compiles the pass.
func NewAges(dev *gpu.Device) (*Ages, error) {
	if !dev.Caps.Computes {
		return &Ages{dev: dev}, nil
	}
	pass, err := dev.Compute("overlay_ages.comp", fmt.Sprintf("WG_SIZE %d", agesGroup))
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	return &Ages{dev: dev, pass: pass}, nil
}

// Release frees the ages.
func (a *Ages) Release() {
	if a == nil {
		return
	}
	for _, b := range a.buffers {
		b.Release()
	}
}

// Follow computes the ages of a list's quads. With goesOn the list follows that of the previous call,
// else all its quads are new. It fails without memory for the ages; then there is no current list.
func (a *Ages) Follow(list *glpyramid.List, goesOn bool) error {
	next := 1 - a.now
	if a.pass == nil {
		of, before := &a.lists[next], a.lists[a.now]
		if !goesOn {
			before = agedList{}
		}
		of.quads = list.Read(of.quads[:0])
		of.ages = overlay.NextAges(of.ages[:0], of.quads, before.quads, before.ages)
		return a.Upload(of.quads, of.ages)
	}
	size := ageHeader + 8*list.Capacity()
	if b := a.buffers[next]; b == nil || b.Size() < size {
		b.Release()
		var err error
		if a.buffers[next], err = a.dev.NewBuffer("ages", size); err != nil {
			a.buffers[a.now].Release()
			a.buffers = [2]*gpu.Buffer{}
			return fmt.Errorf("overlay: %w", err)
		}
	}
	before := a.buffers[a.now]
	follows := 1
	if before == nil || !goesOn {
		follows, before = 0, a.buffers[next] // bound but not read
	}
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	before.BindStorage(4)
	a.buffers[next].BindStorage(5)
	a.pass.Int("follows", follows)
	a.dev.DispatchLong(a.pass, max((list.Capacity()+agesGroup-1)/agesGroup, 1))
	a.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	a.now = next
	return nil
}

// Upload sets the ages of a list's quads. It fails without memory for them; then there is no current
// list.
func (a *Ages) Upload(quads []quadpyramid.Quad, ages []uint32) error {
	next := 1 - a.now
	if b := a.buffers[next]; b == nil || b.Size() < ageHeader+8*len(quads) {
		b.Release()
		var err error
		if a.buffers[next], err = a.dev.NewBuffer("ages", ageHeader+8<<bits.Len(uint(len(quads)))); err != nil {
			a.buffers[a.now].Release()
			a.buffers = [2]*gpu.Buffer{}
			return fmt.Errorf("overlay: %w", err)
		}
	}
	a.pairs = append(a.pairs[:0], [2]uint32{uint32(len(quads))})
	for i, q := range quads {
		a.pairs = append(a.pairs, [2]uint32{uint32(q), ages[i]})
	}
	gpu.WriteSlice(a.buffers[next], a.pairs)
	a.now = next
	return nil
}

// followed reports whether there is a current list.
func (a *Ages) followed() bool { return a != nil && a.buffers[a.now] != nil }

// Read waits for the GPU and returns the ages of the first n quads of the current list. They are valid
// until the next call.
func (a *Ages) Read(n int) []uint32 {
	pairs := make([][2]uint32, 1+n) // after the header
	gpu.ReadSlice(a.buffers[a.now], pairs)
	a.read = a.read[:0]
	for _, pair := range pairs[1:] {
		a.read = append(a.read, pair[1])
	}
	return a.read
}
