package scene

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/player/session"
)

// Start says which engine finds the quads of the first pictures.
type Start struct {
	// Hurry lets the CPU engine find the quads until the GPU engine's passes are compiled,
	// instead of waiting for them. The quads are the same.
	Hurry bool
	// Try, in a hurry, compares the engines on the first pictures. If the CPU engine is
	// faster, Analyze returns settings with it.
	Try bool
	// Must makes it an error if the GPU engine cannot be made, instead of leaving it.
	Must bool

	begun   bool // the GPU engine was to find quads before
	pending bool // the CPU engine has found quads in its place
	trial   analysis.Trial
}

// OnGPU reports whether the GPU engine finds the quads for good, so that the samples of most
// pictures are of no use to the processor.
func (s *Scene) OnGPU() bool {
	return s.A.engine == session.GPU && !s.pending && !s.Try
}

// tries reports whether the CPU engine finds a layer's quads, too, to be compared.
func (s *Scene) tries(l *Layer) bool { return s.Try && l == s.A && !s.wipe.on() }

// compare notes the times of a picture: the processor's for each engine, to which the GPU's
// own newest time is added.
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
		s.Try = false // the user, or a failure, has chosen
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
