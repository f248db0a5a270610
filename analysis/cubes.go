package analysis

import (
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// CubeEngine turns windows of frames into cubes. One goroutine at a time may use it.
type CubeEngine interface {
	// Begin begins a window of up to frames frames of a size.
	Begin(width, height, frames int) error
	// Add adds a frame, whose memory it does not keep. The frame must have the window's size, and
	// the window must not be full. Limits of sizes are ignored. After an error Begin must come
	// next.
	Add(p *yuv.Picture, params Params) error
	// Cubes appends the cubes of the frames so far to list; there must be one.
	Cubes(list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error)
	Release()
}

// ReferenceMask makes masks by the reference. The zero value is ready.
type ReferenceMask struct {
	basis Basis
	pass  edge.Reference
	mask  edge.Mask
}

// Run fills dst with the decisions on a picture. The parameters must have a discriminator.
func (m *ReferenceMask) Run(dst *edge.BitMask, p *yuv.Picture, params Params) error {
	made, decision, err := m.basis.Of(p, params)
	if err != nil {
		return err
	}
	m.pass.Run(&m.mask, made, decision)
	dst.Resize(m.mask.Width, m.mask.Height)
	clear(dst.Words)
	for y := range m.mask.Height {
		for x, leaf := range m.mask.Leaf[y*m.mask.Width:][:m.mask.Width] {
			if leaf != 0 {
				dst.Set(x, y)
			}
		}
	}
	return nil
}

// CPUMask makes masks by the fast pass, on one goroutine.
type CPUMask struct {
	basis Basis
	pass  *edge.CPU
}

// NewCPUMask returns a pass.
func NewCPUMask() *CPUMask { return &CPUMask{pass: edge.NewCPU()} }

// Run fills dst with the decisions on a picture. The parameters must have a discriminator.
func (m *CPUMask) Run(dst *edge.BitMask, p *yuv.Picture, params Params) error {
	if err := Fetch(p); err != nil {
		return err
	}
	made, decision, err := m.basis.Of(p, params)
	if err != nil {
		return err
	}
	m.pass.Run(dst, made, decision)
	return nil
}

// windowEngine is a CubeEngine on the CPU.
type windowEngine struct {
	mask interface {
		Run(*edge.BitMask, *yuv.Picture, Params) error
	}
	builder interface {
		Build([]ocpyramid.Cube, *ocpyramid.Window, quadpyramid.Limits) []ocpyramid.Cube
	}
	window *ocpyramid.Window
}

// NewReferenceCubes returns the oracle of cubes.
func NewReferenceCubes() CubeEngine {
	return &windowEngine{mask: new(ReferenceMask), builder: new(ocpyramid.Reference)}
}

// NewCPUCubes returns the fast engine of cubes on the CPU, which runs in the calling goroutine.
func NewCPUCubes() CubeEngine {
	return &windowEngine{mask: NewCPUMask(), builder: ocpyramid.NewCPU()}
}

func (e *windowEngine) Begin(_, _, frames int) (err error) {
	if e.window != nil && e.window.Frames() == frames {
		e.window.Clear()
		return nil
	}
	e.window, err = ocpyramid.NewWindow(frames)
	return err
}

func (e *windowEngine) Add(p *yuv.Picture, params Params) error {
	return e.mask.Run(e.window.Next(), p, params)
}

func (e *windowEngine) Cubes(list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error) {
	return e.builder.Build(list, e.window, limits), nil
}

func (e *windowEngine) Release() {}
