package survey

import (
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/elementary"
)

// rebuilds reports whether quads of these parameters have a reconstruction.
func rebuilds(p analysis.Params) bool { return p.Variant.Merges() }

// rebuilder measures reconstructions.
type rebuilder struct {
	cpu   reconstruction.CPU
	meter distortion.Meter
}

// measure adds PSNR and SSIM of a frame's reconstruction to its reading.
func (w *worker) measure(p *Reading, f *decode.Frame) {
	r := &w.rebuilder
	if !w.measures.Rebuilt || !rebuilds(w.params) {
		return
	}
	d := r.meter.Of(r.cpu.Run(&f.Picture, w.quads, w.measures.Fill), &f.Picture)
	most, ratio := float64(d.Most), d.PSNR()
	p.PSNR = Part{1, float64(d.SSE) / (most * most * float64(d.Pixels)), ratio, ratio}
	if d.HasSSIM {
		p.SSIM = Part{1, d.SSIM, d.SSIM, d.SSIM}
	}
}

// Decibels returns the PSNR of several frames, that of their mean squared error; +Inf if all equal
// their reconstruction. p is the PSNR of a [Bin], or of several joined.
func Decibels(p Part) float64 {
	if p.Low == p.High {
		return p.Low
	}
	return -10 * elementary.Log2(p.Mean()) / (math.Ln10 / math.Ln2)
}
