package cli

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
)

// tuning is the part of the arguments that the quads depend on, and the engine.
type tuning struct {
	Threshold float64 `short:"t" default:"0.01" help:"Edge threshold, 0 to 4: a pixel is a leaf where its squared differences stay below."`
	Engine    string  `default:"auto" enum:"auto,gpu,cpu" help:"Where to analyse: ${enum}. auto is the GPU where OpenGL 4.3 runs on hardware."`
}

func (t tuning) params() analysis.Params { return analysis.Params{Threshold: t.Threshold} }

// engine is an analysis engine without a display, on the calling goroutine's
// thread.
type engine struct {
	analysis.Engine
	name string // "gpu" or "cpu"
	why  string // why this one
	dev  *gpu.Headless
}

// openEngine makes the engine that the user asked for.
func openEngine(name string) (*engine, error) {
	if name == "cpu" {
		return &engine{Engine: analysis.NewCPU(), name: "cpu", why: "asked for"}, nil
	}
	dev, err := gpu.OpenHeadless(false)
	if name == "auto" && err != nil {
		return &engine{Engine: analysis.NewCPU(), name: "cpu", why: err.Error()}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("--engine gpu: %w", err)
	}
	if name == "auto" && dev.Caps.Software {
		renderer := dev.Caps.Renderer
		dev.Release()
		return &engine{Engine: analysis.NewCPU(), name: "cpu", why: "OpenGL is software: " + renderer}, nil
	}
	e, err := analysis.NewGPU(dev.Device)
	if err != nil {
		dev.Release()
		return nil, fmt.Errorf("--engine gpu: %w", err)
	}
	return &engine{Engine: e, name: "gpu", why: dev.Caps.Renderer, dev: dev}, nil
}

// Release frees the engine and its device.
func (e *engine) Release() {
	e.Engine.Release()
	e.dev.Release()
}
