package analysis

import (
	"time"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// GPU is the reference engine on the GPU.
type GPU struct {
	textures *yuv.Textures // of Analyze; Enqueue uses the caller's
	edge     *edge.GPU
	builder  *quadpyramid.GPU

	edgeTimer, pyramidTimer, listTimer *gpu.Timer
	countBack, leavesBack              *gpu.Readback
	commands                           *[quadpyramid.CountWords]uint32
	leaves                             *uint32
	times                              Times
	out                                []quadpyramid.Quad
}

// NewGPU compiles the passes on a device.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	g := &GPU{commands: new([quadpyramid.CountWords]uint32), leaves: new(uint32)}
	var err error
	if g.edge, err = edge.NewGPU(dev); err != nil {
		return nil, err
	}
	if g.builder, err = quadpyramid.NewGPU(dev); err != nil {
		g.Release()
		return nil, err
	}
	if g.countBack, err = dev.NewReadback("quad count", 4*quadpyramid.CountWords); err == nil {
		g.leavesBack, err = dev.NewReadback("leaf pixels", 4)
	}
	if err != nil {
		g.Release()
		return nil, err
	}
	g.textures = yuv.NewTextures(dev)
	g.edgeTimer, g.pyramidTimer, g.listTimer = dev.NewTimer(), dev.NewTimer(), dev.NewTimer()
	return g, nil
}

// Release frees everything on the device.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.listTimer.Release()
	g.pyramidTimer.Release()
	g.edgeTimer.Release()
	g.textures.Release()
	g.leavesBack.Release()
	g.countBack.Release()
	g.builder.Release()
	g.edge.Release()
}

// Analyze uploads the picture, waits for the GPU and reads the list.
func (g *GPU) Analyze(p *yuv.Picture, params Params) (Result, error) {
	start := time.Now()
	if err := g.textures.Upload(p); err != nil {
		return Result{}, err
	}
	g.times.Upload = time.Since(start)
	list, err := g.Enqueue(p, g.textures, params)
	if err != nil {
		return Result{}, err
	}
	g.out = list.Read(g.out[:0])
	g.collect()
	return Result{Quads: g.out, Times: g.times}, nil
}

// Enqueue gives the GPU the work for a picture that stands in textures and
// returns at once. The list stays on the GPU and holds until the next call.
func (g *GPU) Enqueue(p *yuv.Picture, t *yuv.Textures, params Params) (*quadpyramid.DeviceList, error) {
	level, err := edge.Level(params.Threshold, p.Format.Depth)
	if err != nil {
		return nil, err
	}
	if err := g.builder.Resize(p.Width, p.Height); err != nil {
		return nil, err
	}
	g.edgeTimer.Begin()
	g.edge.Run(g.builder.Level0(), p, t, level)
	g.edgeTimer.End()
	g.pyramidTimer.Begin()
	g.builder.Build()
	g.pyramidTimer.End()
	g.listTimer.Begin()
	list := g.builder.List()
	g.listTimer.End()
	g.countBack.Ask(list.Commands())
	g.leavesBack.Ask(g.edge.Leaves())
	return list, nil
}

// Counts are the number of quads and of pixels under them of a recent
// Enqueue, as far as they have arrived from the GPU; nothing is waited for.
func (g *GPU) Counts() (quads, pixels int) {
	g.countBack.Take(unsafe.Pointer(g.commands))
	g.leavesBack.Take(unsafe.Pointer(g.leaves))
	return int(g.commands[quadpyramid.CountWords-1]), int(*g.leaves)
}

// Times are the GPU times of the most recent Enqueue that has finished.
func (g *GPU) Times() Times {
	g.collect()
	return g.times
}

func (g *GPU) collect() {
	for _, s := range [...]struct {
		timer *gpu.Timer
		time  *time.Duration
	}{{g.edgeTimer, &g.times.Edge}, {g.pyramidTimer, &g.times.Pyramid}, {g.listTimer, &g.times.List}} {
		for {
			ns, ready := s.timer.Result()
			if !ready {
				break
			}
			*s.time = time.Duration(ns)
		}
	}
}
