package scene

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/player/session"
)

// Start selects the engine for the first pictures.
type Start struct {
	// Hurry uses the CPU engine until the GPU engine's passes are compiled, instead of waiting. The
	// quads are equal.
	Hurry bool
	// Try, in a hurry, compares the engines on the first pictures. If the CPU engine is
	// faster, Analyze returns settings with it.
	Try bool
	// Must makes it an error if the GPU engine cannot be made; otherwise the CPU engine takes over.
	Must bool

	begun   bool // the GPU engine was requested before
	pending bool // the CPU engine stands in for it
	trial   analysis.Trial
}

// OnGPU reports whether the GPU engine analyses all further pictures, so that most samples are not
// needed on the CPU.
func (s *Scene) OnGPU() bool {
	return s.A.engine == session.GPU && !s.pending && !s.Try
}

// tries reports whether the CPU engine also analyses a layer's picture, for comparison.
func (s *Scene) tries(l *Layer) bool { return s.Try && l == s.A && !s.wipe.on() }

// compare records the times of a picture: CPU times per engine, plus the GPU's latest measured
// time.
func (s *Scene) compare(cpu, gpu time.Duration) {
	times := s.A.gpu.Times()
	if times.Edge+times.List == 0 {
		return // none has arrived
	}
	s.trial.CPU(cpu)
	s.trial.GPU(gpu + times.Edge + times.List)
}

// choose ends the trial when it is over, and returns the faster engine; until then, that of the settings.
func (s *Scene) choose(engine session.Engine) session.Engine {
	if engine != session.GPU {
		s.Try = false // changed by the user or a failure
	}
	if !s.Try || !s.trial.Over() {
		return engine
	}
	s.Try = false
	if cpu, gpu := s.trial.Medians(); cpu < gpu {
		return session.CPU
	}
	return engine
}
