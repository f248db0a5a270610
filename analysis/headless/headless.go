// Package headless is the engine without a window: on the CPU, on the GPU, or on whichever is
// faster.
//
// Input is pictures and parameters, several of which may be in flight; output is quads, as in
// package analysis. An [Engine] is for one goroutine at a time; on the GPU it has an OpenGL context
// in its own goroutine, which Release ends.
package headless

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// Engine analyses pictures. It creates its context on the GPU in the background and accepts
// pictures before the context exists.
type Engine struct {
	trial  bool // the faster engine is chosen after some pictures
	warn   func(err error)
	cpu    *analysis.CPU
	gpu    *thread // nil if the CPU analyses everything from now on
	why    string  // the reason for the choice
	opengl opengl
	trials trials
	begun  []begunJob // in flight, the oldest first

	surfaces atomic.Bool // see Surfaces
}

// opengl is the result of Wait.
type opengl struct {
	name string
	err  error
}

// begunJob is a picture in flight, and whether it is on the GPU.
type begunJob struct {
	job
	onGPU bool
}

// Open returns the engine called "cpu" or "gpu". With "auto" the CPU analyses the first pictures;
// if OpenGL runs on hardware, the GPU meanwhile analyses copies of some, and the faster engine
// continues. OpenGL in software takes longer to start than a short video to analyse, so auto opens it
// for Wait alone. If the GPU that auto uses fails, the CPU takes over. The lists are the same in any
// case. warn is called with the reason, in the caller's goroutine. The GPU's programs come from the
// cache programs, and are stored there while the GPU is idle. Both may be nil.
//
// If there is no GPU for "gpu", the first picture fails with an *[OpenError].
func Open(name string, programs gpu.Cache, warn func(err error)) (*Engine, error) {
	switch name {
	case "cpu":
		return &Engine{cpu: analysis.NewCPU(), why: "asked for"}, nil
	case "auto":
		return &Engine{trial: true, warn: warn, cpu: analysis.NewCPU(), gpu: startThread(programs, true)}, nil
	case "gpu":
		return onGPU(&Engine{gpu: startThread(programs, false)}), nil
	}
	return nil, fmt.Errorf("analysis: unknown engine %q: known are auto, gpu and cpu", name)
}

// OpenFallback returns the engine that auto becomes when it has chosen the GPU, on any OpenGL.
func OpenFallback(programs gpu.Cache, warn func(err error)) *Engine {
	return onGPU(&Engine{warn: warn, cpu: analysis.NewCPU(), gpu: startThread(programs, false)})
}

func onGPU(h *Engine) *Engine {
	h.surfaces.Store(true)
	return h
}

// Surfaces reports whether pictures should have a [yuv.Surface], to stay on the GPU that decoded
// them: the GPU is chosen. Any goroutine may call it.
func (h *Engine) Surfaces() bool { return h.surfaces.Load() }

// Depth returns how many pictures may be in flight now, enough to keep the engine busy: more than one
// only on the GPU.
func (h *Engine) Depth() int {
	switch {
	case h.gpu == nil || h.trial:
		return 1
	case h.Starting():
		return threadQueue
	}
	return threadAhead + 1
}

// Starting reports whether End would wait for the context on the GPU.
func (h *Engine) Starting() bool { return h.gpu != nil && !h.trial && !h.gpu.ready() }

// Begin starts to analyse a picture, whose memory must stay valid until its End.
func (h *Engine) Begin(p *yuv.Picture, params analysis.Params) {
	b := begunJob{job{picture: p, params: params}, h.gpu != nil && !h.trial}
	if b.onGPU {
		h.gpu.begin(b.job)
	} else if h.trial && h.usable() {
		h.trials.begin(h.gpu, p, params)
	}
	h.begun = append(h.begun, b)
}

// usable reports whether the GPU on trial is ready. If it cannot be used, the CPU analyses
// everything.
func (h *Engine) usable() bool {
	switch {
	case !h.gpu.ready():
		return false
	case h.gpu.err != nil:
		h.leaveGPU(h.gpu.err.Error())
	case h.gpu.caps.Software:
		h.leaveGPU("OpenGL is software: " + h.gpu.caps.Renderer)
	}
	return h.gpu != nil
}

// leaveGPU moves everything to the CPU, including the pictures in flight on the GPU.
func (h *Engine) leaveGPU(why string) {
	h.releaseGPU()
	h.surfaces.Store(false)
	h.trial, h.why = false, why
	for i := range h.begun {
		h.begun[i].onGPU = false
	}
}

func (h *Engine) releaseGPU() {
	if h.gpu != nil {
		h.gpu.release(slices.ContainsFunc(h.begun, func(b begunJob) bool { return b.onGPU }))
		h.gpu = nil
	}
}

// fallBack leaves the GPU after an error.
func (h *Engine) fallBack(err error) {
	if h.warn != nil {
		h.warn(err)
	}
	h.leaveGPU(err.Error())
}

// End waits for the oldest picture in flight, and returns its quads, which are valid until the next
// End or Release. An error that matches [yuv.ErrLost] concerns the picture alone: the engine stays
// usable.
func (h *Engine) End() (analysis.Result, error) {
	b := h.begun[0]
	h.begun = append(h.begun[:0], h.begun[1:]...)
	if b.onGPU {
		r, err := h.gpu.end()
		if err == nil || h.cpu == nil || errors.Is(err, yuv.ErrLost) {
			return r, err
		}
		h.fallBack(err)
	}
	start := time.Now()
	r, err := h.cpu.Analyze(b.picture, b.params)
	if err == nil && h.trial {
		h.try(time.Since(start))
	}
	return r, err
}

// GiveUp drops the pictures in flight. Their memory is the caller's again.
func (h *Engine) GiveUp() {
	n := 0
	for _, b := range h.begun {
		if b.onGPU {
			n++
		}
	}
	if n > 0 {
		h.gpu.drop(n)
	}
	h.begun = h.begun[:0]
}

// Analyze begins a picture and ends it. No other may be in flight.
func (h *Engine) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	h.Begin(p, params)
	return h.End()
}

// Wait waits until it is known whether there is a GPU. It fails if there is none and "gpu" was
// requested.
func (h *Engine) Wait() error {
	if h.gpu == nil {
		return nil
	}
	err := h.gpu.open()
	if h.opengl.err = err; err == nil {
		h.opengl.name = h.gpu.caps.String()
	}
	switch {
	case err != nil && h.cpu == nil:
		return err
	case err != nil:
		h.leaveGPU(err.Error())
	case h.trial:
		h.usable()
	case h.why == "":
		h.why = h.gpu.caps.Renderer
	}
	return nil
}

// Chosen reports whether the choice of the engine is final, unless it fails. auto chooses after
// some pictures, but not before Wait would return, and not without Wait if OpenGL is software.
func (h *Engine) Chosen() bool { return !h.trial }

// Name returns "cpu" or "gpu", and Why the reason for it, once the engine is chosen.
func (h *Engine) Name() string {
	if h.gpu == nil {
		return "cpu"
	}
	return "gpu"
}
func (h *Engine) Why() string { return h.why }

// OpenGL returns, after Wait, the version and the renderer of OpenGL, or why there is none. Both
// are empty for the engine cpu, which does not use it.
func (h *Engine) OpenGL() (string, error) { return h.opengl.name, h.opengl.err }

// Release frees the engine. It gives up pictures in flight.
func (h *Engine) Release() {
	if h == nil {
		return
	}
	h.releaseGPU()
}
