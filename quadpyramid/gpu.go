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
type GPU struct {
	dev      *gpu.Device
	reduce   *gpu.Program
	commands *gpu.Program
	traverse *gpu.Program // compiled for the number of levels

	width, height int
	levels        []*gpu.Texture
	list          *DeviceList
}

// NewGPU compiles the passes.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	g := &GPU{dev: dev}
	var err error
	if g.reduce, err = dev.Compute("quadpyramid_reduce.comp"); err == nil {
		g.commands, err = dev.Compute("quadlist_commands.comp", listDefines()...)
	}
	if err != nil {
		g.Release()
		return nil, fmt.Errorf("quadpyramid: %w", err)
	}
	return g, nil
}

func listDefines() []string {
	return []string{
		fmt.Sprintf("WG_SIZE %d", workgroup),
		fmt.Sprintf("QUAD_VERTICES %d", QuadVertices),
	}
}

// Release frees passes, levels and list.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.releaseSized()
	g.commands.Release()
	g.reduce.Release()
}

func (g *GPU) releaseSized() {
	g.list.Release()
	g.list = nil
	for _, level := range g.levels {
		level.Release()
	}
	g.levels = nil
	g.traverse.Release()
	g.traverse = nil
	g.width, g.height = 0, 0
}

// Resize makes room for pictures of the given size.
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
	top := topLevel(width, height)
	for k := range top + 1 {
		level, err := g.dev.NewTexture(fmt.Sprintf("level %d", k), levelFormat(k), levelSize(width, k), levelSize(height, k))
		if err != nil {
			return err
		}
		g.levels = append(g.levels, level)
	}
	var err error
	if g.list, err = NewDeviceList(g.dev, Capacity(width, height)); err != nil {
		return err
	}
	g.traverse, err = g.dev.Compute("quadlist_traverse.comp", append(listDefines(), fmt.Sprintf("N_LEVELS %d", top+1))...)
	return err
}

// levelFormat is the narrowest signed format that holds a cell of level k,
// which is −1 or at most 3·4^(k−1): 48 at level 3, 12,288 at level 7.
func levelFormat(k int) gpu.TexelFormat {
	switch {
	case k <= 3:
		return gpu.R8I
	case k <= 7:
		return gpu.R16I
	default:
		return gpu.R32I
	}
}

// Level0 is where the discriminator puts its markers, a texture of the
// picture's size.
func (g *GPU) Level0() *gpu.Texture { return g.levels[0] }

// Levels are the textures of all levels, finest first.
func (g *GPU) Levels() []*gpu.Texture { return g.levels }

// Run builds pyramid and list from Level0. The list belongs to g and holds
// until the next Run; draws from it and reads of it may follow.
func (g *GPU) Run() *DeviceList {
	for k := 1; k < len(g.levels); k++ {
		below, above := g.levels[k-1], g.levels[k]
		below.Bind(0)
		above.BindImage(0)
		g.reduce.Int2("below_size", below.Width, below.Height)
		g.reduce.Dispatch((above.Width+15)/16, (above.Height+15)/16)
		g.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
	}
	g.levels[len(g.levels)-1].Bind(0)
	g.list.commands.BindStorage(1)
	g.commands.Dispatch(1, 1)
	g.dev.Barrier(gpu.ToCommand | gpu.ToStorage | gpu.ToReadback)

	for k, level := range g.levels {
		level.Bind(k)
	}
	g.list.quads.BindStorage(2)
	g.traverse.Int2("size", g.width, g.height)
	g.traverse.DispatchIndirect(g.list.commands, traverseOffset)
	g.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return g.list
}
