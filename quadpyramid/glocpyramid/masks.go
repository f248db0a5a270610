// Package glocpyramid builds lists of cubes on the GPU.
//
// Input is the masks of a window of frames in GPU memory, [Masks], and limits; output is a [List],
// with the same cubes as from [ocpyramid.Reference]. [Reference] has the paper's passes: a
// reduction of 2×2×2 cells for each level, then one invocation for each key index. [GPU] is fast and takes
// two dispatches. Everything runs on its device's thread.
//
// Pictures are not kept: a pixel of a frame is a bit. A window of 64 frames of 4K takes 66 MB, and its
// list 8 bytes a cube. What is too large for the driver is an error; the CPU's builder has the same
// list.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", sections 5, 6 and 8.4.
package glocpyramid

import (
	"fmt"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Masks holds the masks of a window's frames in GPU memory, one after another, in the layout of
// edge.BitMask.
type Masks struct {
	dev           *gpu.Device
	buffer        *gpu.Buffer
	pack          *gpu.Program // of markers
	sort          *gpu.Program // of half words
	width, height int
	columns, rows int // of tiles
	frames        int // capacity
	n             int
}

// NewMasks returns masks without frames.
func NewMasks(dev *gpu.Device) *Masks { return &Masks{dev: dev} }

// Release frees the memory.
func (m *Masks) Release() {
	if m == nil {
		return
	}
	m.buffer.Release()
	m.buffer = nil
	m.width, m.height, m.frames, m.n = 0, 0, 0, 0
}

// Begin removes all frames and makes space for a window of frames, a power of two, of the given
// size. It allocates if the present memory does not fit, and fails above the driver's limits.
func (m *Masks) Begin(width, height, frames int) error {
	if _, err := ocpyramid.NewWindow(frames); err != nil {
		return err
	}
	m.n = 0
	if m.width == width && m.height == height && m.frames == frames {
		return nil
	}
	m.Release()
	columns, rows := (width+edge.TileSize-1)/edge.TileSize, (height+edge.TileSize-1)/edge.TileSize
	buffer, err := m.dev.NewBuffer("masks", frameBytes(columns, rows)*frames)
	if err != nil {
		return fmt.Errorf("ocpyramid: masks of %d frames of %d×%d pixels: %w", frames, width, height, err)
	}
	*m = Masks{dev: m.dev, pack: m.pack, sort: m.sort, buffer: buffer, width: width, height: height, columns: columns, rows: rows, frames: frames}
	return nil
}

// frameBytes is the length of a mask.
func frameBytes(columns, rows int) int { return columns * rows * edge.TileSize * edge.TileSize / 8 }

// Add copies a frame's mask from the CPU. The mask must have the window's size, and the window must
// not be full.
func (m *Masks) Add(mask *edge.BitMask) {
	m.buffer.Write(m.n*frameBytes(m.columns, m.rows), unsafe.Pointer(&mask.Words[0]), 8*len(mask.Words))
	m.n++
}

// AddMarkers converts a texture of leaf markers, such as gledge.Reference makes, to a frame's mask.
// The texture must have the window's size, and the window must not be full. It fails only if the
// driver cannot compile the pass.
func (m *Masks) AddMarkers(level0 *gpu.Texture) error {
	if m.pack == nil {
		var err error
		if m.pack, err = m.dev.Compute("ocmask_pack.comp"); err != nil {
			return fmt.Errorf("ocpyramid: %w", err)
		}
	}
	level0.Bind(0)
	m.buffer.BindStorage(0)
	m.pack.Int4("place", int32(m.width), int32(m.height), int32(m.n), 0)
	m.pack.Dispatch(m.columns, m.rows)
	m.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	m.n++
	return nil
}

// AddHalves converts the half words that a fused.Builder's Leaves returns to a frame's mask. They
// must have the window's size, and the window must not be full. It fails only if the driver cannot
// compile the pass.
func (m *Masks) AddHalves(halves *gpu.Buffer) error {
	if m.sort == nil {
		var err error
		if m.sort, err = m.dev.Compute("ocmask_sort.comp"); err != nil {
			return fmt.Errorf("ocpyramid: %w", err)
		}
	}
	m.buffer.BindStorage(0)
	halves.BindStorage(1)
	m.sort.Int("frame", m.n)
	m.sort.Dispatch(m.columns, m.rows)
	m.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	m.n++
	return nil
}

// Load copies a whole window from the CPU; the window must not be empty.
func (m *Masks) Load(w *ocpyramid.Window) error {
	width, height := w.Size()
	if err := m.Begin(width, height, w.Frames()); err != nil {
		return err
	}
	for i := range w.Len() {
		m.Add(w.Mask(i))
	}
	return nil
}

// Len returns the number of frames.
func (m *Masks) Len() int { return m.n }

// topLevel returns the smallest level at which one cell covers the picture and the window.
func (m *Masks) topLevel() int {
	return quadpyramid.TopLevel(max(m.width, m.frames), m.height)
}

// bind passes the masks and the limits to a pass.
func (m *Masks) bind(pass *gpu.Program, limits quadpyramid.Limits) {
	m.buffer.BindStorage(0)
	pass.Int4("window", int32(m.width), int32(m.height), int32(m.n), int32(m.columns))
	pass.Int2("limits", limits.Min, limits.Max)
}
