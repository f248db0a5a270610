package quadpyramid

import (
	"fmt"

	"ffkvadrat/gpu"
)

// workgroup is the number of key indices that one workgroup of the traversal
// serves.
const workgroup = 256

// GPU is the paper's builder with one dispatch a level, then one invocation a
// key index. It allocates when the size of the picture changes.
//
// Level 0 is a texture of markers; the levels above stand in one storage
// buffer, the top first. A picture of one pixel has a level 1 here, a count of
// 0 or 1, so that the buffer is never empty.
type GPU struct {
	dev        *gpu.Device
	reduceMask *gpu.Program
	reduce     *gpu.Program
	commands   *gpu.Program
	traverse   *gpu.Program

	width, height int
	level0        *gpu.Texture
	firsts        []int // where each level begins among the cells; unused for level 0
	cells         *gpu.Buffer
	list          *DeviceList
}

// NewGPU compiles the passes.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	g := &GPU{dev: dev}
	list := []string{
		fmt.Sprintf("WG_SIZE %d", workgroup),
		fmt.Sprintf("QUADS_PER_INSTANCE %d", QuadsPerInstance),
	}
	for _, pass := range []struct {
		program **gpu.Program
		name    string
		defines []string
	}{
		{&g.reduceMask, "quadpyramid_reduce.comp", []string{"FROM_MASK"}},
		{&g.reduce, "quadpyramid_reduce.comp", nil},
		{&g.commands, "quadlist_commands.comp", list},
		{&g.traverse, "quadlist_traverse.comp", list},
	} {
		var err error
		if *pass.program, err = dev.Compute(pass.name, pass.defines...); err != nil {
			g.Release()
			return nil, fmt.Errorf("quadpyramid: %w", err)
		}
	}
	return g, nil
}

// Release frees passes, levels and list.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.releaseSized()
	g.traverse.Release()
	g.commands.Release()
	g.reduce.Release()
	g.reduceMask.Release()
}

func (g *GPU) releaseSized() {
	g.list.Release()
	g.cells.Release()
	g.level0.Release()
	g.list, g.cells, g.level0 = nil, nil, nil
	g.width, g.height = 0, 0
}

// Resize makes room for pictures of the given size. It fails above the
// driver's limits.
func (g *GPU) Resize(width, height int) error {
	if width == g.width && height == g.height {
		return nil
	}
	g.releaseSized()
	if err := g.allocate(width, height); err != nil {
		g.releaseSized()
		return fmt.Errorf("quadpyramid: a pyramid for %d×%d pixels: %w", width, height, err)
	}
	g.width, g.height = width, height
	return nil
}

func (g *GPU) allocate(width, height int) error {
	top := max(topLevel(width, height), 1)
	g.firsts = make([]int, top+1)
	n := 0
	for k := top; k > 0; k-- {
		g.firsts[k] = n
		n += levelSize(width, k) * levelSize(height, k)
	}
	var err error
	if g.level0, err = g.dev.NewTexture("level 0", gpu.R8I, width, height); err != nil {
		return err
	}
	if g.cells, err = g.dev.NewBuffer("pyramid", 4*n); err != nil {
		return err
	}
	g.list, err = NewDeviceList(g.dev, Capacity(width, height))
	return err
}

// Level0 is where the discriminator puts its markers, a texture of the
// picture's size.
func (g *GPU) Level0() *gpu.Texture { return g.level0 }

// Cells is the storage buffer of the levels from 1 up; level k begins at cell
// First(k), row by row, an int32 each.
func (g *GPU) Cells() *gpu.Buffer { return g.cells }

// First is where level k ≥ 1 begins in Cells.
func (g *GPU) First(k int) int { return g.firsts[k] }

// Build reduces Level0 level by level.
func (g *GPU) Build() {
	g.level0.Bind(0)
	g.cells.BindStorage(3)
	pass := g.reduceMask
	for k := 1; k < len(g.firsts); k++ {
		pass.Int("above_first", g.firsts[k])
		pass.Int2("below_size", levelSize(g.width, k-1), levelSize(g.height, k-1))
		if k > 1 {
			pass.Int("below_first", g.firsts[k-1])
		}
		pass.Dispatch((levelSize(g.width, k)+15)/16, (levelSize(g.height, k)+15)/16)
		g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
		pass = g.reduce
	}
}

// List makes the list of the pyramid last built. It belongs to g and holds
// until the next List; draws from it and reads of it may follow.
func (g *GPU) List() *DeviceList {
	g.level0.Bind(0)
	g.cells.BindStorage(3)
	g.list.commands.BindStorage(1)
	g.commands.Dispatch(1, 1)
	g.dev.Barrier(gpu.ToCommand | gpu.ToStorage)

	g.list.quads.BindStorage(2)
	g.traverse.Int2("size", g.width, g.height)
	g.traverse.Int("top", len(g.firsts)-1)
	g.traverse.DispatchIndirect(g.list.commands, traverseOffset)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}
