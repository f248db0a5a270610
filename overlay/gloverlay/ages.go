package gloverlay

import (
	"fmt"
	"math/bits"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// agesGroup is the number of quads that one workgroup handles.
const agesGroup = 256

// keptHeader is the size of the header before the quads in a buffer of ages.
const keptHeader = 8

// Ages follows lists from picture to picture on the GPU, without waiting for the GPU.
// It belongs to its device's thread and allocates when lists grow.
type Ages struct {
	dev   *gpu.Device
	pass  *gpu.Program
	kept  [2]*gpu.Buffer // this list and the one before: quads with their ages
	now   int            // which of them is this list
	read  []uint32
	pairs [][2]uint32 // memory for Upload
}

// NewAges compiles the pass.
func NewAges(dev *gpu.Device) (*Ages, error) {
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
	for _, b := range a.kept {
		b.Release()
	}
}

// Follow computes the ages of the quads of a list. With goesOn the list follows the list
// of the call before, else all its quads are new. It fails if there is no
// memory for the ages; no list is followed then.
func (a *Ages) Follow(list *glpyramid.List, goesOn bool) error {
	next := 1 - a.now
	size := keptHeader + 8*list.Capacity()
	if b := a.kept[next]; b == nil || b.Size() < size {
		b.Release()
		var err error
		if a.kept[next], err = a.dev.NewBuffer("ages", size); err != nil {
			a.kept[a.now].Release()
			a.kept = [2]*gpu.Buffer{}
			return fmt.Errorf("overlay: %w", err)
		}
	}
	before := a.kept[a.now]
	follows := 1
	if before == nil || !goesOn {
		follows, before = 0, a.kept[next] // bound, and not looked at
	}
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	before.BindStorage(4)
	a.kept[next].BindStorage(5)
	a.pass.Int("follows", follows)
	a.pass.Dispatch(max((list.Capacity()+agesGroup-1)/agesGroup, 1), 1)
	a.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	a.now = next
	return nil
}

// Upload takes the ages of a list's quads as they are given. It fails if there is no memory for them; no
// list is followed then.
func (a *Ages) Upload(quads []quadpyramid.Quad, ages []uint32) error {
	next := 1 - a.now
	if b := a.kept[next]; b == nil || b.Size() < keptHeader+8*len(quads) {
		b.Release()
		var err error
		if a.kept[next], err = a.dev.NewBuffer("ages", keptHeader+8<<bits.Len(uint(len(quads)))); err != nil {
			a.kept[a.now].Release()
			a.kept = [2]*gpu.Buffer{}
			return fmt.Errorf("overlay: %w", err)
		}
	}
	a.pairs = append(a.pairs[:0], [2]uint32{uint32(len(quads))})
	for i, q := range quads {
		a.pairs = append(a.pairs, [2]uint32{uint32(q), ages[i]})
	}
	gpu.WriteSlice(a.kept[next], a.pairs)
	a.now = next
	return nil
}

// followed reports whether there is a list with ages.
func (a *Ages) followed() bool { return a != nil && a.kept[a.now] != nil }

// Read waits for the GPU and returns the ages of the first n quads of the list
// followed last. They are valid until the next call.
func (a *Ages) Read(n int) []uint32 {
	pairs := make([][2]uint32, 1+n) // the first one is the header
	gpu.ReadSlice(a.kept[a.now], pairs)
	a.read = a.read[:0]
	for _, pair := range pairs[1:] {
		a.read = append(a.read, pair[1])
	}
	return a.read
}
