package bench

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"

	"ffkvadrat/gpu"
)

// Machine describes where a measurement was taken.
type Machine struct {
	Processor string `json:"processor"`
	Threads   int    `json:"threads"`
	Go        string `json:"go"`
	Renderer  string `json:"renderer,omitempty"` // OpenGL's
}

func (m Machine) String() string {
	parts := []string{m.Processor + ", " + number(m.Threads, "thread"), m.Go}
	if m.Renderer != "" {
		parts = append(parts, m.Renderer)
	}
	return strings.Join(parts, "; ")
}

// describeMachine describes the machine, with the OpenGL of a device if there is one.
func describeMachine(headless *gpu.Headless) Machine {
	m := Machine{Processor: processor(), Threads: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	if headless != nil {
		m.Renderer = headless.Caps.Renderer
	}
	return m
}

// processor returns the name of the CPU, if the system gives it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}

// Set has engines of this machine, and their device.
type Set[E interface{ Release() }] struct {
	Engines  []E
	Machine  Machine
	headless *gpu.Headless // nil for none
}

// NewSet makes the engines with these names. Without OpenGL it leaves out those of the GPU, and passes the
// reason to warn.
func NewSet[E interface{ Release() }](names []string, newEngine func(name string, dev *gpu.Device) (E, error), warn func(error)) (*Set[E], error) {
	s := new(Set[E])
	var dev *gpu.Device
	if slices.ContainsFunc(names, OnGPU) {
		var err error
		if s.headless, err = gpu.OpenHeadless(false); err != nil {
			warn(err)
			names = slices.DeleteFunc(slices.Clone(names), OnGPU)
		} else {
			dev = s.headless.Device
		}
	}
	s.Machine = describeMachine(s.headless)
	for _, name := range names {
		engine, err := newEngine(name, dev)
		if err != nil {
			s.Release()
			return nil, err
		}
		s.Engines = append(s.Engines, engine)
	}
	return s, nil
}

// Release releases the engines and the device.
func (s *Set[E]) Release() {
	for _, engine := range s.Engines {
		engine.Release()
	}
	s.headless.Release()
}

// PaperDevice is a device of this machine for plans of the papers' tables.
type PaperDevice struct{ headless *gpu.Headless }

// OpenPaperDevice opens the device.
func OpenPaperDevice() (PaperDevice, error) {
	headless, err := gpu.OpenHeadless(false)
	return PaperDevice{headless}, err
}

// Release releases the device.
func (d PaperDevice) Release() { d.headless.Release() }

// Software reports whether the device is a software rasteriser.
func (d PaperDevice) Software() bool { return d.headless.Caps.Software }

// Machine describes the machine, with the device.
func (d PaperDevice) Machine() Machine { return describeMachine(d.headless) }

// Run runs a plan on the device.
func (d PaperDevice) Run(ctx context.Context, p *PaperPlan) ([]PaperRow, error) {
	return p.Run(ctx, d.headless.Device)
}
