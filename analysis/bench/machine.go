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

// Device is OpenGL on this machine; the zero value is none.
type Device struct{ headless *gpu.Headless }

// OpenDevice opens the device.
func OpenDevice() (Device, error) {
	headless, err := gpu.OpenHeadless(false)
	return Device{headless}, err
}

// Release releases the device.
func (d Device) Release() { d.headless.Release() }

// Software reports whether the device is a software rasteriser.
func (d Device) Software() bool { return d.headless.Caps.Software }

// Machine describes the machine, with the device.
func (d Device) Machine() Machine {
	m := Machine{Processor: processor(), Threads: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	if d.headless != nil {
		m.Renderer = d.headless.Caps.Renderer
	}
	return m
}

// Papers runs a plan of the papers' tables on the device.
func (d Device) Papers(ctx context.Context, p *PaperPlan) ([]PaperRow, error) {
	return p.Run(ctx, d.headless.Device)
}

// Set has engines of this machine, and their device.
type Set[E interface{ Release() }] struct {
	Device
	Engines []E
}

// NewSet makes the engines with these names. Without OpenGL it leaves out those of the GPU, and passes the
// reason to warn.
func NewSet[E interface{ Release() }](names []string, newEngine func(name string, dev *gpu.Device) (E, error), warn func(error)) (*Set[E], error) {
	s := new(Set[E])
	var dev *gpu.Device
	if slices.ContainsFunc(names, OnGPU) {
		var err error
		if s.Device, err = OpenDevice(); err != nil {
			warn(err)
			names = slices.DeleteFunc(slices.Clone(names), OnGPU)
		} else {
			dev = s.headless.Device
		}
	}
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
	s.Device.Release()
}
