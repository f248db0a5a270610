package cli

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// engine is an analysis engine without a display, on the calling goroutine's
// thread.
type engine struct {
	name string // "gpu" or "cpu"
	why  string // why this one

	env     *environment
	auto    bool // the CPU takes over where the GPU fails
	current analysis.Engine
	dev     *gpu.Headless
}

// openEngine makes the engine that the user asked for.
func openEngine(env *environment, name string) (*engine, error) {
	e := &engine{env: env, auto: name == "auto"}
	if name == "cpu" {
		e.useCPU("asked for")
		return e, nil
	}
	err := e.useGPU()
	if err != nil && !e.auto {
		return nil, fmt.Errorf("--engine gpu: %w", err)
	}
	if err != nil {
		e.useCPU(err.Error())
	} else if e.auto && e.dev.Caps.Software {
		renderer := e.dev.Caps.Renderer
		e.Release()
		e.useCPU("OpenGL is software: " + renderer)
	}
	return e, nil
}

func (e *engine) useCPU(why string) {
	e.name, e.why, e.current = "cpu", why, analysis.NewCPU()
}

func (e *engine) useGPU() error {
	dev, err := gpu.OpenHeadless(false)
	if err != nil {
		return err
	}
	onGPU, err := analysis.NewGPU(dev.Device)
	if err != nil {
		dev.Release()
		return err
	}
	e.name, e.why, e.current, e.dev = "gpu", dev.Caps.Renderer, onGPU, dev
	return nil
}

// Analyze is the engine's. An engine chosen by ourselves gives way to the CPU,
// whose lists are the same, where the GPU cannot do a picture.
func (e *engine) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	result, err := e.current.Analyze(p, params)
	if err == nil || !e.auto || e.dev == nil {
		return result, err
	}
	e.env.warn("goes on with the CPU: %s", oneLine(err))
	e.Release()
	e.useCPU(err.Error())
	return e.current.Analyze(p, params)
}

// Release frees the engine and its device.
func (e *engine) Release() {
	e.current.Release()
	e.dev.Release()
	e.dev = nil
}
