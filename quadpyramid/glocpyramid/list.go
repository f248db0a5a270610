package glocpyramid

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// commands is the Commands block of shaders/oclist.glsl.
type commands struct {
	cubes  uint32
	groups [3]uint32
}

const (
	commandsBytes  = int(unsafe.Sizeof(commands{}))
	traverseOffset = int(unsafe.Offsetof(commands{}.groups))

	// firstCapacity is the capacity of a new list, in cubes. A window may have more than a hundred
	// million cubes, but seldom has a thousandth of that.
	firstCapacity = 1 << 16
	cubeBytes     = int(unsafe.Sizeof(ocpyramid.Cube(0)))
)

// List is a list of cubes on the GPU.
type List struct {
	dev      *gpu.Device
	cubes    *gpu.Buffer
	commands *gpu.Buffer
	capacity int
	head     *commands // allocated separately: memory passed to C must hold no Go pointers
}

func newList(dev *gpu.Device) (*List, error) {
	l := &List{dev: dev, head: new(commands)}
	var err error
	if l.commands, err = dev.NewBuffer("cube commands", commandsBytes); err != nil {
		return nil, err
	}
	l.commands.Clear()
	if err := l.grow(firstCapacity); err != nil {
		l.release()
		return nil, err
	}
	return l, nil
}

func (l *List) release() {
	if l == nil {
		return
	}
	l.cubes.Release()
	l.commands.Release()
}

// grow makes space for capacity cubes. After an error the old buffer is kept.
func (l *List) grow(capacity int) error {
	cubes, err := l.dev.NewBuffer("cubes", cubeBytes*capacity)
	if err != nil {
		return err
	}
	l.cubes.Release()
	l.cubes, l.capacity = cubes, capacity
	return nil
}

// bind gives a pass the list.
func (l *List) bind(pass *gpu.Program) {
	l.commands.BindStorage(1)
	l.cubes.BindStorage(2)
	pass.Int("capacity", l.capacity)
}

// length waits for the GPU and returns how many cubes there are.
func (l *List) length() int {
	l.commands.Read(0, unsafe.Pointer(l.head), commandsBytes)
	return int(l.head.cubes)
}

// fit makes space for n cubes and reports whether they must be written again, because only some
// fitted.
func (l *List) fit(n int) (again bool, err error) {
	if n <= l.capacity {
		return false, nil
	}
	if err := l.grow(1 << bits.Len(uint(n))); err != nil {
		return false, fmt.Errorf("ocpyramid: a list of %d cubes: %w", n, err)
	}
	return true, nil
}

// Cubes returns the storage buffer of packed cubes, for shaders.
func (l *List) Cubes() *gpu.Buffer { return l.cubes }

// Commands returns the storage buffer that holds the number of cubes, followed by an indirect
// dispatch.
func (l *List) Commands() *gpu.Buffer { return l.commands }

// Len returns the number of cubes.
func (l *List) Len() int { return int(l.head.cubes) }

// Read waits for the GPU and appends the cubes to list.
func (l *List) Read(list []ocpyramid.Cube) []ocpyramid.Cube {
	start, n := len(list), l.Len()
	list = slices.Grow(list, n)[:start+n]
	if n > 0 {
		l.cubes.Read(0, unsafe.Pointer(&list[start]), n*cubeBytes)
	}
	return list
}
