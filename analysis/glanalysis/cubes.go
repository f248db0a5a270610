package glanalysis

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// cubes is the common part of both engines of cubes: the planes of the last picture, and the
// window's masks. Pictures are not kept.
type cubes struct {
	dev         *gpu.Device
	planes      *glyuv.Planes
	differences differences
	masks       *glocpyramid.Masks
	read        gpu.Fence // signalled after the planes have been read
}

func newCubes(dev *gpu.Device) cubes {
	return cubes{dev: dev, planes: glyuv.NewPlanes(dev), masks: glocpyramid.NewMasks(dev)}
}

func (c *cubes) release() {
	c.read.Release()
	c.masks.Release()
	c.differences.Release()
	c.planes.Release()
}

// Begin begins a window of up to frames frames of a size. It fails above the driver's limits.
func (c *cubes) Begin(width, height, frames int) error { return c.masks.Begin(width, height, frames) }

// load uploads a picture and returns the planes that the decision reads, and the decision.
func (c *cubes) load(p *yuv.Picture, params analysis.Params) (*glyuv.Planes, edge.Decision, error) {
	d, err := params.Discriminator().Decision(p.Format)
	if err != nil {
		return nil, d, err
	}
	// NVIDIA's driver (580) writes small buffers before the passes that still read them.
	if err := c.read.Wait(c.dev); err != nil {
		return nil, d, err
	}
	c.planes.Load(p)
	planes, err := c.differences.from(c.dev, c.planes, d)
	return planes, d, err
}

// Cubes is the fast engine of cubes on the GPU. Each frame takes the first pass of [GPU] and a copy
// of its leaf pixels; each window takes two dispatches. Only the list leaves the GPU.
type Cubes struct {
	cubes
	builder *fused.Builder
	octree  *glocpyramid.GPU
}

// NewCubes compiles the passes on a device.
func NewCubes(dev *gpu.Device) (*Cubes, error) {
	c := &Cubes{cubes: newCubes(dev)}
	var err error
	if c.builder, err = fused.New(dev); err == nil {
		c.octree, err = glocpyramid.New(dev)
	}
	if err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Release frees everything on the device.
func (c *Cubes) Release() {
	if c == nil {
		return
	}
	c.octree.Release()
	c.builder.Release()
	c.release()
}

// Add uploads a frame, starts the GPU's work on its mask and returns at once.
func (c *Cubes) Add(p *yuv.Picture, params analysis.Params) error {
	planes, d, err := c.load(p, params)
	if err != nil {
		return err
	}
	upload := planes.Buffers
	switch {
	case d.Alpha:
		upload = planes.AlphaBuffer
	case d.LumaAlone():
		upload = planes.LumaBuffer
	}
	buffers, err := upload()
	if err != nil {
		return err
	}
	halves, err := c.builder.Leaves(planes.Picture(), buffers, d)
	if err != nil {
		return err
	}
	defer c.read.Set()
	return c.masks.AddHalves(halves)
}

// Cubes waits for the GPU and appends the cubes of the frames so far to list.
func (c *Cubes) Cubes(list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error) {
	return read(c.dev, c.octree, c.masks, list, limits)
}

// read builds a list and reads it.
func read(dev *gpu.Device, builder interface {
	Build(*glocpyramid.Masks, quadpyramid.Limits) (*glocpyramid.List, error)
}, masks *glocpyramid.Masks, list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error) {
	built, err := builder.Build(masks, limits)
	if err != nil {
		return list, err
	}
	list = built.Read(list)
	return list, dev.Err() // an error means that the data read are garbage
}

// ReferenceCubes is the paper's engine of cubes on the GPU: a mask pass for each frame, one
// reduction for each level of the window, a traversal.
type ReferenceCubes struct {
	cubes
	mask   *gledge.Reference
	octree *glocpyramid.Reference
	level0 *gpu.Texture
	size   [2]int
}

// NewReferenceCubes compiles the passes on a device.
func NewReferenceCubes(dev *gpu.Device) (*ReferenceCubes, error) {
	c := &ReferenceCubes{cubes: newCubes(dev)}
	var err error
	if c.mask, err = gledge.NewReference(dev); err == nil {
		c.octree, err = glocpyramid.NewReference(dev)
	}
	if err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Release frees everything on the device.
func (c *ReferenceCubes) Release() {
	if c == nil {
		return
	}
	c.octree.Release()
	c.level0.Release()
	c.release()
}

// Add uploads a frame, starts the GPU's work on its mask and returns at once.
func (c *ReferenceCubes) Add(p *yuv.Picture, params analysis.Params) error {
	planes, d, err := c.load(p, params)
	if err != nil {
		return err
	}
	upload := planes.Textures
	if d.Alpha {
		upload = planes.AlphaTexture
	}
	textures, err := upload()
	if err != nil {
		return err
	}
	if size := [2]int{p.Width, p.Height}; c.level0 == nil || size != c.size {
		c.level0.Release()
		if c.level0, err = c.dev.NewTexture("level 0", gpu.R8I, p.Width, p.Height); err != nil {
			c.level0 = nil
			return fmt.Errorf("ocpyramid: %w", err)
		}
		c.size = size
	}
	if err := c.mask.Run(c.level0, planes.Picture(), textures, d); err != nil {
		return err
	}
	defer c.read.Set()
	return c.masks.AddMarkers(c.level0)
}

// Cubes waits for the GPU and appends the cubes of the frames so far to list.
func (c *ReferenceCubes) Cubes(list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error) {
	return read(c.dev, c.octree, c.masks, list, limits)
}
