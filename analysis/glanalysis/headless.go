package glanalysis

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// Headless is an engine without a display. On the GPU it has an OpenGL context
// of its own, which locks the goroutine that opened it to its thread until
// Release; the engine belongs to that goroutine.
type Headless struct {
	name, why string
	auto      bool // the CPU takes over if the GPU fails
	warn      func(err error)
	current   analysis.Engine
	dev       *gpu.Headless
}

// OpenHeadless makes the engine called "cpu" or "gpu". With "auto" it makes the one
// on the GPU if OpenGL runs on hardware, and else the one on the CPU. If the GPU that
// auto chose cannot do a picture, the CPU takes over, whose lists are the same;
// warn is then called with the reason, and may be nil.
func OpenHeadless(name string, warn func(err error)) (*Headless, error) {
	h := &Headless{auto: name == "auto", warn: warn}
	switch name {
	case "cpu":
		h.useCPU("asked for")
		return h, nil
	case "gpu", "auto":
	default:
		return nil, fmt.Errorf("analysis: unknown engine %q: known are auto, gpu and cpu", name)
	}
	err := h.useGPU()
	switch {
	case err == nil && h.auto && h.dev.Caps.Software:
		renderer := h.dev.Caps.Renderer
		h.Release()
		h.useCPU("OpenGL is software: " + renderer)
	case err != nil && h.auto:
		h.useCPU(err.Error())
	case err != nil:
		return nil, err
	}
	return h, nil
}

func (h *Headless) useCPU(why string) {
	h.name, h.why, h.current = "cpu", why, analysis.NewCPU()
}

func (h *Headless) useGPU() error {
	dev, err := gpu.OpenHeadless(false)
	if err != nil {
		return err
	}
	onGPU, err := NewGPU(dev.Device)
	if err != nil {
		dev.Release()
		return err
	}
	h.name, h.why, h.current, h.dev = "gpu", dev.Caps.Renderer, onGPU, dev
	return nil
}

// Name returns "cpu" or "gpu", the engine in use now; Why returns the reason for it.
func (h *Headless) Name() string { return h.name }
func (h *Headless) Why() string  { return h.why }

// Analyze calls the engine's Analyze.
func (h *Headless) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	result, err := h.current.Analyze(p, params)
	if err == nil || !h.auto || h.dev == nil {
		return result, err
	}
	if h.warn != nil {
		h.warn(err)
	}
	h.Release()
	h.useCPU(err.Error())
	return h.current.Analyze(p, params)
}

// Release frees the engine and its device.
func (h *Headless) Release() {
	if h == nil {
		return
	}
	h.current.Release()
	h.dev.Release()
	h.dev = nil
}
