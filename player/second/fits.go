package second

import (
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
)

// fits is a pool of fitters. A fitter is in use while a frame refers to its memory.
type fits struct {
	make   func() *fit.Fitter
	mu     sync.Mutex
	free   []*fit.Fitter
	closed bool
}

// fit converts a frame of a video to a kind of picture. It takes over the frame; the caller must
// release the result.
func (s *fits) fit(f *decode.Frame, path string, like fit.Kind) (*decode.Frame, error) {
	fitter := s.get()
	err := fitter.Check(path, f.Time, fit.KindOf(f), like, false)
	picture := &f.Picture
	if err == nil {
		picture, err = fitter.Run(picture, like)
	}
	if err == nil && picture == &f.Picture {
		s.put(fitter)
		return f, nil
	}
	if err != nil {
		s.put(fitter)
		f.Release()
		return nil, err
	}
	coded := picture.AsCoded()
	reads := coded.Coded != nil || coded.Vectors != nil // from f's
	made := f.With(*picture, func() {
		s.put(fitter)
		if reads {
			f.Release()
		}
	})
	if !reads {
		f.Release()
	}
	made.SAR = like.SAR
	return made, nil
}

func (s *fits) get() *fit.Fitter {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.free)
	if n == 0 {
		return s.make()
	}
	f := s.free[n-1]
	s.free = s.free[:n-1]
	return f
}

// put returns a fitter to the pool.
func (s *fits) put(f *fit.Fitter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		f.Close()
		return
	}
	s.free = append(s.free, f)
}

// close frees the unused fitters at once, and the others when they are returned.
func (s *fits) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, f := range s.free {
		f.Close()
	}
	s.free = nil
}

// kindOf returns the kind of a video's pictures, without their format.
func kindOf(i *decode.Info) fit.Kind {
	return fit.Kind{Width: i.Width, Height: i.Height, SAR: i.SAR}
}
