package survey

import (
	"ffkvadrat/analysis/siti"
	"ffkvadrat/decode"
)

// informer measures SI and TI.
type informer struct {
	siti *siti.Meter // nil before the first frame
}

// inform adds a frame's SI and TI to its reading.
func (w *worker) inform(p *Reading, f *decode.Frame) {
	i := &w.informer
	if !w.measures.Information {
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
