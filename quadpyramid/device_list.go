package quadpyramid

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
)

// QuadVertices is the number of vertices that the draw command of a list
// gives each quad: a frame as one triangle strip, four corners outside and
// inside and back to the first.
const QuadVertices = 10

// commands is the Commands block of shaders/quadlist.glsl: an indirect draw of
// QuadVertices vertices for each quad, then the traversal's dispatch.
type commands struct {
	vertices, quads, firstVertex, firstInstance uint32
	groups                                      [3]uint32
}

const (
	commandsBytes  = int(unsafe.Sizeof(commands{}))
	countBytes     = int(unsafe.Offsetof(commands{}.firstVertex)) // up to and with quads
	traverseOffset = int(unsafe.Offsetof(commands{}.groups))
)

// DeviceList is a quad list on the GPU: the quads, and the commands that draw
// them, whose count need not be known to the CPU.
type DeviceList struct {
	quads    *gpu.Buffer
	commands *gpu.Buffer
	capacity int
	head     *commands // of its own, as memory handed to C must hold no Go pointers
}

// Capacity is the length of the longest list that a picture can have: each
// whole 2×2 block gives at most three quads, for four would merge, and each
// pixel outside of them one.
func Capacity(width, height int) int {
	return width*height - (width/2)*(height/2)
}

// NewDeviceList allocates an empty list for up to capacity quads.
func NewDeviceList(dev *gpu.Device, capacity int) (*DeviceList, error) {
	l := &DeviceList{capacity: capacity, head: new(commands)}
	var err error
	if l.quads, err = dev.NewBuffer("quads", 4*capacity); err != nil {
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	if l.commands, err = dev.NewBuffer("quad commands", commandsBytes); err != nil {
		l.Release()
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	l.commands.Clear()
	return l, nil
}

// Release frees the list.
func (l *DeviceList) Release() {
	if l == nil {
		return
	}
	l.commands.Release()
	l.quads.Release()
}

// Quads is the storage buffer of packed quads, for shaders.
func (l *DeviceList) Quads() *gpu.Buffer { return l.quads }

// Draw is the buffer that begins with the indirect draw command: QuadVertices
// vertices, as many instances as quads.
func (l *DeviceList) Draw() *gpu.Buffer { return l.commands }

// Capacity is the number of quads that there is room for.
func (l *DeviceList) Capacity() int { return l.capacity }

// Upload puts a list from the CPU in place. It fails where there is no room.
func (l *DeviceList) Upload(list []Quad) error {
	if len(list) > l.capacity {
		return fmt.Errorf("quadpyramid: %d quads for a list of %d", len(list), l.capacity)
	}
	gpu.WriteSlice(l.quads, list)
	*l.head = commands{vertices: QuadVertices, quads: uint32(len(list))}
	l.commands.Write(0, unsafe.Pointer(l.head), commandsBytes)
	return nil
}

// Read waits for the GPU and appends the quads to list.
func (l *DeviceList) Read(list []Quad) []Quad {
	l.commands.Read(0, unsafe.Pointer(l.head), commandsBytes)
	start, n := len(list), int(l.head.quads)
	if cap(list)-start < n {
		list = append(list, make([]Quad, n)...)
	}
	list = list[:start+n]
	if n > 0 {
		l.quads.Read(0, unsafe.Pointer(&list[start]), 4*n)
	}
	return list
}

// NewCountReadback brings the number of quads to the CPU without waiting: a read-back
// of two unsigned integers, the second of which is the count.
func NewCountReadback(dev *gpu.Device) (*gpu.Readback, error) {
	return dev.NewReadback("quad count", countBytes)
}
