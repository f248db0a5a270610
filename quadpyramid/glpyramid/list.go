package glpyramid

import (
	"fmt"
	"slices"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
)

// QuadsPerInstance is how many quads one instance of a list's draw command
// draws, six vertices each. On llvmpipe (Mesa 22.3, two cores) 112,000 quads
// took 92 ms with one quad an instance, and 61 ms with 16 or more.
const QuadsPerInstance = 256

// commands is the Commands block of shaders/quadlist.glsl.
type commands struct {
	vertices, instances, firstVertex, firstInstance uint32
	quads, leafPixels                               uint32
	groups                                          [3]uint32
	classQuads, classPixels                         [edge.MaxClasses]uint32
}

// CommandsBytes is the size of a list's commands.
const CommandsBytes = int(unsafe.Sizeof(commands{}))

const traverseOffset = int(unsafe.Offsetof(commands{}.groups))

// List is a quad list on the GPU: the quads, optional means and values, and the commands that draw
// them. The CPU need not know its length.
type List struct {
	dev      *gpu.Device
	quads    *gpu.Buffer
	means    *gpu.Buffer // nil without means
	values   *gpu.Buffer // nil without values
	commands *gpu.Buffer
	capacity int
	head     *commands // allocated separately: memory passed to C must hold no Go pointers
	wide     []uint32  // values as read back, 32 bits wide
}

// NewList allocates an empty list for up to capacity quads.
func NewList(dev *gpu.Device, capacity int) (*List, error) {
	l, err := newList(dev, capacity)
	if err != nil {
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	return l, nil
}

// newList is NewList without the package's name in its errors, for callers in this package.
func newList(dev *gpu.Device, capacity int) (*List, error) {
	l := &List{dev: dev, capacity: capacity, head: new(commands)}
	var err error
	if l.quads, err = dev.NewBuffer("quads", 4*capacity); err != nil {
		return nil, err
	}
	if l.commands, err = dev.NewBuffer("quad commands", CommandsBytes); err != nil {
		l.Release()
		return nil, err
	}
	l.commands.Clear()
	return l, nil
}

// NewMeanList allocates an empty list for up to capacity quads, each with a
// mean of 64 bits.
func NewMeanList(dev *gpu.Device, capacity int) (*List, error) {
	l, err := NewList(dev, capacity)
	if err != nil {
		return nil, err
	}
	if l.means, err = dev.NewBuffer("means", 8*capacity); err != nil {
		l.Release()
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	return l, nil
}

// AddValues adds a buffer for values to the list, unless it has one: unsigned integers below 2^16
// in 32 bits, one a quad.
func (l *List) AddValues() error {
	if l.values != nil {
		return nil
	}
	var err error
	if l.values, err = l.dev.NewBuffer("values", 4*l.capacity); err != nil {
		l.values = nil
		return fmt.Errorf("quadpyramid: %w", err)
	}
	return nil
}

// Release frees the list.
func (l *List) Release() {
	if l == nil {
		return
	}
	l.values.Release()
	l.means.Release()
	l.commands.Release()
	l.quads.Release()
}

// Quads returns the storage buffer of packed quads, for shaders.
func (l *List) Quads() *gpu.Buffer { return l.quads }

// Means returns the storage buffer of means, for shaders; nil if the list has
// none.
func (l *List) Means() *gpu.Buffer { return l.means }

// Values returns the storage buffer of values, for shaders; nil if the list has none.
func (l *List) Values() *gpu.Buffer { return l.values }

// Commands returns the storage buffer that begins with the indirect draw command.
func (l *List) Commands() *gpu.Buffer { return l.commands }

// Traverse runs a pass with one invocation for each quad; the number comes from the commands.
func (l *List) Traverse(pass *gpu.Program) { pass.DispatchIndirect(l.commands, traverseOffset) }

// Capacity returns the largest number of quads that fit.
func (l *List) Capacity() int { return l.capacity }

// Upload copies a list from the CPU into the buffer. It fails if the list does not fit.
func (l *List) Upload(list []quadpyramid.Quad) error {
	if len(list) > l.capacity {
		return fmt.Errorf("quadpyramid: %d quads for a list of %d", len(list), l.capacity)
	}
	gpu.WriteSlice(l.quads, list)
	l.setLength(len(list))
	return nil
}

// setLength writes the commands for n quads.
func (l *List) setLength(n int) {
	*l.head = commands{
		vertices:  6 * QuadsPerInstance,
		instances: uint32((n + QuadsPerInstance - 1) / QuadsPerInstance),
		quads:     uint32(n),
	}
	l.commands.Write(0, unsafe.Pointer(l.head), CommandsBytes)
}

// Read waits for the GPU and appends the quads to list; it appends none if the device
// is in error, see [gpu.Device.Err].
func (l *List) Read(list []quadpyramid.Quad) []quadpyramid.Quad { return read(l, l.quads, list) }

// ReadMeans waits for the GPU and appends the means of a list that has them,
// one for each quad.
func ReadMeans[Mean ~uint64](l *List, means []Mean) []Mean { return read(l, l.means, means) }

// ReadValues waits for the GPU and appends the values of a list that has them, one for each
// quad.
func (l *List) ReadValues(values []uint16) []uint16 {
	l.wide = read(l, l.values, l.wide[:0])
	values = slices.Grow(values, len(l.wide))
	for _, v := range l.wide {
		values = append(values, uint16(v))
	}
	return values
}

// Classes returns the number of quads of each class at the last Read, for lists that have classes.
func (l *List) Classes() *[edge.MaxClasses]uint32 { return &l.head.classQuads }

func read[T any](l *List, from *gpu.Buffer, list []T) []T {
	l.commands.Read(0, unsafe.Pointer(l.head), CommandsBytes)
	start, n := len(list), int(l.head.quads)
	if n > l.capacity { // garbage, read from a lost context
		n = 0
	}
	if cap(list)-start < n {
		list = append(list, make([]T, n)...)
	}
	list = list[:start+n]
	if n > 0 {
		from.Read(0, unsafe.Pointer(&list[start]), n*int(unsafe.Sizeof(list[0])))
	}
	return list
}

// CountWords is the number of unsigned integers of Commands that a read-back copies. The last two
// are the number of quads and, from the builders in two dispatches, the number of pixels under
// them.
const CountWords = traverseOffset / 4
