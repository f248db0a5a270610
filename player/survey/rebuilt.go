package survey

import (
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/yuv/distortion"
)

// Rebuilding says whether the survey also measures how far the picture that the quads make is from the
// film's, which takes more time than all else, and how that picture is filled.
type Rebuilding struct {
	On   bool
	Fill reconstruction.Fill
}

// SetRebuilding sets what is measured from now on. If pictures lack it that were analysed before, the survey
// restarts, and SetRebuilding returns true.
func (s *Survey) SetRebuilding(r Rebuilding) bool {
	s.mu.Lock()
	if r == s.rebuilding {
		s.mu.Unlock()
		return false
	}
	s.rebuilding = r
	if !r.On {
		s.lacking = s.lacking || !s.series.isWhole()
	}
	restarts := s.turn > 0 && r.On && rebuilds(s.params) && (s.lacking || r.Fill != s.filled)
	if restarts {
		s.restart()
	}
	s.mu.Unlock()
	if restarts {
		s.nudge()
	}
	return restarts
}

// rebuilds reports whether quads of these parameters make a picture.
func rebuilds(p analysis.Params) bool { return p.Variant.Merges() }

// rebuilder measures pictures.
type rebuilder struct {
	Rebuilding
	cpu   reconstruction.CPU
	meter distortion.Meter
}

// measure says in a picture's reading what its quads make of it.
func (w *worker) measure(p *Reading, f *decode.Frame) {
	r := &w.rebuilder
	if !r.On || !rebuilds(w.params) {
		return
	}
	d := r.meter.Of(r.cpu.Run(&f.Picture, w.quads, r.Fill), &f.Picture)
	most, ratio := float64(d.Most), d.PSNR()
	p.PSNR = Part{1, float64(d.SSE) / (most * most * float64(d.Pixels)), ratio, ratio}
	if d.HasSSIM {
		p.SSIM = Part{1, d.SSIM, d.SSIM, d.SSIM}
	}
}

// Decibels returns the PSNR of pictures together, that of their mean squared error; +Inf if all are equal
// to what their quads make. p is the PSNR of a [Bin], or of several joined.
func Decibels(p Part) float64 {
	if p.Low == p.High {
		return p.Low
	}
	return -10 * math.Log10(p.Mean())
}
