package headless

import (
	"fmt"
	"slices"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// trials compare the engines of auto. The CPU analyses every picture meanwhile. The GPU analyses
// copies of some, one at a time, so that nobody waits for it.
type trials struct {
	analysis.Trial
	times   chan trialTime // the GPU's times, nil before the first trial
	running bool
}

type trialTime struct {
	time time.Duration
	err  error
}

// begin gives the GPU a copy of a picture if it is idle.
func (t *trials) begin(gpu *thread, p *yuv.Picture, params analysis.Params) {
	if t.running || analysis.Fetch(p) != nil { // the CPU will report the error
		return
	}
	if t.times == nil {
		t.times = make(chan trialTime, 1)
	}
	t.running = true
	gpu.begin(job{picture: clone(p), params: params, trial: t.times})
}

// clone copies a picture, whose samples are in its planes' memory, with all that an engine reads.
func clone(p *yuv.Picture) *yuv.Picture {
	c := *p
	c.Surface = nil
	c.Vectors, c.Coded = yuv.KeepVectors(c.Vectors), nil
	for i := range c.Planes {
		c.Planes[i].Data = slices.Clone(c.Planes[i].Data)
	}
	c.Luma.Data = slices.Clone(c.Luma.Data)
	c.Alpha.Data = slices.Clone(c.Alpha.Data)
	if c.Before != nil {
		c.Before = clone(c.Before)
	}
	return &c
}

// try adds the time that the CPU took for a picture, and the GPU's if it has finished one. With
// enough times, it chooses the faster engine.
func (h *Engine) try(cpu time.Duration) {
	t := &h.trials
	if !t.running {
		return
	}
	t.CPU(cpu)
	select {
	case got := <-t.times:
		t.running = false
		if got.err != nil {
			h.fallBack(got.err)
			return
		}
		t.GPU(got.time)
	default:
		return
	}
	if t.Over() {
		h.choose(t.Medians())
	}
}

// choose selects the faster engine, by the times for a picture.
func (h *Engine) choose(cpu, gpu time.Duration) {
	h.trial = false
	renderer := h.gpu.caps.Renderer
	if cpu <= gpu {
		h.leaveGPU(fmt.Sprintf("%v a picture; on %s %v", rounded(cpu), renderer, rounded(gpu)))
		return
	}
	h.why = fmt.Sprintf("%s, %v a picture; on the CPU %v", renderer, rounded(gpu), rounded(cpu))
	h.surfaces.Store(true)
}

func rounded(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
