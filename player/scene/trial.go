package scene

import (
	"slices"
	"time"

	"ffkvadrat/player/session"
)

// trialPictures is how many pictures both engines do before one is chosen. The GPU's first
// one does not count: drivers go on compiling at the first dispatch.
const trialPictures = 5

// trial is what the engines took for the same pictures.
type trial struct{ cpu, gpu []time.Duration }

// tries reports whether the CPU engine finds a layer's quads, too, to be compared.
func (s *Scene) tries(l *Layer) bool { return s.Try && l == s.A && !s.wipe.on() }

// compare notes the times of a picture: the processor's for each engine, to which the GPU's
// own newest time is added.
func (s *Scene) compare(cpu, gpu time.Duration) {
	t := &s.trial
	times := s.A.gpu.Times()
	if times.Edge+times.List == 0 {
		return // none has arrived
	}
	t.cpu, t.gpu = append(t.cpu, cpu), append(t.gpu, gpu+times.Edge+times.List)
}

// choose ends the trial when it is over. If the CPU engine is faster it changes the settings.
func (s *Scene) choose(a *session.Choices) {
	t := &s.trial
	if a.Engine != session.GPU {
		s.Try = false // the user, or a failure, has chosen
	}
	if !s.Try || len(t.gpu) <= trialPictures {
		return
	}
	s.Try = false
	if median(t.cpu[1:]) < median(t.gpu[1:]) {
		a.Engine = session.CPU
	}
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}
