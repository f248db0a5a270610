package survey

import (
	"ffkvadrat/analysis/siti"
	"ffkvadrat/decode"
)

// SetInforming sets whether the spatial and the temporal information of pictures is measured from now on, in
// the domain PQ, whatever the parameters are. If pictures lack it that were analysed before, the survey
// restarts, and SetInforming returns true.
func (s *Survey) SetInforming(on bool) bool {
	s.mu.Lock()
	if on == s.informing {
		s.mu.Unlock()
		return false
	}
	s.informing = on
	if !on {
		s.uninformed = s.uninformed || !s.series.isWhole()
	}
	restarts := s.turn > 0 && on && s.uninformed
	if restarts {
		s.restart()
	}
	s.mu.Unlock()
	if restarts {
		s.nudge()
	}
	return restarts
}

// informer measures pictures.
type informer struct {
	informing bool
	siti      *siti.Meter // nil before the first one
}

// inform says in a picture's reading how much detail it has, and how much it differs from the one before.
func (i *informer) inform(p *Reading, f *decode.Frame) {
	if !i.informing {
		return
	}
	if i.siti == nil {
		i.siti = siti.NewMeter()
	}
	v := i.siti.Of(&f.Picture, siti.PQ)
	if v.HasSI {
		p.SI = Part{1, v.SI, v.SI, v.SI}
	}
	if v.HasTI {
		p.TI = Part{1, v.TI, v.TI, v.TI}
	}
}
