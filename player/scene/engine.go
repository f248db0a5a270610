package scene

import (
	"errors"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/decode/wording"
	"ffkvadrat/gpu"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// byEngine analyses the picture for a layer with the engine of the settings. If that is the GPU's
// and fails, the CPU engine takes over.
func (s *Scene) byEngine(l *Layer, p *yuv.Picture, e *session.Effective) (listed, error) {
	found, err := s.hurry(l, p, e.Params, e.Engine)
	if err == nil || e.Engine != session.GPU || errors.Is(err, yuv.ErrLost) || s.Must && s.A.gpu == nil {
		return found, err
	}
	failed := err
	if found, err = l.run(p, e.Params, session.CPU); err == nil { // if this fails, too, the parameters do not suit the picture
		LeaveGPU(e, failed)
	}
	return found, err
}

// LeaveGPU switches to the CPU engine after an error of the GPU engine.
func LeaveGPU(e *session.Effective, err error) {
	e.Engine = session.CPU
	e.Report("The GPU engine failed; using the CPU", "the GPU engine failed, the CPU analyses instead: "+wording.Line(err))
}

// hurry runs an engine. With Hurry, the CPU engine runs while the GPU's passes are being compiled,
// and for the first picture in any case, as drivers continue compiling at the first dispatch. During
// a trial, it runs in addition to the GPU engine.
func (s *Scene) hurry(l *Layer, p *yuv.Picture, params analysis.Params, engine session.Engine) (found listed, err error) {
	if engine != session.GPU || !s.Hurry {
		return l.run(p, params, engine)
	}
	err = gpu.ErrPending
	start := time.Now()
	if s.begun {
		err = s.dev.Try(func() (err error) {
			found, err = l.run(p, params, engine)
			return err
		})
	}
	s.begun = true
	pending := errors.Is(err, gpu.ErrPending)
	s.pending = s.pending || pending
	if !pending && (err != nil || !s.tries(l)) {
		return found, err
	}
	middle := time.Now()
	found, err = l.run(p, params, session.CPU)
	switch {
	case pending:
	case err != nil: // during a trial: the GPU engine still works
		return l.run(p, params, engine)
	default:
		s.compare(time.Since(middle), middle.Sub(start))
	}
	return found, err
}

// useGPU makes the GPU engine if needed.
func (l *Layer) useGPU() (err error) {
	if l.gpu == nil {
		l.gpu, err = glanalysis.NewGPU(l.dev)
	}
	return err
}

// run returns what an engine finds in the loaded picture. After an error, there is no list, and the
// caller can try the other engine.
func (l *Layer) run(p *yuv.Picture, params analysis.Params, engine session.Engine) (found listed, err error) {
	params = params.Drawn()
	if params.Bounds.Classes() > 0 {
		engine = session.CPU // the GPU's list is not in Morton order with classes
	}
	found = listed{Params: params, known: true, engine: engine, pixels: p.Width * p.Height}
	if engine == session.GPU {
		if err = l.useGPU(); err == nil {
			found.list, err = l.gpu.EnqueueFrom(l.picture.planes, params)
		}
		return found, err
	}
	result, err := l.cpu.Analyze(p, params)
	if err == nil {
		err = l.put(l.merger.Merge(result), &found)
	}
	return found, err
}
