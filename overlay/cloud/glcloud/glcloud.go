// Package glcloud draws clouds of particles on the GPU, directly from quad lists in its memory.
//
// Input is a list and a picture per frame, and a [cloud.View]; output is a texture with the pixels of
// [cloud.Painter]. Nothing is read back: only the GPU knows the number of particles. Everything runs on
// its device's thread.
package glcloud

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/quadpyramid/glpyramid"
)

const (
	capacity = cloud.Capacity // 32 MiB of particles

	addGroup = 256 // invocations of a workgroup of the adding pass
	slots    = 256 // slots for frames, more than cloud.Frames
)

// Layout of the State block in shaders/cloud_ring.glsl, in bytes: nine unsigned integers and one per
// slot; the dispatch of the adding pass follows the four words of the draw.
const (
	stateBytes = 4 * (9 + slots)
	addOffset  = 4 * 4
)

// Cloud is the quads of the last frames on the GPU, or their cubes.
type Cloud struct {
	dev              *gpu.Device
	begin, add, draw *gpu.Program
	particles, state *gpu.Buffer
	target           *gpu.Target // allocated on first use
	drawn            cloud.View  // contents of target; the zero value after Add
	slot             int         // of the newest frame
	frames           int         // frames in the cloud
	cubed            bool        // it has cubes
}

var drawPass = gpu.GraphicsPass("cloud_particles.vert", "cloud_particles.frag",
	fmt.Sprintf("CAPACITY %du", capacity), fmt.Sprintf("FRAMES %d", cloud.Frames),
	fmt.Sprintf("SUB_BITS %d", cloud.SubBits), fmt.Sprintf("FRACTION_BITS %d", cloud.FractionBits),
	fmt.Sprintf("DEPTH_BITS %d", cloud.DepthBits), fmt.Sprintf("NEAR %d", cloud.Near), fmt.Sprintf("LEAST_SIDE %d", cloud.LeastSide), fmt.Sprintf("MOST_SIDE %d", cloud.MostSide))

// New compiles the passes and allocates an empty cloud.
func New(dev *gpu.Device) (*Cloud, error) {
	c := &Cloud{dev: dev}
	defines := []string{fmt.Sprintf("CAPACITY %du", capacity), fmt.Sprintf("WG_SIZE %du", addGroup)}
	var err error
	if c.begin, err = dev.Compute("cloud_begin.comp", defines...); err == nil {
		c.add, err = dev.Compute("cloud_add.comp", defines...)
	}
	if err == nil {
		c.draw, err = dev.Program(drawPass)
	}
	if err == nil {
		c.state, err = dev.NewBuffer("cloud", stateBytes)
	}
	if err == nil {
		c.particles, err = dev.NewBuffer("particles", 8*capacity)
	}
	if err != nil {
		c.Release()
		return nil, fmt.Errorf("cloud: %w", err)
	}
	c.state.Clear()
	return c, nil
}

// Release frees the cloud.
func (c *Cloud) Release() {
	if c == nil {
		return
	}
	c.target.Release()
	c.particles.Release()
	c.state.Release()
}

// Add adds the quads of a list, with the colours of the picture from which it was made, as the newest
// frame. With goesOn the frames before stay, up to [cloud.Frames]; else the cloud starts again.
func (c *Cloud) Add(list *glpyramid.List, rgb *gpu.Texture, goesOn bool) {
	c.insert(list, rgb, 0, goesOn && !c.cubed)
	c.cubed = false
}

// AddCubes does the same for cross-sections of cubes in the picture, which is frame within of its
// window. If the cloud goes on, it adds only cubes that begin there, like [cloud.Begun]. A cloud of
// quads does not go on.
func (c *Cloud) AddCubes(list *glpyramid.List, rgb *gpu.Texture, within int, goesOn bool) {
	c.insert(list, rgb, within, goesOn && c.cubed)
	c.cubed = true
}

func (c *Cloud) insert(list *glpyramid.List, rgb *gpu.Texture, within int, goesOn bool) {
	begins := 0
	if !goesOn || c.frames == 0 {
		begins, c.frames = 1, 0
	}
	c.frames = min(c.frames+1, cloud.Frames)
	c.slot = (c.slot + 1) % slots
	c.drawn = cloud.View{}
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	c.state.BindStorage(4)
	c.particles.BindStorage(5)
	c.begin.Int("begins", begins)
	c.begin.Int("slot", c.slot)
	c.begin.Int("oldest", (c.slot-c.frames+1+slots)%slots)
	c.begin.Dispatch(1, 1)
	c.dev.Barrier(gpu.ToStorage | gpu.ToCommand)
	rgb.Bind(0)
	c.add.Int("slot", c.slot)
	c.add.Int("within", within)
	c.add.DispatchIndirect(c.state, addOffset)
	c.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
}

// Pictures returns the number of frames in the cloud.
func (c *Cloud) Pictures() int { return c.frames }

// Draw draws the cloud into a texture of the view's target size, top row first, unless it is up to
// date. The texture is valid until the next Draw. The device's target is unchanged.
func (c *Cloud) Draw(v *cloud.View) (*gpu.Texture, error) {
	width, height := int(v.TargetWidth), int(v.TargetHeight)
	if c.drawn == *v {
		return c.target.Texture, nil
	}
	before := c.dev.Drawn()
	if c.target == nil || c.target.Texture.Width != width || c.target.Texture.Height != height {
		c.target.Release()
		var err error
		if c.target, err = c.dev.NewDeepTarget("cloud", width, height); err != nil {
			c.target, c.drawn = nil, cloud.View{}
			return nil, fmt.Errorf("cloud: %w", err)
		}
	}
	c.target.DrawTo()
	defer c.dev.DrawOn(before)
	ground := cloud.Surround
	c.dev.Clear(float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255)
	c.dev.UseDepth(gpu.Nearest)
	defer c.dev.UseDepth(gpu.IgnoreDepth)
	c.dev.ClearDepth()
	c.dev.Blend(false)
	c.row("row_x", v.X)
	c.row("row_y", v.Y)
	c.row("row_ahead", v.Ahead)
	p := c.draw
	p.Int("focal", int(v.Focal))
	p.Int2("middle", int(v.MiddleX), int(v.MiddleY))
	p.Int2("target_size", width, height)
	p.Int("slot", c.slot)
	cubed := 0
	if c.cubed {
		cubed = 1
	}
	p.Int("cubed", cubed)
	p.Int4("surround", int32(ground.R), int32(ground.G), int32(ground.B), 255)
	c.state.BindStorage(4)
	c.particles.BindStorage(5)
	p.DrawPointsIndirect(c.state)
	c.drawn = *v
	return c.target.Texture, nil
}

func (c *Cloud) row(name string, r cloud.Row) { c.draw.Int4(name, r.A, r.B, r.Age, r.Offset) }
